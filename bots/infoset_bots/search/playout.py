"""From a world to rewards: policies play on, the end is valued. Compiled."""

from mypy_extensions import i64, mypyc_attr

from infoset_bots.search.rewards import Rewards
from infoset_games.core import State
from infoset_games.evaluation import Evaluation, expected_result
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import TO_THE_END, play_out


@mypyc_attr(allow_interpreted_subclasses=True)
class Playout:
    """How a search values a world: one policy for all seats, and the rewards of the result.

    With a `horizon` (in plies, chance included; 0 is none) playouts stop there, and the places are
    those that `evaluation` expects.
    """

    def __init__(
        self, policy: Policy, rewards: Rewards, evaluation: Evaluation, horizon: int = 0
    ) -> None:
        self.policy = policy
        self.rewards = rewards
        self.evaluation = evaluation
        self.horizon: i64 = horizon if horizon > 0 else TO_THE_END
        self.policies: list[Policy] = []

    def values(self, state: State, seats: int, rng: Rng) -> list[float]:
        """Plays `state` out in place; the rewards by seat."""
        if len(self.policies) != seats:
            self.policies = [self.policy] * seats
        play_out(state, self.policies, rng, self.horizon)
        result = state.result()
        if result is None:
            result = expected_result(state, self.evaluation, seats)
        return self.rewards.of(result)
