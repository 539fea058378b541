"""Step 3 of 12, Colonizers: builds where it can, and takes Omnium rather than cards."""

import infoset
from infoset_bots.cookbook.preferring import InOrder


class Bot(InOrder):
    idle = frozenset({"skip"})
    order = ("build", "keep", "omnium")


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
