"""The flat Monte Carlo bot, for every game.

infoset bot infoset_bots.search.monte_carlo_bot --param worlds=100 --seek colonizers
"""

from collections.abc import Sequence

from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.monte_carlo import PLAYOUTS, WORLDS, monte_carlo
from infoset_bots.search.rewards import FOUR_PLACES
from infoset_bots.search.search_bot import MOST_WORK, PlayoutBot, read_count
from infoset_bots.search.simulator import Simulator


class MonteCarloBot(PlayoutBot):
    """Plays every action out `playouts` times in each of `worlds` worlds; see PlayoutBot for the rest."""

    def __init__(
        self,
        *,
        worlds: int | None = None,
        playouts: int = PLAYOUTS,
        policy: str = "",
        rewards: str | Sequence[float] = FOUR_PLACES,
        horizon: int = 0,
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(
            policy=policy, rewards=rewards, horizon=horizon, habits=habits, time_ms=time_ms
        )
        self.worlds = self.work("worlds", worlds, WORLDS)
        self.playouts = read_count("playouts", playouts, 1, MOST_WORK)

    def search(self, simulator: Simulator, out_of_time: OutOfTime) -> Decision:
        return monte_carlo(simulator, self.worlds, self.playouts, out_of_time)
