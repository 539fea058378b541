"""Slow matches: which kept their players waiting, and how much of decisions that take days was used when the server stopped."""

from collections.abc import Iterable
from typing import Any

from infoset_server.admin.commands import Command
from infoset_server.admin.match_commands import SlowCommands
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.matches.slow_clocks import CLOCK, SlowClocks
from infoset_server.rooms.slow_matches import SlowMatches, SlowReport
from infoset_server.storage.notes import SLOW_CLOCKS


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


class SlowClockFeature(Feature):
    """Notes it once a minute and at the end, so that a restart costs nobody's time and gives none back."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._clocks = SlowClocks(core.notes_of(SLOW_CLOCKS))

    async def restore_details(self, restored: Restored) -> None:
        """As Service."""
        self._clocks.restore(await restored.store.documents(CLOCK), restored.matches)

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        play = self.core.play
        kept = {*play.running, *play.left}
        self._clocks.forget(await restored.store.documents(CLOCK), kept)

    def tidy(self) -> None:
        """As Service."""
        self._clocks.note(self.core.play.running.values())

    async def close(self) -> None:
        """As Service."""
        self.tidy()
