"""What was learnt, as a bot: `infoset arena learned=bot.py:weights=learned.npz heuristic`."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # the arena loads this file alone

import numpy as np
from network import Network
from numpy.typing import NDArray

import infoset
from infoset.turn import Answer
from infoset_bots.adapters.answering import answer_of
from infoset_bots.adapters.encoding import Encoding, encoding_of


class Learned(infoset.Bot):
    """Does what its network thinks best."""

    def __init__(self, weights: str = "learned.npz") -> None:
        self.network = Network.load(Path(weights))
        self.encoding: Encoding | None = None

    def on_start(self, match: infoset.Match) -> None:
        if match.engine is None:
            raise RuntimeError(f"the rules {match.rules} are not installed here")
        self.encoding = encoding_of(match.engine)

    def decide(self, turn: infoset.Turn) -> Answer:
        assert self.encoding is not None
        return answer_of(turn, self.encoding, self._best)

    def _best(self, cells: NDArray[Any], mask: NDArray[np.int8]) -> int:
        row = cells.astype(np.float32)[None]
        logs, _, _ = self.network.forward(self.network.scale(row), mask[None])
        return int(logs[0].argmax())
