"""The MiniMax bot of H. Phillingham, "Conquerors of Catan" (2023), as its text specifies it.

infoset bot infoset_bots.catan.minimax_bot --param depth=2 --param modifiers=early_expansion --seek catan
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import infoset
from infoset_bots.catan.crew import MOST_PROCESSES, Workers
from infoset_bots.catan.deciding import Alone, Crew, Inquiry, answer
from infoset_bots.catan.modifiers import ModifiersError, modified, read_modifiers
from infoset_bots.catan.scores import ScoreMap
from infoset_bots.catan.settings import (
    DEPTH,
    LEAST_EPSILON,
    MAX_NODES,
    MINIMIZE,
    MOST_EPSILON,
    MOVES,
    WORLDS,
    Settings,
)
from infoset_bots.catan.weights import NUMBERS, USUAL, Weights, WeightsError, find_weights
from infoset_bots.search.decision import Decision, OutOfTime
from infoset_bots.search.search_bot import SearchBot, ask, read_count, read_number

MOST_WORLDS: Final = 1000
MOST_MOVES: Final = 3
MOST_DEPTH: Final = 40
MOST_NODES: Final = 100_000_000
TIME_MS: Final = 60_000
WEIGHTS: Final = "strong"


class MinimaxBot(SearchBot):
    """MiniMax in `worlds` sampled worlds, whose mean decides, `depth` plies beyond the own turn.

    Of the own turn it looks at `moves` together; the thesis at one. `weights` name a preset or a file
    (weights.py), `modifiers` rewrite them (modifiers.py: names joined by +). `epsilon` prunes moves
    (settings.py), `wishful` grants cards at own plies (plies.py). `malice` is how others choose, from MaxN
    (0) to MiniMax (1), see mini_mid_max.py. A world in which a move has more than `max_nodes` positions
    behind it is searched less deep. With `processes` the search is shared by so many (0: none), and
    decides the same.
    """

    usual_malice: ClassVar[float] = MINIMIZE

    def __init__(
        self,
        *,
        worlds: int = WORLDS,
        moves: int = MOVES,
        depth: int = DEPTH,
        epsilon: int = LEAST_EPSILON,
        wishful: bool = False,
        weights: str = WEIGHTS,
        modifiers: str | Sequence[str] = "",
        malice: float | None = None,
        max_nodes: int = MAX_NODES,
        processes: int = 0,
        time_ms: int = TIME_MS,
    ) -> None:
        """Raises ValueError naming the parameter and what was expected."""
        super().__init__(time_ms=time_ms)
        self.worlds = read_count("worlds", worlds, 1, MOST_WORLDS)
        self.weights = read_style(weights, modifiers)
        self.scores = ScoreMap(self.weights)
        self.settings = Settings(
            read_count("depth", depth, 0, MOST_DEPTH),
            read_count("epsilon", epsilon, LEAST_EPSILON, MOST_EPSILON),
            read_flag("wishful", wishful),
            read_count("max_nodes", max_nodes, 1, MOST_NODES),
            self.usual_malice if malice is None else read_number("malice", malice, 0, 1),
            read_count("moves", moves, 1, MOST_MOVES),
        )
        self.processes = read_count("processes", processes, 0, MOST_PROCESSES)
        self._crew: Crew = Alone()

    @staticmethod
    def usual_weights() -> dict[str, float]:
        """The weights without a file, for `infoset tune`."""
        return {name: float(getattr(USUAL, name)) for name in NUMBERS}

    def on_start(self, match: infoset.Match) -> None:
        """Starts the processes that share the search."""
        if self.processes and match.engine is not None:
            self._crew = Workers(self.processes, match.engine.options(), self.weights)

    def on_over(self, match: infoset.Match, result: infoset.MatchResult) -> None:
        """Ends them."""
        if isinstance(self._crew, Workers):
            self._crew.close()
            self._crew = Alone()

    def think(self, turn: infoset.Turn, seed: int, out_of_time: OutOfTime) -> Decision:
        inquiry = Inquiry(ask(turn), seed, self.scores, self.settings)
        return answer(inquiry, self.worlds, self._crew, out_of_time)


def read_style(weights: Any, modifiers: Any) -> Weights:
    """The score map that the parameters ask for. Raises ValueError naming the parameter."""
    if type(weights) is not str:
        raise ValueError(f"weights: expected the name of a preset or a file, got {weights!r}")
    if type(modifiers) not in (str, list, tuple):
        raise ValueError(f"modifiers: expected names joined by +, got {modifiers!r}")
    try:
        found = find_weights(weights)
    except WeightsError as error:
        raise ValueError(f"weights: {error}") from error
    try:
        return modified(found, read_modifiers(modifiers))
    except ModifiersError as error:
        raise ValueError(f"modifiers: {error}") from error


def read_flag(name: str, value: Any) -> bool:
    """Checks a yes or no. Raises ValueError naming the parameter."""
    if type(value) is not bool:
        raise ValueError(f"{name}: expected true or false, got {value!r}")
    return value
