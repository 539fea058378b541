"""What was learnt, as a bot: `infoset arena learned=bot.py:weights=learned.npz heuristic`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # the arena loads this file alone

import numpy as np
from network import Network

import infoset
from infoset.turn import Answer
from infoset_bots.adapters.encoding import Encoding, encoding_of
from infoset_games.rng import Rng


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
        world = turn.determinize(Rng("the own options are the same in every world"))
        parts: tuple[int, ...] = ()
        while True:
            options = self.encoding.options(world, turn.seat, parts)
            number = self._best(self.encoding.tensor(turn.observation, parts), list(options))
            code = options[number]
            if code is not None:
                return world.legal(turn.seat).index(code)
            parts = (*parts, number)

    def _best(self, cells: object, legal: list[int]) -> int:
        if isinstance(cells, bytes):
            cells = np.frombuffer(cells, np.uint8)
        row = np.array(cells, np.float32)[None]
        mask = np.zeros((1, self.network.weights["policy"].shape[1]), np.int8)
        mask[0, legal] = 1
        logs, _, _ = self.network.forward(self.network.scale(row), mask)
        return int(logs[0].argmax())
