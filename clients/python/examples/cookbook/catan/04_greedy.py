"""Step 4 of 12, Catan: builds and robs where the dice fall most often."""

from typing import Any

import infoset
from infoset_bots.cookbook.catan_hints import score
from infoset_bots.cookbook.preferring import Scoring


class Bot(Scoring):
    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        return score(turn, action, slot)


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
