"""Worlds weighed by what players turned out to hold: who plays knights at once and has kept a card has no knight.

`determinize` draws as if all positions that agree with what was seen were as likely as each other. `infoset worlds --learn` counts in
kept matches how often a seat really had so many of something, beside how often worlds said so; the ratio is the weight of
that in a world. Of a few worlds one is taken, with the chance of its weight (sampling importance resampling: D. B. Rubin,
1987). So what is drawn follows from what the seat knows, from the file and from the stream, and from nothing else.
"""

import json
import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from infoset_bots.search.decision import Draw
from infoset_bots.search.secrets import secrets_of
from infoset_games.core import State
from infoset_games.fields import is_int
from infoset_games.game import Game
from infoset_games.knowledge import Held, What
from infoset_games.rng import Rng

FORMAT: Final = 1  # of the file; another number is not read
CANDIDATES: Final = 8  # worlds of which one is taken
GRAIN: Final = 1 << 30  # steps of a uniform number

Weights = Mapping[tuple[What, int], float]


class Habits:
    """What was learnt from matches of a game under one version of its rules."""

    def __init__(self, game: str, rules: str, weights: Weights) -> None:
        """`weights` are above 0, by what a seat has and how many; whatever is not in them weighs 1."""
        self.game = game
        self.rules = rules
        self.weights = dict(weights)
        self._logs = {name: math.log(weight) for name, weight in weights.items()}
        self._things = sorted({what for what, _ in weights}, key=repr)
        self._secrets = secrets_of(game)

    def drawing(self, game: Game) -> Draw:
        """What draws worlds of `game` by `draw`. Raises ValueError where this was learnt under other rules."""
        if game.rules != self.rules:
            raise ValueError(f"habits: learnt under {self.rules}, and these are {game.rules}")
        return partial(self.draw, game)

    def draw(self, game: Game, view: Any, rng: Rng) -> State:
        """A world that agrees with the observation `view`. Raises NoWorldsError."""
        worlds = [game.determinize(view, rng.branch(number)) for number in range(CANDIDATES)]
        weights = [self.weight(self._secrets.held(game, view, world)) for world in worlds]
        left = rng.branch(CANDIDATES).below(GRAIN) / GRAIN * math.fsum(weights)
        for world, weight in zip(worlds, weights, strict=True):
            left -= weight
            if left < 0:
                return world
        return worlds[-1]  # by rounding

    def weight(self, held: Held) -> float:
        """What a world weighs in which the seats have that."""
        return math.exp(
            math.fsum(
                self._logs.get((what, things.get(what, 0)), 0.0)
                for things in held.values()
                for what in self._things
            )
        )

    def to_text(self) -> str:
        """The file."""
        rows = [
            {"what": list(what), "count": count, "weight": round(weight, 4)}
            for (what, count), weight in sorted(self.weights.items(), key=repr)
        ]
        head = {"format": FORMAT, "game": self.game, "rules": self.rules}
        return json.dumps(head | {"weights": rows}, indent=1) + "\n"


def read_habits(text: str) -> Habits:
    """What a file says. Raises ValueError naming what is wrong in it."""
    try:
        plain = json.loads(text)
        if plain["format"] != FORMAT:
            raise ValueError(f"habits: format: expected {FORMAT}, got {plain['format']!r}")
        weights = dict(map(_read_row, plain["weights"]))
        return Habits(str(plain["game"]), str(plain["rules"]), weights)
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError("habits: expected what `infoset worlds --learn` writes") from None


def _read_row(row: Any) -> tuple[tuple[What, int], float]:
    what, count, weight = row["what"], row["count"], row["weight"]
    if not isinstance(what, list):
        raise ValueError(f"habits: what: expected a list, got {what!r}")  # noqa: TRY004 (one error for bad input)
    if not is_int(count, 0, 1 << 30):
        raise ValueError(f"habits: count: expected an integer from 0, got {count!r}")
    if type(weight) not in (int, float) or not 0 < weight < math.inf:
        raise ValueError(f"habits: weight: expected a number above 0, got {weight!r}")
    return (tuple(what), count), float(weight)


def load_habits(path: str) -> Habits:
    """The file of that name. Raises ValueError."""
    try:
        return read_habits(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"habits: {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"habits: {path}: {error}") from None
