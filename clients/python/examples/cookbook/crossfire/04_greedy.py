"""Step 4 of 12, Crossfire: fires along a line with an enemy in view, else goes to the middle."""

from typing import Any

import infoset
from infoset_bots.cookbook.crossfire_hints import score
from infoset_bots.cookbook.preferring import Scoring


class Bot(Scoring):
    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        return score(turn, action, slot)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
