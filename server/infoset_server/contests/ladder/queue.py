"""People who wait for a match: a window around their rating that widens while they wait."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from infoset_server.contests.ladder.pairing import Candidate, joining, rotate
from infoset_server.contests.ladder.tables import SCALE

EQUAL: Final = 25.0  # rating points of difference that do not matter: among those, chance decides


@dataclass(frozen=True, slots=True)
class SearchWindow:
    """How far apart people may be, in points, and when programs take the seats that stay empty."""

    window: float
    widen_per_s: float
    most: float
    bots_after_s: float

    def reach(self, waited_s: float) -> float:
        """The difference that is fine after so long a wait."""
        return min(self.most, self.window + self.widen_per_s * waited_s)


@dataclass(frozen=True, slots=True)
class WaitingPerson:
    """A person who waits."""

    candidate: Candidate
    waited_s: float


def seat_people(
    waiting: Sequence[WaitingPerson],
    bots: Sequence[Candidate],
    size: int,
    search: SearchWindow,
    rng: random.Random,
    with_own: bool = False,
) -> tuple[int, ...] | None:
    """The contestants of one table with whoever has waited longest and can be given one, by seat; or None.

    People meet whoever both would meet by now; the nearest first. After a while programs fill up, if there
    are any in reach.
    """
    for person in sorted(waiting, key=lambda one: -one.waited_s):
        seated = _table_of(person, waiting, bots, size, search, rng, with_own)
        if seated is not None:
            return tuple(one.contestant for one in rotate(seated, rng))
    return None


def _table_of(
    person: WaitingPerson,
    waiting: Sequence[WaitingPerson],
    bots: Sequence[Candidate],
    size: int,
    search: SearchWindow,
    rng: random.Random,
    with_own: bool,
) -> list[Candidate] | None:
    reach = search.reach(person.waited_s)
    seated = [person.candidate]
    others = [
        one.candidate
        for one in waiting
        if _gap(one.candidate, person.candidate) <= min(reach, search.reach(one.waited_s))
    ]
    _fill(seated, others, size, rng, with_own)
    if len(seated) < size and person.waited_s >= search.bots_after_s:
        near = [bot for bot in bots if bot.is_free and _gap(bot, person.candidate) <= reach]
        _fill(seated, near, size, rng, with_own)
    return seated if len(seated) == size else None


def _fill(
    seated: list[Candidate],
    others: Sequence[Candidate],
    size: int,
    rng: random.Random,
    with_own: bool,
) -> None:
    """Adds the nearest to the first who may sit with those who do."""
    first = seated[0]
    near = sorted(others, key=lambda one: (_gap(one, first) // EQUAL, rng.random()))
    while len(seated) < size:
        fitting = joining(near, seated, with_own=with_own)
        nearest = (one for one in fitting if not any(_are_apart(one, other) for other in seated))
        chosen = next(nearest, None)
        if chosen is None:
            return
        seated.append(chosen)


def _are_apart(one: Candidate, other: Candidate) -> bool:
    """One of them keeps the other away."""
    return other.owner in one.away or one.owner in other.away


def _gap(one: Candidate, other: Candidate) -> float:
    """In rating points."""
    return abs(one.strength - other.strength) * SCALE
