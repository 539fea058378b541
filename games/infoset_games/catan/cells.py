"""Where everything of a position lies in its two vectors, `cells` and `masks`. Compiled; no rules.

Vectors make a copy of a position two copies of memory, which is what searches do most. Tables by seat
or resource are rows of as many cells: the hand of a seat begins at HAND + RESOURCES * seat.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.catan.options import MOST_OFFERS

# Bytes.
VERTEX: Final = 0  # 54: 0, 1 + seat for a settlement, 5 + seat for a city
EDGE: Final = 54  # 72: 0 or 1 + seat
HAND: Final = 126  # 5 for each seat
USABLE: Final = 146  # 5 for each seat: development cards bought in earlier turns
FRESH: Final = 166  # 5: those bought in this turn, by the seat whose turn it is
PENDING: Final = 171  # 5 for each seat: cards put aside while seats discard
DUE: Final = 191  # for each seat the cards it has yet to put aside
PLAYED: Final = 195  # 5 for each seat: development cards played
BANK: Final = 215  # 5
DECK: Final = 220  # 5: development cards not yet bought
HELD: Final = 225  # for each seat the cards in its hand
DEVS: Final = 229  # for each seat the development cards in its hand
ROADS_LEFT: Final = 233
SETTLEMENTS_LEFT: Final = 237
CITIES_LEFT: Final = 241
POINTS: Final = 245  # public ones
LENGTH: Final = 249  # of the longest trail of roads
RATE: Final = 253  # 5 for each seat: cards of a resource that the bank takes for one
CAP: Final = 273  # for each seat: it was seen to hold at most so many victory cards (journal.py)
ANSWER: Final = 277  # for each seat what it says to the offer (trades.py)
CELLS: Final = 281

CITY: Final = 4  # added to the cell of a settlement

# Words of 64 bits: sets of vertices, or of edges in two halves.
OPEN: Final = 0  # vertices where the distance rule allows a settlement
SETTLED: Final = 1  # for each seat the vertices of its settlements
TOUCHED: Final = 5  # for each seat the vertices where its roads end
NEXT_LOW: Final = 9  # for each seat the free edges that its network touches: 0..35
NEXT_HIGH: Final = 13  # and 36..71
COUNTER: Final = 17  # for each seat the trade it offers in return, or NO_TRADE
MADE: Final = 21  # the trades offered in this turn
MASKS: Final = MADE + MOST_OFFERS

HALF: Final = 36  # edges in one half


LOWEST: Final = bytes([0] + [(byte & -byte).bit_length() - 1 for byte in range(1, 256)])


def lowest_bit(mask: i64) -> i64:
    """The position of the lowest set bit; `mask` is not 0."""
    position: i64 = 0
    while mask & 255 == 0:
        mask >>= 8
        position += 8
    return position + i64(LOWEST[mask & 255])


def add(cells: vec[u8], index: i64, count: i64) -> None:
    """Adds `count`, which may be negative, to a cell."""
    cells[index] = u8(i64(cells[index]) + count)


def empty_cells() -> vec[u8]:
    return vec[u8]([0] * CELLS)


def empty_masks() -> vec[i64]:
    return vec[i64]([0] * MASKS)
