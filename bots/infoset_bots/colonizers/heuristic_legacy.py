"""The heuristic bot for Colonizers as the original program plays it. The rules are in rules_of_thumb.py.

infoset bot infoset_bots.colonizers.heuristic_legacy --seek colonizers
"""

import infoset
from infoset_bots.colonizers.rules_of_thumb import choose


class HeuristicLegacy(infoset.Bot):
    """Follows rules of thumb in the reading that the recorded games of the thesis were played with."""

    quick = True

    def decide(self, turn: infoset.Turn) -> int:
        """Applies the rules of the phase."""
        return choose(turn.observation, turn.actions, self.rng, legacy=True)
