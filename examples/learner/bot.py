"""What was learnt, as a bot: `infoset arena learned=bot.py:weights=learned.npz heuristic`."""

import sys
from functools import partial
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
from infoset_games.game import Game


class Learned(infoset.Bot):
    """Does what its network thinks best."""

    def __init__(self, weights: str = "learned.npz") -> None:
        """`weights` is what learn.py has saved for the game. Raises FileNotFoundError."""
        self.path = Path(weights).resolve(strict=True)
        self.network: Network | None = None
        self.encoding: Encoding | None = None

    def check_game(self, game: Game) -> None:
        """Raises ValueError, naming the file, for weights that are for something else."""
        Network.load(self.path, encoding_of(game))

    def decide(self, turn: infoset.Turn) -> Answer:
        if self.network is None or self.encoding is None:
            self.encoding = self._encoding(turn.match)
            self.network = Network.load(self.path, self.encoding)
        return answer_of(turn, self.encoding, partial(best, self.network))

    def _encoding(self, match: infoset.Match) -> Encoding:
        if match.engine is None:
            raise RuntimeError(f"the rules {match.rules} are not installed here")
        return encoding_of(match.engine)


def best(network: Network, cells: NDArray[Any], mask: NDArray[np.int8]) -> int:
    """What the network thinks best of what is legal."""
    row = cells.astype(np.float32)[None]
    logs, _, _ = network.forward(network.scale(row), mask[None])
    return int(logs[0].argmax())
