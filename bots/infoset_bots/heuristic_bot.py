"""The heuristic bot: plays the rules of thumb of whatever game it is asked, where the game has some.

infoset bot infoset_bots.heuristic_bot --seek crossfire
"""

from infoset_bots.policy_bot import PolicyBot
from infoset_games.policy_registry import HEURISTIC


class HeuristicBot(PolicyBot):
    """Follows the policy `heuristic` of the game."""

    def __init__(self) -> None:
        super().__init__(policy=HEURISTIC)
