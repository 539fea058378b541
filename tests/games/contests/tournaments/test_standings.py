"""Places, by scores and tie-breaks."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.contests.tournaments.playing import at_random, play_out

from infoset_games.contests.tournaments.course import Adjustment, Course
from infoset_games.contests.tournaments.formats import RoundRobin, Swiss
from infoset_games.contests.tournaments.scoring import usual_scale
from infoset_games.contests.tournaments.sitting import Played, Sitting, Terms
from infoset_games.contests.tournaments.standings import standings
from infoset_games.contests.tournaments.table import Draw
from infoset_games.contests.tournaments.tie_breaks import TIE_BREAKS

HALF = Fraction(1, 2)
Results = Mapping[tuple[int, ...], tuple[int, ...]]  # places by who sat where

# Four players, each has met each once: 0 beat 1 and 2 and lost to 3, 1 beat 2, 3 and 1 drew, 2 beat 3.
RESULTS: Results = {
    (0, 1): (1, 2),
    (0, 2): (1, 2),
    (3, 0): (1, 2),
    (1, 2): (1, 2),
    (3, 1): (1, 1),
    (2, 3): (1, 2),
}

LARGE: Results = {(0, 1, 2): (1, 2, 2), (2, 1, 0): (1, 3, 2)}


def course_of(results: Results, entrants: int) -> Course:
    seats = len(next(iter(results)))
    terms = Terms(seats, usual_scale(seats))
    return Course(
        entrants,
        terms,
        tuple(
            Sitting(Draw(number, f"R{number}.1", pair), terms).after(
                Played(str(number), pair, places)
            )
            for number, (pair, places) in enumerate(results.items(), start=1)
        ),
    )


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [  # scores are 2, 3/2, 1, 3/2
        ("buchholz", (4, 4.5, 5, 4.5)),
        ("buchholz_cut", (3, 3.5, 3.5, 3.5)),
        ("sonneborn_berger", (2.5, 1.75, 1.5, 2.75)),
        ("wins", (2, 1, 1, 1)),
        ("match_points", (2, 1.5, 1, 1.5)),
        ("progressive", (1 + 2 + 2, 0 + 1 + 1.5, 0 + 0 + 1, 1 + 1.5 + 1.5)),
        ("late_seats", (1, 2, 2, 1)),
        ("seed", (0, -1, -2, -3)),
        ("head_to_head", (0, HALF, 0, HALF)),
    ],
)
def test_tie_breaks_of_four_by_hand(tie_break: str, values: tuple[float, ...]) -> None:
    rows = standings(course_of(RESULTS, 4), (tie_break,))
    assert {row.entrant: row.tie_breaks[0] for row in rows} == dict(enumerate(values))


def test_a_tie_break_decides_only_between_equal_scores() -> None:
    rows = standings(course_of(RESULTS, 4), ("sonneborn_berger",))
    assert [(row.place, row.entrant) for row in rows] == [(1, 0), (2, 3), (3, 1), (4, 2)]
    assert [row.score for row in rows] == [2, 1.5, 1.5, 1]
    assert [(row.tables, row.won, row.tied) for row in rows][:2] == [(3, 2, 0), (3, 1, 1)]


def test_those_whom_nothing_tells_apart_share_a_place_and_stand_by_seed() -> None:
    rows = standings(course_of(RESULTS, 4), ("wins",))
    assert [(row.place, row.entrant) for row in rows] == [(1, 0), (2, 1), (2, 3), (4, 2)]


def test_head_to_head_counts_only_where_all_who_are_tied_have_met() -> None:
    results: Results = {(0, 1): (1, 2), (1, 3): (1, 2), (2, 3): (1, 2)}
    rows = standings(course_of(results, 4), ("head_to_head",))
    assert [(row.place, row.entrant) for row in rows] == [(1, 0), (1, 1), (1, 2), (4, 3)]
    three: Results = {(0, 1): (2, 1), (1, 2): (2, 1), (2, 0): (2, 1)}
    rows = standings(course_of(three, 3), ("head_to_head", "seed"))
    assert [row.place for row in rows] == [1, 2, 3]


def test_at_larger_tables_one_has_beaten_all_who_came_behind() -> None:
    course = course_of(LARGE, 3)
    rows = {row.entrant: row for row in standings(course, ("sonneborn_berger", "buchholz"))}
    assert [rows[one].score for one in range(3)] == [3, HALF, 2 + HALF]
    assert rows[0].tie_breaks == (HALF + 2 + HALF + HALF, 2 * (HALF + 2 + HALF))
    assert rows[2].tie_breaks[0] == HALF * HALF + HALF + 3


def test_a_bye_counts_as_a_draw_with_oneself_and_for_sonneborn_berger_as_what_it_is_worth() -> None:
    course = play_out(Swiss(1), 3, 2)
    rows = {row.entrant: row for row in standings(course, ("buchholz", "sonneborn_berger"))}
    assert course.byes() == {2: 1}
    assert list(rows[2].tie_breaks) == [1, 1]
    absent = course.with_sitting(0, course.sittings[0].anew().without(0))
    rows = {row.entrant: row for row in standings(absent, ("buchholz", "sonneborn_berger", "wins"))}
    assert list(rows[0].tie_breaks) == [0, 0, 0]
    assert list(rows[1].tie_breaks) == [1, 1, 0]


def test_what_the_organiser_adjusts_counts() -> None:
    course = course_of(RESULTS, 4).adjusted(Adjustment(2, Fraction(3, 2), "fair play"))
    rows = standings(course, ())
    assert [row.entrant for row in rows][:1] == [2]
    assert rows[0].score == 2.5


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 20), st.integers(0, 1_000))
def test_sums_over_everybody_are_what_they_must_be(players: int, seed: int) -> None:
    course = play_out(RoundRobin(), players, 2, at_random(seed))
    names = ("buchholz", "sonneborn_berger", "wins", "match_points")
    rows = standings(course, names)
    scores = {row.entrant: row.score for row in rows}
    assert sum(scores.values()) == players * (players - 1) // 2
    for row in rows:  # everybody has met all others
        assert row.tie_breaks[0] == sum(scores.values()) - row.score
        assert row.tie_breaks[2] == row.won
        assert row.tie_breaks[3] == row.score
    order = [(row.score, *row.tie_breaks) for row in rows]
    assert order == sorted(order, reverse=True)
    assert set(TIE_BREAKS) >= set(names)
