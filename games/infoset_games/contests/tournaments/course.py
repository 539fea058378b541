"""The course of a tournament: everything that has happened so far.

What follows from it (scores, who has met whom, who sat where) is computed from the sittings when it is asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm

from infoset_games.contests.tournaments.scoring import NOTHING
from infoset_games.contests.tournaments.sitting import Sitting, Terms
from infoset_games.contests.tournaments.table import Draw


@dataclass(frozen=True)
class Adjustment:
    """Points that the organiser gives, or takes where they are negative."""

    entrant: int
    points: Fraction
    reason: str


@dataclass(frozen=True)
class Course:
    """All sittings by the number of their table, who has left, and what the organiser has adjusted.

    `apart` are pairs, the lower number first, that shall not be drawn together where rounds are drawn.
    """

    entrants: int
    terms: Terms
    sittings: tuple[Sitting, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    adjustments: tuple[Adjustment, ...] = ()
    apart: frozenset[tuple[int, int]] = frozenset()

    def draw(self, draws: Iterable[Draw]) -> "Course":
        """The course with more tables; who has left is absent there."""
        added = tuple(
            _desert(Sitting(draw, self.terms), self.withdrawn & frozenset(draw.entrants))
            for draw in draws
        )
        return replace(self, sittings=self.sittings + added)

    def with_sitting(self, number: int, sitting: Sitting) -> "Course":
        """The course in which a table has gone on."""
        changed = (*self.sittings[:number], sitting, *self.sittings[number + 1 :])
        return replace(self, sittings=changed)

    def without(self, entrant: int) -> "Course":
        """The course where an entrant leaves: what is not decided at their tables they have lost."""
        changed = tuple(
            one.deserted(entrant) if entrant in one.entrants and not one.is_decided else one
            for one in self.sittings
        )
        return replace(self, sittings=changed, withdrawn=self.withdrawn | {entrant})

    def with_back(self, entrant: int, numbers: Iterable[int]) -> "Course":
        """The course where an entrant who had left takes part again, also at the tables of these numbers."""
        reopened = set(numbers)
        changed = tuple(
            one.with_back(entrant) if number in reopened else one
            for number, one in enumerate(self.sittings)
        )
        return replace(self, sittings=changed, withdrawn=self.withdrawn - {entrant})

    def anew(self, number: int) -> "Course":
        """The course where nothing that happened at a table counts; who has left is absent there."""
        sitting = self.sittings[number]
        gone = self.withdrawn & frozenset(sitting.entrants)
        return self.with_sitting(number, _desert(sitting.anew(), gone))

    def adjusted(self, adjustment: Adjustment) -> "Course":
        """The course with a correction of the organiser's."""
        return replace(self, adjustments=(*self.adjustments, adjustment))

    def up_to(self, last_round: int) -> "Course":
        """Only what was drawn up to a round, nobody having left it and nothing adjusted."""
        kept = tuple(one for one in self.sittings if one.draw.round <= last_round)
        return Course(self.entrants, self.terms, kept)

    # What follows from it.

    @property
    def everybody(self) -> range:
        """All entrants."""
        return range(self.entrants)

    @property
    def staying(self) -> list[int]:
        """Those who have not left, best seed first."""
        return [one for one in self.everybody if one not in self.withdrawn]

    @property
    def is_settled(self) -> bool:
        """Is every table that was drawn decided?"""
        return all(one.is_decided for one in self.sittings)

    @property
    def last_round(self) -> int:
        """The highest round that was drawn; 0 before the first."""
        return max((one.draw.round for one in self.sittings), default=0)

    def decided(self) -> Iterator[Sitting]:
        """The tables that are decided."""
        return (one for one in self.sittings if one.is_decided)

    def decided_of(self, entrant: int) -> list[Sitting]:
        """The decided tables of an entrant, in their order."""
        return self._decided_by_entrant.get(entrant, [])

    @cached_property
    def _decided_by_entrant(self) -> dict[int, list[Sitting]]:
        found: dict[int, list[Sitting]] = {}
        for sitting in self.decided():
            for entrant in sitting.entrants:
                found.setdefault(entrant, []).append(sitting)
        return found

    def by_name(self) -> dict[str, Sitting]:
        """All tables by name."""
        return {one.draw.name: one for one in self.sittings}

    def scores(self) -> list[Fraction]:
        """The points of everybody, adjustments included."""
        scores = [NOTHING] * self.entrants
        for sitting in self.decided():
            for entrant, points in sitting.points().items():
                scores[entrant] += points
        for adjustment in self.adjustments:
            scores[adjustment.entrant] += adjustment.points
        return scores

    def meetings(self) -> Counter[tuple[int, int]]:
        """How often two entrants were drawn together, the lower number first."""
        return Counter(
            pair for one in self.sittings for pair in combinations(sorted(one.entrants), 2)
        )

    def with_apart(self, met: Counter[tuple[int, int]]) -> Counter[tuple[int, int]]:
        """As if those who shall be apart had met more often than all others together could."""
        return met + Counter(dict.fromkeys(self.apart, self.entrants + 1))

    def byes(self) -> Counter[int]:
        """How many byes everybody has had."""
        return Counter(one.entrants[0] for one in self.sittings if one.is_bye)

    def absences(self) -> Counter[int]:
        """At how many tables everybody was absent."""
        return Counter(entrant for one in self.sittings for entrant in one.absent)

    def seat_uses(self) -> list[list[int]]:
        """How often everybody sat on each seat, in matches played and those of tables not begun."""
        uses = [[0] * self.terms.seats for _ in self.everybody]
        for seat, entrant in self._seats_taken():
            uses[entrant][seat] += 1
        return uses

    def seat_runs(self) -> list[tuple[int, int]]:
        """The seat that everybody had last, and how many times running; (0, 0) for who had none yet."""
        runs = [(0, 0) for _ in self.everybody]
        for seat, entrant in self._seats_taken():
            last, times = runs[entrant]
            runs[entrant] = seat, times + 1 if seat == last else 1
        return runs

    def _seats_taken(self) -> Iterator[tuple[int, int]]:
        """Each seat and who sat there, match by match."""
        for sitting in self.sittings:
            if sitting.is_bye:
                continue
            for seating in [match.seating for match in sitting.played] or [sitting.entrants]:
                yield from enumerate(seating)


def _desert(sitting: Sitting, entrants: Iterable[int]) -> Sitting:
    """The sitting where these have left."""
    for entrant in entrants:
        sitting = sitting.deserted(entrant)
    return sitting


@dataclass(frozen=True)
class Facts:
    """What a round is drawn from: by entrant the scores, the uses of seats, the last of them, the byes; and who
    has met whom.
    """

    seats: int
    scores: Sequence[Fraction]
    uses: Sequence[list[int]]
    runs: Sequence[tuple[int, int]]
    byes: Mapping[int, int]
    met: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, course: Course) -> "Facts":
        """As they are now. The uses of seats may be written in."""
        return cls(
            course.terms.seats,
            course.scores(),
            course.seat_uses(),
            course.seat_runs(),
            course.byes(),
            course.with_apart(course.meetings()),
        )

    def whole_scores(self) -> list[int]:
        """The scores as whole numbers of the largest unit that allows it: quicker to compare and to add."""
        unit = lcm(*(score.denominator for score in self.scores))
        return [int(score * unit) for score in self.scores]
