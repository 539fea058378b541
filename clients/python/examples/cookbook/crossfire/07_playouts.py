"""Step 7 of 12, Crossfire: plays on at random for two rounds behind each action: flat Monte Carlo."""

import infoset
from infoset_bots.cookbook.crossfire_eye import SafeUnits
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Playouts


class Bot(Playouts):
    worlds = 8
    horizon = 2  # rounds: what chance does later is noise

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = SafeUnits()

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
