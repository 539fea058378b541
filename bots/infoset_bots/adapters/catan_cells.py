"""What a seat of Catan knows as one row of bytes, and where everything lies in it. Compiled.

Made from an observation alone. The own seat comes first, the others follow in order of seats; there is
always room for four. What the cells mean by name is in catan_encoding.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.catan_actions import (
    COUNTER_TRADE,
    GIVE_CARD,
    OFFER_TRADE,
    PROPOSE,
    TAKE_CARD,
    TO_SEAT,
    list_numbers,
)
from infoset_bots.adapters.coder import Coder
from infoset_bots.adapters.menu import Menu
from infoset_games.catan.actions import PHASE_NAMES
from infoset_games.catan.board import Board
from infoset_games.catan.cards import DEV_CARDS, DEV_KINDS, MOST_SEATS, NOBODY, RESOURCES
from infoset_games.catan.cells import (
    ANSWER,
    BANK,
    CAP,
    CITIES_LEFT,
    CITY,
    COUNTER,
    DEVS,
    DUE,
    EDGE,
    FRESH,
    HELD,
    LENGTH,
    PENDING,
    PLAYED,
    POINTS,
    RATE,
    ROADS_LEFT,
    SETTLEMENTS_LEFT,
    USABLE,
    VERTEX,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.position import NO_PLACE, Position
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import EDGES, HARBOUR_EDGES, HEXES, VERTICES
from infoset_games.catan.trades import COUNTERED, NO_TRADE, NOT_ASKED, change
from infoset_games.core import State

MOST: Final = 255  # more is written as this
TERRAINS: Final = 6
HARBOURS: Final = 9
HARBOUR_KINDS: Final = 6
ANSWERS: Final = 4
PHASES: Final = 14

# Shared cells.
AT_SEAT: Final = 0
AT_TURN: Final = AT_SEAT + MOST_SEATS
AT_PHASE: Final = AT_TURN + MOST_SEATS
AT_SINGLE: Final = AT_PHASE + PHASES  # SINGLE_NAMES in catan_encoding.py
SINGLES: Final = 10
AT_BANK: Final = AT_SINGLE + SINGLES
AT_PENDING: Final = AT_BANK + RESOURCES
AT_FRESH: Final = AT_PENDING + RESOURCES
AT_OFFER: Final = AT_FRESH + DEV_KINDS
TRADE_CELLS: Final = 2 * RESOURCES
AT_SPELLED: Final = AT_OFFER + TRADE_CELLS
SPELLED_CELLS: Final = 2 + TRADE_CELLS + MOST_SEATS - 1
AT_HEX: Final = AT_SPELLED + SPELLED_CELLS
HEX_CELLS: Final = TERRAINS + 2
AT_HARBOUR: Final = AT_HEX + HEXES * HEX_CELLS
AT_VERTEX: Final = AT_HARBOUR + HARBOURS * HARBOUR_KINDS
VERTEX_CELLS: Final = MOST_SEATS + 2
AT_EDGE: Final = AT_VERTEX + VERTICES * VERTEX_CELLS
AT_SEATS: Final = AT_EDGE + EDGES * MOST_SEATS

# Cells of one seat.
SEAT_SINGLES: Final = 12  # SEAT_NAMES in catan_encoding.py
SEAT_LEAST: Final = SEAT_SINGLES
SEAT_MOST: Final = SEAT_LEAST + RESOURCES
SEAT_USABLE: Final = SEAT_MOST + RESOURCES
SEAT_PLAYED: Final = SEAT_USABLE + DEV_KINDS
SEAT_RATE: Final = SEAT_PLAYED + DEV_KINDS
SEAT_ANSWER: Final = SEAT_RATE + RESOURCES
SEAT_COUNTER: Final = SEAT_ANSWER + ANSWERS
SEAT_CELLS: Final = SEAT_COUNTER + TRADE_CELLS
CELLS: Final = AT_SEATS + MOST_SEATS * SEAT_CELLS

assert len(PHASE_NAMES) == PHASES
assert TAKE_CARD == GIVE_CARD + RESOURCES  # spelled cards lie as their numbers follow each other
assert TO_SEAT == TAKE_CARD + RESOURCES
assert len(HARBOUR_EDGES) == HARBOURS


def cells_of(view: Observation, parts: tuple[int, ...]) -> bytes:
    """The row of a seat's observation, with the `parts` of a trade that it has named so far."""
    row = unspelled(view, island_of(view.veiled.board))
    write_spelled(row, parts)
    return bytes(row)


