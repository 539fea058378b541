"""Positions of Crossfire for the tests, put together from squares (row, column)."""

from collections.abc import Mapping, Sequence
from typing import Any

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import idle_units, join_orders
from infoset_games.crossfire.geometry import DIRECTION_NAMES, HALF_TURN
from infoset_games.crossfire.history import Deal, Round
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.terrain import TERRAIN_LETTERS
from infoset_games.crossfire.units import (
    ALIVE,
    KING,
    MOTION,
    RECHARGE,
    SIDE,
    SQUARE,
    WAIT,
    no_units,
)
from infoset_games.policies import Policy
from infoset_games.rng import Rng

Square = tuple[int, int]
SIZE = 11
MOST = 4  # units a seat has in these positions


def board_of(
    features: Mapping[Square, str] | None = None, base: str = "D", laser_stop: int = 0
) -> Board:
    """A board of 11 x 11 squares of one terrain, with features and their half-turn images."""
    terrain = bytearray([TERRAIN_LETTERS.index(base)] * (SIZE * SIZE))
    spawns = [SIZE * 2 + 2 + 2 * unit for unit in range(MOST)]
    for square in spawns:
        for place in (square, SIZE * SIZE - 1 - square):
            terrain[place] = TERRAIN_LETTERS.index("G")
    for (row, column), letter in (features or {}).items():
        square = row * SIZE + column
        spawns = [spawn for spawn in spawns if spawn not in (square, SIZE * SIZE - 1 - square)]
        for place in (square, SIZE * SIZE - 1 - square):
            terrain[place] = TERRAIN_LETTERS.index(letter)
    return Board(Map(HALF_TURN, bytes(terrain), spawns), laser_stop)


class Scene:
    """A position to play on. Units are numbered by their place in the lists; the first is king."""

    def __init__(
        self,
        own: Sequence[Square],
        enemy: Sequence[Square],
        board: Board | None = None,
        *,
        number: int = 1,
        wait: int = 0,
        recharge: int = 3,
    ) -> None:
        """`number` is the round to be played next."""
        self.board = board or board_of()
        cells = no_units()
        for seat, squares in enumerate((own, enemy)):
            for unit, (row, column) in enumerate(squares):
                cells[SQUARE + SIDE * seat + unit] = row * SIZE + column
                cells[RECHARGE + SIDE * seat + unit] = recharge
                cells[WAIT + SIDE * seat + unit] = wait
                cells[ALIVE + SIDE * seat + unit] = 1
                cells[KING + SIDE * seat + unit] = 1 if unit == 0 else 0
        deal = Deal(self.board, [recharge] * self.board.units, [1, 2], False)
        self.state = CrossfireState(deal, Round(None, number - 1, cells, 0))

    def play(self, own: str = "", enemy: str = "") -> "Scene":
        """A round: a letter for each idle unit, u r d l to MOVE and U R D L to FIRE; "." is a MOVE left."""
        joint = {
            seat: self.code(seat, letters)
            for seat, letters in enumerate((own, enemy))
            if seat in self.state.to_act()
        }
        self.state.apply(joint)
        return self

    def code(self, seat: int, letters: str) -> int:
        idle = idle_units(self.cells, seat)
        padded = letters.ljust(len(idle), "l").replace(".", "l")
        assert len(padded) == len(idle), f"units {idle} are idle, commands {letters}"
        code = join_orders(self.cells, seat, ["urdlURDL".index(letter) for letter in padded])
        self.state.verify(seat, code)
        return code

    @property
    def now(self) -> Round:
        assert self.state.now is not None
        return self.state.now

    @property
    def cells(self) -> Any:
        return self.now.cells

    def at(self, seat: int, unit: int) -> Square:
        """Where a unit is, or ended."""
        square = int(self.cells[SQUARE + SIDE * seat + unit])
        return (square // SIZE, square % SIZE)

    def squares(self, seat: int) -> list[Square]:
        """Where the living units are."""
        return [self.at(seat, unit) for unit in range(MOST) if self.lives(seat, unit)]

    def lives(self, seat: int, unit: int) -> bool:
        return bool(self.cells[ALIVE + SIDE * seat + unit])

    def wait(self, seat: int, unit: int) -> int:
        return int(self.cells[WAIT + SIDE * seat + unit])

    def motion(self, seat: int, unit: int) -> str:
        motion = int(self.cells[MOTION + SIDE * seat + unit])
        return "idle" if motion < 0 else DIRECTION_NAMES[motion]

    def report(self, seat: int) -> Any:
        return self.now.report(self.board, seat)

    def seen(self, seat: int) -> list[Square]:
        return [(square // SIZE, square % SIZE) for square in self.report(seat).enemies]


def bit(row: int, column: int) -> int:
    """The set of one square."""
    return 1 << row * SIZE + column


def plays(game: Crossfire, seed: str, policies: Sequence[Policy]) -> list[CrossfireState]:
    """Every position of a play by one policy for each seat."""
    state, rng = game.start(game.deal(Rng(seed, "deal"))), Rng(seed, "choices")
    found = [state.copy()]
    while state.to_act():
        state.apply({seat: policies[seat].choose(state, seat, rng) for seat in state.to_act()})
        found.append(state.copy())
    return found
