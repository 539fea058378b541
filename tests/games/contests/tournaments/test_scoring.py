"""What places are worth."""

from fractions import Fraction

import pytest

from infoset_games.contests.tournaments.scoring import places_by, points_for, usual_scale


def test_usually_a_place_is_worth_a_point_for_everybody_left_behind() -> None:
    assert list(usual_scale(2)) == [1, 0]
    assert list(usual_scale(4)) == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (5, 3, 1, 0)),
        ((4, 1, 1, 3), (0, 4, 4, 1)),
        ((1, 1, 1, 4), (3, 3, 3, 0)),
        ((2, 2, 1, 2), (Fraction(4, 3), Fraction(4, 3), 5, Fraction(4, 3))),
    ],
)
def test_who_shares_a_place_shares_the_points_of_all_it_takes_up(
    places: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    scale = tuple(map(Fraction, (5, 3, 1, 0)))
    assert points_for(places, scale) == points
    assert sum(points) == sum(scale)


def test_equal_keys_share_a_place_and_the_next_is_skipped() -> None:
    assert places_by([3, 1, 3, 2]) == (3, 1, 3, 2)
