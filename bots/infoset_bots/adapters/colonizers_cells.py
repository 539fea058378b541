"""What a seat of Colonizers knows as one row of bytes, and where everything lies in it. Compiled.

A function of the seat's observation (`Known`). The own seat comes first, the others follow in order of seats. What the
cells mean by name is in colonizers_encoding.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.coder import Coder
from infoset_bots.adapters.menu import Menu
from infoset_games.colonizers.actions import DISCARD, PHASE_NAMES, PICK, SHUFFLE
from infoset_games.colonizers.cards import COLONISTS, MODULES, NOBODY, SEATS
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
    ORDER,
    POINTS,
    ROLE,
    seen_by,
)
from infoset_games.colonizers.observation import ALL_COLONISTS, Observation
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


@final
class Known:
    """What a seat knows, as far as its row shows it: read from an observation, or from the position itself.

    Both have the same cells. Of a position a card counts only with the seat's bit, a colonist only if it is public or
    the own one: so nothing is read that an observation would not show, and nothing has to be wiped first.
    """

    def __init__(self) -> None:
        self.cells = vec[u8]()
        self.omnium = vec[i64]()
        self.seat: i64 = 0
        self.round: i64 = 0
        self.phase: i64 = 0
        self.turn: i64 = 0
        self.deck: i64 = DECK  # the cell of the top card
        self.deck_count: i64 = 0
        self.gone_count: i64 = 0
        self.out: i64 = 0
        self.is_draw: bool = False
        self.revealed: i64 = 0
        self.has_seen_offer: bool = False
        self.offered: i64 = 0  # mask of the colonists that the seat was offered
        self.unplaced: i64 = 0  # of those of which it does not know the one place where they are

    def read_view(self, view: Observation) -> None:
        """From here on it is about this observation of a seat."""
        assert view.seat_code >= 0
        self.cells = view.cells
        self.omnium = view.omnium_cells
        self.seat = view.seat_code
        self.round = view.round_code
        self.phase = view.phase_code
        self.turn = view.turn_code
        self.deck = DECK
        self.deck_count = view.deck_count
        self.gone_count = view.gone_count
        self.out = view.out_mask
        self.is_draw = view.is_draw
        self.revealed = view.revealed
        self.has_seen_offer = view.has_seen_offer()
        self.offered = view.offered_mask() if self.has_seen_offer else 0
        self.find_unplaced()

    def read_state(self, state: ColonizersState, seat: i64) -> None:
        """From here on it is about this position, as `seat` sees it. Until the position changes."""
        self.cells = state.cells
        self.omnium = state.omnium
        self.seat = seat
        self.round = state.round
        self.phase = state.phase
        self.turn = state.turn
        self.deck = state.head
        self.deck_count = state.tail - state.head
        self.gone_count = state.gone
        self.out = state.out
        self.is_draw = state.is_draw
        self.revealed = state.revealed
        self.has_seen_offer = state.has_seen_offer(seat)
        self.offered = offered_to(state.cells, seat) if self.has_seen_offer else 0
        self.find_unplaced()

    def find_unplaced(self) -> None:
        cells = self.cells
        left: i64 = ALL_COLONISTS & ~self.out
        for seat in range(i64(SEATS)):
            role = i64(cells[ROLE + seat])
            if role != NOBODY and self.knows_role(seat):
                left &= ~(1 << role)
        self.unplaced = left

    def knows_role(self, seat: i64) -> bool:
        """Is the colonist of `seat`, where it has one, public or the own one?"""
        return seat == self.seat or self.revealed >> seat & 1 != 0

    def possible(self, seat: i64) -> i64:
        """The colonists that `seat` may have, as a mask: see `Observation.possible_mask`."""
        role = i64(self.cells[ROLE + seat])
        if role != NOBODY and self.knows_role(seat):
            return 1 << role
        if self.phase == SHUFFLE or (self.phase == PICK and seat >= self.turn):
            return 0
        if not self.has_seen_offer:
            return self.unplaced
        if seat < self.seat:
            return self.unplaced & ~self.offered
        return self.unplaced & self.offered


def offered_to(cells: vec[u8], seat: i64) -> i64:
    """The colonists of a position that `seat` was offered, as a mask: those that were dealt and not picked before it."""
    mask: i64 = 0
    for place in range(i64(ORDER + 1), i64(ORDER + COLONISTS)):
        mask |= 1 << i64(cells[place])
    for before in range(seat):
        mask &= ~(1 << i64(cells[ROLE + before]))
    return mask


def cells_of(view: Observation) -> bytes:
    """The row of a seat's observation."""
    known = Known()
    known.read_view(view)
    return row_of(known)


def row_of(known: Known) -> bytes:
    row = vec[u8]([0] * CELLS)
    write_shared(row, known)
    for distance in range(i64(SEATS)):
        write_seat(row, known, distance)
    return bytes(row)


def write_shared(row: vec[u8], known: Known) -> None:
    """Whose view, whose turn (as distance from the own seat), when, and the piles."""
    cells, own = known.cells, known.seat
    bit = seen_by(own)
    row[AT_SEAT + own] = 1
    row[AT_TURN + (known.turn - own + SEATS) % SEATS] = 1
    row[AT_PHASE + known.phase] = 1
    row[AT_SINGLE] = u8(min(known.round, MOST))
    row[AT_SINGLE + 1] = u8(known.deck_count)
    row[AT_SINGLE + 2] = 1 if known.is_draw else 0
    mark(row, AT_OFFERED, known.offered)
    mark(row, AT_OUT, known.out)
    if known.phase == DISCARD:
        count_known(row, AT_DRAWN, cells, bit, DRAWN, 2)
    count_known(row, AT_DECK, cells, bit, known.deck, known.deck_count)
    count_known(row, AT_GONE, cells, bit, GONE, known.gone_count)


def write_seat(row: vec[u8], known: Known, distance: i64) -> None:
    """What is known of one seat."""
    cells, own = known.cells, known.seat
    seat = own + distance
    if seat >= SEATS:
        seat -= SEATS
    at = AT_SEATS + SEAT_CELLS * distance
    hand = i64(cells[HAND_SIZE + seat])
    row[at] = u8(min(known.omnium[seat], MOST))
    row[at + 1] = cells[POINTS + seat]
    row[at + 2] = u8(hand)
    mark(row, at + SEAT_ROLES, known.possible(seat))
    count_known(row, at + SEAT_HAND, cells, seen_by(own), HAND + HAND_CELLS * seat, hand)
    first = COLONY + COLONY_CELLS * seat
    for place in range(first, first + i64(cells[COLONY_SIZE + seat])):
        row[at + SEAT_COLONY + i64(cells[place])] += 1


def mark(row: vec[u8], at: i64, colonists: i64) -> None:
    """1 at the colonists of a mask."""
    for colonist in range(i64(COLONISTS)):
        row[at + colonist] = u8(colonists >> colonist & 1)


def count_known(row: vec[u8], at: i64, cells: vec[u8], bit: i64, first: i64, count: i64) -> None:
    """How many cards of each module are known among these, by the bit of the seat."""
    for place in range(first, first + count):
        card = i64(cells[place])
        if card & bit:
            row[at + (card & KIND)] += 1


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
        self.known = Known()

    def look(self, state: State, seat: i64) -> None:
        assert isinstance(state, ColonizersState)
        self.known.read_state(state, seat)
        self.cells = row_of(self.known)

    def row(self, state: State, parts: tuple[int, ...]) -> bytes:
        return self.cells

    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        assert isinstance(state, ColonizersState)
        list_numbers(state, menu)
