"""Step 3 of 12, Catan: cities and settlements first, the rest as it comes, and never a trade."""

import infoset
from infoset_bots.cookbook.preferring import InOrder


class Bot(InOrder):
    order = ("city", "settlement", "roll", ("road", "buy_dev", "end_turn"), "reject", "withdraw")


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
