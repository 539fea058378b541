"""Step 11 of 12, Crossfire: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS."""

import infoset
from infoset_bots.cookbook.crossfire_eye import SafeUnits
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.positions import Guess
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.trees import OneTree
from infoset_games.policy_registry import make_policy


class Bot(OneTree):
    iterations = 180
    horizon = 12
    joint_orders = 8

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = SafeUnits()
        self.policy = make_policy("crossfire", "heuristic")

    def guess(self, turn: infoset.Turn) -> Guess:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
