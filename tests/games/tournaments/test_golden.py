"""Schedules, pairings and tie-breaks of whole tournaments, as they are, for 3 to 33 players.

After a wanted change rewrite them and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/tournaments/test_golden.py
"""

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from tests.games.tournaments.playing import at_random, play_out

from infoset_games.tournaments.formats import Elimination, Format, Swiss
from infoset_games.tournaments.gauntlet import gauntlet
from infoset_games.tournaments.round_robin import round_robin, write_rounds
from infoset_games.tournaments.sitting import Sitting
from infoset_games.tournaments.standings import standings
from infoset_games.tournaments.tie_breaks import TIE_BREAKS

FOLDER = Path(__file__).parents[2] / "golden"
SIZES = range(3, 34)
SEED = 2026


def schedules() -> Iterator[str]:
    """What is known before the first match."""
    for seats in (2, 3, 4):
        for players in SIZES:
            if players >= seats:
                yield f"Round robin of {players}, {seats} seats"
                yield write_rounds(round_robin(players, seats)) + "\n"
    for seats in (2, 4):
        for players in range(seats, 34, 6):
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
        for players in range(seats, 34, 5):
            yield f"{fmt.name} of {players}, {seats} seats"
            yield from played(fmt, players, seats, ("buchholz", "wins"))


def played(fmt: Format, players: int, seats: int, order: tuple[str, ...]) -> Iterator[str]:
    course = play_out(fmt, players, seats, at_random(SEED))
    rounds: dict[int, list[str]] = {}
    for sitting in course.sittings:
        rounds.setdefault(sitting.draw.round, []).append(table(sitting))
    for number, tables in rounds.items():
        yield f"R{number}  {'  '.join(tables)}"
    names = (*order, *(name for name in TIE_BREAKS if name not in order))
    yield f"place entrant score {' '.join(names)}"
    for row in standings(course, names, places=fmt.places(course)):
        values = " ".join(write(value) for value in row.tie_breaks)
        yield f"{row.place:>2} {row.entrant + 1:>2} {write(row.score)} {values}"
    yield ""


def table(sitting: Sitting) -> str:
    """`1-4 1:0`, players counted from 1."""
    points = sitting.points()
    who = "-".join(str(one + 1) for one in sitting.entrants)
    return f"{who} {':'.join(write(points[one]) for one in sitting.entrants)}"


def write(value: Fraction) -> str:
    return str(value)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("tournament_schedules", schedules),
        ("tournament_swiss", swiss),
        ("tournament_tables", larger),
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
