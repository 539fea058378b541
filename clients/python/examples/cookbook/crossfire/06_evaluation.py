"""Step 6 of 12, Crossfire: the same, with an eye for units in danger."""

import infoset
from infoset_bots.cookbook.crossfire_eye import SafeUnits
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Lookahead


class Bot(Lookahead):
    worlds = 8

    def __init__(self) -> None:
        super().__init__()
        self.evaluation = SafeUnits()

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
