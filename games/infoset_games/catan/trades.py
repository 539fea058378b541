"""Trades between seats as numbers, and the menus of common ones. Compiled; who may trade is in trading.py.

A trade is what its proposer gets less what they give, by resource: five digits of base 39, each from -19
to 19, so that no resource stands on both sides. The addressees of an offer are three bits, the seat
after the proposer first.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.bits import bit
from infoset_games.catan.cards import RESOURCE_CARDS, RESOURCES
from infoset_games.catan.options import MENU_NAMES, MENU_SINGLE

BASE: Final = 2 * RESOURCE_CARDS + 1
TRADES: Final = BASE * BASE * BASE * BASE * BASE
NO_TRADE: Final = -1
STEPS: Final = (1, BASE, BASE * BASE, BASE * BASE * BASE, BASE * BASE * BASE * BASE)
NOTHING: Final = RESOURCE_CARDS * sum(STEPS)  # the number of the trade of nothing for nothing

# What a seat says to an offer.
NOT_ASKED: Final = 0
WAITED_FOR: Final = 1
ACCEPTED: Final = 2
REJECTED: Final = 3
COUNTERED: Final = 4
ANSWER_NAMES: Final = ("", "waiting", "accept", "reject", "counter")


def trade_of(give: Sequence[int], take: Sequence[int]) -> int:
    """The trade of `give` for `take`, each counted by resource and disjoint."""
    trade = NOTHING
    for resource in range(RESOURCES):
        trade += (take[resource] - give[resource]) * STEPS[resource]
    return trade


def change(trade: i64, resource: i64) -> i64:
    """What the proposer has more of `resource` after the trade (negative: gives)."""
    if resource >= 2:
        trade //= BASE * BASE
        resource -= 2
    if resource == 0:
        return trade % BASE - RESOURCE_CARDS
    if resource == 1:
        return trade // BASE % BASE - RESOURCE_CARDS
    return trade // (BASE * BASE) - RESOURCE_CARDS


def turned(trade: i64) -> i64:
    """The same trade as the other side sees it."""
    return 2 * NOTHING - trade


def given_in(trade: i64) -> i64:
    """The resources that the proposer gives, as a mask."""
    found: i64 = 0
    for resource in range(i64(RESOURCES)):
        if trade % BASE < RESOURCE_CARDS:
            found |= bit(resource)
        trade //= BASE
    return found


def taken_in(trade: i64) -> i64:
    """The resources that the proposer gets, as a mask."""
    return given_in(turned(trade))


def given(trade: i64) -> list[int]:
    """By resource what the proposer gives."""
    return [max(0, -int(change(trade, resource))) for resource in range(RESOURCES)]


def taken(trade: i64) -> list[int]:
    """By resource what the proposer gets."""
    return [max(0, int(change(trade, resource))) for resource in range(RESOURCES)]


def has_both_sides(trade: i64) -> bool:
    """Does something stand on either side? No gifts."""
    return given_in(trade) != 0 and taken_in(trade) != 0


# Menus: the trades that are listed, by what the hand allows.

Side = tuple[int, ...]


def count_cards(cards: Side) -> list[int]:
    return [cards.count(resource) for resource in range(RESOURCES)]


def sides(size: int) -> list[Side]:
    """Every choice of `size` cards."""
    return list(combinations_with_replacement(range(RESOURCES), size))


def shaped(give: int, take: int) -> list[tuple[Side, Side]]:
    """Every trade of so many cards for so many, nothing on both sides."""
    return [(out, into) for out in sides(give) for into in sides(take) if not set(out) & set(into)]


HAND_CLASSES: Final = 3**RESOURCES  # none, one, or more of each resource


def hand_class(cards: Sequence[int]) -> int:
    """The class of a hand, or of the least hand that may give these cards."""
    return sum(min(cards[resource], 2) * 3**resource for resource in range(RESOURCES))


def covers(hand: int, wanted: int) -> bool:
    """Does a hand of class `hand` hold what class `wanted` stands for?"""
    return all(
        hand // 3**resource % 3 >= wanted // 3**resource % 3 for resource in range(RESOURCES)
    )


def menu_by_class(menu: int) -> list[vec[i64]]:
    """For each class of hand the trades of a menu that it may offer, ascending."""
    listed: list[tuple[Side, Side]] = []
    if menu >= MENU_SINGLE:
        listed += shaped(1, 1)
    if menu > MENU_SINGLE:
        listed += shaped(2, 1) + shaped(1, 2)
    known = [
        (trade_of(count_cards(out), count_cards(into)), hand_class(count_cards(out)))
        for out, into in listed
    ]
    known.sort()
    return [
        vec[i64]([trade for trade, wanted in known if covers(hand, wanted)])
        for hand in range(HAND_CLASSES)
    ]


MENUS: Final = [menu_by_class(menu) for menu in range(len(MENU_NAMES))]


def mask_of(trade: i64) -> i64:
    """The resources given and, above them, those taken, as a mask."""
    return given_in(trade) | taken_in(trade) << RESOURCES


# Of the trades of MENUS[MENU_SINGLE], in the same places.
SINGLE_MASKS: Final = [
    vec[i64]([mask_of(trade) for trade in listed]) for listed in MENUS[MENU_SINGLE]
]
