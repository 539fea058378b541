"""Rules of thumb for Crossfire: how good an option of one unit looks."""

from typing import Any, Final

import infoset

STEPS: Final = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
PASSABLE: Final = "FDG"  # letters of terrain that a unit may enter
HIT: Final = 100.0


def score(turn: infoset.Turn, action: list[Any], slot: str) -> float:
    """How good an option of one slot looks."""
    if action[0] == "fire":
        return shot(turn, unit_of(slot), action[1])
    return approach(turn, action, slot)


def approach(turn: infoset.Turn, action: list[Any], slot: str) -> float:
    """The same for those who never fire, and go to the middle instead."""
    match action:
        case ["move", direction]:
            return step(turn, unit_of(slot), direction)
        case ["fire", *_]:
            return -HIT
        case _:
            return 0.0


def unit_of(slot: str) -> int:
    """The number in the name of a slot."""
    return int(slot.removeprefix("unit "))


def shot(turn: infoset.Turn, unit: int, direction: str) -> float:
    """Worth firing where more enemies in view than friends stand in line, walls aside."""
    units, seen = turn.plain_observation["units"], turn.plain_observation["seen"]
    friends = [square for n, (square, _, _, alive) in enumerate(units) if alive and n != unit]
    enemies = squares_of(seen[-1]) if seen else []
    return (
        HIT if hits(turn, unit, direction, enemies) > hits(turn, unit, direction, friends) else -HIT
    )


def hits(turn: infoset.Turn, unit: int, direction: str, squares: list[int]) -> int:
    """How many of the squares lie in this direction."""
    row, column = place(turn, turn.plain_observation["units"][unit][0])
    down, right = STEPS[direction]
    found = 0
    for square in squares:
        other_row, other_column = place(turn, square)
        away = (sign(other_row - row), sign(other_column - column))
        found += away == (down, right)
    return found


def step(turn: infoset.Turn, unit: int, direction: str) -> float:
    """The nearer to the middle the better, if the square can be entered."""
    size = turn.match.consts["size"]
    row, column = place(turn, turn.plain_observation["units"][unit][0])
    down, right = STEPS[direction]
    row, column = row + down, column + right
    square = row * size + column
    taken = any(alive and at == square for at, _, _, alive in turn.plain_observation["units"])
    is_inside = 0 <= row < size and 0 <= column < size
    if not is_inside or taken or turn.plain_observation["terrain"][square] not in PASSABLE:
        return -float(size)
    middle = (size - 1) / 2
    return -float(max(abs(row - middle), abs(column - middle)))


def place(turn: infoset.Turn, square: int) -> tuple[int, int]:
    """Row and column of a square."""
    row, column = divmod(square, turn.match.consts["size"])
    return row, column


def squares_of(written: Any) -> list[int]:
    """The squares of a set: a hexadecimal number, or a list already."""
    if isinstance(written, list):
        return written
    number = int(written, 16)
    return [square for square in range(number.bit_length()) if number >> square & 1]


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
