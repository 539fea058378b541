"""What the results of a run say about its bots: counts, means and intervals, by bot and by seat. Pure.

Matches that could not be played to an end by no bot's fault are left out and counted apart.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_bots.lab.arena import intervals
from infoset_bots.lab.arena.intervals import (
    Estimate,
    least_possible,
    mean_interval,
    share_interval,
    variance,
)
from infoset_bots.lab.arena.record import Record, rank_points
from infoset_bots.llm.use import Use, total

MOSTLY: Final = 0.5  # of the decisions: who makes fewer of them has not played
MIN_DEALS: Final = 20  # fewer say nothing about the gain of equal deals


@dataclass(frozen=True)
class Row:
    """One bot, or one bot on one seat (`seat` None: on all of them).

    `wins` and `losses` count first and last places, shared ones in parts. `share` is the part of its
    matches that one of its seats won, `points` the score by the rules. The last five but `deal_gain` are sums.
    """

    bot: str
    seat: int | None
    matches: int
    seats: int
    wins: float
    losses: float
    share: Estimate
    place: Estimate
    rank: Estimate
    points: Estimate | None
    rounds: float | None
    mean_ms: float
    max_ms: float
    decisions: int
    misses: int
    illegal: int
    exceptions: int
    crashes: int
    deal_gain: float | None  # matches on unequal deals that one match on equal deals is worth
    fallbacks: int = 0  # a sum, too; stored summaries of old have none
    use: Use | None = None  # of a language model

    @property
    def is_absent(self) -> bool:
        """Was most of it played for the bot? Then the figures are not the bot's."""
        return self.fallbacks > self.decisions * MOSTLY


@dataclass(frozen=True)
class Summary:
    """All rows of a run."""

    matches: int
    deals: int
    not_counted: int
    bots: list[Row]
    seats: list[Row]
    scored: int | None = None  # of `matches` those with points; stored summaries of old do not say

    @property
    def absent(self) -> list[Row]:
        """The bots that have not really played."""
        return [row for row in self.bots if row.is_absent]


@dataclass(frozen=True)
class _Sitting:
    """One bot on one seat in one match."""

    record: Record
    seat: int

    @property
    def win(self) -> float:
        places = self.record.places
        return 1 / places.count(1) if places[self.seat] == 1 else 0.0

    @property
    def loss(self) -> float:
        places = self.record.places
        last = max(places)
        return 1 / places.count(last) if places[self.seat] == last and last > 1 else 0.0

    @property
    def rank(self) -> float:
        return rank_points(self.record.places)[self.seat]


def summarize(records: Iterable[Record], labels: Sequence[str], *, by_deal: bool) -> Summary:
    """The summary. `by_deal`: matches of one deal are one unit, as duplicate matches must be."""
    records = list(records)
    counted = [record for record in records if record.is_counted]
    sittings: dict[str, list[_Sitting]] = defaultdict(list)
    for record in counted:
        for seat, bot in enumerate(record.bots):
            sittings[bot].append(_Sitting(record, seat))
    seats = max((len(record.bots) for record in counted), default=0)
    present = [label for label in labels if sittings[label]]
    return Summary(
        matches=len(counted),
        deals=len({record.deal for record in counted}),
        not_counted=len(records) - len(counted),
        scored=sum(bool(record.scores) for record in counted),
        bots=[make_row(label, None, sittings[label], by_deal=by_deal) for label in present],
        seats=[
            make_row(label, seat, here, by_deal=by_deal)
            for label in present
            for seat in range(seats)
            if (here := [sitting for sitting in sittings[label] if sitting.seat == seat])
        ],
    )


