"""Observations as plain values, and back. Compiled; the fields are listed in README.md.

A reader is given the numbers of the play and what happened, and works out the rest: motions, waits,
what is in view. A field that contradicts another is refused.
"""

from collections.abc import Callable
from typing import Final

from infoset_games.core import Json
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.chance import MASK32
from infoset_games.crossfire.commands import COMMANDS, FIRE
from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, OUTSIDE, members, set_of
from infoset_games.crossfire.observation import (
    FINISHED,
    PHASE_NAMES,
    SETUP,
    SPECTATOR,
    Observation,
)
from infoset_games.crossfire.plain import FIELDS as UNIT_FIELDS
from infoset_games.crossfire.plain import read_cells, write_cells
from infoset_games.crossfire.reach import reach_of
from infoset_games.crossfire.report import Report
from infoset_games.crossfire.rounds import BEFORE_LASERS, BOTH_KINGS_DEAD
from infoset_games.crossfire.stage import PERIOD
from infoset_games.crossfire.units import IDLE, no_units
from infoset_games.fields import read_int, read_int_rows, read_ints

FIELDS: Final = (
    "seat",
    "round",
    "phase",
    "asked",
    "map",
    "terrain",
    "reduction_in",
    "recharge",
    "fill",
    "numbers",
    "king",
    "units",
    "past",
    "visible",
    "seen",
    "fallen",
    "light",
    "enemy_asked",
    "reach",
    "ending",
    "reveal",
)
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
ACROSS: Final = 0
ALONG: Final = 1


# Written.


def write_observation(view: Observation) -> dict[str, Json]:
    board, last = view.board, view.last
    reports = view.reports()
    played = view.played()
    reveal = view.reveal
    return {
        "seat": view.seat,
        "round": view.round,
        "phase": view.phase,
        "asked": members(view.asked),
        "map": board.map.text().split("\n"),
        "terrain": board.stage_after(played).letters(),
        "reduction_in": PERIOD - played % PERIOD,
        "recharge": view.recharge[:],
        "fill": view.fill,
        "numbers": view.numbers[:],
        "king": view.king,
        "units": [] if last is None else write_units(last),
        "past": "".join([write_past(report) for report in reports[1:]]),
        "visible": "" if last is None else f"{last.visible:x}",
        "seen": [report.enemies[:] for report in reports],
        "fallen": [[report.number, *report.fallen] for report in reports if report.fallen],
        "light": write_light(reports),
        "enemy_asked": "".join(["1" if report.enemy_asks else "0" for report in reports]),
        "reach": [] if last is None else write_reach(view, last),
        "ending": int(view.ending),
        "reveal": [] if reveal is None else write_cells(reveal, board.units),
    }


def write_units(report: Report) -> list[Json]:
    """By own unit square, motion, wait, and 1 if it lives."""
    return [
        [report.squares[unit], report.motions[unit], report.waits[unit], report.alive >> unit & 1]
        for unit in range(len(report.squares))
    ]


def write_past(report: Report) -> str:
    """A character for each own unit: its command, whether it moved, whether it was destroyed."""
    died = report.died()
    letters: list[str] = []
    for unit in range(len(report.squares)):
        moved, dead = report.moved >> unit & 1, died >> unit & 1
        letters.append(DIGITS[4 * (report.orders[unit] + 1) + 2 * moved + dead])
    return "".join(letters)


def write_light(reports: list[Report]) -> list[Json]:
    """The enemy beams in view as `[round, axis, square, ...]`, only where there were any."""
    written: list[Json] = []
    for report in reports:
        if report.light_across:
            written.append([report.number, ACROSS, *members(report.light_across)])
        if report.light_along:
            written.append([report.number, ALONG, *members(report.light_along)])
    return written


def write_reach(view: Observation, last: Report) -> list[Json]:
    reach = reach_of(view.board, view.seat, last, view.recharge[0])
    return [f"{where.squares():x}" for where in reach]


# Read.


