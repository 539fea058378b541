"""Looks at random plays of a game to find how large its actions and observations get.

The plays are always the same, so equal rules and options give an equal survey on every machine.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from infoset_games.core import CHANCE, OVER, Json, State
from infoset_games.game import Game
from infoset_games.replay import random_joint
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ProductSpace

PLAYS: Final = 24
MAX_PLIES: Final = 2_000  # of one play
MAX_LISTED: Final = 4_096  # actions of one decision that are looked at
MAX_KEPT: Final = 32  # surveys remembered


@dataclass
class Layout:
    """Where a written value lies in a flat row of numbers.

    A value that was met in several forms has room for each: a number takes one cell; a word one
    cell, with its place among the words met, from 1; a list one cell for its length and room for
    its entries, up to a power of two; an object its fields by name. What is absent is 0, and so is
    an unknown word; entries that do not fit are left out, but counted in the length.
    """

    is_number: bool = False
    words: list[str] = field(default_factory=list)  # sorted
    room: int = 0
    entry: "Layout | None" = None
    fields: dict[str, "Layout"] = field(default_factory=dict)  # sorted by name

    def widen(self, value: Json) -> None:
        """Makes room for `value`."""
        if isinstance(value, str):
            if value not in self.words:
                self.words = sorted([*self.words, value])
        elif isinstance(value, dict):
            for name, item in value.items():
                self.fields.setdefault(name, Layout()).widen(item)
            self.fields = dict(sorted(self.fields.items()))
        elif isinstance(value, list):
            self.entry = self.entry or Layout()
            while self.room < len(value):
                self.room = 2 * self.room or 1
            for item in value:
                self.entry.widen(item)
        else:
            self.is_number = True

    def cells(self) -> int:
        """The length of the row."""
        own = int(self.is_number) + bool(self.words)
        listed = 0 if self.entry is None else 1 + self.room * self.entry.cells()
        return own + listed + sum(item.cells() for item in self.fields.values())

    def names(self, path: str = "") -> list[str]:
        """What each cell of the row is, by its path in the value."""
        row = [path] if self.is_number else []
        if self.words:
            row.append(f"word of {path}")
        if self.entry is not None:
            row.append(f"length of {path}")
            for at in range(self.room):
                row += self.entry.names(f"{path}[{at}]")
        for name, item in self.fields.items():
            row += item.names(f"{path}.{name}" if path else name)
        return row

    def flatten(self, value: Json) -> list[float]:
        """The row of `value`."""
        row: list[float] = []
        self._write(value, row)
        return row

    def _write(self, value: Json, row: list[float]) -> None:
        """Appends the cells of `value`; None stands for an absent one."""
        if self.is_number:
            row.append(float(value) if isinstance(value, int | float) else 0.0)
        if self.words:
            row.append(self.words.index(value) + 1.0 if value in self.words else 0.0)
        if self.entry is not None:
            entries = value if isinstance(value, list) else []
            row.append(float(len(entries)))
            for at in range(self.room):
                self.entry._write(entries[at] if at < len(entries) else None, row)
        given = value if isinstance(value, dict) else {}
        for name, item in self.fields.items():
            item._write(given.get(name), row)


@dataclass
class Survey:
    """What the random plays showed."""

    largest_key: int = -1  # of listed actions; -1 if nothing was listed
    largest_product: int = 0  # combinations
    largest_chance: int = -1  # code of a chance action; -1 if there is no chance
    slots: tuple[int, ...] = ()  # most options by slot
    layout: Layout = field(default_factory=Layout)


@lru_cache(maxsize=MAX_KEPT)
def survey(game: Game) -> Survey:
    """Plays `game` at random and notes what is met. The answer is shared: not to be changed."""
    found = Survey()
    for play in range(PLAYS):
        seed = f"survey {play}"
        chance, choice = Rng(seed, "chance"), Rng(seed, "choice")
        state = game.start(game.deal(Rng(seed, "deal")))
        for _ in range(MAX_PLIES):
            _look(game, state, found)
            if state.mover() == OVER:
                break
            state.apply(random_joint(state, chance, choice))
    return found


def _look(game: Game, state: State, found: Survey) -> None:
    for seat in range(game.seats):
        found.layout.widen(game.write_observation(state.observe(seat)))
    for seat in state.to_act():
        space = state.legal(seat)
        if seat == CHANCE:
            found.largest_chance = max(found.largest_chance, *_codes(space))
        else:
            _measure(state, space, found)


def _measure(state: State, space: ActionSpace, found: Survey) -> None:
    if isinstance(space, ProductSpace):
        found.largest_product = max(found.largest_product, space.size)
        found.slots = tuple(map(max, zip_longest(found.slots, space.sizes, fillvalue=1)))
        return
    found.largest_key = max(found.largest_key, *(int(state.key(code)) for code in _codes(space)))


def _codes(space: ActionSpace) -> list[int]:
    return [space.item(index) for index in range(min(space.size, MAX_LISTED))]
