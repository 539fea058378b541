"""Step 3 of 12, Crossfire: fires before it moves."""

import infoset
from infoset_bots.cookbook.preferring import InOrder


class Bot(InOrder):
    order = ("fire", "move", "king", "nth")


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
