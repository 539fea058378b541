"""The standings: everybody's place by score and tie-breaks. Says nothing of what is played next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.tie_breaks import TIE_BREAKS, Record


@dataclass(frozen=True)
class Row:
    """A line of the standings. `tie_breaks` are in the order in which they decide.

    `won` and `tied` count tables; `tables` those that are decided, byes and tables not played included.
    """

    place: int
    entrant: int
    score: Fraction
    tie_breaks: tuple[Fraction, ...]
    tables: int
    won: int
    tied: int


def standings(
    course: Course,
    tie_breaks: Sequence[str],
    scores: Sequence[Fraction] | None = None,
    places: Mapping[int, int] | None = None,
) -> list[Row]:
    """All entrants, best first; those whom nothing tells apart share a place and stand by seed.

    `scores` are those of the course unless given. `places`, where given (by a bracket), count instead of scores;
    who has none yet is still playing, and stands first.
    """
    record = Record(course, course.scores() if scores is None else scores)
    everybody = list(course.everybody)
    if places is None:
        groups = group_by(everybody, lambda one: -record.scores[one])
    else:
        groups = group_by(everybody, lambda one: places.get(one, 0))
    values: dict[int, list[Fraction]] = {one: [] for one in course.everybody}
    for name in tie_breaks:
        groups = [part for group in groups for part in split(record, group, name, values)]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [make_row(record, place, one, values[one]) for one in group]
    return rows


def split(
    record: Record, group: list[int], name: str, values: dict[int, list[Fraction]]
) -> list[list[int]]:
    """A group of the tied in the parts that a tie-break makes of it; notes the values."""
    rule = TIE_BREAKS[name]
    found = {one: rule(record, group, one) for one in group}
    for one, value in found.items():
        values[one].append(value)
    return group_by(group, lambda one: -found[one])


def group_by(entrants: list[int], key: Callable[[int], Any]) -> list[list[int]]:
    """Entrants of equal keys together, the smallest key first; inside by seed."""
    groups: dict[object, list[int]] = {}
    for one in sorted(entrants, key=lambda one: (key(one), one)):
        groups.setdefault(key(one), []).append(one)
    return list(groups.values())


def make_row(record: Record, place: int, entrant: int, values: list[Fraction]) -> Row:
    """The line of an entrant."""
    tables = record.course.decided_of(entrant)
    own = [(one.places()[one.entrants.index(entrant)], one.places()) for one in tables]
    played = [(place, places) for place, places in own if len(places) > 1]
    won = sum(place == 1 and places.count(1) == 1 for place, places in played)
    tied = sum(places.count(place) > 1 for place, places in played)
    return Row(place, entrant, record.scores[entrant], tuple(values), len(tables), won, tied)
