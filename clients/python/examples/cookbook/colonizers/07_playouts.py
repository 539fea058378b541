"""Step 7 of 12, Colonizers: plays on at random behind each action: flat Monte Carlo."""

import infoset
from infoset_bots.cookbook.sampling import Playouts
from infoset_games.policy_registry import make_evaluation


class Bot(Playouts):
    worlds = 8
    horizon = 400

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("colonizers")


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
