"""Step 11 of 12, Catan: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS."""

import infoset
from infoset_bots.cookbook.trees import OneTree, Tree
from infoset_games.policy_registry import make_evaluation, make_policy
from infoset_games.rng import Rng


class Bot(OneTree):
    iterations = 180

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("catan")
        self.policy = make_policy("catan", "heuristic")

    def new_tree(self, turn: infoset.Turn, rng: Rng) -> Tree:
        tree = super().new_tree(turn, rng)
        tree.horizon = 60
        return tree


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
