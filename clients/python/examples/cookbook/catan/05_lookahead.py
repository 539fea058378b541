"""Step 5 of 12, Catan: tries each action for one ply in sampled worlds, and counts points by the rules."""

import infoset
from infoset_bots.cookbook.catan_hints import score
from infoset_bots.cookbook.preferring import best_options
from infoset_bots.cookbook.sampling import Lookahead


class Bot(Lookahead):
    worlds = 4

    def guess(self, turn: infoset.Turn) -> int | list[int]:
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
