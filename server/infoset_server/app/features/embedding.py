"""Finished matches in frames of other sites."""

from collections.abc import Iterable

from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.features.replays import finished_access
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import NotFoundError
from infoset_server.http.embedding import EmbeddedMatches
from infoset_server.http.routes import Route
from infoset_server.matches.replays import Telling, read_stored
from infoset_server.matches.views import ALL


class EmbeddingFeature(Feature):
    """`/embed/MATCH/film.json`."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        limits = core.config.replays
        self.matches = EmbeddedMatches(limits.embed_on, limits, self._find)
        self._access = finished_access(core)

    def routes(self) -> Iterable[Route]:
        """As Service."""
        return self.matches.routes()

    async def _find(self, replay: str) -> Telling:
        """A match that everybody may see whole. Raises RequestError, StoreError or RecordError."""
        journal, finished = self.core.journal, self.core.finished.find(replay)
        is_public = finished is not None and finished.is_listed and finished.classroom is None
        if journal is None or not is_public:
            raise NotFoundError(f"replay {replay}")
        head, _, steps = await journal.look_up(replay)
        await self._access.require_open_deal(journal, replay)
        record = read_stored(head, steps, self.core.config.rooms)
        players = [
            {"seat": number, "kind": seat.kind, "name": seat.name}  # who they are is not for others
            for number, seat in enumerate(head.seats)
        ]
        return Telling(MatchId(replay), record, players, ALL, "frames")
