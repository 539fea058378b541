"""The random bot: plays any game, and every legal position equally often. No thinking.

infoset bot infoset_bots.random_bot --seek colonizers
"""

import infoset
from infoset.turn import Answer


class RandomBot(infoset.Bot):
    """Draws its answers uniformly over legal positions, so two equal cards count twice."""

    quick = True

    def decide(self, turn: infoset.Turn) -> Answer:
        """Draws an index, or one option for each slot of a joint order."""
        return turn.random_answer(self.rng)
