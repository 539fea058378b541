"""Who meets whom next, one table at a time, so that nobody waits for anybody.

The aim is the order of the best: who is among them, and who of them is ahead of whom. So everybody's strength is
drawn from what is known of it (W. R. Thompson, Biometrika 25, 1933), half of the first seats go to one of those
whose draws are best, and the others to those whose draws are near. Who is little known has draws everywhere, and
tries themselves against everybody. The rest of the first seats see to it that nobody stays unknown: their opponents
need not be as near, or those who had bad luck at first would only meet each other ever after.
"""

import math
import random
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

NEARNESS: Final = (
    6  # power of how open a result is, for the best: who is a logit away comes a quarter as often
)
REACH: Final = 1200 / (400 / math.log(10))  # logits: nobody meets somebody farther away
ATTEMPTS: Final = 20  # before a table is given up for now
MOST_ORDERED: Final = 6  # seats of which every order is looked at: 720
SOME_ORDERS: Final = 200  # of more seats


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who may be seated. `strength` and `sigma` are in logits; `seat_uses` counts by table size and seat.

    `away` are the owners whom a person keeps away.
    """

    contestant: int
    owner: str
    strength: float
    sigma: float
    games: int = 0
    running: int = 0  # matches that go on now
    cap: int = 1  # as many may go on at once
    copies: int = 1  # seats of one table that it may take where others are too few
    seat_uses: Mapping[int, Sequence[int]] = field(default_factory=dict)
    away: Container[str] = frozenset()

    @property
    def is_free(self) -> bool:
        """May another match begin?"""
        return self.running < self.cap


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the first seat is given for, in shares of one; and what must not happen."""

    promise: float = 0.5  # the chance to be among the best
    doubt: float = 0.25  # the greatest uncertainty
    novelty: float = 0.25  # the fewest games
    top: int = 10  # so many are the best
    with_own: bool = False  # may versions of one owner meet?
    most_repeats: int = 3  # of one line-up among the recent ones

    @property
    def total(self) -> float:
        """What the shares are parts of."""
        return self.promise + self.doubt + self.novelty


def seat_table(
    candidates: Sequence[Candidate],
    size: int,
    rng: random.Random,
    wishes: Wishes = Wishes(),  # frozen, so sharing it is safe
    recent: Sequence[frozenset[int]] = (),
    firsts: Container[int] | None = None,
    beside: Sequence[int] = (),
) -> tuple[int, ...] | None:
    """The contestants of one table, by seat; None where no line-up is allowed now.

    `recent` are the line-ups that count for `most_repeats`. The first seat is for one of `firsts`, None being
    anybody, and all of `beside` sit at the table, too.
    """
    free = [candidate for candidate in candidates if candidate.is_free]
    met = Counter(recent)
    for _ in range(ATTEMPTS):
        seated = _line_up(free, size, rng, wishes, firsts, beside)
        if seated is None:
            continue
        if met[frozenset(one.contestant for one in seated)] < wishes.most_repeats:
            return tuple(one.contestant for one in rotate(seated, rng))
    return None


def _line_up(
    free: Sequence[Candidate],
    size: int,
    rng: random.Random,
    wishes: Wishes,
    firsts: Container[int] | None,
    beside: Sequence[int],
) -> list[Candidate] | None:
    heads = [one for one in free if firsts is None or one.contestant in firsts]
    asked = [one for one in free if one.contestant in beside]
    if not heads or len(asked) < len(beside) or not can_fill(size, [one.copies for one in free]):
        return None
    drawn = {one.contestant: rng.gauss(one.strength, one.sigma) for one in free}
    is_for_the_best = rng.random() * wishes.total < wishes.promise
    first = _best(heads, drawn, rng, wishes) if is_for_the_best else _unknown(heads, rng, wishes)
    power = NEARNESS if is_for_the_best else 1
    seated = [first, *asked]
    while len(seated) < size:
        others = joining(free, seated, with_own=wishes.with_own)
        gaps = [drawn[first.contestant] - drawn[one.contestant] for one in others]
        weights = [_openness(gap) ** power for gap in gaps]
        if not any(weights):
            return None
        seated += rng.choices(others, weights)
    return seated


def _best(
    free: Sequence[Candidate], drawn: Mapping[int, float], rng: random.Random, wishes: Wishes
) -> Candidate:
    """Any of those whose draws are best."""
    best = sorted(free, key=lambda one: -drawn[one.contestant])[: wishes.top]
    return best[rng.randrange(len(best))]


def _unknown(free: Sequence[Candidate], rng: random.Random, wishes: Wishes) -> Candidate:
    """Who is least known, or has played least; equal ones are drawn."""
    if rng.random() * (wishes.doubt + wishes.novelty) < wishes.doubt:
        return max(free, key=lambda one: (one.sigma, rng.random()))
    return min(free, key=lambda one: (one.games + one.running, rng.random()))


def can_fill(size: int, copies: Sequence[int]) -> bool:
    """Do candidates that may take so many seats each make a table? No owner plays against themselves alone."""
    return len(copies) > 1 and sum(copies) >= size


def joining(
    free: Sequence[Candidate], seated: Sequence[Candidate], *, with_own: bool
) -> list[Candidate]:
    """Who may sit beside those who do: others, and where there are none, another copy of one of them."""
    others = [
        one for one in free if not _seats_of(one, seated) and _is_no_kin(one, seated, with_own)
    ]
    if others or len({one.contestant for one in seated}) < 2:
        return others
    return [one for one in free if 0 < _seats_of(one, seated) < one.copies]


def _seats_of(one: Candidate, seated: Sequence[Candidate]) -> int:
    return sum(one.contestant == other.contestant for other in seated)


def _is_no_kin(one: Candidate, seated: Sequence[Candidate], with_own: bool) -> bool:
    return with_own or all(one.owner != other.owner for other in seated)


def _openness(gap: float) -> float:
    """The variance of who comes in ahead, for a difference in logits; 0 out of reach."""
    if abs(gap) > REACH:
        return 0.0
    chance = 1 / (1 + math.exp(-gap))
    return chance * (1 - chance)


def rotate(seated: Sequence[Candidate], rng: random.Random) -> tuple[Candidate, ...]:
    """The order in which all sit where they have sat least; equal ones are drawn.

    At large tables it is the best of some orders.
    """
    orders: Iterable[tuple[Candidate, ...]] = permutations(seated)
    if len(seated) > MOST_ORDERED:
        orders = [tuple(rng.sample(seated, len(seated))) for _ in range(SOME_ORDERS)]
    return min(orders, key=lambda order: (_wear(order), rng.random()))


def _wear(order: Sequence[Candidate]) -> int:
    """How worn these seats are: squares, so that the seats of each are used evenly."""
    wear = 0
    for seat, one in enumerate(order):
        uses = one.seat_uses.get(len(order))
        wear += (2 * uses[seat] + 1) if uses else 1
    return wear
