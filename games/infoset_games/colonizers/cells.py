"""Where everything of a position lies in its one byte vector (`cells`). Compiled; no rules.

One vector makes a copy of a position one copy of memory, which is what searches do most.

A card is a byte: its kind in the low half, in the high half a mask of the seats that have seen its
face. Where a card lies is public; its face is what may be hidden. Colonies lie open: plain kinds.
Cells that hold nothing are 0, so that equal positions have equal cells.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

DECK: Final = 0  # the deck, between a head and a tail that only move on
DECK_CELLS: Final = 104  # each draw shrinks the deck: from 52 cards at most 51 return to the bottom
GONE: Final = 104  # cards out of the game, in the order they went
GONE_CELLS: Final = 52
HAND: Final = 156  # 5 for each seat, in order of arrival
HAND_CELLS: Final = 5
COLONY: Final = 176  # 8 for each seat, in order of building
COLONY_CELLS: Final = 8
COLOURS: Final = 208  # for each seat and colour the modules built
COLOUR_CELLS: Final = 4
HAND_SIZE: Final = 224
COLONY_SIZE: Final = 228
POINTS: Final = 232
ROLE: Final = 236  # the colonist of each seat, or NOBODY
ORDER: Final = 240  # the six colonists as shuffled: the removed one, then the offered list
OFFERED: Final = 246  # what is left of the offered list
DRAWN: Final = 251  # the two drawn cards while their drawer chooses
CELLS: Final = 253

KIND: Final = 15  # the half of a card that is its kind
SEEN: Final = 4  # the bits by which to shift for the other half


def seen_by(seat: i64) -> i64:
    """The bit of a card that says that `seat` has seen it; 0 for a spectator (-1)."""
    if seat < 0:
        return 0
    return 16 << seat


def empty_cells() -> vec[u8]:
    return vec[u8]([0] * CELLS)
