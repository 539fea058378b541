"""The single-observer ISMCTS bot, for every game.

infoset bot infoset_bots.search.ismcts_bot --param iterations=1000 --seek colonizers
"""

from collections.abc import Sequence

from infoset_bots.search.decision import Decision, OutOfTime, Question
from infoset_bots.search.ismcts import EXPLORATION, ITERATIONS, ismcts
from infoset_bots.search.rewards import FOUR_PLACES
from infoset_bots.search.search_bot import PlayoutBot, read_number
from infoset_games.rng import Rng

MOST_EXPLORATION = 100.0


class IsmctsBot(PlayoutBot):
    """Grows a tree by `iterations`; `c` weighs exploration. See PlayoutBot for the rest."""

    def __init__(
        self,
        *,
        iterations: int | None = None,
        c: float = EXPLORATION,
        policy: str = "",
        rewards: str | Sequence[float] = FOUR_PLACES,
        horizon: int = 0,
        time_ms: int = 0,
    ) -> None:
        super().__init__(policy=policy, rewards=rewards, horizon=horizon, time_ms=time_ms)
        self.iterations = self.work("iterations", iterations, ITERATIONS)
        self.exploration = read_number("c", c, 0, MOST_EXPLORATION)

    def search(self, question: Question, rng: Rng, out_of_time: OutOfTime) -> Decision:
        playout = self.playout(question.game.name)
        return ismcts(question, rng, playout, self.iterations, self.exploration, out_of_time)