def read_observation(
    value: Json, seats: int, mirror: bool, read_board: Callable[[Json, str], Board]
) -> Observation:
    """The observation, checked so far that `determinize` can rely on it. Raises ValueError.

    `read_board` reads the lines of a map in the field it is told.
    """
    plain = read_fields(value)
    seat = read_int(plain, "seat", SPECTATOR, seats - 1)
    board = read_board(plain["map"], "map")
    recharge = list(read_ints(plain, "recharge", board.units, 1, MASK32))
    view = Observation(seat, board, recharge, mirror)
    view.phase_code = read_phase(plain["phase"])
    view.round = read_int(plain, "round", 1, board.last_round + 1)
    if view.phase_code == SETUP and view.round > 1:
        raise ValueError("round: expected 1 in the setup")
    asked = list(read_ints(plain, "asked", min(2, length(plain["asked"])), 0, 1))
    if (view.phase_code == FINISHED) != (not asked):
        raise ValueError("asked: expected seats unless it is over")
    view.asked = set_of(asked)
    view.fill = read_int(plain, "fill", 0, MASK32)
    if view.phase_code != SETUP and seat != SPECTATOR:
        read_setup(view, plain)
        view.last = read_reports(view, plain)
    read_ending(view, plain)
    check_written(view, plain)
    return view


def read_fields(value: Json) -> dict[str, Json]:
    """An object with exactly the fields of an observation."""
    if not isinstance(value, dict):
        raise ValueError("expected an object")  # noqa: TRY004 (one error for bad input)
    for name in [*FIELDS, *value]:
        if name not in value:
            raise ValueError(f"{name}: missing")
        if name not in FIELDS:
            raise ValueError(f"{name}: unknown field")
    return value


def read_phase(value: Json) -> int:
    """The number of a named phase."""
    if value not in PHASE_NAMES:
        raise ValueError(f"phase: expected one of {', '.join(PHASE_NAMES)}")
    return PHASE_NAMES.index(value)


def length(value: Json) -> int:
    """How many entries a list has; 0 for anything else."""
    return len(value) if isinstance(value, list) else 0


def read_setup(view: Observation, plain: dict[str, Json]) -> None:
    units = view.board.units
    view.numbers = list(read_ints(plain, "numbers", units, 1, MASK32))
    if sorted(view.numbers) != view.recharge:
        raise ValueError(f"numbers: expected {view.recharge} in some order")
    view.king = read_int(plain, "king", 0, units - 1)


def read_ending(view: Observation, plain: dict[str, Json]) -> None:
    """How it ended, and the whole position then."""
    most = BEFORE_LASERS + BOTH_KINGS_DEAD
    view.ending = read_int(plain, "ending", 0, most)
    if (view.ending != 0) != (view.phase_code == FINISHED):
        raise ValueError("ending: expected one when it is over, else 0")
    if view.last is not None:
        view.last.is_shot_out = not view.ending & BEFORE_LASERS
    if view.phase_code == FINISHED:
        cells = no_units()
        read_cells(read_reveal(plain["reveal"], view.board.units), cells)
        view.reveal = cells


def read_reveal(value: Json, units: int) -> list[Json]:
    if length(value) != 2:
        raise ValueError("reveal: expected the units of two seats")
    entries = range(len(UNIT_FIELDS), len(UNIT_FIELDS) + 1)
    for side in value:
        read_int_rows({"reveal": side}, "reveal", units, entries, -1, MASK32)
    sides: list[Json] = value
    return sides


def check_written(view: Observation, plain: dict[str, Json]) -> None:
    """Refuses whatever would not be written the same again: all that follows from other fields."""
    written = write_observation(view)
    for name in FIELDS:
        if plain[name] != written[name]:
            raise ValueError(f"{name}: expected {written[name]}")


# The reports.


def read_reports(view: Observation, plain: dict[str, Json]) -> Report:
    """The chain of reports; the last is returned."""
    board, rounds = view.board, view.played()
    past = plain["past"]
    if not isinstance(past, str) or len(past) != rounds * board.units:
        raise ValueError(f"past: expected {rounds * board.units} characters")
    codes = [DIGITS.find(letter) for letter in past]
    if not all(0 <= code < 4 * (COMMANDS + 1) for code in codes):
        raise ValueError(f"past: expected characters of {DIGITS}")
    reports = empty_reports(board, codes, rounds)
    read_squares(board, reports, plain)
    for report in reports:
        follow(view, report)
    read_sights(view, reports, plain)
    return reports[-1]


