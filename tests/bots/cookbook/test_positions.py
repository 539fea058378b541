"""Which actions the recipes of the cookbook look at."""

from infoset_bots.cookbook.positions import candidates, joint_orders
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.spaces import ProductSpace

SPACE = ProductSpace(("a", "b", "c"), (4, 5, 6))
LIMIT = 24


def test_joint_orders_differ_from_the_guess_in_one_slot_at_most() -> None:
    guess = [3, 1, 4]
    found = [SPACE.split(order) for order in joint_orders(SPACE, Rng("1"), LIMIT, guess)]
    changed = [
        sum(one != other for one, other in zip(picks, guess, strict=True)) for picks in found
    ]
    assert changed[0] == 0
    assert set(changed[1:]) == {1}
    assert len(set(found)) == len(found)


def test_without_a_guess_joint_orders_are_any() -> None:
    found = joint_orders(SPACE, Rng("1"), LIMIT, None)
    assert len(found) == LIMIT
    assert all(SPACE.contains(order) for order in found)


def test_of_a_list_everything_is_looked_at_the_guess_first() -> None:
    game = make_game("catan")
    state = game.start(game.deal(Rng("1")))
    (seat,) = state.to_act()
    count = state.legal(seat).size
    assert candidates(state, seat, Rng("1"), LIMIT) == list(range(count))
    found = candidates(state, seat, Rng("1"), LIMIT, guess=5)
    assert found[0] == 5
    assert sorted(found) == list(range(count))
