"""Learns to play like the players of kept matches (behavioural cloning), and says how often it would do as they did.

    infoset arena ismcts heuristic --matches 100 --keep --out run
    infoset demonstrations run --player ismcts --out ismcts.npz
    python clone.py ismcts.npz
    infoset arena cloned=bot.py:weights=cloned.npz heuristic --matches 400

What it has learnt `learn.py --start cloned.npz` goes on from. Every tenth deal is kept back and never learnt from.
"""

import argparse
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

import numpy as np
from learn import check_folder, count, say
from network import Floats, Network
from numpy.typing import NDArray

from infoset_bots.adapters.encoding import Encoding, encoding_of
from infoset_games.registry import UnknownGameError, make_game

KEPT_BACK: Final = 10  # one deal of so many
MINIBATCH: Final = 256
RATE: Final = 1e-3
VALUE: Final = 0.5  # what the error of the value counts beside that of the policy


@dataclass(frozen=True)
class Rows:
    """What was shown, allowed and done, and what it came to; NaN where the match had no result."""

    observations: NDArray[np.uint8] | Floats
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    returns: Floats
    units: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> "Rows":
        """Some of the rows."""
        return Rows(
            self.observations[chosen],
            self.masks[chosen],
            self.actions[chosen],
            self.returns[chosen],
            self.units[chosen],
        )


def main(words: list[str] | None = None) -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description="Learn to play like others.")
    parser.add_argument("file", type=Path, help="what `infoset demonstrations` has written")
    parser.add_argument("--epochs", type=count, default=5)
    parser.add_argument("--hidden", type=count, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("cloned.npz"))
    asked = parser.parse_args(words)
    try:
        check_folder(asked.out)
        rows, encoding = read_rows(asked.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    is_kept = rows.units % KEPT_BACK == 0
    learnt, kept = rows.where(~is_kept), rows.where(is_kept)
    if not len(learnt.actions) or not len(kept.actions):
        parser.error(f"{asked.file}: expected {KEPT_BACK} matches or more, on deals of their own")
    rng = np.random.default_rng(asked.seed)
    network = Network(encoding.cells, encoding.actions, asked.hidden, rng)
    network.look_at(learnt.observations.astype(np.float32))
    for epoch in range(asked.epochs):
        clone(network, learnt, RATE * (1 - epoch / asked.epochs), rng)
        say(f"epoch {epoch + 1:3}  as recorded {100 * agreement(network, kept):.1f} %")
    network.save(asked.out, encoding)
    chance = float(np.mean(1 / kept.masks.sum(axis=1)))
    say(f"{len(kept.actions)} rows were kept back; by chance {100 * chance:.1f} %")
    return 0


def read_rows(path: Path) -> tuple[Rows, Encoding]:
    """A file of `infoset demonstrations`, and what it is for. Raises OSError, and ValueError naming the file."""
    try:
        with path.open("rb") as file, np.load(file) as stored:
            told = dict(stored)
        rows = Rows(
            *(told[name] for name in ("observation", "action_mask", "action", "return", "unit"))
        )
        name, options, purpose = str(told["game"]), str(told["options"]), str(told["purpose"])
    except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected what `infoset demonstrations` has written") from error
    try:
        encoding = encoding_of(make_game(name, json.loads(options)))
    except (UnknownGameError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    if encoding.purpose() != purpose:
        raise ValueError(f"{path}: expected rows for {encoding.purpose()}, got those for {purpose}")
    return replace(rows, returns=rows.returns.astype(np.float32)), encoding


def clone(network: Network, rows: Rows, rate: float, rng: np.random.Generator) -> None:
    """Looks at every row once, in any order."""
    order = rng.permutation(len(rows.actions))
    for first in range(0, len(order), MINIBATCH):
        network.descend(gradients_of(network, rows.where(order[first : first + MINIBATCH])), rate)


def gradients_of(network: Network, rows: Rows) -> dict[str, Floats]:
    """Those of the cross-entropy of what was done, and of the error of the value."""
    inputs = network.scale(rows.observations.astype(np.float32))
    logs, values, kept = network.forward(inputs, rows.masks)
    count_of_rows = np.float32(len(rows.actions))
    to_logits: Floats = np.exp(logs)
    to_logits[np.arange(len(rows.actions)), rows.actions] -= 1
    to_values: Floats = np.float32(VALUE) * np.nan_to_num(values - rows.returns)
    return network.backward(kept, to_logits / count_of_rows, to_values / count_of_rows)


def agreement(network: Network, rows: Rows) -> float:
    """The share of rows in which the network thinks best what was done."""
    inputs = network.scale(rows.observations.astype(np.float32))
    logs, _, _ = network.forward(inputs, rows.masks)
    return float(np.mean(logs.argmax(axis=1) == rows.actions))


if __name__ == "__main__":
    sys.exit(main())
