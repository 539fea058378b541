"""A qualification and then a bracket of its best, for two seats: who goes on, who meets in the bracket, who comes where.

Tables of the qualification are named R..., those of the bracket W... and F1, and T1 is the one for the third place.
Within the bracket entrants go by their seeds, which are their places in the qualification.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from infoset_games.contests.brackets.bracket import Bracket
from infoset_games.contests.brackets.schedule import LoserOf, Pairing
from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.knockout import (
    SeededBracket,
    bracket_of,
    depths_of,
    knockout_draws,
    sources_of,
)
from infoset_games.contests.tournaments.seating import seat_fairly
from infoset_games.contests.tournaments.sitting import Sitting
from infoset_games.contests.tournaments.standings import Row
from infoset_games.contests.tournaments.table import Draw
from infoset_games.contests.tournaments.table_knockout import FINAL

QUALIFICATION: Final = "R"  # begins the names of its tables
THIRD: Final = "T1"
CUTS: Final = (2, 4, 8, 16, 32)  # a full bracket, so that all seeds meet in its first round


@dataclass(frozen=True)
class Playoff:
    """How the bracket is played: `cut` entrants, so many matches at each table and in the final (0: as everywhere)."""

    cut: int
    best_of: int = 0
    final_best_of: int = 0
    third_place: bool = False

    def matches_at(self, table: str) -> int:
        """Of how many matches a table is the best; 0: as everywhere."""
        return self.final_best_of or self.best_of if table == FINAL else self.best_of


def check_playoff(playoff: Playoff, entrants: int) -> None:
    """Raises ValueError naming what is wrong."""
    if playoff.cut not in CUTS:
        raise ValueError(f"cut: expected one of {', '.join(map(str, CUTS))}, got {playoff.cut}")
    if entrants < playoff.cut:
        raise ValueError(f"entrants: expected at least {playoff.cut}, the cut, got {entrants}")
    if playoff.third_place and playoff.cut == CUTS[0]:
        raise ValueError("third_place: expected a cut of 4 or more: two semi-finals")


def is_qualifying(draw: Draw) -> bool:
    """Is a table one of the qualification?"""
    return draw.name.startswith(QUALIFICATION)


def qualifying(course: Course) -> Course:
    """The qualification alone."""
    kept = tuple(one for one in course.sittings if is_qualifying(one.draw))
    return replace(course, sittings=kept)


def tables_after(course: Course) -> list[Sitting]:
    """The tables behind the cut; none before it is made."""
    return [one for one in course.sittings if not is_qualifying(one.draw)]


def seeds_of(course: Course, rows: Sequence[Row], cut: int) -> list[int]:
    """The entrants of the bracket by their seeds; `rows` are the standings of the qualification.

    Who goes on is settled when the first tables of the bracket are drawn. An entrant who has left by then gives way.
    """
    order = [row.entrant for row in rows]
    going_on = {entrant for one in tables_after(course) for entrant in one.entrants}
    if not going_on:
        going_on = set(sorted(order, key=lambda one: one in course.withdrawn)[:cut])
    return [one for one in order if one in going_on]


def by_seeds(course: Course, seeds: Sequence[int]) -> Course:
    """The bracket alone, without the table for the third place, its entrants by seed."""
    seed_of = {entrant: seed for seed, entrant in enumerate(seeds)}
    found = tuple(
        renumbered(one, seed_of) for one in tables_after(course) if one.draw.name != THIRD
    )
    return Course(len(seeds), course.terms, found)


def renumbered(sitting: Sitting, numbers: dict[int, int]) -> Sitting:
    """A table with other numbers for its entrants."""
    played = tuple(
        replace(match, seating=tuple(numbers[one] for one in match.seating))
        for match in sitting.played
    )
    return replace(
        sitting,
        draw=replace(sitting.draw, entrants=tuple(numbers[one] for one in sitting.entrants)),
        played=played,
        absent=frozenset(numbers[one] for one in sitting.absent),
    )


def playoff_draws(course: Course, seeds: Sequence[int], playoff: Playoff) -> list[Draw]:
    """The tables of the bracket that can be played now and were not drawn before; the final comes last."""
    inner = by_seeds(course, seeds)
    draws = knockout_draws(inner, is_double=False)
    if playoff.third_place and THIRD not in course.by_name():
        draws = third_draws(inner) + draws
    before = qualifying(course).last_round
    return [
        replace(
            draw,
            round=before + draw.round,
            entrants=tuple(seeds[seed] for seed in draw.entrants),
            best_of=playoff.matches_at(draw.name),
        )
        for draw in draws
    ]


def third_draws(inner: Course) -> list[Draw]:
    """The table of those who have lost in the semi-finals, as soon as both are known."""
    bracket = bracket_of(inner, is_double=False)
    third = third_pairing(bracket)
    losers = [one for one in map(bracket.player, third.sides) if one is not None]
    if len(losers) < len(third.sides):
        return []
    depth = depths_of(bracket.schedule)[-1]
    return [Draw(depth, THIRD, seat_fairly(losers, inner.seat_uses()), advance=1)]


def third_pairing(bracket: Bracket) -> Pairing:
    """The losers of the semi-finals meet."""
    pairings = bracket.schedule.pairings
    first, second = sources_of(pairings[-1])
    return Pairing(len(pairings), THIRD, (LoserOf(first), LoserOf(second)), 4, None)


def seeded_bracket(course: Course, seeds: Sequence[int], playoff: Playoff) -> SeededBracket:
    """The bracket as it is shown."""
    bracket = bracket_of(by_seeds(course, seeds), is_double=False)
    before = qualifying(course).last_round
    if not playoff.third_place:
        return SeededBracket(bracket, seeds, before)
    winner = third_order(course, seeds)[:1]
    return SeededBracket(bracket, seeds, before, third_pairing(bracket), *winner)


def third_order(course: Course, seeds: Sequence[int]) -> tuple[int, ...]:
    """The seeds at the table for the third place, best first; nobody before it is decided."""
    third = course.by_name().get(THIRD)
    if third is None or not third.is_decided:
        return ()
    return renumbered(third, {entrant: seed for seed, entrant in enumerate(seeds)}).order()


def playoff_places(course: Course, rows: Sequence[Row], seeds: Sequence[int]) -> dict[int, int]:
    """The places of all: those of the bracket, those who went in one round by seed, and behind them all others.

    Entrants who are still playing stand before those who are out, by seed.
    """
    out = bracket_of(by_seeds(course, seeds), is_double=False).places()
    for place, seed in enumerate(third_order(course, seeds), start=3):
        out[seed] = place
    order = sorted(range(len(seeds)), key=lambda seed: (out.get(seed, 0), seed))
    found = {seeds[seed]: place for place, seed in enumerate(order, start=1)}
    rest = [row for row in rows if row.entrant not in found]
    for row in rest:
        ahead = sum(other.place < row.place for other in rest)
        found[row.entrant] = len(seeds) + 1 + ahead
    return found
