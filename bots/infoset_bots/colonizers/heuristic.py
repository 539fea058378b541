"""The heuristic bot for Colonizers as the thesis describes it. Its rules: infoset_games/colonizers/policies.py.

infoset bot infoset_bots.colonizers.heuristic --seek colonizers
"""

from infoset_bots.policy_bot import PolicyBot


class Heuristic(PolicyBot):
    """Follows rules of thumb; looks neither ahead nor behind."""

    def __init__(self) -> None:
        super().__init__(policy="heuristic")
