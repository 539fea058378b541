"""What a batch asks an encoding for, position by position (`Coder`). Compiled.

An `Encoding` is asked through Python, with whatever it needs told again each time. A coder is called from compiled
code, and keeps what stays the same while a seat spells its decision.
"""

from abc import abstractmethod
from typing import Any, final

from mypy_extensions import i64

from infoset_bots.adapters.menu import Menu
from infoset_games.core import State


class Coder:
    """Encodes what one seat knows and may say, one position after the other: the same as its Encoding does."""

    @abstractmethod
    def look(self, state: State, seat: i64) -> None:
        """From here on it is about this position, as `seat` sees it: what it shows follows from what `observe` returns."""

    @abstractmethod
    def row(self, state: State, parts: tuple[int, ...]) -> Any:
        """The tensor of the position that was looked at, with the numbers said so far."""

    @abstractmethod
    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        """Adds to `menu` what may be said next by the seat, which is to act in `state`."""


@final
class AnyCoder(Coder):
    """That of an encoding which has none of its own."""

    def __init__(self, encoding: Any) -> None:
        self.encoding = encoding
        self.view: Any = None
        self.seat = 0

    def look(self, state: State, seat: i64) -> None:
        self.view = state.observe(int(seat))
        self.seat = int(seat)

    def row(self, state: State, parts: tuple[int, ...]) -> Any:
        return self.encoding.tensor(self.view, parts)

    def list_numbers(self, state: State, parts: tuple[int, ...], menu: Menu) -> None:
        menu.add_options(dict(self.encoding.options(state, self.seat, parts)))
