"""OpenSpiel's own search bots at the table of one of its games. Needs the extra `openspiel`.

infoset bot infoset_bots.openspiel_bot --param simulations=2000 --seek openspiel_chess

Where nothing is hidden OpenSpiel's MCTS searches the position. Where something is, its IS-MCTS searches worlds: those
that OpenSpiel draws itself, where they can be trusted, else ours. Games without worlds, and those in which seats
decide at the same time, it does not play.
"""

from typing import Any, Final

import infoset
from infoset_bots.search.search_bot import read_count
from infoset_bots.streams import open_stream

MOST_SIMULATIONS: Final = 1_000_000
MOST_WORLDS: Final = 100  # of one decision, where they are ours: then one of them is searched again
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
        if not isinstance(game, OpenSpielGame) or not game.worlds or game.simultaneous:
            raise RuntimeError(f"OpenSpiel's search bots do not play {turn.game}")
        stream = open_stream(self.rng)

        def draw() -> OpenSpielState:
            world = turn.determinize(stream)
            assert isinstance(world, OpenSpielState)
            return world

        world, seed = draw(), self.rng.randrange(SEEDS)
        match game.entry.worlds:
            case "public":
                searcher = self._mcts(game, seed)
            case "resampling":
                searcher = self._ismcts(game, seed)
            case _:
                searcher = self._ismcts_on_ours(game, seed)
                searcher.set_resampler(lambda state, player: draw().inner)
        return world.legal(turn.seat).index(int(searcher.step(world.inner)))

    def _mcts(self, game: Any, seed: int) -> Any:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(
            game.inner, evaluator, EXPLORATION, self.simulations, MEMORY_MB, True, seed, False
        )

    def _ismcts(self, game: Any, seed: int) -> Any:
        """In C++, which draws worlds by itself."""
        import pyspiel

        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.ISMCTSBot(
            seed,
            evaluator,
            EXPLORATION,
            self.simulations,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )

    def _ismcts_on_ours(self, game: Any, seed: int) -> Any:
        """In Python, which can be given worlds."""
        import numpy as np
        from open_spiel.python.algorithms import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
            ismcts,
            mcts,
        )

        draws = np.random.RandomState(seed)
        return ismcts.ISMCTSBot(
            game.inner,
            mcts.RandomRolloutEvaluator(1, draws),
            EXPLORATION,
            self.simulations,
            max_world_samples=MOST_WORLDS,
            random_state=draws,
            use_observation_string=not game.entry.remembers,
            allow_inconsistent_action_sets=True,
        )
