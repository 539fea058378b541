"""Step 8 of 12, Crossfire: the playouts are played by rules of thumb instead of at random."""

import infoset
from infoset_bots.cookbook.crossfire_eye import SafeUnits
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Playouts
from infoset_games.policy_registry import make_policy


class Bot(Playouts):
    worlds = 8
    horizon = 12

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = SafeUnits()
        self.policy = make_policy("crossfire", "heuristic")

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
