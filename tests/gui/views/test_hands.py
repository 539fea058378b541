"""What is known of hands in Catan."""

from typing import Any

from infoset_gui.views.catan.players import known_hand


def observe(hand: list[int], cards: int, unsure: list[int], deals: list[list[float]]) -> Any:
    players = [{"hand": [], "cards": 0}, {"hand": hand, "cards": cards}]
    return {"players": players, "unsure": unsure, "deals": deals}


def test_a_certain_hand_is_known() -> None:
    assert known_hand(observe([1, 0, 2, 0, 0], 3, [], []), 1) == ([1, 0, 2, 0, 0], 0)


def test_of_an_uncertain_hand_what_every_deal_has_is_known() -> None:
    deals = [[0.5, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1], [0.5, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1]]
    assert known_hand(observe([], 4, [0, 1], deals), 1) == ([1, 1, 0, 0, 1], 1)


def test_of_an_unknown_hand_only_the_size_is_known() -> None:
    assert known_hand(observe([], 5, [], []), 1) == ([], 5)
