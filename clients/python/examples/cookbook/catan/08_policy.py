"""Step 8 of 12, Catan: the playouts are played by rules of thumb instead of at random."""

import infoset
from infoset_bots.cookbook.sampling import Playouts
from infoset_games.policy_registry import make_evaluation, make_policy


class Bot(Playouts):
    worlds = 8
    horizon = 60

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = make_evaluation("catan")
        self.policy = make_policy("catan", "heuristic")


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
