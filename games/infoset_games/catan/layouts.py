"""How boards come about: the printed ones, the shuffled ones, and one's own. Knows nothing of play.

A layout is a name, or an object `{"hexes": [[terrain, number], ...], "harbours": [kind, ...]}` with hexes
row by row, number 0 on the desert, and harbours clockwise from the north-west edge of the first hex.
A deal has the same form with small integers.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final

from infoset_games.catan.board import Board
from infoset_games.catan.cards import (
    DESERT,
    GENERIC,
    HARBOUR_COUNTS,
    HARBOUR_NAMES,
    HEX_COUNTS,
    TERRAIN_NAMES,
    TOKENS,
)
from infoset_games.catan.topology import HARBOUR_PLACES, HEXES, neighbours, spiral_from
from infoset_games.core import Json
from infoset_games.fields import is_int, read_ints
from infoset_games.rng import Rng

FRAME: Final = ("3:1", "wheat", "ore", "3:1", "sheep", "3:1", "3:1", "brick", "wood")
BEGINNER: Final = """
    ore 10, sheep 2, wood 9
    wheat 12, brick 6, sheep 4, brick 10
    wheat 9, wood 11, desert, wood 3, ore 8
    wood 8, ore 3, wheat 4, sheep 5
    brick 5, wheat 6, sheep 11
"""
THESIS: Final = """
    ore 5, brick 8, desert
    wheat 2, sheep 10, wood 3, brick 4
    wood 6, sheep 9, wheat 11, ore 6, wood 11
    ore 3, wood 4, brick 5, sheep 12
    wheat 8, sheep 10, wheat 9
