"""Actions as people and programs write them, and back: `["orders", [0, "move", "up"], ...]`. Compiled."""

from typing import Final

from infoset_games.core import IllegalActionError, Json
from infoset_games.crossfire.commands import (
    COMMANDS,
    FIRE,
    VERBS,
    choices_of,
    idle_units,
    join_orders,
)
from infoset_games.crossfire.geometry import DIRECTION_NAMES, DIRECTIONS
from infoset_games.crossfire.setups import join_setup, split_setup
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import ALIVE, IDLE, MOTION, SIDE, WAIT

WRITTEN: Final = [
    [VERBS[code // DIRECTIONS], DIRECTION_NAMES[code % DIRECTIONS]] for code in range(COMMANDS)
]


def write_action(state: CrossfireState, seat: int, action: int) -> list[Json]:
    """The setup as `["setup", [number of each unit], king]`, else a command for each idle unit."""
    now = state.now
    if now is None:
        numbers, king = split_setup(action, state.deal.recharge)
        return ["setup", numbers, king]
    written: list[Json] = ["orders"]
    for number in idle_units(now.cells, seat):
        count = int(choices_of(now.cells, SIDE * seat + number))
        written.append([number, *WRITTEN[action % count]])
        action //= count
    return written


def write_option(state: CrossfireState, seat: int, slot: int, option: int) -> list[Json]:
    """One option of a slot: a command, the n-th number left over, or the king's spawn."""
    if state.now is not None:
        return WRITTEN[option][:]
    if slot == state.deal.board.units:
        return ["king", option]
    return ["nth", option]


def read_action(state: CrossfireState, seat: int, value: Json) -> int:
    """The code of a written action. Raises IllegalActionError saying which part is wrong."""
    verb = "setup" if state.now is None else "orders"
    if not isinstance(value, list) or not value or value[0] != verb:
        raise IllegalActionError(f'expected ["{verb}", ...]')
    if state.now is None:
        return read_setup(state, value)
    if not state.owes(seat):
        raise IllegalActionError("none of your units takes a command in this round")
    return read_orders(state, seat, value)


def read_setup(state: CrossfireState, value: list[Json]) -> int:
    recharge = state.deal.recharge
    if len(value) != 3 or not isinstance(value[1], list):
        raise IllegalActionError('expected ["setup", [a number for each unit], king]')
    if any(type(number) is not int for number in value[1]):
        raise IllegalActionError("setup: expected integers as recharge times")
    if type(value[2]) is not int or not 0 <= value[2] < len(recharge):
        raise IllegalActionError(f"king: expected the number of a unit, 0..{len(recharge) - 1}")
    numbers: list[int] = value[1]
    try:
        return join_setup(numbers, value[2], recharge)
    except ValueError as error:
        raise IllegalActionError(f"setup: {error}") from None


def read_orders(state: CrossfireState, seat: int, value: list[Json]) -> int:
    """A command for each idle unit, in ascending order of units."""
    assert state.now is not None
    cells = state.now.cells
    idle = idle_units(cells, seat)
    commands: list[int] = []
    for entry in value[1:]:
        if not isinstance(entry, list) or len(entry) != 3 or type(entry[0]) is not int:
            raise IllegalActionError('orders: expected entries like [0, "move", "up"]')
        number: int = entry[0]
        if number not in idle:
            raise IllegalActionError(f"unit {number}: {refusal(state, seat, number)}")
        if len(commands) == len(idle) or number != idle[len(commands)]:
            raise IllegalActionError(f"unit {number}: expected one command each for units {idle}")
        if entry[1:] not in WRITTEN:
            raise IllegalActionError(f"unit {number}: expected move or fire, and a direction")
        command = WRITTEN.index(entry[1:])
        wait = int(cells[WAIT + SIDE * seat + number])
        if command >= FIRE and wait:
            raise IllegalActionError(f"unit {number}: it can fire in {wait} rounds")
        commands.append(command)
    if len(commands) < len(idle):
        raise IllegalActionError(f"unit {idle[len(commands)]}: expected a command for it")
    return join_orders(cells, seat, commands)


def refusal(state: CrossfireState, seat: int, number: int) -> str:
    """Why a unit takes no command."""
    assert state.now is not None
    cells, unit = state.now.cells, SIDE * seat + number
    if not 0 <= number < state.deal.board.units:
        return f"there is none, expected 0..{state.deal.board.units - 1}"
    if not cells[ALIVE + unit]:
        return "it is destroyed"
    assert cells[MOTION + unit] != IDLE
    return "it is still moving and takes no command"
