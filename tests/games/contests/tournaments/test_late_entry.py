"""Who enters after the start: from when to when, and that the rounds that follow are as they should be."""

from dataclasses import replace

import pytest
from tests.games.contests.tournaments.playing import at_random, new_course, play_open

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.formats import (
    Arena,
    DoubleElimination,
    Elimination,
    Finals,
    Format,
    Gauntlet,
    Moment,
    RoundRobin,
    Swiss,
)
from infoset_games.contests.tournaments.playoff import Playoff

NOW = Moment(0.0, ())


def after(fmt: Format, rounds: int, entrants: int = 8) -> Course:
    course = new_course(entrants, 2)
    while course.last_round < rounds:
        course = play_open(course.draw(fmt.draws(course, NOW)), at_random(1))
    return course


@pytest.mark.parametrize("fmt", [Swiss(5), Finals(Swiss(5), Playoff(4))])
def test_so_many_rounds_may_be_missed_and_the_last_may_not(fmt: Format) -> None:
    missed = [fmt.takes_late(after(fmt, rounds), 2) for rounds in range(6)]
    assert missed == [True, True, True, False, False, False]
    assert not fmt.takes_late(after(fmt, 5), 9), "no round is left"
    assert not fmt.takes_late(after(fmt, 1), 0)


def test_nobody_comes_into_a_bracket() -> None:
    fmt = Finals(Swiss(2), Playoff(4))
    course = after(fmt, 2)
    assert not fmt.takes_late(course.draw(fmt.draws(course, NOW)), 9)


def test_an_arena_takes_everybody_and_what_is_drawn_ahead_nobody() -> None:
    course = new_course(8, 2)
    assert Arena(10).takes_late(course, 1)
    assert not Arena(10).takes_late(course, 0)
    for fmt in (RoundRobin(), Gauntlet(), Elimination(), DoubleElimination()):
        assert not fmt.takes_late(course, 9)


@pytest.mark.parametrize("entrants", [5, 8])
@pytest.mark.parametrize("missed", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_rounds_with_somebody_new_are_those_of_any_swiss(
    entrants: int, missed: int, seed: int
) -> None:
    fmt = Swiss(5)
    course = after(fmt, missed, entrants)
    course = replace(course, entrants=entrants + 2)
    while not fmt.is_over(course, NOW):
        course = play_open(course.draw(fmt.draws(course, NOW)), at_random(seed))
    assert course.last_round == 5
    new = (entrants, entrants + 1)
    for one in new:
        assert len(course.decided_of(one)) == 5 - missed, "at every table drawn since, and no other"
        assert course.scores()[one] <= 5 - missed
    assert max(course.byes().values(), default=0) <= 1
    if entrants == 8:
        assert max(course.meetings().values()) == 1
