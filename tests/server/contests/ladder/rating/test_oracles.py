"""Our strengths beside those of two libraries, on matches between bots whose true strengths are known.

Both tables of benchmarks/figures/ladder.md come from `python -m tests.server.contests.ladder.rating.test_oracles`, with more runs.
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
from tests.server.contests.ladder.rating.truth import SPREAD, honesty, random_tables, rate

from infoset_server.contests.ladder.rating import Fit, Outcome

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


def variances_of_gaps(fitted: Fit, count: int) -> Vector:
    """What is not known of the difference between each two of so many contestants."""
    covariance = fitted.covariance[:count, :count]
    variances = np.diag(covariance)
    gaps: Vector = variances[:, None] + variances[None, :] - 2 * covariance
    return gaps


def ours(truth: Vector, outcomes: Sequence[Outcome]) -> tuple[Verdict, float]:
    """And the spread of errors over stated sigmas."""
    fitted = rate(truth, outcomes)
    gaps = fitted.strengths[:, None] - fitted.strengths[None, :]
    spread = variances_of_gaps(fitted, len(truth))
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


# openskill rates a match at a time, in one pass, and assumes by its defaults that a match tells more than ours do: its
# order is farther from the truth than ours, which bounds how well the two can agree. The second says how much
# chance there is, and that nobody changes.
BY_DEFAULT: Final = PlackettLuce()
NOISY: Final = PlackettLuce(beta=25.0, tau=0.0)
MATCHES: Final = 2_000


@dataclass(frozen=True)
class Agreement:
    """Kendall's tau between strengths; and of the pairs that are apart by two sigmas, those ordered alike."""

    ours: float  # with the truth
    theirs: float  # with the truth
    both: float  # with each other
    sure: int
    alike: int


def openskills(truth: Vector, outcomes: Sequence[Outcome], model: PlackettLuce) -> list[float]:
    """Its means, by contestant."""
    ratings = [model.rating() for _ in truth]
    for outcome in outcomes:
        teams = [[ratings[one]] for one in outcome.contestants]
        ranks = [float(place) for place in outcome.places]
        for one, (rated,) in zip(outcome.contestants, model.rate(teams, ranks=ranks), strict=True):
            ratings[one] = rated
    return [rating.mu for rating in ratings]


def agreement(size: int, seed: int, model: PlackettLuce) -> Agreement:
    """Of ours and openskill on 2,000 matches."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, SPREAD, BOTS)
    outcomes = random_tables(truth, size, MATCHES * size // BOTS, rng)
    fitted = rate(truth, outcomes)
    other = np.array(openskills(truth, outcomes, model))
    gaps = fitted.strengths[:, None] - fitted.strengths[None, :]
    sure = gaps > 2 * np.sqrt(np.maximum(variances_of_gaps(fitted, BOTS), 0.0))
    return Agreement(
        float(kendalltau(fitted.strengths, truth).statistic),
        float(kendalltau(other, truth).statistic),
        float(kendalltau(fitted.strengths, other).statistic),
        int(sure.sum()),
        int((sure & (other[:, None] > other[None, :])).sum()),
    )


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize(("model", "least"), [(BY_DEFAULT, 0.84), (NOISY, 0.90)])
def test_openskill_sees_the_same_order_as_far_as_it_sees_the_true_one(
    size: int, model: PlackettLuce, least: float
) -> None:
    found = [agreement(size, seed, model) for seed in range(3)]
    assert np.mean([one.both for one in found]) >= least
    assert np.mean([one.ours for one in found]) >= np.mean([one.theirs for one in found])
    assert sum(one.alike for one in found) >= 0.99 * sum(one.sure for one in found)


def main() -> None:
    """The tables of benchmarks/figures/ladder.md."""
    tell_of_trueskill()
    tell_of_openskill()


def tell_of_openskill() -> None:
    """Agreement of orders on 2,000 matches."""
    sys.stdout.write("| players | openskill | ours | openskill | each other | sure pairs alike |\n")
    for size in (2, 4):
        for name, model in (("defaults", BY_DEFAULT), ("beta 25, tau 0", NOISY)):
            found = [agreement(size, seed, model) for seed in range(8)]
            ours, theirs, both = (
                np.mean([getattr(one, which) for one in found])
                for which in ("ours", "theirs", "both")
            )
            alike, sure = sum(one.alike for one in found), sum(one.sure for one in found)
            sys.stdout.write(
                f"| {size} | {name} | {ours:.2f} | {theirs:.2f} | {both:.2f} | {alike} of {sure} |\n"
            )


def tell_of_trueskill() -> None:
    """Order, loss and honesty."""
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
