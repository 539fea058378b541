"""The heuristic bot for Colonizers as the original program plays it. Its rules: infoset_games/colonizers/policies.py.

infoset bot infoset_bots.colonizers.heuristic_legacy --seek colonizers
"""

from infoset_bots.policy_bot import PolicyBot


class HeuristicLegacy(PolicyBot):
    """Follows rules of thumb in the reading that the recorded games of the thesis were played with."""

    def __init__(self) -> None:
        super().__init__(policy="heuristic_legacy")
