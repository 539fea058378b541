"""Commands to units and how a seat's commands of one round are one number. Compiled.

A command is 0..3 MOVE up, right, down, left, or 4..7 FIRE likewise. A seat's decision is a product
with a slot for each idle unit, ascending, so its code is the mixed-radix number of the commands.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.units import ALIVE, IDLE, MOTION, ORDER, SIDE, WAIT
from infoset_games.spaces import ListSpace, ProductSpace

FIRE: Final = 4  # the first FIRE command
UNIT: Final = "unit "  # a slot of a decision is called this and the number of its unit
COMMANDS: Final = 8
VERBS: Final = ("move", "fire")

NONE_LEGAL: Final = ListSpace(())
SPACES: Final[dict[int, ProductSpace]] = {}  # by pattern; at most 3 ** SIDE


def choices_of(cells: vec[i64], unit: i64) -> i64:
    """How many commands a unit may be given: 0 where it takes none, all only when it is charged."""
    if not cells[ALIVE + unit] or cells[MOTION + unit] != IDLE:
        return 0
    return DIRECTIONS if cells[WAIT + unit] else COMMANDS


def idle_units(cells: vec[i64], seat: i64) -> list[int]:
    """The numbers of the units of a seat that take a command, ascending."""
    first = SIDE * seat
    return [int(number) for number in range(SIDE) if choices_of(cells, first + number)]


def orders_space(cells: vec[i64], seat: i64) -> ProductSpace:
    """What a seat with an idle unit may command."""
    first = SIDE * seat
    pattern: i64 = 0
    for number in range(i64(SIDE)):
        pattern = 3 * pattern + choices_of(cells, first + number) // DIRECTIONS
    found = SPACES.get(pattern)
    if found is None:
        idle = idle_units(cells, seat)
        sizes = [int(choices_of(cells, first + number)) for number in idle]
        found = ProductSpace([f"{UNIT}{number}" for number in idle], sizes)
        SPACES[pattern] = found
    return found


def give_orders(cells: vec[i64], seat: i64, code: i64) -> None:
    """Writes the commands of a code to the idle units of a seat."""
    first = SIDE * seat
    for unit in range(first, first + SIDE):
        count = choices_of(cells, unit)
        if count:
            cells[ORDER + unit] = code % count
            code //= count


def join_commands(cells: vec[i64], seat: i64, commands: vec[i64]) -> i64:
    """The code of commands by the number of the unit; those of units that take none do not matter."""
    first = SIDE * seat
    code: i64 = 0
    weight: i64 = 1
    for number in range(i64(SIDE)):
        count = choices_of(cells, first + number)
        if count:
            code += weight * commands[number]
            weight *= count
    return code


def join_orders(cells: vec[i64], seat: i64, commands: list[int]) -> int:
    """The code of one command for each idle unit, in ascending order of units."""
    first = SIDE * seat
    code: i64 = 0
    weight: i64 = 1
    at = 0
    for unit in range(first, first + SIDE):
        count = choices_of(cells, unit)
        if count:
            code += weight * commands[at]
            weight *= count
            at += 1
    return int(code)
