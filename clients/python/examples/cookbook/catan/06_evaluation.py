"""Step 6 of 12, Catan: the same, counting points, and what will bring points: harvest, roads, cards."""

import infoset
from infoset_bots.cookbook.sampling import Lookahead
from infoset_games.policy_registry import make_evaluation


class Bot(Lookahead):
    worlds = 8

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("catan")


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
