"""Step 6 of 12, Crossfire: the same, counting units alive on either side."""

import infoset
from infoset_bots.cookbook.crossfire_hints import LivingUnits, score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Lookahead


class Bot(Lookahead):
    worlds = 8

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = LivingUnits()

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
