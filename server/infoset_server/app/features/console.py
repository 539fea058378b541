"""The organiser's console: commands, and orders that stand."""

from collections.abc import Iterable

from infoset_server.admin.moderation import ORDER, RoomModeration
from infoset_server.admin.ownership import Interests
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.http.console import make_console, open_console
from infoset_server.http.routes import Route
from infoset_server.storage.notes import ORDERS


class ConsoleFeature(Feature):
    """Gives the commands of all services."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.moderation = RoomModeration(
            core.matchmaker,
            core.people,
            core.finished,
            core.journal,
            core.config.rooms,
            core.notes_of(ORDERS),
            Interests(core.people, core.hosting, core.services),
        )

    def routes(self) -> Iterable[Route]:
        """As Service. Raises ConsoleSetupError where the data folder cannot hold what the console keeps."""
        core = self.core
        more = self.moderation, core.services.commands(), core.durability.stored
        if core.admin_token is None:
            console = open_console(core.config, core.people, core.clock_s, *more)
        else:
            console = make_console(core.config, core.people, core.admin_token, core.clock_s, *more)
        return console.routes()

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        orders = await restored.store.documents(ORDER)
        self.moderation.restore(
            {
                key: orders[key]
                for key in orders
                if key.removeprefix("room:") not in restored.elsewhere
            }
        )
