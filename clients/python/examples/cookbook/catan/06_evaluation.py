"""Step 6 of 12, Catan: the same, counting points, and what will bring points: harvest, roads, cards."""

import infoset
from infoset_bots.cookbook.catan_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Lookahead
from infoset_games.policy_registry import make_evaluation


class Bot(Lookahead):
    worlds = 8

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("catan")

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
