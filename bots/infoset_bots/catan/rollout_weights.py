"""Reads and writes what the features of a position are worth: a JSON object, one number for each name."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infoset_bots.catan.rollout_chances import WEIGHTS
from infoset_bots.catan.rollout_features import FEATURES


class RolloutWeightsError(ValueError):
    """Weights that cannot be; the message names the file or the entry, and what was expected."""


def usual_weights() -> dict[str, float]:
    """The fitted weights by name."""
    return dict(zip(FEATURES, WEIGHTS, strict=True))


def load_weights(path: Path) -> tuple[float, ...]:
    """The weights in a file, those it leaves out as usual. Raises RolloutWeightsError naming the file and what is wrong."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RolloutWeightsError(f"weights: {path}: {error.strerror}") from error
    except ValueError as error:
        raise RolloutWeightsError(f"weights: {path}: {error}") from error
    if not isinstance(values, dict):
        raise RolloutWeightsError(
            f"weights: {path}: expected an object with a number for each name"
        )
    for name, value in values.items():
        check_weight(path, name, value)
    return tuple((usual_weights() | values)[name] for name in FEATURES)


def check_weight(path: Path, name: str, value: Any) -> None:
    if name not in FEATURES:
        raise RolloutWeightsError(
            f"weights: {path}: {name}: no such weight; known: {', '.join(FEATURES)}"
        )
    if type(value) not in (int, float) or not math.isfinite(value):
        raise RolloutWeightsError(f"weights: {path}: {name}: expected a number, got {value!r}")


def save_weights(path: Path, weights: Mapping[str, float]) -> None:
    """Writes weights by name. Raises OSError."""
    path.write_text(json.dumps(dict(weights), indent=1) + "\n", encoding="utf-8")
