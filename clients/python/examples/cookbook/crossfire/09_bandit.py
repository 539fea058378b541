"""Step 9 of 12, Crossfire: more playouts for actions that look good, fewer for the others (UCB1)."""

import infoset
from infoset_bots.cookbook.crossfire_hints import LivingUnits
from infoset_bots.cookbook.sampling import Bandit
from infoset_games.policy_registry import make_policy


class Bot(Bandit):
    tries = 160
    horizon = 12

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = LivingUnits()
        self.policy = make_policy("crossfire", "heuristic")


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
