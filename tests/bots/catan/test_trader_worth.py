"""What hands are worth to a seat, by what it can build next."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tests.bots.catan.positions import set_up

from infoset_bots.catan.rollout_features import yields
from infoset_bots.catan.trader_worth import (
    DEV_WORTH,
    FARTHEST,
    Needs,
    deck_left,
    hand_of,
    is_racing,
)
from infoset_games.catan.cards import CITY_PRICE, DEV_CARDS, DEV_PRICE, ROAD_PRICE, SETTLEMENT_PRICE
from infoset_games.catan.state import CatanState

LETTERS = "wbsho"
HOME: dict[str, Any] = {"settlements": {0: [13]}, "roads": {0: [(13, 18)]}}


def needs_of(state: CatanState, seat: int = 0) -> Needs:
    return Needs(state, seat, yields(state))


def cards(letters: str) -> vec[i64]:
    return vec[i64]([i64(letters.count(letter)) for letter in LETTERS])


def worth(state: CatanState, letters: str) -> float:
    return float(needs_of(state).worth(cards(letters)))


def test_goals_are_what_the_seat_may_build() -> None:
    state = set_up("main", **HOME)
    assert needs_of(state).prices == [CITY_PRICE, ROAD_PRICE, DEV_PRICE]
    far = set_up("main", settlements={0: [13]}, roads={0: [(13, 18, 24)]})
    assert SETTLEMENT_PRICE in needs_of(far).prices
    assert needs_of(set_up("main")).prices == [DEV_PRICE]


def test_what_completes_a_price_is_worth_more_than_what_does_not() -> None:
    state = set_up("main", **HOME)
    gains = [worth(state, "hhoo" + card) - worth(state, "hhoo") for card in "ow"]
    assert gains[0] > 0.2
    assert gains[0] > 2 * gains[1]


def test_a_card_that_makes_the_hand_too_large_is_worth_less() -> None:
    state = set_up("main", **HOME)
    small = worth(state, "hhooos") - worth(state, "hhooo")
    large = worth(state, "hhooowwwwws") - worth(state, "hhooowwwww")
    assert large < small


def test_a_price_in_the_hand_is_paid_now() -> None:
    needs = needs_of(set_up("main", **HOME))
    assert needs.rolls_until(cards("hhooo"), 0, -1) == 0
    assert needs.rolls_until(cards("hhoo"), 0, -1) > 0


def test_the_bank_helps_in_whole_swaps_only() -> None:
    needs = needs_of(set_up("main"))
    assert needs.rolls_until(cards("shwwww"), 0, -1) == 0
    assert needs.rolls_until(cards("shwww"), 0, -1) > FARTHEST  # nothing comes in


def test_a_harbour_makes_swaps_cheaper() -> None:
    inland, coast = set_up("main"), set_up("main")
    coast.cells[253] = 2  # the rate of wood for seat 0
    assert needs_of(coast).rolls_until(cards("shww"), 0, -1) == 0
    assert needs_of(inland).rolls_until(cards("shww"), 0, -1) > FARTHEST


def test_two_prices_take_at_least_as_long_as_one() -> None:
    needs = needs_of(set_up("main", **HOME))
    for letters in ("", "hhooo", "wbsho", "hhooowbsho"):
        for first in range(3):
            alone = needs.rolls_until(cards(letters), first, -1)
            assert all(needs.rolls_until(cards(letters), first, other) >= alone
                       for other in range(3))  # fmt: skip


def test_only_development_cards_are_left_to_a_seat_without_places() -> None:
    state = set_up("main")
    assert worth(state, "sho") == pytest.approx(DEV_WORTH, abs=0.05)


def test_bought_and_played_cards_are_no_longer_in_the_deck() -> None:
    assert deck_left(set_up("main")) == DEV_CARDS
    assert deck_left(set_up("main", usable={1: ["knight"]}, played={2: ["knight"]})) == 23


def test_the_longest_road_is_raced_for_when_near() -> None:
    assert not is_racing(set_up("main", roads={0: [(13, 18)]}), 0)
    assert is_racing(set_up("main", roads={0: [(13, 18, 24, 30)]}), 0)


def test_a_hand_is_read_from_the_position() -> None:
    state = set_up("main", hands={2: "wwo"})
    assert [int(count) for count in hand_of(state, 2)] == [2, 0, 0, 0, 1]
