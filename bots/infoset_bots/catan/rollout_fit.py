"""Fits the weights of rollout_chances.py to plays, of the tree search or of players for playouts. Needs SciPy.

    python -m infoset_bots.catan.rollout_fit --plays 600 --iterations 40 --out weights.json

Every position is one trial: which of the seats won? The model is a conditional logistic regression
(D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974), a little regularized,
as many features say nearly the same. The last plays are kept apart to judge it.
"""

import argparse
from pathlib import Path
from typing import Final

import numpy as np
from mypy_extensions import i64
from numpy.typing import NDArray
from scipy.optimize import minimize

from infoset_bots.catan.rollout_bot import EXPLORATION, HORIZON
from infoset_bots.catan.rollout_chances import Chances
from infoset_bots.catan.rollout_features import COUNT, FEATURES, features, yields
from infoset_bots.catan.rollout_guide import CatanGuide
from infoset_bots.catan.rollout_playout import ChancePlayout
from infoset_bots.catan.rollout_weights import save_weights
from infoset_bots.search.decision import Question
from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.simulator import LocalSimulator
from infoset_games.catan import Catan
from infoset_games.catan.actions import BEFORE_ROLL
from infoset_games.catan.evaluation import IslandWorth
from infoset_games.catan.playouts import RolloutPlayer
from infoset_games.catan.policies import Greedy
from infoset_games.catan.state import own
from infoset_games.core import State
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out

Rows = NDArray[np.float64]  # positions x seats x features
Winners = NDArray[np.int64]  # by position

LEAST_PLIES: Final = 8  # between two positions of a play
MORE_PLIES: Final = 50
RIDGE: Final = 1e-4
APART: Final = 0.15  # the share of positions that judge the fit


class Searcher(Policy):
    """The tree search as a policy: slow, but what it plays is what has to be judged."""

    def __init__(self, game: Catan, iterations: int) -> None:
        self.game = game
        self.iterations = iterations
        self.guide = CatanGuide()
        self.playout = ChancePlayout(RolloutPlayer(), IslandWorth(), Chances(), HORIZON)

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        asked = Question(self.game, state.observe(int(seat)), int(seat))
        simulator = LocalSimulator(asked, self.playout, int(rng.word()))
        return ismcts(simulator, self.iterations, EXPLORATION, guide=self.guide).action


def sample(plays: int, seed: str, iterations: int = 0) -> tuple[Rows, Winners]:
    """Positions of plays with who won; shared wins are left out.

    With `iterations` the search plays, else every seat draws one of the players for playouts.
    """
    game, rng = Catan(max_offers=0), Rng(seed)
    players: list[Policy] = [RolloutPlayer(), Greedy()]
    if iterations:
        players = [Searcher(game, iterations)]
    rows: list[list[list[float]]] = []
    winners: list[int] = []
    for number in range(plays):
        state = own(game.start(game.deal(Rng(seed, "deal", str(number)))))
        seated = [players[rng.below(len(players))] for _ in range(game.seats)]
        met: list[list[list[float]]] = []
        while (result := state.result()) is None:
            play_out(state, seated, rng, LEAST_PLIES + rng.below(MORE_PLIES))
            if BEFORE_ROLL <= state.phase and state.result() is None:
                table = yields(state)
                met.append([list(features(state, seat, table)) for seat in range(game.seats)])
        if result.places.count(1) == 1:
            rows += met
            winners += [result.places.index(1)] * len(met)
    return np.array(rows), np.array(winners)


def fit(rows: Rows, winners: Winners) -> Rows:
    """The weights under which the winners were likeliest."""
    scale = rows.reshape(-1, rows.shape[-1]).std(axis=0)
    scale[scale == 0] = 1.0
    found = minimize(
        loss, np.zeros(rows.shape[-1]), args=(rows / scale, winners), jac=True, method="L-BFGS-B"
    )
    weights: Rows = found.x / scale
    return weights


def loss(weights: Rows, rows: Rows, winners: Winners) -> tuple[float, Rows]:
    """The mean surprise at the winners, with the ridge, and its slope."""
    chances = chances_of(weights, rows)
    places = np.arange(len(winners))
    surprise = -float(np.log(chances[places, winners]).mean()) + RIDGE * float(weights @ weights)
    errors = chances.copy()
    errors[places, winners] -= 1
    slope: Rows = np.einsum("ps,psf->f", errors, rows) / len(winners) + 2 * RIDGE * weights
    return surprise, slope


def chances_of(weights: Rows, rows: Rows) -> Rows:
    """By position and seat."""
    worths = rows @ weights
    powers = np.exp(worths - worths.max(axis=1, keepdims=True))
    chances: Rows = powers / powers.sum(axis=1, keepdims=True)
    return chances


def hits(weights: Rows, rows: Rows, winners: Winners) -> float:
    """In which share of the positions the seat with the best chance won."""
    return float((np.argmax(rows @ weights, axis=1) == winners).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of Catan's chances to plays.")
    parser.add_argument("--plays", type=int, default=3000)
    parser.add_argument(
        "--iterations",
        type=int,
        default=0,
        help="of the search that plays; 0: players for playouts",
    )
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--out", type=Path, help="write the weights to this JSON file")
    arguments = parser.parse_args()
    rows, winners = sample(arguments.plays, arguments.seed, arguments.iterations)
    cut = round(len(winners) * (1 - APART))
    weights = fit(rows[:cut], winners[:cut])
    by_points = np.eye(COUNT)[FEATURES.index("points")]
    lines = [f"{name:12}{weight:9.4f}" for name, weight in zip(FEATURES, weights, strict=True)]
    lines.append(
        f"{len(winners)} positions of {arguments.plays} plays; the winner named in the last "
        f"{APART:.0%}: {hits(weights, rows[cut:], winners[cut:]):.1%}, by points alone "
        f"{hits(by_points, rows[cut:], winners[cut:]):.1%}"
    )
    print("\n".join(lines))  # noqa: T201 (a script)
    if arguments.out is not None:
        save_weights(arguments.out, dict(zip(FEATURES, map(float, weights), strict=True)))


if __name__ == "__main__":
    main()
