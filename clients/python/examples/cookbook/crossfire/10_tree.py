"""Step 10 of 12, Crossfire: looks further ahead, in a tree for each of a few worlds, which then vote."""

import infoset
from infoset_bots.cookbook.crossfire_hints import LivingUnits, score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.trees import Tree, TreePerWorld
from infoset_games.policy_registry import make_policy
from infoset_games.rng import Rng


class Bot(TreePerWorld):
    worlds = 6
    iterations = 30

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
