"""Chances as they are said: never more certain than they are. The page does the same (model/known.js)."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from infoset.turn import Turn
from infoset_games.knowledge import interval_of
from infoset_protocol.messages import ActRef, KnownFact, RollRow

MOST_WEIGHED: Final = 16  # actions of one request


@dataclass(frozen=True)
class Weighed:
    """How often the seat won after an action of the open decision; between `low` and `high`, 95 times of 100."""

    index: int
    chance: float
    low: float
    high: float


def percent_words(chance: float, *, is_sure: bool = False) -> str:
    """A chance in words; only what is certain is 100 %."""
    if is_sure:
        return "100 %"
    whole = floor(100 * chance + 0.5)
    if whole >= 100:
        return "> 99 %"
    return "< 1 %" if whole <= 0 else f"{whole} %"


def interval_words(low: float | None, high: float | None) -> str:
    """The ends of an interval in whole percents, outwards, `15 to 32 %` with a dash; nothing of what was counted."""
    return (
        "" if low is None or high is None else f"{floor(100 * low)}\N{EN DASH}{ceil(100 * high)} %"
    )


def tells_more(fact: KnownFact) -> bool:
    """Does the number that is to be expected tell more than the chance of at least one does?"""
    return fact.mean is not None and round(10 * fact.mean) != round(10 * fact.chance)


def to_weigh(turn: Turn | None) -> list[int]:
    """What is worth weighing of an open decision: actions of which there are few before places on a board.

    None of a joint order for several units, which has too many.
    """
    if turn is None or turn.is_product:
        return []
    by_verb: dict[str, dict[str, int]] = {}
    for index, action in enumerate(turn.actions):
        by_verb.setdefault(str(action[0]), {}).setdefault(repr(action), index)
    groups = sorted(by_verb.values(), key=len)
    return [index for group in groups for index in group.values()][:MOST_WEIGHED]


def acts_of(indices: Iterable[int]) -> list[ActRef]:
    """These actions as `know` asks for them."""
    return [ActRef(index=index) for index in indices]


def weighed(rows: Iterable[RollRow], seat: int) -> list[Weighed]:
    """How often `seat` wins after each action, the best first."""
    found = []
    for row in rows:
        if row.first is not None and row.first.index is not None and seat < len(row.win):
            share = row.win[seat]
            found.append(Weighed(row.first.index, share, *interval_of(share * row.n, row.n)))
    return sorted(found, key=lambda one: -one.chance)
