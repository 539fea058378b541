"""Liar's Dice keeps the contract of a game and its secrets: everything the conformance kit can check."""

from collections.abc import Callable

from infoset_games.testing import (
    check_events_rule_out_no_world,
    check_worlds_are_uniform,
    parametrize,
    random_play,
)

from liars_dice.game import LiarsDice

SMALL = LiarsDice(seats=2, dice=2)
DEALS = [
    {"opener": seat, "left": [2, 2], "cups": [[], []], "bids": [], "lifted": [[], []]}
    for seat in range(SMALL.seats)
]  # all that SMALL can deal


@parametrize([LiarsDice(), SMALL, LiarsDice(seats=4, dice=5)])
def test_liars_dice_keeps_the_contract(check: Callable[[], None]) -> None:
    check()


def test_worlds_are_drawn_uniformly() -> None:
    assert check_worlds_are_uniform(random_play(SMALL, "1"), DEALS) > 0


def test_events_tell_nothing_about_covered_dice() -> None:
    assert check_events_rule_out_no_world(random_play(SMALL, "1"), DEALS) > 0
