"""Step 5 of 12, Colonizers: tries each action for one ply in sampled worlds, and counts points by the rules."""

import infoset
from infoset_bots.cookbook.sampling import Lookahead


class Bot(Lookahead):
    worlds = 4


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
