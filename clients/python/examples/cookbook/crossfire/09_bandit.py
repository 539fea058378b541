"""Step 9 of 12, Crossfire: more playouts for actions that look good, fewer for the others (UCB1)."""

import infoset
from infoset_bots.cookbook.crossfire_eye import SafeUnits
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Bandit
from infoset_games.policy_registry import make_policy


class Bot(Bandit):
    tries = 160
    horizon = 12

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = SafeUnits()
        self.policy = make_policy("crossfire", "heuristic")

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
