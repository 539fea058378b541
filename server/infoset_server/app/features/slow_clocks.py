"""How much time the open decisions of slow matches had used when the server stopped."""

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.matches.slow_clocks import CLOCK, SlowClocks
from infoset_server.storage.writers import SLOW_CLOCKS


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