def make_row(bot: str, seat: int | None, sittings: Sequence[_Sitting], *, by_deal: bool) -> Row:
    """The figures of one bot over some of its seats."""

    def units(value: Callable[[_Sitting], float]) -> list[float]:
        return unit_means(sittings, value, by_deal=by_deal)

    scored = [sitting for sitting in sittings if sitting.record.scores]
    points = unit_means(
        scored, lambda sitting: sitting.record.scores[sitting.seat], by_deal=by_deal
    )
    least = least_possible(score for sitting in scored for score in sitting.record.scores)
    seats = len(sittings[0].record.bots)
    records = {sitting.record.match: sitting.record for sitting in sittings}
    rounds = [record.rounds for record in records.values() if record.rounds is not None]
    decisions = _sum(sittings, lambda record: record.decisions)
    spent_ms = sum(
        sitting.record.thinking.mean_ms[sitting.seat] * sitting.record.decisions[sitting.seat]
        for sitting in sittings
    )
    return Row(
        bot=bot,
        seat=seat,
        matches=len(records),
        seats=len(sittings),
        wins=sum(sitting.win for sitting in sittings),
        losses=sum(sitting.loss for sitting in sittings),
        share=share_interval(won_parts(sittings, by_deal=by_deal)),
        place=mean_interval(
            units(lambda sitting: sitting.record.places[sitting.seat]), least=1, most=seats
        ),
        rank=mean_interval(units(lambda sitting: sitting.rank), least=0, most=1),
        points=mean_interval(points, least=least) if points else None,
        rounds=sum(rounds) / len(rounds) if rounds else None,
        mean_ms=spent_ms / decisions if decisions else 0.0,
        max_ms=max(sitting.record.thinking.max_ms[sitting.seat] for sitting in sittings),
        decisions=decisions,
        misses=_sum(sittings, lambda record: record.misses),
        illegal=_sum(sittings, lambda record: record.illegal),
        exceptions=_sum(sittings, lambda record: record.exceptions),
        crashes=_sum(sittings, lambda record: record.crashes),
        fallbacks=_sum(sittings, lambda record: record.fallbacks or [0] * len(record.bots)),
        deal_gain=deal_gain(sittings) if by_deal and seat is None else None,
        use=_use(sittings),
    )


def _use(sittings: Iterable[_Sitting]) -> Use | None:
    """What a language model has used in all its matches, None for other bots."""
    found = [
        Use.from_plain(plain)
        for sitting in sittings
        if sitting.record.uses and (plain := sitting.record.uses[sitting.seat]) is not None
    ]
    return total(found) if found else None


def unit_means(
    sittings: Iterable[_Sitting], value: Callable[[_Sitting], float], *, by_deal: bool
) -> list[float]:
    """One mean per unit: what one bot's several seats in a unit say is not independent."""
    return intervals.unit_means(
        (sitting.record.deal if by_deal else sitting.record.match, value(sitting))
        for sitting in sittings
    )


def won_parts(sittings: Iterable[_Sitting], *, by_deal: bool) -> list[float]:
    """The part of each unit's matches that the bot won, with whichever of its seats."""
    matches: dict[int, float] = defaultdict(float)
    unit_of: dict[int, int] = {}
    for sitting in sittings:
        record = sitting.record
        matches[record.match] += sitting.win
        unit_of[record.match] = record.deal if by_deal else record.match
    return intervals.unit_means((unit_of[match], won) for match, won in matches.items())


def deal_gain(sittings: Sequence[_Sitting]) -> float | None:
    """How many matches on deals of their own say as much about rank points as one on equal deals.

    The variance of a match divided by that of a block's mean per match; above 1 the seatings cancel
    luck. None where no deal was played often enough.
    """
    matches: dict[int, list[float]] = defaultdict(list)
    for sitting in sittings:
        matches[sitting.record.match].append(sitting.rank)
    deal_of = {sitting.record.match: sitting.record.deal for sitting in sittings}
    deals: dict[int, list[float]] = defaultdict(list)
    for match, ranks in matches.items():
        deals[deal_of[match]].append(sum(ranks) / len(ranks))
    return gain_of([values for values in deals.values() if len(values) > 1])


def gain_of(blocks: Sequence[Sequence[float]]) -> float | None:
    """The same for values by block, which must be of one size."""
    if len(blocks) < MIN_DEALS:
        return None
    size = len(blocks[0])
    singles = [value for block in blocks for value in block]
    of_means = variance([sum(block) / len(block) for block in blocks])
    if of_means == 0 or any(len(block) != size for block in blocks):
        return None
    return variance(singles) / size / of_means


def _sum(sittings: Iterable[_Sitting], numbers: Callable[[Record], Sequence[int]]) -> int:
    return sum(numbers(sitting.record)[sitting.seat] for sitting in sittings)
