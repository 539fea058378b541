"""Step 2 of 12, Crossfire: moves only what cannot fire."""

import infoset
from infoset_bots.cookbook.preferring import NeverWaste


class Bot(NeverWaste):
    idle = frozenset({"move"})


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
