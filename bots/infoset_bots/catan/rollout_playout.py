"""Playouts of Catan that stop after a while and are valued by chances to win. Compiled."""

from typing import final

from mypy_extensions import i64

from infoset_bots.catan.rollout_chances import Chances
from infoset_bots.search.playout import Playout
from infoset_bots.search.rewards import Rewards
from infoset_games.catan.state import own
from infoset_games.core import State
from infoset_games.evaluation import Evaluation
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out


@final
class ChancePlayout(Playout):
    """A win is worth 1, anything else 0; a position where the playout stops what `chances` say."""

    def __init__(
        self, policy: Policy, evaluation: Evaluation, chances: Chances, horizon: int
    ) -> None:
        super().__init__(policy, Rewards(), evaluation, horizon)
        self.chances = chances
        self.plies: i64 = horizon  # 0: judged at once

    def values(self, state: State, seats: int, rng: Rng) -> list[float]:
        """Plays `state` on in place for the horizon; the chances by seat."""
        if len(self.policies) != seats:
            self.policies = [self.policy] * seats
        if self.plies > 0:
            play_out(state, self.policies, rng, self.plies)
        return self.chances.of(own(state))
