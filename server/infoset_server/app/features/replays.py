"""Finished matches: which there are, and telling them again."""

from collections.abc import Iterable

from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.handlers.finished_access import FinishedAccess
from infoset_server.handlers.replays import ReplayHandlers
from infoset_server.handlers.requests import RequestHandler
from infoset_server.matches.remarks import Publishing
from infoset_server.matches.replay_streams import ReplayStreams
from infoset_server.storage.notes import REMARKS


class ReplayFeature(Feature):
    """`replays` and `replay`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.streams = ReplayStreams(core.config.replays)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        core = self.core
        publishing = Publishing(core.notes_of(REMARKS), core.durability.when_stored)
        return ReplayHandlers(
            core.play,
            core.playing,
            finished_access(core),
            self.streams,
            publishing,
            core.wall_ms,
        ).handlers()

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.streams.cancel(client, None)

    def cancel(self, client: Client, target: int | None) -> None:
        """As Service."""
        self.streams.cancel(client, target)

    def owes(self, client: Client) -> bool:
        """As Service."""
        return self.streams.are_open_to(client)

    async def close(self) -> None:
        """As Service."""
        await self.streams.close()


def finished_access(core: Core) -> FinishedAccess:
    """Who may open which finished match of this server."""
    return FinishedAccess(core.people, core.finished, core.journal, core.config.rooms)
