"""The rules of Liar's Dice, case by case."""

import pytest
from infoset_games.core import IllegalActionError, State
from infoset_games.declared import Action

from liars_dice.game import Bid, Liar, LiarsDice, Position

GAMES = {seats: LiarsDice(seats=seats) for seats in (2, 3)}


def table(*cups: list[int]) -> Position:
    """A round in which everything is rolled and nothing is said; seat 0 opens."""
    left = [len(cup) for cup in cups]
    return Position(0, left, list(cups), [], [[] for _ in cups])


def state_of(position: Position) -> State:
    return GAMES[len(position.left)].start(
        {"opener": position.opener, "left": position.left, "cups": position.cups}
        | {
            "bids": [["bid", bid.count, bid.face] for bid in position.bids],
            "lifted": [[]] * len(position.left),
        }
    )


def play(position: Position, *actions: Action) -> None:
    for action in actions:
        assert action in position.choices()
        position.play(action)


def refused(position: Position, seat: int, action: Action) -> str:
    """What is said when a seat tries an action that the rules forbid."""
    game, state = GAMES[len(position.left)], state_of(position)
    written = ["liar"] if not isinstance(action, Bid) else ["bid", action.count, action.face]
    with pytest.raises(IllegalActionError) as refusal:
        game.read_action(state, seat, written)
    return str(refusal.value)


def test_who_calls_a_true_bid_a_lie_loses_a_die() -> None:
    position = table([5, 5], [5, 1])
    play(position, Bid(3, 5), Liar())
    assert position.left == [2, 1]


def test_who_is_caught_lying_loses_a_die_and_opens_the_next_round() -> None:
    position = table([5, 5], [2, 1], [3, 3])
    play(position, Bid(1, 6), Bid(3, 5), Liar())
    assert position.left == [2, 1, 2]
    while position.roller() is not None:
        position.play(position.choices()[-1])
    assert position.mover() == 1


def test_all_see_what_lay_under_the_cups() -> None:
    position = table([4], [2, 1])
    play(position, Bid(2, 4), Liar())
    assert position.seen(None).lifted == [[4], [2, 1]]


def test_nobody_sees_what_lies_under_the_cup_of_somebody_else() -> None:
    position = table([4], [2, 1])
    assert position.seen(1).cups == [[0], [2, 1]]
    assert position.seen(None).cups == [[0], [0, 0]]


def test_most_dice_win_when_somebody_has_none() -> None:
    position = table([4], [2, 5], [3, 3])
    play(position, Bid(3, 4), Liar())
    result = position.result()
    assert result.scores == (0, 2, 2)
    assert result.places == (3, 1, 1)


@pytest.mark.parametrize(
    ("bid", "reason"),
    [
        (Bid(1, 6), "higher than 2 of 3"),
        (Bid(2, 3), "higher than 2 of 3"),
        (Bid(5, 1), "1 to 4 dice"),
    ],
    ids=["fewer", "the same", "more than there are"],
)
def test_a_bid_must_be_higher_and_possible(bid: Bid, reason: str) -> None:
    position = table([3, 3], [1, 2])
    play(position, Bid(2, 3))
    assert reason in refused(position, 1, bid)


def test_there_is_nobody_to_be_called_a_liar_before_the_first_bid() -> None:
    assert "expected a bid" in refused(table([3, 3], [1, 2]), 0, Liar())


def test_a_bid_is_written_with_its_count_and_face() -> None:
    game, state = GAMES[2], state_of(table([3, 3], [1, 2]))
    code = game.read_action(state, 0, ["bid", 3, 4])
    assert game.write_action(state, 0, code) == ["bid", 3, 4]
