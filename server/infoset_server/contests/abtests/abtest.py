"""One A-B test: which blocks are out, which are in, and what they say. Knows no clock, no store, no worker's address.

Blocks are tested in their order, whoever was faster, so the verdict depends on the scores alone. A block counts once:
the first report of it.
"""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from infoset_games.contests.confidence import MeanInterval
from infoset_games.contests.sequential import SequentialTest, Verdict, block_size
from infoset_server.contests.abtests.definition import (
    AbState,
    AbTestError,
    Block,
    Conduct,
    Figures,
    Log,
    StoredTest,
    checked_game,
)

BLOCKS_TO_JUDGE: Final = 4  # before a program can be called absent
MOST_AHEAD: Final = 1_000  # blocks that are out or wait for an earlier one
MOST_LOGS: Final = 10  # of each side
MOST_POINTS: Final = 300  # of a course that is shown

STATES: Final = {Verdict.PASS: AbState.PASSED, Verdict.FAIL: AbState.FAILED}


@dataclass
class Lease:
    """A block that a worker plays, and until when it is waited for."""

    worker: str
    until_s: float


class AbTest:
    """One test that may be open; `stored` is what outlives the server."""

    def __init__(self, stored: StoredTest) -> None:
        self.stored = stored
        terms = stored.terms
        self._test = SequentialTest(terms.settings)
        self._interval = MeanInterval()
        self._in: dict[int, Block] = {}  # those whose turn has not come
        self._next = 0  # block to be tested
        self._fresh = 0  # never handed out
        self._back: list[int] = []  # given back by workers that were lost: a heap
        self._top = 0  # above all blocks that ever came in
        self._spoilt = 0
        self._conduct = {"a": Conduct(), "b": Conduct()}
        self._course: list[tuple[int, float]] = []
        self._stride = 1
        self.leases: dict[int, Lease] = {}
        self.refusals: dict[str, str] = {}  # by worker, why it cannot play this

    @property
    def is_open(self) -> bool:
        """Is it to be played?"""
        return self.stored.state is AbState.OPEN

    @property
    def block_size(self) -> int:
        """Matches in each block."""
        terms = self.stored.terms
        return block_size(checked_game(terms.game, terms.options).seats)

    @property
    def numbers(self) -> range:
        """All blocks that have come in, and perhaps others."""
        return range(self._top)

    @property
    def begun(self) -> int:
        """Blocks that have gone out since the server began."""
        return self._fresh

    # Blocks go out.

    def take(self, worker: str, most: int, now_s: float, until_s: float) -> list[int]:
        """Blocks for a worker, which nobody else plays meanwhile; none where all are out or in."""
        self._call_back(now_s)
        taken: list[int] = []
        while self.is_open and len(taken) < most:
            number = self._next_out()
            if number is None:
                break
            self.leases[number] = Lease(worker, until_s)
            taken.append(number)
        return taken

    def has_work(self, now_s: float) -> bool:
        """Would `take` find a block?"""
        self._call_back(now_s)
        return self.is_open and (bool(self._back) or self._may_begin())

    def renew(self, worker: str, until_s: float) -> None:
        """A worker is still there."""
        for lease in self.leases.values():
            if lease.worker == worker:
                lease.until_s = until_s

    def give_back(self, worker: str) -> None:
        """A worker goes; others play what it has not."""
        self._release([number for number, lease in self.leases.items() if lease.worker == worker])

    def _call_back(self, now_s: float) -> None:
        self._release([number for number, lease in self.leases.items() if lease.until_s <= now_s])

    def _release(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self.leases[number]
            heapq.heappush(self._back, number)

    def _next_out(self) -> int | None:
        while self._back:
            number = heapq.heappop(self._back)
            if not self._is_in(number):
                return number
        while self._may_begin():
            number, self._fresh = self._fresh, self._fresh + 1
            if not self._is_in(number):
                return number
        return None

    def _may_begin(self) -> bool:
        return self._fresh < min(self.stored.terms.max_blocks, self._next + MOST_AHEAD)

    def _is_in(self, number: int) -> bool:
        return number < self._next or number in self._in

    # Blocks come in.

    def check(self, block: Block) -> None:
        """Raises AbTestError for one that this test does not have."""
        if block.number >= self.stored.terms.max_blocks:
            raise AbTestError(
                f"number: expected one below {self.stored.terms.max_blocks}, got {block.number}"
            )
        if block.scores is not None and len(block.scores) != self.block_size:
            raise AbTestError(f"scores: expected {self.block_size} of them, one for each match")

    def add(self, block: Block) -> bool:
        """Takes in a checked block; False if it was in already, or nothing is open any more."""
        self.leases.pop(block.number, None)
        if not self.is_open or self._is_in(block.number):
            return False
        self._in[block.number] = block
        self._top = max(self._top, block.number + 1)
        while self.is_open and self._next in self._in:
            self._judge(self._in.pop(self._next))
            self._next += 1
        return True

    def add_log(self, log: Log) -> bool:
        """Keeps one of the first logs of a side; False for later ones."""
        kept = [one for one in self.stored.logs if one.side == log.side]
        if len(kept) >= MOST_LOGS or any(one.match == log.match for one in kept):
            return False
        self.stored.logs.append(log)
        return True

    def end(self, state: AbState, why: str = "") -> None:
        """It is over."""
        self.stored.state, self.stored.why = state, why
        self.stored.figures = self.figures()
        self.leases.clear()
        self._in.clear()

    def _judge(self, block: Block) -> None:
        self._conduct["a"] = self._conduct["a"].plus(block.a)
        self._conduct["b"] = self._conduct["b"].plus(block.b)
        if block.scores is None:
            self._spoilt += 1
        else:
            score = sum(block.scores) / len(block.scores)
            self._test.add(score)
            self._interval.add(score)
            self._note_course()
        self._conclude(block.number + 1)

    def _conclude(self, blocks: int) -> None:
        """Ends the test where these blocks are enough, or nothing can come of it."""
        terms = self.stored.terms
        last = blocks >= terms.max_blocks
        for name, side in (("a", terms.a), ("b", terms.b)):
            if self._conduct[name].is_absent and (last or blocks >= BLOCKS_TO_JUDGE):
                words = "the fallback was played in more than half of its decisions"
                return self.end(AbState.BROKEN, f"{side.label}: {words}")
        if self._test.verdict is not Verdict.OPEN:
            return self.end(STATES[self._test.verdict])
        if last:
            return self.end(AbState.UNDECIDED, f"no verdict after {blocks} blocks")
        return None

    def _note_course(self) -> None:
        if self._test.blocks % self._stride == 0:
            self._course.append((self._test.blocks, round(self._test.llr, 3)))
        if len(self._course) > MOST_POINTS:
            self._stride *= 2
            self._course = [one for one in self._course if one[0] % self._stride == 0]

    def figures(self) -> Figures:
        """Where the test stands."""
        if self.stored.figures is not None:
            return self.stored.figures
        test = self._test
        low, high = self._interval.ends()
        return Figures(
            llr=test.llr,
            lower=test.lower,
            upper=test.upper,
            blocks=test.blocks,
            spoilt=self._spoilt,
            matches=test.blocks * self.block_size,
            mean=test.moments.mean,
            low=low,
            high=high,
            a=self._conduct["a"],
            b=self._conduct["b"],
            course=list(self._course),
        )
