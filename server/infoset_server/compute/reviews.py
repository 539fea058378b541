"""Reviews of finished matches: asked for, worked out one after the other, kept for whoever asks next.

An order is noted before its work begins, with the seed, and with the settings once they are chosen; so a server that
was stopped or killed begins the same review again. A finished one is kept as documents of its own kind, and the order goes.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import orjson

from infoset_server.common.request_errors import BusyError, RequestError, WrongStateError
from infoset_server.common.task_set import TaskSet
from infoset_server.compute.pool import WorkerPool
from infoset_server.config import ComputeLimits, ReviewLimits
from infoset_server.storage.errors import StoreError
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)

ORDER: Final = "review_order"  # kind of documents, by match
KIND: Final = "review"  # one kind for each match
END: Final = "end"  # key of the document that is noted last
FORMAT: Final = 1  # of the entries; a review of another number is worked out again
CHUNK: Final = 100  # entries of one document
KEPT: Final = 16  # finished reviews that are not read again
RETRY_MS: Final = 10_000
PIECE_S: Final = 120.0  # of processor time that one piece may take

Entry = dict[str, Any]
LinesOf = Callable[[str], Awaitable[list[str]]]


class Review:
    """One review: its entries so far, and how many of its pieces are done. `total` is 0 until that is known."""

    def __init__(self, match_id: str, user: str, seed: str) -> None:
        self.match_id = match_id
        self.user = user
        self.seed = seed
        self.settings: dict[str, Any] | None = None
        self.entries: list[Entry] = []
        self.done = 0
        self.total = 0
        self.is_over = False
        self.is_unwanted = False  # its match is deleted
        self.problem: Exception | None = None  # why it came to nothing
        self._moved = asyncio.Event()

    def order(self) -> dict[str, Any]:
        """As it is noted until it is over."""
        return {"user": self.user, "seed": self.seed, "settings": self.settings}

    def take(self, entries: Sequence[Entry]) -> None:
        """A piece is done."""
        self.entries += entries
        self.done += 1
        self.stir()

    def stir(self) -> None:
        """Wakes up whoever waits."""
        self._moved.set()
        self._moved = asyncio.Event()

    async def beyond(self, count: int, wait_s: float) -> None:
        """Returns when there are more entries than `count`, when it is over, or after `wait_s`."""
        try:
            async with asyncio.timeout(wait_s):
                while len(self.entries) <= count and not self.is_over:
                    await self._moved.wait()
        except TimeoutError:
            return


class Reviews:
    """All reviews of a server. `lines_of` a match gives its record; it may raise RequestError or StoreError."""

    def __init__(
        self,
        limits: ReviewLimits,
        compute: ComputeLimits,
        notes: Notes,
        lines_of: LinesOf,
    ) -> None:
        self._limits = limits
        self._notes = notes
        self._lines_of = lines_of
        alone = compute.model_copy(
            update={"workers": 1, "nice": limits.nice, "max_request_ms": int(PIECE_S * 1000)}
        )
        self.pool = WorkerPool(alone)
        self._waiting: dict[str, Review] = {}  # the one under way comes first
        self._finished: dict[str, Review] = {}  # the newest last
        self._tasks = TaskSet()
        self._is_working = False
        self.finished = 0  # worked out since the start

    @property
    def waiting(self) -> int:
        """Reviews that are not over."""
        return len(self._waiting)

    def find(self, match_id: str) -> Review | None:
        """A review that waits, is under way, or was over lately."""
        return self._waiting.get(match_id) or self._finished.get(match_id)

    def ahead(self, review: Review) -> int:
        """How many come before it."""
        order = list(self._waiting)
        return order.index(review.match_id) if review.match_id in self._waiting else 0

    def order(self, match_id: str, user: str) -> Review:
        """Begins a review that nobody has asked for yet. Raises BusyError."""
        mine = sum(review.user == user for review in self._waiting.values())
        if mine >= self._limits.max_per_user:
            raise BusyError("as many of your reviews wait as may", retry_ms=RETRY_MS)
        if len(self._waiting) >= self._limits.max_waiting:
            raise BusyError("as many reviews wait as may", retry_ms=RETRY_MS)
        review = Review(match_id, user, secrets.token_hex(8))
        self._finished.pop(match_id, None)
        self._waiting[match_id] = review
        self._notes.put(ORDER, match_id, review.order())
        self._start()
        return review

    def drop(self, match_id: str) -> None:
        """The match is deleted: nothing of its review is kept."""
        self._finished.pop(match_id, None)
        waiting = self._waiting.get(match_id)
        if waiting is not None:
            waiting.is_unwanted = True

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what an earlier server was asked for and had not finished."""
        for match_id, body in documents.items():
            try:
                plain = orjson.loads(body)
                review = Review(match_id, str(plain["user"]), str(plain["seed"]))
                review.settings = plain["settings"]
            except (ValueError, TypeError, KeyError) as problem:
                logger.warning("the review of match %s is forgotten: %s", match_id, problem)
                self._notes.drop(ORDER, match_id)
            else:
                self._waiting[match_id] = review

    def begin(self) -> None:
        """Goes on with what was taken in."""
        if self._waiting:
            self._start()

    def take_stored(self, match_id: str, documents: Mapping[str, bytes]) -> Review | None:
        """The review that these documents of `review_kind` hold, if they hold a whole one."""
        end = orjson.loads(documents.get(END, b"{}"))
        if end.get("format") != FORMAT:
            return None
        review = Review(match_id, "", end["seed"])
        for number in range(end["chunks"]):
            review.entries += orjson.loads(documents[str(number)])["entries"]
        review.done = review.total = end["total"]
        review.is_over = True
        self._keep(review)
        return review

    async def close(self) -> None:
        """Ends; what is not over begins again at the next start."""
        await self._tasks.give_up()
        await self.pool.close()

    # Inside.

    def _start(self) -> None:
        if not self._is_working:
            self._is_working = True
            self._tasks.start(self._work(), "reviews")

    async def _work(self) -> None:
        """One after the other, until none waits."""
        try:
            while self._waiting:
                await self._serve(next(iter(self._waiting.values())))
        finally:
            self._is_working = False

    async def _serve(self, review: Review) -> None:
        try:
            await self._work_out(review)
            if not review.is_unwanted:
                self._note(review)
            self.finished += 1
        except (RequestError, StoreError) as trouble:
            review.problem = trouble
        except Exception as error:
            logger.exception("the review of match %s failed", review.match_id)
            review.problem = error
        self._notes.drop(ORDER, review.match_id)
        del self._waiting[review.match_id]
        review.is_over = True
        if review.problem is None and not review.is_unwanted:
            self._keep(review)
        review.stir()

    async def _work_out(self, review: Review) -> None:
        lines = await self._lines_of(review.match_id)
        await self._plan(review, lines)
        while review.done < review.total:
            is_last = review.done == review.total - 1
            step = {
                "step": "piece",
                "settings": review.settings,
                "number": review.done,
                "before": list(review.entries) if is_last else [],
            }
            review.take((await self._job(review, lines, step))["entries"])

    async def _plan(self, review: Review, lines: list[str]) -> None:
        """Chooses the settings, if that was not done before a restart."""
        if review.settings is not None:
            again = {"step": "resume", "settings": review.settings}
            review.total = (await self._job(review, lines, again))["total"]
            return
        budget_s = self._limits.budget_s
        step: dict[str, Any] = {"step": "plan", "seed": review.seed, "budget_s": budget_s}
        found = await self._job(review, lines, step)
        review.settings, review.total = found["settings"], found["total"]
        self._notes.put(ORDER, review.match_id, review.order())

    async def _job(self, review: Review, lines: list[str], step: dict[str, Any]) -> dict[str, Any]:
        """Has a piece done, then rests, so that all of them take their share of a processor at most."""
        ticket = self.pool.submit(
            {"do": "review", "lines": lines, **step},
            review.match_id,
            urgent=False,
            may_take_s=PIECE_S,
        )
        frame = await ticket.answer
        if frame is None:
            raise asyncio.CancelledError
        if "refused" in frame:
            path, want = frame["refused"]
            raise WrongStateError(f"{path}: expected {want}")
        if "failed" in frame:
            raise RuntimeError(f"a piece of a review failed: {frame['failed']}")
        result: dict[str, Any] = frame["result"]
        await asyncio.sleep(result["busy_s"] * (1 / self._limits.share - 1))
        return result

    def _note(self, review: Review) -> None:
        kind = review_kind(review.match_id)
        chunks = range(0, len(review.entries), CHUNK)
        for number, first in enumerate(chunks):
            self._notes.put(kind, str(number), {"entries": review.entries[first : first + CHUNK]})
        end = {
            "format": FORMAT,
            "chunks": len(chunks),
            "total": review.total,
            "seed": review.seed,
        }
        self._notes.put(kind, END, end)

    def _keep(self, review: Review) -> None:
        self._finished[review.match_id] = review
        while len(self._finished) > KEPT:
            del self._finished[next(iter(self._finished))]


def review_kind(match_id: str) -> str:
    """The kind of documents that hold the review of a match."""
    return f"{KIND}:{match_id}"
