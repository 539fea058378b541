"""The MaxN bot of every game (search/maxn.py), valuing positions of Catan by a score map.

infoset bot infoset_bots.catan.maxn_bot --param weights=text --seek catan
"""

from collections.abc import Sequence

from infoset_bots.catan.minimax_bot import WEIGHTS, read_style
from infoset_bots.catan.scores import ScoreMap
from infoset_bots.search.maxn import DEPTH, MAX_NODES
from infoset_bots.search.maxn_bot import MaxnBot
from infoset_games.evaluation import Evaluation


class ScoreMaxnBot(MaxnBot):
    """As MaxnBot, with `weights` and `modifiers` as MinimaxBot has them; dice are rolled in its worlds."""

    def __init__(
        self,
        *,
        weights: str = WEIGHTS,
        modifiers: str | Sequence[str] = "",
        worlds: int | None = None,
        depth: int = DEPTH,
        max_nodes: int = MAX_NODES,
        time_ms: int = 0,
    ) -> None:
        super().__init__(worlds=worlds, depth=depth, max_nodes=max_nodes, time_ms=time_ms)
        self.scores = ScoreMap(read_style(weights, modifiers))

    def evaluation(self, game: str) -> Evaluation:
        return self.scores
