"""Schedules, pairings and tie-breaks of whole tournaments, as they are, for 3 to 33 players.

After a wanted change rewrite them and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/contests/tournaments/test_golden.py
"""

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from tests.games.contests.tournaments.playing import at_random, play_out

from infoset_games.contests.tournaments.formats import (
    Arena,
    DoubleElimination,
    Elimination,
    Format,
    Gauntlet,
    RoundRobin,
    Swiss,
)
from infoset_games.contests.tournaments.gauntlet import gauntlet
from infoset_games.contests.tournaments.round_robin import round_robin, write_rounds
from infoset_games.contests.tournaments.sitting import Sitting
from infoset_games.contests.tournaments.standings import standings
from infoset_games.contests.tournaments.tie_breaks import TIE_BREAKS

FOLDER = Path(__file__).parents[3] / "golden"
SIZES = range(3, 34)
SEED = 2026
ARENA_MINUTES = 0.5  # three waves


def schedules() -> Iterator[str]:
    """What is known before the first match."""
    for seats in (2, 3, 4):
        for players in SIZES:
            if players >= seats:
                yield f"Round robin of {players}, {seats} seats"
                yield write_rounds(round_robin(players, seats)) + "\n"
    for seats in (2, 3, 4):
        for players in range(max(seats, 3), 34):
            yield f"Gauntlet of {players}, {seats} seats"
            yield write_rounds(gauntlet(players, seats)) + "\n"


def swiss() -> Iterator[str]:
    """Played Swiss tournaments of two, with all tie-breaks."""
    for players in SIZES:
        yield f"Swiss of {players}, 2 seats"
        yield from played(Swiss(), players, 2, ("buchholz_cut", "buchholz", "sonneborn_berger"))


def larger() -> Iterator[str]:
    """Played tournaments at larger tables."""
    for seats, fmt in ((3, Swiss()), (4, Swiss()), (4, Elimination(2)), (3, Elimination(1))):
        for players in range(seats, 34):
            yield f"{fmt.name} of {players}, {seats} seats"
            yield from played(fmt, players, seats, ("buchholz", "wins"))


def knockouts() -> Iterator[str]:
    """Played knock-outs of two: the best seeds have the byes, and ties are played off."""
    for fmt, best_of in ((Elimination(), 1), (DoubleElimination(), 1), (Elimination(), 3)):
        for players in SIZES:
            yield f"{fmt.name} of {players}, best of {best_of}"
            yield from played(fmt, players, 2, (), best_of)


def arenas() -> Iterator[str]:
    """Played arenas: whoever is left over waits for the next wave."""
    for seats in (2, 3, 4):
        for players in range(max(seats, 3), 34):
            yield f"Arena of {players}, {seats} seats"
            yield from played(Arena(ARENA_MINUTES), players, seats, ("wins", "late_seats"))


def series() -> Iterator[str]:
    """Tables of several matches: seats change after each, and of two it ends when nobody can catch up."""
    for fmt, best_of in ((Gauntlet(2), 3), (Swiss(2), 2)):
        for players in SIZES:
            yield f"{fmt.name} of {players}, best of {best_of}"
            yield from played(fmt, players, 2, ("match_points", "wins"), best_of)
    for players in (3, 4, 7):
        yield f"round_robin of {players}, best of 3"
        yield from played(RoundRobin(), players, 2, ("head_to_head", "match_points"), 3)


def played(
    fmt: Format, players: int, seats: int, order: tuple[str, ...], best_of: int = 1
) -> Iterator[str]:
    course = play_out(fmt, players, seats, at_random(SEED), best_of)
    rounds: dict[int, list[str]] = {}
    for sitting in course.sittings:
        rounds.setdefault(sitting.draw.round, []).append(table(sitting))
    for number, tables in rounds.items():
        yield f"R{number}  {'  '.join(tables)}"
    others = () if fmt.places(course) else TIE_BREAKS  # a knock-out knows its places without
    names = (*order, *(name for name in others if name not in order))
    yield f"place entrant score {' '.join(names)}".rstrip()
    for row in standings(course, names, places=fmt.places(course)):
        values = " ".join(write(value) for value in row.tie_breaks)
        yield f"{row.place:>2} {row.entrant + 1:>2} {write(row.score)} {values}".rstrip()
    yield ""


def table(sitting: Sitting) -> str:
    """`1-4 1:0`, players counted from 1; behind it how many matches that took, if several."""
    points = sitting.points()
    who = "-".join(str(one + 1) for one in sitting.entrants)
    several = f"/{len(sitting.played)}" if len(sitting.played) > 1 else ""
    return f"{who} {':'.join(write(points[one]) for one in sitting.entrants)}{several}"


def write(value: Fraction) -> str:
    return str(value)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("tournament_schedules", schedules),
        ("tournament_swiss", swiss),
        ("tournament_tables", larger),
        ("tournament_knockouts", knockouts),
        ("tournament_arenas", arenas),
        ("tournament_series", series),
    ],
)
def test_the_golden_tournaments_are_played_the_same(
    name: str, make: Callable[[], Iterator[str]]
) -> None:
    path = FOLDER / f"{name}.txt"
    made = "\n".join(make())
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(made, encoding="utf-8")
    assert made.splitlines() == path.read_text(encoding="utf-8").splitlines()
