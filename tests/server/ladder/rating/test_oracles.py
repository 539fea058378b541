"""Our strengths beside those of two libraries, on matches between bots whose true strengths are known.

The figures of docs/ladder.md come from `python -m tests.server.ladder.rating.test_oracles`, with more runs.
"""

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pytest
import trueskill  # type: ignore[import-untyped]
from numpy.typing import NDArray
from openskill.models import PlackettLuce
from scipy.stats import kendalltau
from tests.server.ladder.rating.truth import SPREAD, honesty, random_tables, rate

from infoset_server.ladder.rating import Outcome

Vector = NDArray[np.float64]
BOTS: Final = 24


@dataclass(frozen=True)
class Verdict:
    """How good strengths are. `loss` is in thousandths of a nat above the truth's own."""

    order: float  # Kendall's tau with the truth
    loss: float


def extra_loss(truth: Vector, chances: Vector) -> float:
    """What saying `chances[i, j]` of "i ahead of j" costs above saying the true ones."""
    true_chances = 1 / (1 + np.exp(truth[None, :] - truth[:, None]))
    pairs = ~np.eye(len(truth), dtype=bool)
    p, q = true_chances[pairs], np.clip(chances[pairs], 1e-6, 1 - 1e-6)
    divergence = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return float(1000 * divergence.mean())


def ours(truth: Vector, outcomes: Sequence[Outcome]) -> tuple[Verdict, float]:
    """And the spread of errors over stated sigmas."""
    fitted = rate(truth, outcomes)
    gaps = fitted.strengths[:, None] - fitted.strengths[None, :]
    variances = np.diag(fitted.covariance)[: len(truth)]
    spread = (
        variances[:, None] + variances[None, :] - 2 * fitted.covariance[: len(truth), : len(truth)]
    )
    # A logistic chance under normal doubt, by MacKay's approximation.
    chances = 1 / (1 + np.exp(-gaps / np.sqrt(1 + np.pi * np.maximum(spread, 0) / 8)))
    order = float(kendalltau(fitted.strengths, truth).statistic)
    return Verdict(order, extra_loss(truth, chances)), honesty(fitted, truth)


def theirs(truth: Vector, outcomes: Sequence[Outcome]) -> Verdict:
    """TrueSkill without dynamics."""
    game = trueskill.TrueSkill(tau=0.0, draw_probability=0.0)
    ratings = [game.create_rating() for _ in truth]
    for outcome in outcomes:
        groups = [(ratings[one],) for one in outcome.contestants]
        for one, (rated,) in zip(
            outcome.contestants, game.rate(groups, outcome.places), strict=True
        ):
            ratings[one] = rated
    means = np.array([rating.mu for rating in ratings])
    variances = np.array([rating.sigma**2 for rating in ratings])
    scale = np.sqrt(variances[:, None] + variances[None, :] + 2 * game.beta**2)
    cdf = np.vectorize(statistics.NormalDist().cdf)
    chances = cdf((means[:, None] - means[None, :]) / scale)
    return Verdict(float(kendalltau(means, truth).statistic), extra_loss(truth, chances))


def runs(size: int, games_each: int, seeds: int) -> list[tuple[Verdict, float, Verdict]]:
    """Ours, our honesty, and TrueSkill's, run by run."""
    found = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        truth = rng.normal(0, SPREAD, BOTS)
        outcomes = random_tables(truth, size, games_each, rng)
        found.append((*ours(truth, outcomes), theirs(truth, outcomes)))
    return found


@pytest.mark.parametrize("size", [2, 4])
def test_order_and_chances_are_as_good_as_trueskills_and_sigmas_are_honest(size: int) -> None:
    found = runs(size, games_each=60, seeds=5)
    mine = [one for one, _, _ in found]
    others = [other for _, _, other in found]
    assert np.mean([one.order for one in mine]) >= np.mean([one.order for one in others]) - 0.005
    assert np.mean([one.loss for one in mine]) <= np.mean([one.loss for one in others])
    assert 0.8 <= float(np.sqrt(np.mean([z**2 for _, z, _ in found]))) <= 1.2


def test_openskill_sees_the_same_order() -> None:
    rng = np.random.default_rng(2)
    truth = rng.normal(0, SPREAD, BOTS)
    outcomes = random_tables(truth, 4, 2000 * 4 // BOTS, rng)
    model = PlackettLuce()
    ratings = [model.rating() for _ in truth]
    for outcome in outcomes:
        teams = [[ratings[one]] for one in outcome.contestants]
        ranks = [float(place) for place in outcome.places]
        for one, (rated,) in zip(outcome.contestants, model.rate(teams, ranks=ranks), strict=True):
            ratings[one] = rated
    fitted = rate(truth, outcomes)
    order = kendalltau(fitted.strengths, [rating.mu for rating in ratings]).statistic
    assert order > 0.85


def main() -> None:
    """The table of docs/ladder.md."""
    sys.stdout.write("| players | games each | ours: order, loss, z | TrueSkill: order, loss |\n")
    for size in (2, 4):
        for games_each in (20, 60, 200):
            found = runs(size, games_each, seeds=8)
            order, loss = (
                [np.mean([getattr(run[which], name) for run in found]) for which in (0, 2)]
                for name in ("order", "loss")
            )
            z = float(np.sqrt(np.mean([honest**2 for _, honest, _ in found])))
            sys.stdout.write(
                f"| {size} | {games_each} | {order[0]:.2f}, {loss[0]:.1f}, {z:.2f} "
                f"| {order[1]:.2f}, {loss[1]:.1f} |\n"
            )


if __name__ == "__main__":
    main()
