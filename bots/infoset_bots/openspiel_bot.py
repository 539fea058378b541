"""OpenSpiel's own search bots at the table of one of its games. Needs the extra `openspiel`.

infoset bot infoset_bots.openspiel_bot --param simulations=2000 --seek openspiel_chess

Where nothing is hidden OpenSpiel's MCTS searches the position. Where something is, its IS-MCTS searches positions
that look alike, if OpenSpiel can draw them; in other games it does not play.
"""

from typing import Any, Final

import infoset
from infoset_bots.search.search_bot import read_count
from infoset_bots.streams import open_stream
from infoset_games.openspiel.catalogue import BY_RESAMPLING, PUBLIC

MOST_SIMULATIONS: Final = 1_000_000
MEMORY_MB: Final = 500
EXPLORATION: Final = 2.0  # what OpenSpiel's examples use
SEEDS: Final = 2**31


class OpenSpielBot(infoset.Bot):
    """Asks OpenSpiel's MCTSBot or ISMCTSBot, afresh in every turn."""

    def __init__(self, *, simulations: int = 1000) -> None:
        """`simulations` of one decision, each one random playout."""
        self.simulations = read_count("simulations", simulations, 1, MOST_SIMULATIONS)

    def decide(self, turn: infoset.Turn) -> int:
        """The position of the action found. Raises RuntimeError in a game that it does not play."""
        from infoset_games.openspiel.game import OpenSpielGame  # it imports pyspiel
        from infoset_games.openspiel.state import OpenSpielState

        game = turn.match.engine
        if not isinstance(game, OpenSpielGame) or game.entry.worlds not in (PUBLIC, BY_RESAMPLING):
            raise RuntimeError(f"OpenSpiel's search bots do not play {turn.game}")
        world = turn.determinize(open_stream(self.rng))
        assert isinstance(world, OpenSpielState)
        searcher = self._searcher(game, self.rng.randrange(SEEDS))
        return world.legal(turn.seat).index(int(searcher.step(world.inner)))

    def _searcher(self, game: Any, seed: int) -> Any:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        if game.entry.worlds == PUBLIC:
            return pyspiel.MCTSBot(
                game.inner, evaluator, EXPLORATION, self.simulations, MEMORY_MB, True, seed, False
            )
        return pyspiel.ISMCTSBot(
            seed,
            evaluator,
            EXPLORATION,
            self.simulations,
            pyspiel.ISMCTSBot.UNLIMITED_NUM_WORLD_SAMPLES
            if hasattr(pyspiel.ISMCTSBot, "UNLIMITED_NUM_WORLD_SAMPLES")
            else -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
        )
