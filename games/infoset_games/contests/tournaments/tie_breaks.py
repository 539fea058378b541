"""What decides between entrants of equal score: numbers of which the higher is better.

At a table of three or more, an entrant has beaten everybody who came behind them, and shares a point with those with
whom they share a place. As in FIDE's rules for tie-breaks (Handbook C.07), a bye or a table that was not played counts as
somebody of one's own score with whom one has drawn or, for Sonneborn-Berger, got what it was worth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.scoring import HALF, NOTHING
from infoset_games.contests.tournaments.sitting import Sitting


@dataclass(frozen=True)
class Meeting:
    """That an entrant met another: `share` of a point in their comparison. Against nobody where `other` is None."""

    other: int | None
    share: Fraction


@dataclass(frozen=True)
class Record:
    """A course with the scores by which it is ordered, and what tie-breaks ask of it."""

    course: Course
    scores: Sequence[Fraction]
    _meetings: dict[int, list[Meeting]] = field(default_factory=dict)

    def meetings(self, entrant: int) -> list[Meeting]:
        """Whom the entrant met at decided tables, in their order."""
        if entrant not in self._meetings:
            found = [
                meeting
                for sitting in self.course.decided_of(entrant)
                for meeting in meetings_at(sitting, entrant)
            ]
            self._meetings[entrant] = found
        return self._meetings[entrant]

    def opposing(self, entrant: int) -> list[Fraction]:
        """The scores of those whom the entrant met."""
        return [
            self.scores[entrant if one.other is None else one.other]
            for one in self.meetings(entrant)
        ]


def meetings_at(sitting: Sitting, entrant: int) -> list[Meeting]:
    """Whom the entrant met at a table; nobody where nothing was played, which is worth what its points are."""
    if not sitting.played and sitting.ruling is None:
        best = sitting.terms.scale[0]
        points = min(sitting.points()[entrant], best)
        return [Meeting(None, points / best)] * (sitting.terms.seats - 1)
    places = dict(zip(sitting.entrants, sitting.places(), strict=True))
    return [
        Meeting(other, share(places[entrant], places[other]))
        for other in sitting.entrants
        if other != entrant
    ]


def share(place: int, other: int) -> Fraction:
    """Of the point between two on these places."""
    return HALF if place == other else Fraction(int(place < other))


def buchholz(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The sum of the scores of all whom one met."""
    return sum(record.opposing(entrant), NOTHING)


def buchholz_cut(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The same without the lowest."""
    scores = record.opposing(entrant)
    return sum(scores, NOTHING) - min(scores, default=NOTHING)


def sonneborn_berger(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The scores of those whom one has beaten, and half of those with whom one has drawn."""
    scores = record.opposing(entrant)
    shares = (one.share for one in record.meetings(entrant))
    return sum((score * part for score, part in zip(scores, shares, strict=True)), NOTHING)


def head_to_head(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The points against those with whom one is tied; nothing unless all of them have met each other."""
    if not have_all_met(record, tied):
        return NOTHING
    others = set(tied) - {entrant}
    return sum((one.share for one in record.meetings(entrant) if one.other in others), NOTHING)


def have_all_met(record: Record, tied: Sequence[int]) -> bool:
    """Has everybody of them met everybody else?"""
    return all(
        set(tied) - {entrant} <= {one.other for one in record.meetings(entrant)} for entrant in tied
    )


def wins(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """Tables that one has won alone, by playing."""
    won = 0
    for sitting in record.course.decided_of(entrant):
        places = sitting.places()
        is_alone = places.count(1) == 1 and bool(sitting.played)
        won += is_alone and places[sitting.entrants.index(entrant)] == 1
    return Fraction(won)


def match_points(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The points of single matches."""
    tables = record.course.decided_of(entrant)
    return sum((one.match_points()[entrant] for one in tables), NOTHING)


def progressive(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The sum of one's scores after each table: who won early has met the better ones."""
    running, total = NOTHING, NOTHING
    for sitting in record.course.decided_of(entrant):
        running += sitting.points()[entrant]
        total += running
    return total


def late_seats(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The numbers of the seats on which one has played: who moved later more often is ahead."""
    return Fraction(
        sum(
            match.seating.index(entrant)
            for sitting in record.course.decided_of(entrant)
            for match in sitting.played
        )
    )


def seed(record: Record, tied: Sequence[int], entrant: int) -> Fraction:
    """The better seed: decides always."""
    return Fraction(-entrant)


TieBreak: TypeAlias = Callable[[Record, Sequence[int], int], Fraction]
TIE_BREAKS: Final[dict[str, TieBreak]] = {
    "buchholz": buchholz,
    "buchholz_cut": buchholz_cut,
    "sonneborn_berger": sonneborn_berger,
    "head_to_head": head_to_head,
    "wins": wins,
    "match_points": match_points,
    "progressive": progressive,
    "late_seats": late_seats,
    "seed": seed,
}
