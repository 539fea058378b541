"""What judged decisions say of the bots that made them: by bot, by seat, by kind of decision. Pure."""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from infoset_bots.lab.arena.intervals import Estimate, mean_interval, share_interval
from infoset_bots.lab.reviewing.judging import Judged, Judgement

FORMAT: Final = 1  # of the JSON form; another number is not read
MOST_WORST: Final = 20

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


@dataclass(frozen=True)
class LossRow:
    """Decisions of one bot; on one seat, or of one kind, where `seat` or `kind` say so.

    `judged` were looked at, of some `decisions` with a choice. `agreed` is the part in which the bot
    played what the reference plays. `loss` is what a decision cost on average, `in_match` all those of
    a seat in a match; `blunders` the part that surely cost more than the threshold.
    """

    bot: str
    seat: int | None
    kind: str | None
    judged: int
    decisions: int
    agreed: float
    loss: Estimate
    in_match: float
    blunders: Estimate


@dataclass(frozen=True)
class Review:
    """Everything that is reported. `worst` are the surest large losses, the largest first."""

    game: str
    matches: int
    judgement: Judgement
    bots: list[LossRow]
    seats: list[LossRow]
    kinds: list[LossRow]
    worst: list[Judged]
    format: int = FORMAT


def review(game: str, matches: int, judgement: Judgement, judged: Sequence[Judged]) -> Review:
    """All figures of some decisions."""

    def rows(key: Callable[[Judged], tuple[str, int | None, str | None]]) -> list[LossRow]:
        groups = grouped(judged, key)
        order = sorted(groups, key=lambda one: (one[0], one[1] or 0, one[2] or ""))
        return [make_row(*one, groups[one], judgement.threshold) for one in order]

    blunders = [one for one in judged if is_blunder(one, judgement.threshold)]
    return Review(
        game=game,
        matches=matches,
        judgement=judgement,
        bots=rows(lambda one: (one.bot, None, None)),
        seats=rows(lambda one: (one.bot, one.seat, None)),
        kinds=rows(lambda one: (one.bot, None, one.kind)),
        worst=sorted(blunders, key=lambda one: -one.cost.mean)[:MOST_WORST],
    )


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Decisions, or what else there is, by a key."""
    groups: dict[Key, list[Item]] = defaultdict(list)
    for one in items:
        groups[key(one)].append(one)
    return groups


def make_row(
    bot: str, seat: int | None, kind: str | None, judged: Sequence[Judged], threshold: float
) -> LossRow:
    """The figures of a group."""
    weight = math.fsum(one.weight for one in judged)
    sittings = {(one.match, one.seat) for one in judged}
    lost = math.fsum(one.weight * one.loss.mean for one in judged)
    equal = math.fsum(one.weight for one in judged if one.agrees)
    return LossRow(
        bot=bot,
        seat=seat,
        kind=kind,
        judged=len(judged),
        decisions=round(weight),
        agreed=equal / weight,
        loss=mean_interval(unit_means(judged, lambda one: one.loss.mean)),
        in_match=lost / len(sittings),
        blunders=share_interval(unit_means(judged, lambda one: float(is_blunder(one, threshold)))),
    )


def is_blunder(judged: Judged, threshold: float) -> bool:
    """Did the decision surely cost more than the threshold, and again where that was looked at?"""
    return judged.loss.is_surely_above(threshold) and judged.cost.is_surely_above(threshold)


def unit_means(judged: Iterable[Judged], value: Callable[[Judged], float]) -> list[float]:
    """One mean per unit, as decisions of one match are not independent; each counts by its weight."""
    sums: dict[int, float] = defaultdict(float)
    weights: dict[int, float] = defaultdict(float)
    for one in judged:
        sums[one.unit] += one.weight * value(one)
        weights[one.unit] += one.weight
    return [sums[unit] / weights[unit] for unit in sums]
