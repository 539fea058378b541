"""Step 3 of 12, Catan: cities and settlements first, the rest as it comes."""

import infoset
from infoset_bots.cookbook.preferring import InOrder


class Bot(InOrder):
    idle = frozenset({"end_turn", "reject", "withdraw"})
    order = ("city", "settlement")


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
