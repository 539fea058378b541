"""What every format keeps, whatever the number of players: who plays when, and who is placed where."""

from collections import Counter, defaultdict

import pytest
from tests.games.contests.tournaments.playing import at_random, play_out

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.formats import (
    Arena,
    DoubleElimination,
    Elimination,
    Format,
    Gauntlet,
    RoundRobin,
    Swiss,
)
from infoset_games.contests.tournaments.standings import standings
from infoset_games.contests.tournaments.tie_breaks import TIE_BREAKS

SEED = 2026
# Format, seats at a table, the fewest players, how many matches a table plays at most.
FORMATS: list[tuple[Format, int, int, int]] = [
    (Swiss(), 2, 3, 1),
    (Swiss(), 3, 3, 1),
    (Swiss(), 4, 4, 1),
    (Swiss(2), 2, 3, 2),
    (Gauntlet(2), 2, 3, 3),
    (Elimination(), 2, 3, 1),
    (Elimination(), 2, 3, 3),
    (Elimination(1), 3, 3, 1),
    (Elimination(2), 4, 4, 1),
    (DoubleElimination(), 2, 3, 1),
    (Arena(0.5), 2, 3, 1),
    (Arena(0.5), 3, 3, 1),
    (Arena(0.5), 4, 4, 1),
]
each_format = pytest.mark.parametrize(
    ("fmt", "players", "seats", "best_of"),
    [
        pytest.param(fmt, players, seats, best_of, id=f"{fmt.name}-{seats}-{best_of}-{players}")
        for fmt, seats, fewest, best_of in FORMATS
        for players in range(fewest, 34)
    ]
    + [pytest.param(RoundRobin(), players, 2, 3, id=f"robin-{players}") for players in (3, 4, 7)],
)


@each_format
def test_a_tournament_of_any_size_is_played_fairly_to_its_end(
    fmt: Format, players: int, seats: int, best_of: int
) -> None:
    course = play_out(fmt, players, seats, at_random(SEED), best_of)
    assert {one for sitting in course.sittings for one in sitting.entrants} == set(range(players))
    nobody_is_at_two_tables_of_a_round(course)
    places_are_those_of_everybody(fmt, course)


@pytest.mark.parametrize(("fmt", "seats", "fewest", "best_of"), FORMATS)
def test_the_same_results_give_the_same_tournament(
    fmt: Format, seats: int, fewest: int, best_of: int
) -> None:
    first, again = (play_out(fmt, fewest + 8, seats, at_random(SEED), best_of) for _ in range(2))
    assert first.sittings == again.sittings


def nobody_is_at_two_tables_of_a_round(course: Course) -> None:
    rounds: dict[int, list[int]] = defaultdict(list)
    for sitting in course.sittings:
        assert sitting.is_decided
        assert len(set(sitting.entrants)) == len(sitting.entrants)
        rounds[sitting.draw.round] += sitting.entrants
    assert all(max(Counter(entrants).values()) == 1 for entrants in rounds.values())


def places_are_those_of_everybody(fmt: Format, course: Course) -> None:
    """Rows stand by their places, a place is shared only where all numbers are equal, and none is left out."""
    places = fmt.places(course)
    rows = standings(course, () if places else tuple(TIE_BREAKS), places=places)
    assert sorted(row.entrant for row in rows) == list(range(course.entrants))
    for at, row in enumerate(rows):
        better = [other for other in rows if other.place < row.place]
        assert len(better) == row.place - 1
        assert better == rows[: len(better)], at
    if not places:
        numbers = [(row.score, *row.tie_breaks) for row in rows]
        assert numbers == sorted(numbers, reverse=True)
