"""Step 7 of 12, Crossfire: plays on at random behind each action: flat Monte Carlo."""

import infoset
from infoset_bots.cookbook.crossfire_hints import LivingUnits
from infoset_bots.cookbook.sampling import Playouts


class Bot(Playouts):
    worlds = 8
    horizon = 12

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = LivingUnits()


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
