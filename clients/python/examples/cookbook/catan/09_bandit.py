"""Step 9 of 12, Catan: more playouts for actions that look good, fewer for the others (UCB1)."""

import infoset
from infoset_bots.cookbook.sampling import Bandit
from infoset_games.policy_registry import make_evaluation, make_policy


class Bot(Bandit):
    tries = 160
    horizon = 60

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("catan")
        self.policy = make_policy("catan", "heuristic")


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