def empty_reports(board: Board, codes: list[int], rounds: int) -> list[Report]:
    """A report for each round, with the commands and fates of the own units."""
    units = board.units
    first = Report(None, 0)
    first.orders = [IDLE] * units
    first.alive = (1 << units) - 1
    reports = [first]
    for number in range(1, rounds + 1):
        report = Report(reports[-1], number)
        report.alive = reports[-1].alive
        for unit in range(units):
            code = codes[(number - 1) * units + unit]
            report.orders.append(code // 4 - 1)
            if code & 2:
                report.moved |= 1 << unit
            if code & 1:
                report.alive &= ~(1 << unit)
        reports.append(report)
    return reports


def read_squares(board: Board, reports: list[Report], plain: dict[str, Json]) -> None:
    """Works out from where the units are, and how they moved, where they were in every round."""
    count = board.count
    for report in reports:
        report.squares = [0] * board.units
    rows = read_int_rows(plain, "units", board.units, range(4, 5), -1, MASK32)
    for unit, entry in enumerate(rows):
        square = entry[0]
        directions = directions_of(reports, unit)
        for number in range(len(reports) - 1, -1, -1):
            if not 0 <= square < count:
                raise ValueError(f"units: unit {unit} cannot have been in round {number}")
            reports[number].squares[unit] = square
            if reports[number].moved >> unit & 1:
                if directions[number] == IDLE:
                    raise ValueError(f"past: unit {unit} moved in round {number} without a command")
                back = OPPOSITE[directions[number]]
                square = int(board.geometry.neighbour(square, back))
                if square == OUTSIDE:
                    raise ValueError(f"units: unit {unit} came from outside in round {number}")


def directions_of(reports: list[Report], unit: int) -> list[int]:
    """By round the direction of the last MOVE command of a unit."""
    directions: list[int] = []
    direction = IDLE
    for report in reports:
        order = report.orders[unit]
        if 0 <= order < DIRECTIONS:
            direction = order
        elif order >= FIRE:
            direction = IDLE
        directions.append(direction)
    return directions


def follow(view: Observation, report: Report) -> None:
    """Motions, waits and view as they follow from the commands."""
    board, past, number = view.board, report.past, report.number
    stage = board.stage_after(number)
    for unit in range(board.units):
        motion, wait = IDLE, view.numbers[unit]
        square, alive = report.squares[unit], report.alive >> unit & 1
        if past is not None:
            wait = past.waits[unit]
            if alive:
                order = report.orders[unit]
                wait = view.numbers[unit] if order >= FIRE else max(0, wait - 1)
                if report.moved >> unit & 1:
                    motion = order if order >= 0 else past.motions[unit]
                    if motion == IDLE or not stage.slides(square, motion):
                        motion = IDLE
        report.motions.append(motion)
        report.waits.append(wait)
        if alive:
            report.visible |= stage.seen_from(square)


def read_sights(view: Observation, reports: list[Report], plain: dict[str, Json]) -> None:
    """What was seen of the enemy."""
    units, last = view.board.units, view.board.count - 1
    seen = read_int_rows(plain, "seen", len(reports), range(units + 1), 0, last)
    asked = plain["enemy_asked"]
    if not isinstance(asked, str) or len(asked) != len(reports):
        raise ValueError(f"enemy_asked: expected {len(reports)} characters")
    for number, report in enumerate(reports):
        report.enemies = list(seen[number])
        report.enemy_asks = asked[number] == "1"
        check_in_view(report, report.enemies, f"seen[{number}]")
    for numbers in read_rows(plain, "fallen", range(2, units + 2), last):
        report = report_in(reports, numbers[0], "fallen")
        report.fallen = numbers[1:]
        check_in_view(report, report.fallen, "fallen")
    for numbers in read_rows(plain, "light", range(3, last + 4), last):
        report = report_in(reports, numbers[0], "light")
        check_in_view(report, numbers[2:], "light")
        if numbers[1] == ACROSS:
            report.light_across = set_of(numbers[2:])
        else:
            report.light_along = set_of(numbers[2:])


def read_rows(plain: dict[str, Json], name: str, lengths: range, most: int) -> list[list[int]]:
    """Any number of lists of integers in 0..most."""
    rows = read_int_rows(plain, name, length(plain[name]), lengths, 0, most)
    return [list(row) for row in rows]


def report_in(reports: list[Report], number: int, path: str) -> Report:
    if number >= len(reports):
        raise ValueError(f"{path}: expected a round in 0..{len(reports) - 1}")
    return reports[number]


def check_in_view(report: Report, squares: list[int], path: str) -> None:
    """Squares in view, ascending, none twice."""
    for at, square in enumerate(squares):
        if not report.visible >> square & 1 or (at > 0 and squares[at - 1] >= square):
            raise ValueError(f"{path}: expected squares in view, ascending, got {squares}")
