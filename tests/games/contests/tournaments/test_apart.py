"""Entrants who shall not meet: not in a Swiss where that can be avoided, and never in an arena."""

from dataclasses import replace
from itertools import combinations

import pytest
from tests.games.contests.tournaments.playing import at_random, new_course, play_open

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.formats import Arena, Format, Moment, Swiss

FAMILY = (0, 1, 2)
APART = frozenset(combinations(FAMILY, 2))


def played(fmt: Format, entrants: int, seats: int, seed: int, rounds: int) -> Course:
    course = replace(new_course(entrants, seats), apart=APART)
    for _ in range(rounds):
        draws = fmt.draws(course, Moment(0.0, course.staying))
        course = play_open(course.draw(draws), at_random(seed))
    return course


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("seats", "entrants"), [(2, 8), (2, 9), (3, 12), (4, 16)])
def test_those_of_a_family_never_meet_in_a_swiss_of_enough_others(
    seats: int, entrants: int, seed: int
) -> None:
    course = played(Swiss(4), entrants, seats, seed, 4)
    assert course.last_round == 4
    assert APART.isdisjoint(course.meetings())


def test_without_that_they_would() -> None:
    course = new_course(8, 2)
    for _ in range(4):
        draws = Swiss(4).draws(course, Moment(0.0, course.staying))
        course = play_open(course.draw(draws), at_random(1))
    assert not APART.isdisjoint(course.meetings())


def test_two_others_rather_meet_again_than_those_who_shall_be_apart() -> None:
    course = played(Swiss(6), 4, 2, 3, 6)
    assert course.last_round == 6
    forced = sum(course.meetings()[pair] for pair in APART)
    assert forced == 6, "of three of four one pair meets in each round: there is no way around"
    pair = frozenset({(0, 1)})
    course = replace(new_course(4, 2), apart=pair)
    for _ in range(6):
        draws = Swiss(6).draws(course, Moment(0.0, ()))
        course = play_open(course.draw(draws), at_random(3))
    assert course.meetings()[0, 1] == 0
    assert max(course.meetings().values()) == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_in_an_arena_they_wait_rather_than_meet(seats: int) -> None:
    course = played(Arena(60), 7, seats, 2, 30)
    assert APART.isdisjoint(course.meetings())
    only = replace(new_course(3, 2), apart=APART)
    assert Arena(60).draws(only, Moment(0.0, only.staying)) == []
