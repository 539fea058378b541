"""The ISMCTS bot for Catan: short playouts, judged by chances to win, in a tree that a guide keeps narrow.

infoset bot infoset_bots.catan.rollout_bot --param iterations=1000 --seek catan
"""

from pathlib import Path
from typing import Final

import infoset
from infoset_bots.catan.rollout_chances import WEIGHTS, Chances
from infoset_bots.catan.rollout_guide import CatanGuide
from infoset_bots.catan.rollout_playout import ChancePlayout
from infoset_bots.catan.rollout_weights import load_weights, usual_weights
from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.ismcts_bot import MOST_EXPLORATION
from infoset_bots.search.search_bot import MOST_PLIES, SearchBot, ask, read_count, read_number
from infoset_bots.search.simulator import LocalSimulator
from infoset_games.policy_registry import make_evaluation, make_policy

ITERATIONS: Final = 600
EXPLORATION: Final = 0.3
HORIZON: Final = 40  # plies
POLICY: Final = "rollout"
GAME: Final = "catan"


class RolloutBot(SearchBot):
    """Grows a tree by `iterations`; `c` weighs exploration.

    Each iteration plays on for `horizon` plies (chance included; 0: not at all) by `policy`, and takes the chances
    to win there for its rewards. `weights` names a JSON file with what the features of a position are worth.
    `habits` and `time_ms` as for every search bot.
    """

    def __init__(
        self,
        *,
        iterations: int | None = None,
        c: float = EXPLORATION,
        horizon: int = HORIZON,
        policy: str = POLICY,
        weights: str = "",
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(habits=habits, time_ms=time_ms)
        self.iterations = self.work("iterations", iterations, ITERATIONS)
        self.exploration = read_number("c", c, 0, MOST_EXPLORATION)
        numbers = load_weights(Path(weights)) if weights else WEIGHTS
        self.playout = ChancePlayout(
            make_policy(GAME, policy),
            make_evaluation(GAME),
            Chances(numbers),
            read_count("horizon", horizon, 0, MOST_PLIES),
        )
        self.guide = CatanGuide()

    @staticmethod
    def usual_weights() -> dict[str, float]:
        """The weights without a file, for `infoset tune`."""
        return usual_weights()

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        """Searches with the rules installed here."""
        simulator = LocalSimulator(ask(turn, self.habits), self.playout, seed)
        return ismcts(simulator, self.iterations, self.exploration, out_of_time, guide=self.guide)
