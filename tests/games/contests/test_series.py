"""Series of matches as arithmetic: points by side, early ends, extra matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_games.contests.series import MOST_EXTRA, Series

POINTS = st.sampled_from([0.0, 0.5, 1.0])


def played(best_of: int, *points: float) -> Series:
    """A series after matches in which seat 0 made these points."""
    series = Series(best_of)
    for each in points:
        series = series.after(each)
    return series


def test_seats_change_after_every_match_and_points_follow_the_side() -> None:
    series = played(5, 1.0)
    assert series.points == (1.0, 0.0)
    assert series.is_swapped
    assert (series.side_on(0), series.side_on(1)) == (1, 0)
    series = series.after(1.0)  # seat 0 is side 1 now
    assert series.points == (1.0, 1.0)
    assert not series.is_swapped


def test_every_second_match_is_on_the_map_of_the_one_before() -> None:
    series, repeats = Series(4), []
    for _ in range(4):
        repeats.append(series.repeats_map)
        series = series.after(0.5)
    assert repeats == [False, True, False, True]


@pytest.mark.parametrize(
    ("best_of", "points", "is_over", "leader"),
    [
        (1, [], False, None),
        (1, [1.0], True, 0),
        (3, [1.0], False, 0),
        (3, [1.0, 0.0], True, 0),
        (3, [1.0, 0.5], False, 0),  # side 1 can still make it 1.5 each
        (3, [1.0, 0.5, 0.5], True, 0),
        (3, [1.0, 1.0], False, None),
        (2, [1.0, 1.0], False, None),  # a tie: an extra match
        (2, [1.0, 1.0, 0.5], False, None),
        (2, [1.0, 1.0, 0.0], True, 1),
        (2, [0.5, 0.5, 0.5, 0.0], True, 0),
    ],
)
def test_a_series_is_over_when_nobody_can_catch_up(
    best_of: int, points: list[float], is_over: bool, leader: int | None
) -> None:
    series = played(best_of, *points)
    assert (series.is_over, series.leader) == (is_over, leader)


def test_ties_without_end_are_a_draw_at_last() -> None:
    series = played(2, *[0.5] * (2 + MOST_EXTRA))
    assert series.is_over
    assert series.leader is None


def test_who_gives_a_series_up_has_lost_it_whatever_the_points() -> None:
    series = played(5, 1.0).given_up(0)
    assert series.is_over
    assert series.leader == 1
    assert series.points == (1.0, 0.0)


def test_nothing_follows_the_end() -> None:
    with pytest.raises(ValueError, match="the series is over"):
        played(1, 1.0).after(1.0)


@pytest.mark.parametrize(("best_of", "results"), [(0, ()), (100, ()), (3, (0.7,))])
def test_what_is_no_series_is_refused(best_of: int, results: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"best_of|results"):
        Series(best_of, results)


@given(st.integers(1, 15), st.lists(POINTS, min_size=30, max_size=30))
def test_a_decided_series_cannot_be_turned_by_what_was_left(
    best_of: int, points: list[float]
) -> None:
    series = Series(best_of)
    for each in points:
        if series.is_over:
            break
        series = series.after(each)
    assert series.is_over
    assert sum(series.points) == len(series.results) <= best_of + MOST_EXTRA
    left = best_of - len(series.results)
    if left >= 0 and series.leader is not None:
        first, second = series.points
        assert abs(first - second) > left
