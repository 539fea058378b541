"""One small tournament of each format told as it is: schedule, pairings, results, tie-breaks.

What must be so for every number of players is asked in test_every_size.py and in the tests of each format.
After a wanted change rewrite the file and review the difference:

    REWRITE_GOLDEN=1 pytest tests/games/contests/tournaments/test_golden.py
"""

import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

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

GOLDEN = Path(__file__).parents[3] / "golden" / "tournaments.txt"
SEED = 2026
ARENA_MINUTES = 0.5  # three waves
PLAYED: list[tuple[Format, int, int, int, tuple[str, ...]]] = [  # players, seats, best of, ties
    (Swiss(), 7, 2, 1, ("buchholz_cut", "buchholz", "sonneborn_berger")),
    (Swiss(), 7, 3, 1, ("buchholz", "wins")),
    (Swiss(2), 5, 2, 2, ("match_points", "wins")),
    (Gauntlet(2), 5, 2, 3, ("match_points", "wins")),
    (RoundRobin(), 4, 2, 3, ("head_to_head", "match_points")),
    (Elimination(), 6, 2, 3, ()),
    (Elimination(2), 9, 4, 1, ()),
    (DoubleElimination(), 6, 2, 1, ()),
    (Arena(ARENA_MINUTES), 5, 2, 1, ("wins", "late_seats")),
    (Arena(ARENA_MINUTES), 7, 3, 1, ("wins", "late_seats")),
]


def tournaments() -> Iterator[str]:
    """What is known before the first match, and whole tournaments."""
    for players, seats in ((5, 2), (6, 3), (6, 4)):
        yield f"Round robin of {players}, {seats} seats"
        yield write_rounds(round_robin(players, seats)) + "\n"
        yield f"Gauntlet of {players}, {seats} seats"
        yield write_rounds(gauntlet(players, seats)) + "\n"
    for fmt, players, seats, best_of, order in PLAYED:
        yield f"{fmt.name} of {players}, {seats} seats, best of {best_of}"
        yield from played(fmt, players, seats, order, best_of)


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


def test_the_golden_tournaments_are_played_the_same() -> None:
    made = "\n".join(tournaments())
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.write_text(made, encoding="utf-8")
    assert made.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
