"""Turns results into blocks and feeds them to the sequential test in the order of their deals. Pure.

The order is fixed by the plan, not by which process was faster, so the verdict is the same for any
number of processes and for a run that was broken off and resumed.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from infoset_bots.lab.arena.record import Record, rank_points
from infoset_bots.lab.arena.summary import gain_of
from infoset_games.contests.confidence import mean_interval_at_any_time
from infoset_games.contests.sequential import AbSettings, SequentialTest, Verdict


@dataclass(frozen=True)
class AbReport:
    """What a test found. `low` and `high` are the ends of an interval for the mean score that early stopping leaves valid."""

    settings: AbSettings
    verdict: Verdict
    llr: float
    lower: float
    upper: float
    blocks: int
    block_size: int
    matches: int
    spoilt: int
    mean: float
    deviation: float
    low: float
    high: float
    deal_gain: float | None


class AbTest:
    """Collects matches of `a` against `b`, `block_size` to a deal, until there is a verdict."""

    def __init__(self, settings: AbSettings, a: str, b: str, block_size: int) -> None:
        """Raises ValueError for settings that make no test."""
        self.test = SequentialTest(settings)
        self._a = a
        self._b = b
        self._block_size = block_size
        self._deals: dict[int, list[Record]] = defaultdict(list)
        self._next = 0
        self._spoilt = 0
        self._used: list[list[float]] = []

    @property
    def is_over(self) -> bool:
        """Is there a verdict?"""
        return self.test.verdict is not Verdict.OPEN

    def add(self, records: Iterable[Record]) -> None:
        """Takes in matches in any order; tests every block whose turn has come."""
        for record in records:
            self._deals[record.deal].append(record)
        while not self.is_over and len(self._deals[self._next]) == self._block_size:
            self._test(self._deals.pop(self._next))
            self._next += 1

    def _test(self, block: Sequence[Record]) -> None:
        if not all(record.is_counted for record in block):
            self._spoilt += 1
            return
        scores = [match_score(record, self._a, self._b) for record in block]
        self._used.append(scores)
        self.test.add(sum(scores) / len(scores))

    def report(self) -> AbReport:
        """Where the test stands now."""
        test = self.test
        low, high = mean_interval_at_any_time([sum(block) / len(block) for block in self._used])
        return AbReport(
            settings=test.settings,
            verdict=test.verdict,
            llr=test.llr,
            lower=test.lower,
            upper=test.upper,
            blocks=test.blocks,
            block_size=self._block_size,
            matches=test.blocks * self._block_size,
            spoilt=self._spoilt,
            mean=test.moments.mean,
            deviation=test.moments.deviation,
            low=low,
            high=high,
            deal_gain=gain_of(self._used),
        )


def match_score(record: Record, a: str, b: str) -> float:
    """Mean rank points of A's seats less that of B's, from -1 to 1."""
    points = rank_points(record.places)

    def mean(label: str) -> float:
        own = [value for value, bot in zip(points, record.bots, strict=True) if bot == label]
        return sum(own) / len(own)

    return mean(a) - mean(b)
