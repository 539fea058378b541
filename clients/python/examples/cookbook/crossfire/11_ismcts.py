"""Step 11 of 12, Crossfire: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS."""

import infoset
from infoset_bots.cookbook.crossfire_hints import LivingUnits, score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.trees import OneTree, Tree
from infoset_games.policy_registry import make_policy
from infoset_games.rng import Rng


class Bot(OneTree):
    iterations = 180

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = LivingUnits()
        self.policy = make_policy("crossfire", "heuristic")

    def new_tree(self, turn: infoset.Turn, rng: Rng) -> Tree:
        tree = super().new_tree(turn, rng)
        tree.horizon = 12
        tree.joint_orders = 8
        guess = best_options(turn, score, self.rng)
        tree.guess = guess if isinstance(guess, list) else None
        return tree


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
