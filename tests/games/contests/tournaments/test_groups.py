"""Rounds of the Swiss system at tables of three and four."""

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

from infoset_games.contests.tournaments.course import Facts
from infoset_games.contests.tournaments.formats import Swiss
from infoset_games.contests.tournaments.groups import group_round


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 33), st.sampled_from([3, 4]), st.integers(0, 1_000))
def test_everybody_plays_or_rests_and_nobody_rests_more_than_once_more_than_another(
    players: int, seats: int, seed: int
) -> None:
    course = play_out(Swiss(3), players, seats, at_random(seed))
    for number in range(1, 4):
        tables = [table for table in course.sittings if table.draw.round == number]
        assert sorted(one for table in tables for one in table.entrants) == list(range(players))
        assert sum(table.is_bye for table in tables) == players % seats
    byes = [course.byes()[one] for one in range(players)]
    assert max(byes) - min(byes) <= 1


@pytest.mark.parametrize(("players", "seats"), [(9, 3), (16, 4), (12, 3), (25, 4), (33, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_in_the_second_round_nobody_meets_again(players: int, seats: int, seed: int) -> None:
    course = play_out(Swiss(2), players, seats, at_random(seed))
    assert max(course.meetings().values()) == 1


def test_in_the_first_round_every_table_has_one_of_each_part_of_the_seeds() -> None:
    course = new_course(12, 4)
    draws = group_round(Facts.of(course), course.staying, 1)
    assert [sorted(draw.entrants) for draw in draws] == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


def test_those_of_like_scores_sit_together() -> None:
    course = new_course(16, 4)
    course = play_open(course.draw(group_round(Facts.of(course), course.staying, 1)), by_seed)
    scores = course.scores()
    draws = group_round(Facts.of(course), course.staying, 2)
    assert [[int(scores[one]) for one in draw.entrants] for draw in draws] == [
        [3] * 4, [2] * 4, [1] * 4, [0] * 4,
    ]  # fmt: skip


def test_seats_even_out() -> None:
    course = play_out(Swiss(4), 16, 4, at_random(3))
    assert all(max(uses) <= 2 for uses in course.seat_uses())
