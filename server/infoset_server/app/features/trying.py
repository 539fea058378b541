"""Rooms whose matches begin at a position of a finished one."""

import logging
from collections.abc import Iterable

from infoset_games.steps import RecordError
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.features.replays import finished_access
from infoset_server.app.service import Restored
from infoset_server.common.request_errors import RequestError
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.trying import TryHandlers
from infoset_server.storage.errors import CorruptError, UnknownMatchError

logger = logging.getLogger(__name__)


class TryFeature(Feature):
    """`create_room` with `start_from`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._trying = TryHandlers(
            core.room_handlers, core.play, core.playing, finished_access(core)
        )

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service: in place of the core's own."""
        return self._trying.handlers()

    async def restore_details(self, restored: Restored) -> None:
        """As Service: rooms are there again, and need their positions. Raises StoreError."""
        journal = self.core.journal
        assert journal is not None, "something was stored"
        for room in list(self.core.lobby.rooms.values()):
            try:
                await self._trying.restore(room, journal)
            except (RequestError, RecordError, CorruptError, UnknownMatchError) as problem:
                logger.warning("no match can begin in room %s any more: %s", room.id, problem)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self._trying.forget(client)

    async def close(self) -> None:
        """As Service."""
        await self._trying.close()
