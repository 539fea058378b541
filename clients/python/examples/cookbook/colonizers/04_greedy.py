"""Step 4 of 12, Colonizers: keeps and builds the most valuable module, draws only with a small hand."""

from typing import Any

import infoset
from infoset_bots.cookbook.colonizers_hints import score
from infoset_bots.cookbook.preferring import Scoring


class Bot(Scoring):
    def score(self, turn: infoset.Turn, action: list[Any], slot: str) -> float:
        return score(turn, action, slot)


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
