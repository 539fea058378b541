"""Knock-outs: of two, as the bracket says, and at larger tables."""

import pytest
from tests.games.contests.tournaments.playing import (
    at_random,
    by_seed,
    new_course,
    play_open,
    play_out,
)

from infoset_games.contests.tournaments.formats import (
    DoubleElimination,
    Elimination,
    Format,
    Moment,
)
from infoset_games.contests.tournaments.standings import standings
from infoset_games.contests.tournaments.table_knockout import going_on

NOW = Moment(0.0, ())
LARGER = [(seats, advance) for seats in (3, 4) for advance in range(1, seats)]


@pytest.mark.parametrize("fmt", [Elimination(), DoubleElimination()])
@pytest.mark.parametrize("players", range(3, 34, 3))
@pytest.mark.parametrize("seed", range(3))
def test_a_bracket_is_played_to_its_end(fmt: Format, players: int, seed: int) -> None:
    course = play_out(fmt, players, 2, at_random(seed), best_of=3)
    places = fmt.places(course)
    assert places is not None
    assert sorted(places) == list(range(players))
    assert sorted(places.values())[:2] == [1, 2]
    rows = standings(course, (), places=places)
    assert [row.place for row in rows] == sorted(places.values())
    champion = rows[0].entrant
    assert course.by_name()["F1"].entrants.count(champion) == 1


def test_without_upsets_the_best_seed_wins() -> None:
    for fmt in (Elimination(), DoubleElimination()):
        places = fmt.places(play_out(fmt, 21, 2))
        assert places is not None
        assert [places[seed] for seed in range(2)] == [1, 2]


def test_tables_open_as_soon_as_both_sides_are_known_and_once() -> None:
    fmt, course = Elimination(), new_course(5, 2)
    course = course.draw(fmt.draws(course, NOW))
    assert [table.draw.name for table in course.sittings] == ["W1.2", "W2.2"]
    assert fmt.draws(course, NOW) == []
    only_first = course.with_sitting(0, course.sittings[0].without(4))
    drawn = fmt.draws(only_first, NOW)
    assert [(draw.name, draw.round, sorted(draw.entrants)) for draw in drawn] == [
        ("W2.1", 2, [0, 3])
    ]


def test_seats_of_a_bracket_are_given_to_who_had_them_least() -> None:
    course = play_out(Elimination(), 32, 2)
    champion = course.seat_uses()[0]
    assert abs(champion[0] - champion[1]) <= 1


@pytest.mark.parametrize(("seats", "advance"), LARGER)
@pytest.mark.parametrize("players", range(4, 34, 3))
def test_larger_tables_go_down_to_one_full_final(players: int, seats: int, advance: int) -> None:
    fmt = Elimination(advance)
    course = play_out(fmt, players, seats, at_random(players))
    final = course.sittings[-1]
    assert final.draw.name == "F1"
    assert len(final.entrants) == seats
    places = fmt.places(course)
    assert places is not None
    assert sorted(places) == list(range(players))
    assert {places[one] for one in final.entrants} == set(range(1, seats + 1))
    for place in places.values():
        assert sum(other < place for other in places.values()) == place - 1
    for table in course.sittings[:-1]:
        assert table.is_bye or advance <= table.draw.advance < seats


def test_the_next_round_of_larger_tables_waits_for_all() -> None:
    fmt, course = Elimination(2), new_course(16, 4)
    course = course.draw(fmt.draws(course, NOW))
    assert sorted(course.sittings[0].entrants) == [0, 7, 8, 15]
    half = course.with_sitting(0, course.sittings[0].ruled((1, 2, 3, 4)))
    assert fmt.draws(half, NOW) == []
    course = play_open(course, by_seed)
    assert len(fmt.draws(course, NOW)) == 2


@pytest.mark.parametrize(
    ("players", "seats", "advance", "expected"),
    [
        (8, 4, 2, [2, 2]),
        (9, 4, 2, [2, 2]),
        (5, 4, 2, [3]),
        (7, 4, 1, [1]),
        (6, 3, 1, [1, 2]),
        (33, 4, 2, [2] * 8),
    ],
)
def test_so_many_go_on_that_the_final_is_full(
    players: int, seats: int, advance: int, expected: list[int]
) -> None:
    assert going_on(players, seats, advance) == expected


@pytest.mark.parametrize(
    ("fmt", "players", "seats", "message"),
    [
        (Elimination(), 1, 2, "players: expected 2"),
        (Elimination(2), 8, 2, "advance: expected 1..1"),
        (Elimination(4), 8, 4, "advance: expected 1..3"),
        (Elimination(), 3, 4, "entrants: expected at least 4"),
        (DoubleElimination(), 8, 4, "format: expected another than double_elimination for 4 seats"),
    ],
)
def test_what_cannot_be_is_refused(fmt: Format, players: int, seats: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fmt.check(players, seats)
