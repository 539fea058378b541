"""What a seat of Colonizers knows as one row of bytes, and where everything lies in it. Compiled.

Made from an observation alone. The own seat comes first, the others follow in order of seats. What the cells mean
by name is in colonizers_encoding.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.coder import Coder
from infoset_bots.adapters.menu import Menu
from infoset_games.colonizers.actions import DISCARD, PHASE_NAMES
from infoset_games.colonizers.cards import COLONISTS, MODULES, SEATS
from infoset_games.colonizers.cells import (
    COLONY,
    COLONY_CELLS,
    COLONY_SIZE,
    DECK,
    DRAWN,
    GONE,
    HAND,
    HAND_CELLS,
    HAND_SIZE,
    KIND,
    OFFERED,
    POINTS,
    seen_by,
)
from infoset_games.colonizers.observation import Observation
from infoset_games.colonizers.state import ColonizersState
from infoset_games.core import State

MOST: Final = 255  # rounds and omnium have no bound by the rules; more is written as this

# Shared cells.
AT_SEAT: Final = 0
AT_TURN: Final = AT_SEAT + SEATS
AT_PHASE: Final = AT_TURN + SEATS
PHASES: Final = 7
AT_SINGLE: Final = AT_PHASE + PHASES  # round, deck, is draw
AT_OFFERED: Final = AT_SINGLE + 3
AT_OUT: Final = AT_OFFERED + COLONISTS
AT_DRAWN: Final = AT_OUT + COLONISTS
AT_DECK: Final = AT_DRAWN + MODULES
AT_GONE: Final = AT_DECK + MODULES
AT_SEATS: Final = AT_GONE + MODULES

# Cells of one seat, behind its omnium, points and cards.
SEAT_ROLES: Final = 3
SEAT_HAND: Final = SEAT_ROLES + COLONISTS
SEAT_COLONY: Final = SEAT_HAND + MODULES
SEAT_CELLS: Final = SEAT_COLONY + MODULES
CELLS: Final = AT_SEATS + SEATS * SEAT_CELLS

assert len(PHASE_NAMES) == PHASES


def cells_of(view: Observation) -> bytes:
    """The row of a seat's observation."""
    assert view.seat_code >= 0
    row = vec[u8]([0] * CELLS)
    write_shared(row, view)
    for distance in range(i64(SEATS)):
        write_seat(row, view, distance)
    return bytes(row)


def write_shared(row: vec[u8], view: Observation) -> None:
    """Whose view, whose turn (as distance from the own seat), when, and the piles."""
    own = view.seat_code
    row[AT_SEAT + own] = 1
    row[AT_TURN + (view.turn_code - own + SEATS) % SEATS] = 1
    row[AT_PHASE + view.phase_code] = 1
    row[AT_SINGLE] = u8(min(view.round_code, MOST))
    row[AT_SINGLE + 1] = u8(view.deck_count)
    row[AT_SINGLE + 2] = 1 if view.is_draw else 0
    if view.has_seen_offer():
        for place in range(COLONISTS - 1 - own):
            row[AT_OFFERED + i64(view.cells[OFFERED + place])] = 1
    mark(row, AT_OUT, view.out_mask)
    if view.phase_code == DISCARD:
        count_known(row, AT_DRAWN, view, DRAWN, 2)
    count_known(row, AT_DECK, view, DECK, view.deck_count)
    count_known(row, AT_GONE, view, GONE, view.gone_count)


def write_seat(row: vec[u8], view: Observation, distance: i64) -> None:
    """What is known of one seat."""
    cells = view.cells
    seat = (view.seat_code + distance) % SEATS
    at = AT_SEATS + SEAT_CELLS * distance
    row[at] = u8(min(view.omnium_cells[seat], MOST))
    row[at + 1] = cells[POINTS + seat]
    row[at + 2] = cells[HAND_SIZE + seat]
    mark(row, at + SEAT_ROLES, view.possible_mask(seat))
    count_known(row, at + SEAT_HAND, view, HAND + HAND_CELLS * seat, i64(cells[HAND_SIZE + seat]))
    first = COLONY + COLONY_CELLS * seat
    for place in range(first, first + i64(cells[COLONY_SIZE + seat])):
        add_one(row, at + SEAT_COLONY + i64(cells[place]))


def mark(row: vec[u8], at: i64, colonists: i64) -> None:
    """1 at the colonists of a mask."""
    for colonist in range(i64(COLONISTS)):
        if colonists >> colonist & 1:
            row[at + colonist] = 1


def count_known(row: vec[u8], at: i64, view: Observation, first: i64, count: i64) -> None:
    """How many cards of each module the seat knows among these."""
    bit = seen_by(view.seat_code)
    for place in range(first, first + count):
        card = i64(view.cells[place])
        if card & bit:
            add_one(row, at + (card & KIND))


def add_one(row: vec[u8], at: i64) -> None:
    row[at] = u8(i64(row[at]) + 1)


def list_numbers(state: ColonizersState, menu: Menu) -> None:
    """The numbers of the mover, each with its action; of cards that mean the same, the first."""
    for index in range(state.choices):
        code = state.legal_item(index)
        menu.add(state.key(code), code)


@final
class ColonizersCoder(Coder):
    """A decision of Colonizers is one number."""

    def __init__(self) -> None:
        self.cells = b""

    def look(self, state: State, seat: i64) -> None:
        assert isinstance(state, ColonizersState)
        self.cells = cells_of(state.observe(int(seat)))

    def row(self, state: State, parts: tuple[int, ...]) -> bytes:
        return self.cells

    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        assert isinstance(state, ColonizersState)
        list_numbers(state, menu)
