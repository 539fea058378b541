"""Step 2 of 12, Colonizers: skips only where nothing else is legal."""

import infoset
from infoset_bots.cookbook.preferring import NeverWaste


class Bot(NeverWaste):
    idle = frozenset({"skip"})


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
