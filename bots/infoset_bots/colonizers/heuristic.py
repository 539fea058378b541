"""The heuristic bot for Colonizers as the thesis describes it. The rules are in rules_of_thumb.py.

infoset bot infoset_bots.colonizers.heuristic --seek colonizers
"""

import infoset
from infoset_bots.colonizers.rules_of_thumb import choose


class Heuristic(infoset.Bot):
    """Follows rules of thumb; looks neither ahead nor behind."""

    quick = True

    def decide(self, turn: infoset.Turn) -> int:
        """Applies the rules of the phase."""
        return choose(turn.observation, turn.actions, self.rng)