def unspelled(view: Observation, row: vec[u8]) -> vec[u8]:
    """The same in a row that has the hexes and harbours, without what was named."""
    assert view.viewer != NOBODY
    write_shared(row, view)
    write_pieces(row, view)
    for distance in range(view.veiled.options.seats):
        write_seat(row, view, distance)
    write_hands(row, view)
    return row


@final
class CatanCoder(Coder):
    """Only what is spelled changes while a trade is named."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.island = vec[u8]()  # of that board
        self.cells = vec[u8]()
        self.seat: i64 = 0

    def look(self, state: State, seat: i64) -> None:
        assert isinstance(state, CatanState)
        if state.board is not self.board:
            self.board = state.board
            self.island = island_of(state.board)
        self.cells = unspelled(state.observe(int(seat)), self.island[:])
        self.seat = seat

    def row(self, state: State, parts: tuple[int, ...]) -> bytes:
        if not parts:
            return bytes(self.cells)
        row = self.cells[:]
        write_spelled(row, parts)
        return bytes(row)

    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        assert isinstance(state, CatanState)
        list_numbers(state, self.seat, parts, menu)


def put(row: vec[u8], at: i64, count: i64) -> None:
    """Writes a count that may be too large for a cell."""
    row[at] = u8(min(count, MOST))


def put_row(row: vec[u8], at: i64, cells: vec[u8], first: i64, width: i64) -> None:
    """Copies some cells of a position."""
    for i in range(width):
        row[at + i] = cells[first + i]


def put_trade(row: vec[u8], at: i64, trade: i64) -> None:
    """What a trade gives, then what it takes, by resource."""
    for resource in range(i64(RESOURCES)):
        more = change(trade, resource)
        if more < 0:
            row[at + resource] = u8(-more)
        else:
            row[at + RESOURCES + resource] = u8(more)


def distance_to(view: Observation, seat: i64) -> i64:
    """How many places behind the own seat another sits."""
    seats = view.veiled.options.seats
    return (seat - view.viewer + seats) % seats


def write_shared(row: vec[u8], view: Observation) -> None:
    position = view.veiled
    options = position.options
    cells = position.cells
    row[AT_SEAT + view.viewer] = 1
    row[AT_TURN + distance_to(view, position.turn)] = 1
    row[AT_PHASE + position.phase] = 1
    put(row, AT_SINGLE, options.target)
    put(row, AT_SINGLE + 1, position.round)
    put(row, AT_SINGLE + 2, max(0, options.round_limit - position.round))
    put(row, AT_SINGLE + 3, position.first_die)
    put(row, AT_SINGLE + 4, position.second_die)
    row[AT_SINGLE + 5] = 1 if position.has_rolled else 0
    row[AT_SINGLE + 6] = 1 if position.has_played else 0
    put(row, AT_SINGLE + 7, deck_size(position))
    put(row, AT_SINGLE + 8, max(0, options.max_offers - position.offers))
    put(row, AT_SINGLE + 9, position.free_roads)
    put_row(row, AT_BANK, cells, BANK, RESOURCES)
    put_row(row, AT_PENDING, cells, PENDING + RESOURCES * view.viewer, RESOURCES)
    put_row(row, AT_FRESH, cells, FRESH, DEV_KINDS)
    if position.offer != NO_TRADE:
        put_trade(row, AT_OFFER, position.offer)


def deck_size(position: Position) -> i64:
    """Development cards that can still be bought."""
    left: i64 = DEV_CARDS
    for seat in range(position.options.seats):
        left -= i64(position.cells[DEVS + seat])
        for kind in range(i64(DEV_KINDS)):
            left -= i64(position.cells[PLAYED + DEV_KINDS * seat + kind])
    return left


def island_of(board: Board) -> vec[u8]:
    """A row with nothing but hexes and harbours."""
    row = vec[u8]([0] * CELLS)
    for place in range(i64(HEXES)):
        at = AT_HEX + HEX_CELLS * place
        row[at + i64(board.terrain[place])] = 1
        row[at + TERRAINS] = u8(board.numbers[place])
    for place in range(i64(HARBOURS)):
        row[AT_HARBOUR + HARBOUR_KINDS * place + i64(board.harbours[place])] = 1
    return row


def write_pieces(row: vec[u8], view: Observation) -> None:
    """The robber, and what is built."""
    position = view.veiled
    cells = position.cells
    row[AT_HEX + HEX_CELLS * position.robber + TERRAINS + 1] = 1
    for vertex in range(i64(VERTICES)):
        building = i64(cells[VERTEX + vertex])
        if building != 0:
            at = AT_VERTEX + VERTEX_CELLS * vertex
            row[at + distance_to(view, (building - 1) % CITY)] = 1
            row[at + MOST_SEATS] = 1 if building > CITY else 0
    if position.placed != NO_PLACE:
        row[AT_VERTEX + VERTEX_CELLS * position.placed + MOST_SEATS + 1] = 1
    for edge in range(i64(EDGES)):
        owner = i64(cells[EDGE + edge])
        if owner != 0:
            row[AT_EDGE + MOST_SEATS * edge + distance_to(view, owner - 1)] = 1


def write_spelled(row: vec[u8], parts: tuple[int, ...]) -> None:
    """The trade that the own seat is naming card by card."""
    for part in parts:
        number: i64 = part
        if number == OFFER_TRADE or number == COUNTER_TRADE:
            row[AT_SPELLED + number - OFFER_TRADE] = 1
        elif GIVE_CARD <= number < PROPOSE:
            at = AT_SPELLED + 2 + number - GIVE_CARD
            row[at] = u8(i64(row[at]) + 1)


def write_seat(row: vec[u8], view: Observation, distance: i64) -> None:
    """What is known of one seat, but for its hand."""
    position = view.veiled
    cells = position.cells
    seat = (view.viewer + distance) % position.options.seats
    at = AT_SEATS + SEAT_CELLS * distance
    row[at] = 1
    row[at + 1] = cells[POINTS + seat]
    row[at + 2] = cells[HELD + seat]
    row[at + 3] = cells[DEVS + seat]
    row[at + 4] = cells[LENGTH + seat]
    row[at + 5] = cells[ROADS_LEFT + seat]
    row[at + 6] = cells[SETTLEMENTS_LEFT + seat]
    row[at + 7] = cells[CITIES_LEFT + seat]
    row[at + 8] = cells[CAP + seat]
    row[at + 9] = cells[DUE + seat]
    row[at + 10] = 1 if position.army == seat else 0
    row[at + 11] = 1 if position.longest == seat else 0
    put_row(row, at + SEAT_USABLE, cells, USABLE + DEV_KINDS * seat, DEV_KINDS)
    put_row(row, at + SEAT_PLAYED, cells, PLAYED + DEV_KINDS * seat, DEV_KINDS)
    put_row(row, at + SEAT_RATE, cells, RATE + RESOURCES * seat, RESOURCES)
    answer = i64(cells[ANSWER + seat])
    if answer != NOT_ASKED:
        row[at + SEAT_ANSWER + answer - 1] = 1
    if answer == COUNTERED:
        put_trade(row, at + SEAT_COUNTER, position.masks[COUNTER + seat])


def write_hands(row: vec[u8], view: Observation) -> None:
    """The least and the most that each seat can hold of each resource, over all hands held possible."""
    seats = view.veiled.options.seats
    width = RESOURCES * seats
    least = vec[u8]([0] * (MOST_SEATS * RESOURCES))
    most = vec[u8]([0] * (MOST_SEATS * RESOURCES))
    is_first = True
    for deal, _ in view.deals:
        digits = deal.to_bytes(MOST_SEATS * RESOURCES, "little")
        for place in range(width):
            count = u8(digits[place])
            if is_first or count < least[place]:
                least[place] = count
            if is_first or count > most[place]:
                most[place] = count
        is_first = False
    for seat in range(seats):
        at = AT_SEATS + SEAT_CELLS * distance_to(view, seat)
        put_row(row, at + SEAT_LEAST, least, RESOURCES * seat, RESOURCES)
        put_row(row, at + SEAT_MOST, most, RESOURCES * seat, RESOURCES)
