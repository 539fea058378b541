"""Plays every game by rules of thumb of its own, and a game that has none at random."""

from typing import Final

import infoset
from infoset_bots.cookbook import catan_hints, colonizers_hints, crossfire_hints
from infoset_bots.cookbook.preferring import best_options

HINTS: Final = {
    "catan": catan_hints.score,
    "colonizers": colonizers_hints.score,
    "crossfire": crossfire_hints.score,
}


class GreedyBot(infoset.Bot):
    quick = True

    def decide(self, turn: infoset.Turn) -> object:
        score = HINTS.get(turn.match.game)
        if score is None:
            return turn.random_answer(self.rng)
        return best_options(turn, score, self.rng)


if __name__ == "__main__":
    infoset.run(GreedyBot)
