"""Performance ratings, against closed forms and what defines them."""

import math
from fractions import Fraction

import pytest

from infoset_games.contests.tournaments.course import Course
from infoset_games.contests.tournaments.performance import expected, performance, performances
from infoset_games.contests.tournaments.scoring import usual_scale
from infoset_games.contests.tournaments.sitting import Played, Terms
from infoset_games.contests.tournaments.table import Draw

HALF = Fraction(1, 2)


@pytest.mark.parametrize("won", range(1, 10))
def test_against_equals_it_is_elos_closed_form(won: int) -> None:
    met = [(1600.0, Fraction(number < won)) for number in range(10)]
    share = won / 10
    found = performance(met)
    assert found == pytest.approx(1600 + 400 * math.log10(share / (1 - share)), abs=1e-6)


def test_it_is_the_rating_at_which_the_points_made_are_expected() -> None:
    met = [(1400.0, Fraction(1)), (1500.0, HALF), (1900.0, Fraction(0)), (2100.0, HALF)]
    found = performance(met)
    assert found is not None
    assert sum(expected(found, rating) for rating, _ in met) == pytest.approx(2.0)


def test_who_has_made_all_or_nothing_is_800_from_the_mean() -> None:
    met = [(1400.0, Fraction(1)), (1800.0, Fraction(1))]
    assert performance(met) == pytest.approx(2400)
    assert performance([(rating, Fraction(0)) for rating, _ in met]) == pytest.approx(800)


def test_nobody_met_is_no_performance() -> None:
    assert performance([]) is None


def course_of(seats: int, *tables: tuple[tuple[int, ...], tuple[int, ...] | None]) -> Course:
    """A course of these tables: who sat there, and their places; None where nobody but the first came."""
    course = Course(6, Terms(seats, usual_scale(seats)))
    for number, (entrants, places) in enumerate(tables):
        course = course.draw([Draw(number + 1, f"R{number}", entrants)])
        sitting = course.sittings[number]
        if places is None:
            for absent in entrants[1:]:
                sitting = sitting.without(absent)
        else:
            sitting = sitting.after(Played(f"m{number}", entrants, places))
        course = course.with_sitting(number, sitting)
    return course


def test_only_what_was_played_against_the_rated_counts() -> None:
    ratings = {0: 1500.0, 1: 1700.0, 2: 1300.0}
    course = course_of(2, ((0, 1), (1, 1)), ((0, 2), None), ((0, 3), (1, 2)), ((4, 5), (1, 2)))
    found = performances(course, ratings)
    assert found[0] == pytest.approx(1700)  # a draw with 1; 2 did not come, 3 has no rating
    assert found[1] == pytest.approx(1500)
    assert found[3] == pytest.approx(700)
    assert set(found) == {0, 1, 3}


def test_at_a_larger_table_everybody_has_met_everybody() -> None:
    ratings = dict.fromkeys(range(4), 1500.0)
    found = performances(course_of(4, ((0, 1, 2, 3), (1, 2, 2, 4))), ratings)
    assert found[0] == pytest.approx(2300)
    assert found[1] == found[2] == pytest.approx(1500)
    assert found[3] == pytest.approx(700)
