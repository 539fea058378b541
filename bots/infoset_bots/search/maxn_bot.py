"""The determinized MaxN bot, for every game.

infoset bot infoset_bots.search.maxn_bot --param depth=5 --seek colonizers
"""

from typing import ClassVar

import infoset
from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.maxn import DEPTH, MAX_NODES, WORLDS, maxn
from infoset_bots.search.search_bot import SearchBot, ask, read_count
from infoset_games.evaluation import Evaluation
from infoset_games.policy_registry import make_evaluation
from infoset_games.rng import Rng

MOST_DEPTH = 100
MOST_NODES = 100_000_000


class MaxnBot(SearchBot):
    """Searches `worlds` worlds, each `depth` decisions deep as far as `max_nodes` positions suffice."""

    legacy: ClassVar[bool] = False

    def __init__(
        self,
        *,
        worlds: int | None = None,
        depth: int = DEPTH,
        max_nodes: int = MAX_NODES,
        habits: str = "",
        time_ms: int = 0,
    ) -> None:
        super().__init__(habits=habits, time_ms=time_ms)
        self.worlds = self.work("worlds", worlds, WORLDS)
        self.depth = read_count("depth", depth, 1, MOST_DEPTH)
        self.max_nodes = read_count("max_nodes", max_nodes, 1, MOST_NODES)

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        question = ask(turn, self.habits)
        return maxn(
            question,
            Rng(str(seed)),
            self.evaluation(question.game.name),
            self.worlds,
            self.depth,
            self.max_nodes,
            self.legacy,
            out_of_time,
        )

    def evaluation(self, game: str) -> Evaluation:
        """What values the positions of `game`."""
        return make_evaluation(game)
