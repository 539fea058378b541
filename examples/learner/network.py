"""A small neural network in NumPy: what a seat knows goes in, a policy over its legal actions and a value come out."""

from pathlib import Path
from typing import Any, Final, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from infoset_bots.adapters.encoding import Encoding

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

FAR: Final = np.float32(-1e9)  # the logit of an action that is not legal
MOST: Final = 5.0  # deviations that an input may lie from its mean
BETA1: Final = 0.9  # of Adam (Kingma and Ba, 2015)
BETA2: Final = 0.999
TINY: Final = 1e-8


class Network:
    """Two hidden layers of rectified units, shared by policy and value."""

    def __init__(self, cells: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, gain: float) -> Floats:
            spread = gain / np.sqrt(rows)
            made: Floats = (rng.standard_normal((rows, columns)) * spread).astype(np.float32)
            return made

        self.weights: Weights = {
            "w1": layer(cells, hidden, np.sqrt(2)),
            "b1": np.zeros(hidden, np.float32),
            "w2": layer(hidden, hidden, np.sqrt(2)),
            "b2": np.zeros(hidden, np.float32),
            "policy": layer(hidden, actions, 0.01),
            "policy_bias": np.zeros(actions, np.float32),
            "value": layer(hidden, 1, 1.0),
            "value_bias": np.zeros(1, np.float32),
        }
        self.mean = np.zeros(cells, np.float32)
        self.spread = np.ones(cells, np.float32)
        self._steps = 0
        self._first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._second = {name: np.zeros_like(value) for name, value in self.weights.items()}

    def look_at(self, observations: Floats) -> None:
        """Takes mean and spread of the inputs from these, for good."""
        self.mean = observations.mean(axis=0)
        self.spread = np.maximum(observations.std(axis=0), 0.1)

    def scale(self, observations: Floats) -> Floats:
        """Inputs as the first layer takes them."""
        scaled: Floats = np.clip((observations - self.mean) / self.spread, -MOST, MOST)
        return scaled

    def forward(self, inputs: Floats, masks: NDArray[Any]) -> tuple[Floats, Floats, Weights]:
        """Logarithms of the probabilities, values, and what `backward` needs. `inputs` are scaled."""
        w = self.weights
        first = np.maximum(inputs @ w["w1"] + w["b1"], 0)
        second = np.maximum(first @ w["w2"] + w["b2"], 0)
        logits = np.where(masks != 0, second @ w["policy"] + w["policy_bias"], FAR)
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        values = (second @ w["value"] + w["value_bias"])[:, 0]
        return logs, values, {"inputs": inputs, "first": first, "second": second}

    def backward(self, kept: Weights, to_logits: Floats, to_values: Floats) -> Weights:
        """The gradients by weight, from those by logit (0 for illegal actions) and by value."""
        w = self.weights
        column = to_values[:, None]
        second = (to_logits @ w["policy"].T + column @ w["value"].T) * (kept["second"] > 0)
        first = (second @ w["w2"].T) * (kept["first"] > 0)
        return {
            "w1": kept["inputs"].T @ first,
            "b1": first.sum(axis=0),
            "w2": kept["first"].T @ second,
            "b2": second.sum(axis=0),
            "policy": kept["second"].T @ to_logits,
            "policy_bias": to_logits.sum(axis=0),
            "value": kept["second"].T @ column,
            "value_bias": column.sum(axis=0),
        }

    def descend(self, gradients: Weights, rate: float, most: float = 0.5) -> None:
        """One step of Adam, with the gradients together no longer than `most`."""
        length = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        shrink = min(1.0, most / (length + TINY))
        self._steps += 1
        rate *= np.sqrt(1 - BETA2**self._steps) / (1 - BETA1**self._steps)
        for name, gradient in gradients.items():
            gradient = gradient * np.float32(shrink)
            first, second = self._first[name], self._second[name]
            first += (1 - BETA1) * (gradient - first)
            second += (1 - BETA2) * (gradient * gradient - second)
            self.weights[name] -= (rate * first / (np.sqrt(second) + TINY)).astype(np.float32)

    def check_fits(self, encoding: Encoding) -> None:
        """Raises ValueError where inputs or actions of the encoding are not as many as those of the network."""
        has = (len(self.weights["w1"]), len(self.weights["policy_bias"]))
        if has != (encoding.cells, encoding.actions):
            raise ValueError(
                f"network: expected {encoding.cells} inputs and {encoding.actions} actions"
                f" for {encoding.game.rules}, got {has[0]} and {has[1]}"
            )

    def save(self, path: Path, encoding: Encoding) -> None:
        """Weights and scaling, and what they are for, as a file of NumPy."""
        with path.open("wb") as file:  # a path would be given another ending
            told: Any = {"mean": self.mean, "spread": self.spread, **self.weights}
            np.savez(file, purpose=encoding.purpose(), **told)

    @classmethod
    def load(cls, path: Path, encoding: Encoding) -> Self:
        """What `save` has written for the same encoding. Raises OSError, and ValueError naming the file."""
        purpose = encoding.purpose()
        try:
            with path.open("rb") as file, np.load(file) as stored:
                learned = dict(stored)
            learned_for = str(learned["purpose"])
            cells, hidden = learned["w1"].shape
            made = cls(cells, learned["policy"].shape[1], hidden, np.random.default_rng(0))
            made.mean, made.spread = learned["mean"], learned["spread"]
            made.weights = {name: learned[name] for name in made.weights}
        except (AttributeError, BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: expected weights for {purpose}, as learn.py saves them, got none"
            ) from error
        if learned_for != purpose:
            raise ValueError(f"{path}: expected weights for {purpose}, got those for {learned_for}")
        return made
