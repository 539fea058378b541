"""What a seat of Crossfire knows as one row of bytes, and where everything lies in it. Compiled.

Made from an observation alone. There is always room for the largest board and for eight units a seat; a
smaller board lies in the upper left corner. What the cells mean by name is in crossfire_encoding.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_bots.adapters.coder import Coder
from infoset_bots.adapters.menu import MORE, Menu
from infoset_games.bits import count_bits, lowest_place
from infoset_games.core import State
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import COMMANDS
from infoset_games.crossfire.geometry import MOST_SIZE
from infoset_games.crossfire.observation import SETUP, SPECTATOR, Observation
from infoset_games.crossfire.reach import reach_of
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.stage import PERIOD, Stage
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import IDLE, SIDE
from infoset_games.crossfire.whereabouts import Whereabouts
from infoset_games.spaces import ProductSpace

MOST: Final = 255  # more is written as this
SQUARES: Final = MOST_SIZE * MOST_SIZE

# Numbers that decisions are spelled with, one for each unit that decides.
COMMAND: Final = 0  # + 0..3 MOVE, 4..7 FIRE
NTH: Final = COMMAND + COMMANDS  # + which of the recharge times not yet given out
CROWN: Final = NTH + SIDE  # + unit that is king
ACTIONS: Final = CROWN + SIDE

# Shared cells.
AT_SEAT: Final = 0
AT_PHASE: Final = AT_SEAT + 2
AT_ASKED: Final = AT_PHASE + 3
AT_SYMMETRY: Final = AT_ASKED + 2
AT_SINGLE: Final = AT_SYMMETRY + 5  # SINGLE_NAMES in crossfire_encoding.py
SINGLES: Final = 7
AT_RECHARGE: Final = AT_SINGLE + SINGLES
AT_UNITS: Final = AT_RECHARGE + SIDE

# Cells of an own unit.
UNIT_SINGLES: Final = 9  # UNIT_NAMES in crossfire_encoding.py
UNIT_MOTION: Final = UNIT_SINGLES
UNIT_COMMAND: Final = UNIT_MOTION + 4
UNIT_CELLS: Final = UNIT_COMMAND + COMMANDS
AT_ENEMIES: Final = AT_UNITS + SIDE * UNIT_CELLS  # by enemy unit on how many squares it may be

# Planes, a cell for each square.
AT_PLANES: Final = AT_ENEMIES + SIDE
TERRAIN: Final = AT_PLANES  # 1 + its code, 0 outside the board
IN_VIEW: Final = TERRAIN + SQUARES
OWN: Final = IN_VIEW + SQUARES
ENEMY: Final = OWN + SQUARES
CHANCES: Final = ENEMY + SQUARES  # how many enemy units may be here
FALLEN: Final = CHANCES + SQUARES
LIGHT: Final = FALLEN + SQUARES  # 1 along the row, 2 along the column, 3 both
CELLS: Final = LIGHT + SQUARES

PLACES: Final[dict[int, vec[i64]]] = {}  # by size of the board, see `places_on`


def cells_of(view: Observation, parts: tuple[int, ...]) -> bytes:
    """The row of a seat's observation, with what it has decided so far for its first units (`parts`)."""
    row = unspelled(view, terrain_of(stage_of(view)))
    if view.asked >> view.seat & 1:
        write_spelled(row, view, parts)
    return bytes(row)


def stage_of(view: Observation) -> Stage:
    """The terrain of this moment."""
    return view.board.stage_after(view.played())


def unspelled(view: Observation, row: vec[u8]) -> vec[u8]:
    """The same in a row that has the terrain, without what was decided, and without which unit comes next."""
    assert view.seat != SPECTATOR
    write_shared(row, view)
    last = view.last
    if last is None:
        write_spawns(row, view)
    else:
        write_units(row, view, last)
        write_sights(row, view, last)
    return row


