"""Reviews of finished matches."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client.core import Metric

from infoset_games.record import dump, plain_lines
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.features.replays import finished_access
from infoset_server.app.service import Restored
from infoset_server.compute.reviews import ORDER, Reviews
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.reviews import ReviewHandlers
from infoset_server.matches.replays import read_stored
from infoset_server.monitoring.metrics import counter, gauge
from infoset_server.storage.notes import REVIEWS
from infoset_server.storage.port import MatchStore

SLICE_S: Final = 0.004  # for which a record is written before others have their turn


class ReviewFeature(Feature):
    """`review`. Works on what an earlier server was asked for, too."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        config = core.config
        self.reviews: Reviews | None = None
        if config.reviews.enabled and core.journal is not None:
            self.reviews = Reviews(
                config.reviews, config.compute, core.notes_of(REVIEWS), self._lines_of
            )
        self._handlers = ReviewHandlers(
            core.play, core.playing, finished_access(core), self.reviews
        )

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        return self._handlers.handlers()

    def metrics(self) -> Iterator[Metric]:
        """As Service."""
        if self.reviews is not None:
            yield gauge("reviews_waiting", "Reviews that are not over", self.reviews.waiting)
            yield counter("reviews", "Reviews that were worked out", self.reviews.finished)

    def match_deleted(self, match_id: str) -> None:
        """As Service."""
        if self.reviews is not None:
            self.reviews.drop(match_id)

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        if self.reviews is not None:
            self.reviews.restore(await store.documents(ORDER))

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        if self.reviews is not None:
            self.reviews.begin()

    def client_left(self, client: Client) -> None:
        """As Service."""
        self._handlers.cancel(client, None)

    def cancel(self, client: Client, target: int | None) -> None:
        """As Service."""
        self._handlers.cancel(client, target)

    async def close(self) -> None:
        """As Service: what is under way begins again at the next start."""
        await self._handlers.close()
        if self.reviews is not None:
            await self.reviews.close()

    async def _lines_of(self, match_id: str) -> list[str]:
        """The record of a stored match. Raises RequestError, StoreError or RecordError."""
        journal = self.core.journal
        assert journal is not None, "nothing is reviewed without"
        head, _, steps = await journal.look_up(match_id)
        record = read_stored(head, steps, self.core.config.rooms)
        lines: list[str] = []
        began_s = time.thread_time()
        for _, line in plain_lines(record):
            lines.append(dump(line))
            if time.thread_time() - began_s >= SLICE_S:
                await asyncio.sleep(0)
                began_s = time.thread_time()
        return lines
