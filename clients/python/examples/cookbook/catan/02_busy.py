"""Step 2 of 12, Catan: ends its turn or says no only where nothing else is legal."""

import infoset
from infoset_bots.cookbook.preferring import NeverWaste


class Bot(NeverWaste):
    idle = frozenset({"end_turn", "reject", "withdraw"})


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
