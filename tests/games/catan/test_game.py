"""Catan as the registry meets it: options, constants, deals."""

from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.game import OptionError
from infoset_games.rng import Rng


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": 1}, "seats"),
        ({"target": 2}, "target"),
        ({"layout": "atlantis"}, "layout"),
        ({"round_limit": 0}, "round_limit"),
        ({"public_discards": 1}, "public_discards"),
        ({"trade_menu": "large"}, "trade_menu"),
        ({"max_offers": 11}, "max_offers"),
        ({"friendly_robber": None}, "friendly_robber"),
    ],
)
def test_an_option_out_of_range_is_refused_by_name(options: dict[str, Any], path: str) -> None:
    with pytest.raises(OptionError) as raised:
        Catan(**options)
    assert raised.value.path == path


def test_options_come_back_as_they_are_in_force() -> None:
    options = {
        "seats": 3,
        "target": 12,
        "layout": "thesis",
        "round_limit": 50,
        "public_discards": False,
        "bank_public": False,
        "trade_menu": "small",
        "max_offers": 5,
        "friendly_robber": True,
        "rob_empty": True,
    }
    assert Catan(**options).options() == options


def test_a_printed_board_is_dealt_without_drawing() -> None:
    rng, other = Rng("same"), Rng("same")
    Catan(layout="beginner").deal(rng)
    assert rng.word() == other.word()


def test_the_constants_describe_the_board() -> None:
    consts = Catan().consts()
    assert len(consts["hexes"]) == 19
    assert len(consts["edges"]) == 72
    assert consts["hex_vertices"][9] == [18, 24, 30, 35, 29, 23]
    assert consts["prices"]["city"] == [0, 0, 0, 2, 3]
    assert sum(card["count"] for card in consts["dev_cards"]) == 25


@pytest.mark.parametrize("deal", [{}, {"terrain": []}, [], None, {"terrain": 1, "numbers": 2}])
def test_a_bad_deal_is_refused(deal: Any) -> None:
    with pytest.raises(ValueError, match="deal: "):
        Catan().start(deal)