def list_numbers(state: CrossfireState, seat: i64, parts: tuple[int, ...], menu: Menu) -> None:
    """The options of one slot after the other: commands for idle units, or recharge times and the king."""
    space = state.legal(int(seat))
    if not isinstance(space, ProductSpace):
        return
    slot, last = len(parts), len(space.sizes) - 1
    first: i64 = COMMAND
    if state.now is None:
        first = CROWN if slot == last else NTH
    size: i64 = space.sizes[slot]
    if slot < last:
        for option in range(size):
            menu.add(first + option, MORE)
        return
    code = 0  # all slots but the last, and what one in that counts
    weight = 1
    for part, count in zip(parts, space.sizes, strict=False):
        code += weight * (part % COMMANDS)
        weight *= count
    for option in range(size):
        menu.add(first + option, code + weight * option)


@final
class CrossfireCoder(Coder):
    """Only what is spelled changes while one unit after the other is commanded."""

    def __init__(self) -> None:
        self.view: Observation | None = None
        self.stage: Stage | None = None
        self.terrain = vec[u8]()  # of that stage
        self.cells = vec[u8]()

    def look(self, state: State, seat: i64) -> None:
        assert isinstance(state, CrossfireState)
        view = state.observe(int(seat))
        stage = stage_of(view)
        if stage is not self.stage:
            self.stage = stage
            self.terrain = terrain_of(stage)
        self.view = view
        self.cells = unspelled(view, self.terrain[:])

    def row(self, state: State, parts: tuple[int, ...]) -> bytes:
        view = self.view
        assert view is not None
        if not view.asked >> view.seat & 1:
            return bytes(self.cells)
        row = self.cells[:]
        write_spelled(row, view, parts)
        return bytes(row)

    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        assert isinstance(state, CrossfireState)
        assert self.view is not None
        list_numbers(state, self.view.seat, parts, menu)


def put(row: vec[u8], at: i64, count: i64) -> None:
    """Writes a count that may be too large for a cell."""
    row[at] = u8(min(count, MOST))


def write_shared(row: vec[u8], view: Observation) -> None:
    board = view.board
    row[AT_SEAT + view.seat] = 1
    row[AT_PHASE + view.phase_code] = 1
    row[AT_ASKED] = u8(view.asked >> view.seat & 1)
    row[AT_ASKED + 1] = u8(view.asked >> (1 - view.seat) & 1)
    row[AT_SYMMETRY + board.map.symmetry] = 1
    put(row, AT_SINGLE, view.round)
    put(row, AT_SINGLE + 1, PERIOD - view.played() % PERIOD)
    put(row, AT_SINGLE + 2, board.geometry.size)
    put(row, AT_SINGLE + 3, board.units)
    row[AT_SINGLE + 4] = u8(board.laser_stop)
    row[AT_SINGLE + 5] = 1 if view.mirror else 0
    for at, number in enumerate(view.recharge):
        put(row, AT_RECHARGE + at, number)


def terrain_of(stage: Stage) -> vec[u8]:
    """A row with nothing but the terrain."""
    row = vec[u8]([0] * CELLS)
    places = places_on(stage.geometry.size)
    for square in range(i64(len(stage.terrain))):
        row[TERRAIN + places[square]] = u8(i64(stage.terrain[square]) + 1)
    return row


def places_on(size: int) -> vec[i64]:
    """By square of a board its place in a plane."""
    found = PLACES.get(size)
    if found is None:
        found = vec[i64](
            [MOST_SIZE * line + column for line in range(size) for column in range(size)]
        )
        PLACES[size] = found
    return found


def place_of(board: Board, square: i64) -> i64:
    """The place of a square in a plane."""
    return places_on(board.geometry.size)[square]


