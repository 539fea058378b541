"""Step 3 of 12, Crossfire: goes to the middle, which is flooded last, and never fires."""

from typing import Any

import infoset
from infoset_bots.cookbook.crossfire_hints import approach
from infoset_bots.cookbook.preferring import Scoring


class Bot(Scoring):
    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        return approach(turn, action, slot)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
