"""What positions, knowledge and worlds of one of OpenSpiel's games ask of the game they belong to."""

import zlib
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from infoset_games.core import Json, State
from infoset_games.game import Game
from infoset_games.openspiel.catalogue import PUBLIC, Entry
from infoset_games.rng import Rng


class OpenSpielRules(Game):
    """A game of OpenSpiel's (`inner`), what it is called there, and what is known of it."""

    member: ClassVar[str]
    entry: ClassVar[Entry]
    inner: Any

    def raw(self, inner: Any, seat: int) -> str:
        """OpenSpiel's own text of what a seat knows in one of its states."""
        if self.entry.worlds == PUBLIC:
            return str(inner)
        if self.entry.remembers:
            return str(inner.information_state_string(seat))
        return str(inner.observation_string(seat))

    def fingerprint(self, inner: Any, seat: int) -> int:
        """What a seat knows, who is to act among it, as a number of 32 bits."""
        return zlib.crc32(f"{inner.current_player()}\x1f{self.raw(inner, seat)}".encode())

    @abstractmethod
    def observation(self, state: Any, seat: int | None) -> dict[str, Json]:
        """What a seat, or a spectator (None), knows in a position."""

    @abstractmethod
    def like(self, state: Any, seat: int, rng: Rng) -> State:
        """A position that looks like this one to a seat, drawn of no more than the seat sees in it."""

    @abstractmethod
    def returns_of(self, scores: Sequence[float]) -> list[float]:
        """Scores as shares of the largest that a play can bring."""
