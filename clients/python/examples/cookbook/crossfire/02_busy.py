"""Step 2 of 12, Crossfire: fires only what cannot move."""

import infoset
from infoset_bots.cookbook.preferring import NeverWaste


class Bot(NeverWaste):
    idle = frozenset({"fire"})


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
