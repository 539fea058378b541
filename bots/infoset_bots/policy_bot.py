"""The policy bot: plays a policy of the game at the table, one that searches use for playouts.

infoset bot infoset_bots.policy_bot --param policy=heuristic --seek colonizers
"""

import infoset
from infoset_bots.streams import open_stream
from infoset_games.policies import Policy
from infoset_games.policy_registry import RANDOM, make_policy


class PolicyBot(infoset.Bot):
    """Asks the policy in a sampled world. As a policy looks only at what its seat knows, any world will do."""

    quick = True

    def __init__(self, *, policy: str = RANDOM) -> None:
        self.policy = policy
        self._made: Policy | None = None

    def decide(self, turn: infoset.Turn) -> int:
        """The position of what the policy chooses. Raises UnknownPolicyError if the game has no such policy."""
        if self._made is None:
            self._made = make_policy(turn.game, self.policy)
        rng = open_stream(self.rng)
        world = turn.determinize(rng)
        action = self._made.choose(world, turn.seat, rng)
        return world.legal(turn.seat).index(action)
