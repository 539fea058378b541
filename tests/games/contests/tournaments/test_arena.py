"""An arena, in which entrants play again as soon as they are free."""

from fractions import Fraction

import pytest
from tests.games.contests.tournaments.playing import (
    STEP_S,
    at_random,
    by_seed,
    new_course,
    play_open,
    play_out,
)

from infoset_games.contests.tournaments.arena import arena_wave, fiery_scores
from infoset_games.contests.tournaments.course import Adjustment
from infoset_games.contests.tournaments.formats import Arena, Moment
from infoset_games.contests.tournaments.sitting import Played


@pytest.mark.parametrize(("players", "seats"), [(4, 2), (9, 2), (33, 2), (8, 3), (21, 4)])
def test_nobody_meets_the_same_company_twice_in_a_row_where_others_play(
    players: int, seats: int
) -> None:
    course = play_out(Arena(minutes=2), players, seats, at_random(1))
    last: dict[int, frozenset[int]] = {}
    for table in course.sittings:
        company = frozenset(table.entrants)
        assert all(last.get(one) != company for one in company)
        last |= dict.fromkeys(company, company)
    assert course.last_round == 2 * 60 / STEP_S


def test_two_play_again_and_again() -> None:
    assert len(play_out(Arena(minutes=1), 2, 2).sittings) == 6


def test_who_is_left_over_waits_and_is_the_first_to_play_next() -> None:
    course = play_open(new_course(3, 2).draw(arena_wave(new_course(3, 2), range(3), 1)), by_seed)
    rested = ({0, 1, 2} - set(course.sittings[0].entrants)).pop()
    (draw,) = arena_wave(course, range(3), 2)
    assert rested in draw.entrants


def test_a_pair_that_has_just_met_waits_while_others_play() -> None:
    course = new_course(4, 2)
    course = course.draw(arena_wave(course, range(4), 1))
    first = course.sittings[0].entrants
    course = course.with_sitting(0, course.sittings[0].ruled((1, 2)))
    assert arena_wave(course, first, 2) == []


def test_after_the_time_nothing_is_drawn_and_what_was_begun_is_played() -> None:
    fmt, course = Arena(minutes=1), new_course(2, 2)
    course = course.draw(fmt.draws(course, Moment(59.0, (0, 1))))
    late = Moment(60.0, ())
    assert fmt.draws(course, Moment(60.0, (0, 1))) == []
    assert not fmt.is_over(course, late)
    assert fmt.is_over(play_open(course, by_seed), late)


def test_after_two_tables_won_points_count_double_until_one_is_not_won() -> None:
    course = play_out(Arena(minutes=1), 2, 2, by_seed)
    assert fiery_scores(course) == [1 + 1 + 2 * 4, 0]
    assert Arena(1, fire=True).scores(course) == fiery_scores(course)
    assert Arena(1).scores(course) == [6, 0]
    lost = course.with_sitting(2, course.sittings[2].ruled(turned(course.sittings[2].entrants)))
    assert fiery_scores(lost)[0] == 1 + 1 + 0 + 1 + 1 + 2
    taken = lost.adjusted(Adjustment(0, Fraction(-3), "late"))
    assert fiery_scores(taken)[0] == 3


def turned(entrants: tuple[int, ...]) -> tuple[int, ...]:
    """The places at which seed 1 wins."""
    return (2, 1) if entrants[0] == 0 else (1, 2)


def test_the_point_for_berserk_is_not_doubled() -> None:
    course = new_course(2, 2)
    for number in range(4):
        course = course.draw(arena_wave(course, range(2), number + 1))
        table = course.sittings[number]
        seating = table.next_seating()
        played = Played(f"m{number}", seating, by_seed(seating, ""), (0,))
        course = course.with_sitting(number, table.after(played))
    assert fiery_scores(course) == [2 + 2 + 3 + 3, 0]
    assert Arena(1).scores(course) == [8, 0]
