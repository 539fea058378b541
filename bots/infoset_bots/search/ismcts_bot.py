"""The single-observer ISMCTS bot, for every game.

infoset bot infoset_bots.search.ismcts_bot --param iterations=1000 --seek colonizers
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.rewards import FOUR_PLACES
from infoset_bots.search.search_bot import PlayoutBot, read_count, read_number
from infoset_bots.search.simulator import Simulator
from infoset_bots.search.tree_search import EXPLORATION, ITERATIONS

MOST_EXPLORATION: Final = 100.0
MOST_BATCH: Final = 256


class IsmctsBot(PlayoutBot):
    """Grows a tree by `iterations`, `batch` at a time; `c` weighs exploration. See PlayoutBot for the rest."""

    usual_batch: ClassVar[int] = 1

    def __init__(
        self,
        *,
        iterations: int | None = None,
        c: float = EXPLORATION,
        batch: int | None = None,
        policy: str = "",
        rewards: str | Sequence[float] = FOUR_PLACES,
        horizon: int = 0,
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(
            policy=policy, rewards=rewards, horizon=horizon, habits=habits, time_ms=time_ms
        )
        self.iterations = self.work("iterations", iterations, ITERATIONS)
        self.exploration = read_number("c", c, 0, MOST_EXPLORATION)
        self.batch = (
            self.usual_batch if batch is None else read_count("batch", batch, 1, MOST_BATCH)
        )

    def search(self, simulator: Simulator, out_of_time: OutOfTime) -> Decision:
        return ismcts(simulator, self.iterations, self.exploration, out_of_time, self.batch)