"""
RANDOM: Final = "random"  # shuffled terrain and harbours, number tokens along the spiral
FULLY_RANDOM: Final = "fully_random"  # number tokens shuffled, too
ROWS: Final = (3, 4, 5, 4, 3)
RED: Final = (6, 8)
CORNERS: Final = 6


class LayoutError(ValueError):
    """A board that cannot be; the message names the hex, the harbour or the count that is wrong."""


def read_layout_text(text: str) -> dict[str, Json]:
    """The layout that a text file describes, ready for the option `layout`. Raises LayoutError.

    JSON as it stands; or five lines of hexes such as `ore 10, sheep 2, wood 9` and, if wanted, a sixth
    `harbours 3:1, wheat, ...` (else those of the printed frame). Empty lines and `#` comments are free.
    """
    if text.lstrip().startswith("{"):
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise LayoutError(f"line {error.lineno}: {error.msg}") from None
        read_layout(value)
        return dict(value)
    value = _read_lines(text)
    read_layout(value)
    return value


def read_layout(value: Json) -> Board:
    """The board of a layout object. Raises LayoutError."""
    if not isinstance(value, dict) or set(value) != {"hexes", "harbours"}:
        raise LayoutError('expected an object with "hexes" and "harbours"')
    hexes, harbours = value["hexes"], value["harbours"]
    if not isinstance(hexes, list | tuple) or len(hexes) != HEXES:
        raise LayoutError(f"hexes: expected a list of {HEXES}")
    if not isinstance(harbours, list | tuple) or len(harbours) != len(HARBOUR_PLACES):
        raise LayoutError(f"harbours: expected a list of {len(HARBOUR_PLACES)}")
    terrain: list[int] = []
    numbers: list[int] = []
    for place, entry in enumerate(hexes):
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise LayoutError(f"hexes[{place}]: expected [terrain, number]")
        terrain.append(_name(entry[0], TERRAIN_NAMES, f"hexes[{place}]: terrain"))
        numbers.append(_number(entry[1], f"hexes[{place}]: number"))
    kinds = [
        _name(kind, HARBOUR_NAMES, f"harbours[{place}]") for place, kind in enumerate(harbours)
    ]
    check_board(terrain, numbers, kinds, apart=True)
    return Board(terrain, numbers, kinds)


def write_layout(board: Board) -> dict[str, Json]:
    """The layout object of a board."""
    return {
        "hexes": [
            [TERRAIN_NAMES[terrain], number]
            for terrain, number in zip(board.terrain, board.numbers, strict=True)
        ],
        "harbours": [HARBOUR_NAMES[kind] for kind in board.harbours],
    }


def check_board(
    terrain: Sequence[int], numbers: Sequence[int], harbours: Sequence[int], apart: bool
) -> None:
    """Counts what lies on the board; `apart`: no 6 or 8 beside another. Raises LayoutError."""
    _check_counts(terrain, HEX_COUNTS, TERRAIN_NAMES, "hexes")
    _check_counts(harbours, HARBOUR_COUNTS, HARBOUR_NAMES, "harbours")
    for place in range(HEXES):
        if (numbers[place] == 0) != (terrain[place] == DESERT):
            raise LayoutError(f"hexes[{place}]: expected a number on everything but the desert")
    laid: Counter[int] = Counter(number for number in numbers if number)
    wanted: Counter[int] = Counter(TOKENS)
    for number in range(2, 13):
        if laid[number] != wanted[number]:
            raise LayoutError(
                f"hexes: expected {wanted[number]} with the number {number}, got {laid[number]}"
            )
    clash = _red_neighbours(numbers) if apart else None
    if clash is not None:
        one, other = clash
        raise LayoutError(
            f"hexes[{one}] and hexes[{other}]: expected no {numbers[one]} beside a {numbers[other]}"
        )


# Layouts by name.


def _read_lines(text: str) -> dict[str, Json]:
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    harbours = list(FRAME)
    if lines and lines[-1].startswith("harbours"):
        listed = lines.pop().removeprefix("harbours").lstrip(":")
        harbours = [kind.strip() for kind in listed.split(",")]
    if len(lines) != len(ROWS):
        raise LayoutError(f"expected {len(ROWS)} rows of hexes, got {len(lines)}")
    hexes: list[list[Json]] = []
    for row, (line, width) in enumerate(zip(lines, ROWS, strict=True), start=1):
        entries = [entry.split() for entry in line.split(",")]
        if len(entries) != width:
            raise LayoutError(f"row {row}: expected {width} hexes, got {len(entries)}")
        for entry in entries:
            if not 1 <= len(entry) <= 2:
                raise LayoutError(f"row {row}: expected a terrain and a number")
            number = entry[1] if len(entry) == 2 else "0"
            hexes.append([entry[0], int(number) if number.isdecimal() else number])
    return {"hexes": hexes, "harbours": harbours}


def _name(value: Json, names: Sequence[str], path: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise LayoutError(f"{path}: expected one of {', '.join(names)}, got {value!r}")
    return list(names).index(value)


def _number(value: Json, path: str) -> int:
    if not (is_int(value, 2, 12) or is_int(value, 0, 0)) or value == 7:
        raise LayoutError(f"{path}: expected 2..6, 8..12, or 0 on the desert, got {value!r}")
    return int(value)


def _check_counts(
    found: Sequence[int], wanted: Sequence[int], names: Sequence[str], path: str
) -> None:
    for kind, name in enumerate(names):
        count = list(found).count(kind)
        if count != wanted[kind]:
            raise LayoutError(f"{path}: expected {wanted[kind]} of {name}, got {count}")


def _red_neighbours(numbers: Sequence[int]) -> tuple[int, int] | None:
    """Two neighbouring hexes with a 6 or 8, if there are any."""
    for one in range(HEXES):
        if numbers[one] in RED:
            for other in neighbours(one):
                if numbers[other] in RED:
                    return one, other
    return None


# Layouts by name.

PRINTED: Final = {
    "beginner": read_layout(_read_lines(BEGINNER)),
    "thesis": read_layout(_read_lines(THESIS)),
}
LAYOUT_NAMES: Final = (*PRINTED, RANDOM, FULLY_RANDOM)


def deal_board(layout: str, rng: Rng) -> Board:
    """A board of one of the LAYOUT_NAMES; only the random ones draw from `rng`."""
    if layout in PRINTED:
        return PRINTED[layout]
    terrain = rng.shuffled(_supply(HEX_COUNTS))
    harbours = rng.shuffled(_supply(HARBOUR_COUNTS))
    if layout == RANDOM:
        numbers = lay_tokens(terrain, int(rng.below(CORNERS)))
    else:
        numbers = _scatter_tokens(terrain, rng)
    return Board(terrain, numbers, harbours)


def lay_tokens(terrain: Sequence[int], corner: int) -> list[int]:
    """The tokens A..R along the spiral from a corner. Never puts two red numbers side by side."""
    numbers = [0] * HEXES
    land = [place for place in spiral_from(corner) if terrain[place] != DESERT]
    for place, token in zip(land, TOKENS, strict=True):
        numbers[place] = token
    return numbers


def _scatter_tokens(terrain: Sequence[int], rng: Rng) -> list[int]:
    """The tokens anywhere, drawn again until no two red ones touch (one try in some ten succeeds)."""
    while True:
        tokens = iter(rng.shuffled(TOKENS))
        numbers = [0 if kind == DESERT else next(tokens) for kind in terrain]
        if _red_neighbours(numbers) is None:
            return numbers


def _supply(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


# Deals.


def write_deal(board: Board) -> dict[str, Json]:
    """The board as small integers, for logs and observations."""
    return {
        "terrain": list(board.terrain),
        "numbers": list(board.numbers),
        "harbours": list(board.harbours),
    }


def read_deal(value: Json, apart: bool) -> Board:
    """The inverse of `write_deal`, checked like a layout. Raises ValueError."""
    if not isinstance(value, dict) or set(value) != {"terrain", "numbers", "harbours"}:
        raise LayoutError("expected terrain, numbers and harbours")
    terrain = read_ints(value, "terrain", HEXES, 0, DESERT)
    numbers = read_ints(value, "numbers", HEXES, 0, 12)
    harbours = read_ints(value, "harbours", len(HARBOUR_PLACES), 0, GENERIC)
    check_board(terrain, numbers, harbours, apart)
    return Board(terrain, numbers, harbours)
