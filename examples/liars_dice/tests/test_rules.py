"""The rules of Liar's Dice, case by case."""

import pytest
from infoset_games.core import IllegalActionError

from liars_dice.game import LiarsDice
from liars_dice.rules import LIAR, LiarsDiceState, bid_code


def table(*cups: list[int]) -> LiarsDiceState:
    """A round in which everything is rolled and nothing is said; seat 0 opens."""
    left = [len(cup) for cup in cups]
    return LiarsDiceState({"opener": 0, "left": left, "cups": cups, "bids": [], "lifted": []})


def play(state: LiarsDiceState, *actions: int) -> None:
    for action in actions:
        seat = state.mover()
        state.verify(seat, action)
        state.apply({seat: action})


def test_who_calls_a_true_bid_a_lie_loses_a_die() -> None:
    state = table([5, 5], [5, 1])
    play(state, bid_code(3, 5), LIAR)
    assert state.left == [2, 1]


def test_who_is_caught_lying_loses_a_die_and_opens_the_next_round() -> None:
    state = table([5, 5], [2, 1], [3, 3])
    play(state, bid_code(1, 6), bid_code(3, 5), LIAR)
    assert state.left == [2, 1, 2]
    play(state, *[6] * 5)
    assert state.mover() == 1


def test_all_see_what_lay_under_the_cups() -> None:
    state = table([4], [2, 1])
    play(state, bid_code(2, 4), LIAR)
    assert state.observe(None)["lifted"] == [[4], [2, 1]]


def test_most_dice_win_when_somebody_has_none() -> None:
    state = table([4], [2, 5], [3, 3])
    play(state, bid_code(3, 4), LIAR)
    result = state.result()
    assert result is not None
    assert result.scores == (0, 2, 2)
    assert result.places == (3, 1, 1)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (bid_code(1, 6), "higher than"),
        (bid_code(2, 3), "higher than"),
        (bid_code(5, 1), "1 to 4 dice"),
    ],
    ids=["fewer", "the same", "more than there are"],
)
def test_a_bid_must_be_higher_and_possible(action: int, reason: str) -> None:
    state = table([3, 3], [1, 2])
    play(state, bid_code(2, 3))
    with pytest.raises(IllegalActionError, match=reason):
        state.verify(1, action)


def test_there_is_nobody_to_be_called_a_liar_before_the_first_bid() -> None:
    with pytest.raises(IllegalActionError, match="expected a bid"):
        table([3, 3], [1, 2]).verify(0, LIAR)


def test_a_bid_is_written_with_its_count_and_face() -> None:
    game, state = LiarsDice(seats=2, dice=2), table([3, 3], [1, 2])
    assert game.write_action(state, 0, bid_code(3, 4)) == ["bid", 3, 4]
    assert game.read_action(state, 0, ["bid", 3, 4]) == bid_code(3, 4)
