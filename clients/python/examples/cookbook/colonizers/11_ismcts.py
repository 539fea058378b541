"""Step 11 of 12, Colonizers: one tree over many worlds, so that it never acts as if it knew what it cannot: ISMCTS."""

import infoset
from infoset_bots.cookbook.colonizers_hints import score
from infoset_bots.cookbook.positions import Guess
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.trees import OneTree
from infoset_games.policy_registry import make_evaluation, make_policy


class Bot(OneTree):
    iterations = 180
    horizon = 400

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("colonizers")
        self.policy = make_policy("colonizers", "heuristic")

    def guess(self, turn: infoset.Turn) -> Guess:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
