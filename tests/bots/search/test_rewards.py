"""What places are worth."""

import pytest

from infoset_bots.search.rewards import Rewards
from infoset_games.core import Result
from infoset_games.placing import returns_of


def result(*places: int) -> Result:
    return Result(places, [0] * len(places), returns_of(places), "finished")


def test_four_places_are_worth_what_the_thesis_says() -> None:
    assert Rewards().of(result(3, 1, 4, 2)) == [0.1, 1.0, 0.0, 0.2]


def test_shared_places_share_their_worth() -> None:
    assert Rewards().of(result(1, 1, 3, 4)) == pytest.approx([0.6, 0.6, 0.1, 0.0])
    assert Rewards().of(result(1, 2, 2, 2)) == pytest.approx([1.0, 0.1, 0.1, 0.1])


def test_where_all_share_one_place_nobody_has_won() -> None:
    assert Rewards().of(result(1, 1, 1, 1)) == [0.0] * 4


def test_other_numbers_of_seats_are_rewarded_by_returns() -> None:
    assert Rewards().of(result(2, 1)) == [0.0, 1.0]
    assert Rewards().of(result(1, 1)) == [0.5, 0.5]
    assert Rewards([1, 0]).of(result(3, 1, 2)) == [0.0, 1.0, 0.5]


@pytest.mark.parametrize("reward", [-0.1, 1.5, float("nan")])
def test_a_reward_outside_its_scale_is_refused(reward: float) -> None:
    with pytest.raises(ValueError, match="rewards: expected numbers from 0 to 1"):
        Rewards([1, reward, 0, 0])