def add_set(row: vec[u8], plane: i64, board: Board, squares: int, count: i64) -> None:
    """Adds `count` to a plane on all squares of a set."""
    places = places_on(board.geometry.size)
    packed = squares.to_bytes(board.count // 8 + 1, "little")
    for at in range(i64(len(packed))):
        bits = i64(packed[at])
        square = 8 * at
        while bits != 0:
            if bits & 1:
                place = plane + places[square]
                row[place] = u8(i64(row[place]) + count)
            bits >>= 1
            square += 1


def write_spawns(row: vec[u8], view: Observation) -> None:
    """Where everybody will stand, before the setup."""
    board = view.board
    for unit in range(i64(board.units)):
        own = board.spawns(view.seat)[unit]
        enemy = board.spawns(1 - view.seat)[unit]
        write_place(row, board, unit, own)
        row[OWN + place_of(board, own)] = 1
        row[CHANCES + place_of(board, enemy)] = 1
        row[AT_ENEMIES + unit] = 1


def write_place(row: vec[u8], board: Board, unit: i64, square: i64) -> None:
    at = AT_UNITS + UNIT_CELLS * unit
    size: i64 = board.geometry.size
    row[at] = 1
    row[at + 3] = u8(square // size)
    row[at + 4] = u8(square % size)


def write_units(row: vec[u8], view: Observation, last: Report) -> None:
    board = view.board
    for unit in range(i64(board.units)):
        at = AT_UNITS + UNIT_CELLS * unit
        square: i64 = last.squares[unit]
        if last.alive >> int(unit) & 1:
            write_place(row, board, unit, square)
            row[OWN + place_of(board, square)] = 1
        row[at + 1] = 1 if view.king == unit else 0
        put(row, at + 2, view.numbers[unit])
        put(row, at + 5, last.waits[unit])
        row[at + 6] = u8(last.moved >> int(unit) & 1)
        motion: i64 = last.motions[unit]
        if motion != IDLE:
            row[at + UNIT_MOTION + motion] = 1


def write_sights(row: vec[u8], view: Observation, last: Report) -> None:
    """What was seen at the end of the last round, and where enemies may be."""
    board = view.board
    add_set(row, IN_VIEW, board, last.visible, 1)
    for square in last.enemies:
        row[ENEMY + place_of(board, square)] = 1
    for square in last.fallen:
        row[FALLEN + place_of(board, square)] = 1
    add_set(row, LIGHT, board, last.light_across, 1)
    add_set(row, LIGHT, board, last.light_along, 2)
    reach = reach_of(board, view.seat, last, view.recharge[0])
    for unit in range(len(reach)):
        put(row, AT_ENEMIES + unit, add_chances(row, board, reach[unit]))


def add_chances(row: vec[u8], board: Board, where: Whereabouts) -> i64:
    """Counts one enemy unit on all squares where it may be. Returns how many these are."""
    places = places_on(board.geometry.size)
    first: i64 = 0  # square of the word
    found: i64 = 0
    for word in range(board.geometry.words):
        left = where.word(word)
        found += count_bits(left)
        while left != 0:
            row[CHANCES + places[first + lowest_place(left)]] += 1
            left &= left - 1
        first += board.geometry.word_squares
    return found


def deciding(view: Observation) -> list[int]:
    """The units that decide one after the other; the king's choice comes after them, in the setup."""
    last = view.last
    if last is None or view.phase_code == SETUP:
        return list(range(view.board.units))
    return [
        unit
        for unit in range(view.board.units)
        if last.alive >> unit & 1 and last.motions[unit] == IDLE
    ]


def write_spelled(row: vec[u8], view: Observation, parts: tuple[int, ...]) -> None:
    """What was decided for the first units, and which one comes next."""
    units = deciding(view)
    left = view.recharge[:]
    for at in range(len(parts)):
        cell = AT_UNITS + UNIT_CELLS * units[at]
        number: i64 = parts[at]
        if number < NTH:
            row[cell + UNIT_COMMAND + number] = 1
        else:
            put(row, cell + 8, left.pop(number - NTH))
    if len(parts) < len(units):
        row[AT_UNITS + UNIT_CELLS * units[len(parts)] + 7] = 1
    else:
        row[AT_SINGLE + 6] = 1
