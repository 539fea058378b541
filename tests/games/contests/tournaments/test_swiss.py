"""Rounds of the Swiss system for two."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.contests.tournaments.playing import (
    at_random,
    by_seed,
    new_course,
    play_open,
    play_out,
)

from infoset_games.contests.tournaments import swiss
from infoset_games.contests.tournaments.course import Course, Facts
from infoset_games.contests.tournaments.formats import Arena, Format, Swiss
from infoset_games.contests.tournaments.swiss import swiss_round

FEW = settings(max_examples=8, deadline=None)  # a late round of many players takes a while
each_field = given(st.integers(3, 33), st.integers(0, 10_000))


def draw_round(course: Course) -> Course:
    draws = swiss_round(Facts.of(course), course.staying, course.last_round + 1)
    return course.draw(draws)


@FEW
@each_field
def test_nobody_meets_somebody_again_or_rests_twice_where_that_can_be_avoided(
    players: int, seed: int
) -> None:
    # As long as everybody has met less than half of all (a bye counts as one more player) there are pairs
    # of those who have not met, whatever has happened: Dirac 1952.
    rounds = (players + players % 2) // 2
    course = play_out(Swiss(rounds), players, 2, at_random(seed))
    assert course.last_round == rounds
    assert max(course.meetings().values()) == 1
    assert max(course.byes().values(), default=0) <= 1
    assert sum(course.byes().values()) == rounds * (players % 2)


@FEW
@each_field
def test_everybody_is_at_one_table_in_each_round(players: int, seed: int) -> None:
    course = play_out(Swiss(), players, 2, at_random(seed))
    for number in range(1, course.last_round + 1):
        at_tables = [
            one for table in course.sittings if table.draw.round == number for one in table.entrants
        ]
        assert sorted(at_tables) == list(range(players))


@FEW
@each_field
def test_nobody_sits_much_more_often_on_one_seat(players: int, seed: int) -> None:
    course = play_out(Swiss(), players, 2, at_random(seed))
    assert max(abs(first - second) for first, second in course.seat_uses()) <= 2


@FEW
@each_field
def test_nobody_sits_on_one_seat_three_times_running(players: int, seed: int) -> None:
    course = play_out(Swiss(), players, 2, at_random(seed))
    for entrant in range(players):
        seats = [
            seating.index(entrant)
            for sitting in course.sittings
            if not sitting.is_bye
            for seating in [one.seating for one in sitting.played]
            if entrant in seating
        ]
        assert all(len(set(three)) > 1 for three in zip(seats, seats[1:], seats[2:], strict=False))


@pytest.mark.parametrize("players", [4, 8, 16, 32])
def test_without_upsets_only_equal_scores_meet(players: int) -> None:
    course = new_course(players, 2)
    for _ in range(players.bit_length() - 1):
        scores = course.scores()
        course = draw_round(course)
        for table in course.sittings:
            if not table.is_decided:
                assert len({scores[one] for one in table.entrants}) == 1
        course = play_open(course, by_seed)
    assert sorted(course.scores(), reverse=True)[:2] == [
        players.bit_length() - 1,
        players.bit_length() - 2,
    ]


def test_in_the_first_round_the_upper_half_meets_the_lower() -> None:
    course = draw_round(new_course(8, 2))
    pairs = [sorted(table.entrants) for table in course.sittings]
    assert pairs == [[0, 4], [1, 5], [2, 6], [3, 7]]


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    course = new_course(5, 2)
    rested = []
    for _ in range(4):
        course = play_open(draw_round(course), by_seed)
        rested.append(course.sittings[-1].entrants)
    assert rested[:3] == [(4,), (3,), (2,)]
    assert len(set(rested)) == 4


def test_when_all_have_met_they_meet_again_and_a_bye_comes_again_but_nobody_is_left_out() -> None:
    course = play_out(Swiss(7), 3, 2, at_random(1))
    assert course.last_round == 7
    assert sorted(course.byes().values()) == [2, 2, 3]
    assert max(course.meetings().values()) - min(course.meetings().values()) <= 1
    assert set(course.meetings()) == set(combinations(range(3), 2))


def test_who_has_left_is_not_drawn_any_more() -> None:
    course = play_open(draw_round(new_course(6, 2)), by_seed).without(0)
    course = draw_round(course)
    assert all(0 not in table.entrants for table in course.sittings if table.draw.round == 2)


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(2, 2, 1), (8, 2, 3), (9, 2, 4), (16, 4, 3), (5, 4, 3)]
)
def test_usually_there_are_as_many_rounds_as_it_takes_to_find_one_best(
    players: int, seats: int, rounds: int
) -> None:
    assert Swiss().rounds_for(players, seats) == rounds
    assert play_out(Swiss(), players, seats).last_round == rounds


@pytest.mark.parametrize(
    ("fmt", "players", "seats", "message"),
    [
        (Swiss(), 3, 4, r"entrants: expected 4\.\.256, got 3"),
        (Swiss(), 257, 2, r"entrants: expected 2\.\.256, got 257"),
        (Swiss(300), 8, 2, r"rounds: expected 0\.\.256, got 300"),
        (Arena(0), 8, 2, "minutes: expected more than 0"),
        (Arena(10_081), 8, 2, "minutes: expected more than 0"),
        (Arena(5), 1, 2, "entrants: expected 2"),
    ],
)
def test_what_cannot_be_is_refused(fmt: Format, players: int, seats: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fmt.check(players, seats)


def test_what_is_missing_is_named_before_anything_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "find_spec", lambda name: None)
    Swiss().check(8, 4)
    for fmt in (Swiss(), Arena(5)):
        with pytest.raises(ValueError, match=r"pip install networkx"):
            fmt.check(8, 2)
