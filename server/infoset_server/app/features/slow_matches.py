"""Which matches kept their players waiting: told in the log, and to whoever asks the console."""

from collections.abc import Iterable
from typing import Any

from infoset_server.admin.commands import Command
from infoset_server.admin.slow_commands import SlowCommands
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.rooms.slow_matches import SlowMatches, SlowReport


class SlowMatchFeature(Feature):
    """Looks twice a second at what acts have taken."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.slow_matches = SlowMatches(core.play, core.config.status.slow_minutes, core.clock_s)
        status = core.config.status
        self._report = SlowReport(self.slow_matches, status.report_s, status.slow_ms)

    def commands(self) -> Iterable[Command[Any]]:
        """As Service."""
        return SlowCommands(self.slow_matches).commands()

    async def close(self) -> None:
        """As Service."""
        self._report.close()
