"""Step 10 of 12, Colonizers: looks further ahead, in a tree for each of a few worlds, which then vote."""

import infoset
from infoset_bots.cookbook.trees import Tree, TreePerWorld
from infoset_games.policy_registry import make_evaluation, make_policy
from infoset_games.rng import Rng


class Bot(TreePerWorld):
    worlds = 6
    iterations = 30

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("colonizers")
        self.policy = make_policy("colonizers", "heuristic")

    def new_tree(self, turn: infoset.Turn, rng: Rng) -> Tree:
        tree = super().new_tree(turn, rng)
        tree.horizon = 400
        return tree


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
