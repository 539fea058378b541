"""A game that may be over before a seat was asked: whoever pounces first has won. No tests here."""

from collections.abc import Sequence
from typing import Literal

from infoset_games import declared
from infoset_games.core import OVER
from infoset_games.rng import Rng

TURNS = 6


class Options(declared.Options, frozen=True):
    """There are none."""


class Wait(declared.Action, frozen=True):
    """["wait"] on the wire."""


class Pounce(declared.Action, frozen=True):
    """["pounce"] on the wire."""


class Position(declared.Position):
    """What was said, by turns of two seats."""

    said: list[Literal["wait", "pounce"]]

    def mover(self) -> int:
        is_over = "pounce" in self.said or len(self.said) == TURNS
        return OVER if is_over else len(self.said) % 2

    def choices(self) -> Sequence[declared.Action]:
        return [Wait(), Pounce()]

    def play(self, action: declared.Action) -> None:
        self.said.append("pounce" if isinstance(action, Pounce) else "wait")

    def seen(self, seat: int | None) -> "Position":
        return self

    def scores(self) -> Sequence[int]:
        if "pounce" not in self.said:
            return [0, 0]
        winner = self.said.index("pounce") % 2
        return [int(seat == winner) for seat in range(2)]


class PounceGame(declared.DeclaredGame[Options, Position]):
    name = "pounce"
    rules = "pounce/1.0"
    seat_range = (2, 2)
    options_type = Options
    position_type = Position
    actions = (Wait, Pounce)

    def set_up(self, rng: Rng) -> Position:
        return Position([])

    def check(self, position: Position) -> None:
        if len(position.said) > TURNS:
            raise ValueError(f"said: expected at most {TURNS}")

    def guess(self, seen: Position, seat: int, rng: Rng) -> Position:
        return Position(seen.said[:])
