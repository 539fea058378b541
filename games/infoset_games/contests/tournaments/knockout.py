"""Knock-out of two: the tables of a bracket as far as they are known. The bracket itself is `infoset_games.contests.brackets`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from infoset_games.contests.brackets.bracket import Bracket
from infoset_games.contests.brackets.elimination import double_elimination, single_elimination
from infoset_games.contests.brackets.schedule import LoserOf, Pairing, Schedule, WinnerOf
from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.seating import seat_fairly, turned
from infoset_games.contests.tournaments.table import Draw


@dataclass(frozen=True)
class SeededBracket:
    """A bracket as it is shown: who its seeds are, how many rounds were played before it, and who meets for the third
    place, which `third_winner` (a seed) has won.
    """

    bracket: Bracket
    seeds: Sequence[int]
    rounds_before: int = 0
    third: Pairing | None = None
    third_winner: int | None = None


@cache
def schedule_of(players: int, *, is_double: bool) -> Schedule:
    """The schedule. Raises ValueError."""
    return double_elimination(players) if is_double else single_elimination(players)


def bracket_of(course: Course, *, is_double: bool) -> Bracket:
    """The bracket as far as it is played."""
    schedule = schedule_of(course.entrants, is_double=is_double)
    bracket = Bracket(schedule)
    numbers = {pairing.name: pairing.number for pairing in schedule.pairings}
    for sitting in course.decided():
        bracket = bracket.after(numbers[sitting.draw.name], sitting.advancing()[0])
    return bracket


def knockout_draws(course: Course, *, is_double: bool) -> list[Draw]:
    """The tables that can be played now and were not drawn before."""
    bracket = bracket_of(course, is_double=is_double)
    depths = depths_of(bracket.schedule)
    drawn, uses = course.by_name(), course.seat_uses()
    found = []
    for number in bracket.open_pairings():
        pairing = bracket.schedule.pairings[number]
        if pairing.name not in drawn:
            players = [one for one in bracket.players(number) if one is not None]
            seating = seat_fairly(turned(players, number), uses)
            found.append(Draw(depths[number], pairing.name, seating, advance=1))
    return found


def depths_of(schedule: Schedule) -> list[int]:
    """The round of each pairing: one more than the latest of those from which it follows."""
    depths: list[int] = []
    for pairing in schedule.pairings:
        depths.append(1 + max((depths[number] for number in sources_of(pairing)), default=0))
    return depths


def sources_of(pairing: Pairing) -> list[int]:
    """The pairings that decide who meets here, and whether anybody does."""
    found = [side.pairing for side in pairing.sides if isinstance(side, WinnerOf | LoserOf)]
    return found if pairing.only_if is None else [*found, pairing.only_if]


def later_table(course: Course, number: int) -> str | None:
    """The first table that follows from this one, where one is drawn."""
    sitting = course.sittings[number]
    for later in course.sittings[number + 1 :]:
        if later.draw.round > sitting.draw.round and set(later.entrants) & set(sitting.entrants):
            return later.draw.name
    return None
