"""The kinds of moves that the thesis tells apart: their order among equals, and what epsilon prunes. Compiled."""

from typing import Final

from mypy_extensions import i64

from infoset_games.catan.actions import (
    BANK_TRADE,
    BUY_DEV,
    CITY,
    CONFIRM,
    DISCARD,
    END_TURN,
    MOVE_ROBBER,
    OFFER,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROAD_BUILDING,
    ROAD,
    SETTLEMENT,
)
from infoset_games.catan.cards import RESOURCES
from infoset_games.catan.cells import RATE
from infoset_games.catan.position import Position

# In the order in which they are preferred where their values are equal. What changes nothing comes first
# where it answers something (roll, reject, withdraw), and last where it ends the turn.
STAND: Final = 0
BUILD_CITY: Final = 1
SETTLE: Final = 2
BUILD_ROAD: Final = 3
KNIGHT: Final = 4
ROAD_BUILDING: Final = 5
PLENTY: Final = 6
MONOPOLY: Final = 7
TRADE: Final = 8
PORT: Final = 9
BANK: Final = 10
BUY: Final = 11
END: Final = 12
KINDS: Final = 13

# The epsilon level from which on only the best move of a kind is looked at.
NEVER: Final = 9
PRUNED_FROM: Final = bytes((NEVER, 2, 2, 2, NEVER, NEVER, 1, 1, 1, 1, 1, NEVER, NEVER))
DEV_CARDS_EQUAL: Final = bytes((0, 1, 2, 3, 4, 4, 4, 4, 5, 6, 7, 8, 9))

BANK_RATE: Final = 4


def kind_of(position: Position, action: i64) -> i64:
    """The kind of an action of the mover."""
    if action < BUY_DEV:
        return END if action == END_TURN else STAND
    if action >= OFFER:
        return TRADE
    if action >= ROAD:
        return BUILD_ROAD
    if action >= SETTLEMENT:
        return SETTLE
    if action >= CITY:
        return BUILD_CITY
    if action >= MOVE_ROBBER:
        return KNIGHT
    if action >= BANK_TRADE:
        given = (action - BANK_TRADE) // RESOURCES
        rate = position.cells[RATE + RESOURCES * position.turn + given]
        return BANK if rate == BANK_RATE else PORT
    return kind_of_card(action)


def kind_of_card(action: i64) -> i64:
    """The kind of an action on development cards, or of a small one that goes with them."""
    if action == BUY_DEV:
        return BUY
    if action == PLAY_KNIGHT:
        return KNIGHT
    if action == PLAY_ROAD_BUILDING:
        return ROAD_BUILDING
    if CONFIRM <= action < PLAY_MONOPOLY:
        return TRADE
    return MONOPOLY if action < DISCARD else PLENTY


def rank(kind: i64) -> i64:
    """The place of a kind among equals, 0 first; all development cards share one."""
    return i64(DEV_CARDS_EQUAL[kind])


def is_pruned(kind: i64, epsilon: i64) -> bool:
    """Is only the best move of the kind looked at?"""
    return epsilon >= i64(PRUNED_FROM[kind])
