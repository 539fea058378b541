"""The sequential test: its statistic against a numeric optimum, its error rates by simulation."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import optimize

from infoset_bots.lab.arena.plan import AbSettings
from infoset_bots.lab.arena.sequential import (
    MIN_BLOCKS,
    Moments,
    SequentialTest,
    Verdict,
    log_likelihood,
    log_ratio,
)

RUNS = 1500
Draw = Callable[[np.random.Generator, float, int], np.ndarray]


def moments_of(values: list[float]) -> Moments:
    moments = Moments()
    for value in values:
        moments.add(value)
    return moments


def test_moments_are_those_of_numpy() -> None:
    values = [3.0, -1.5, 2.25, 8.0]
    moments = moments_of(values)
    assert moments.mean == pytest.approx(np.mean(values))
    assert moments.spread == pytest.approx(np.var(values))
    assert moments.deviation == pytest.approx(np.std(values, ddof=1))


@pytest.mark.parametrize("effect", [-0.5, 0.0, 0.1, 1.5])
def test_the_most_likely_deviation_is_the_optimum(effect: float) -> None:
    moments = moments_of([0.2, -0.4, 1.0, 0.3, 0.3])

    def misfit(log_deviation: float) -> float:
        deviation = math.exp(log_deviation)
        square = moments.spread + (moments.mean - effect * deviation) ** 2
        return moments.count * (log_deviation + square / (2 * deviation**2))

    best = optimize.minimize_scalar(misfit, bounds=(-5, 5), method="bounded")
    assert log_likelihood(moments, effect) == pytest.approx(-best.fun, abs=1e-6)


def test_for_small_effects_the_ratio_is_the_known_approximation() -> None:
    rng = np.random.default_rng(1)
    moments = moments_of([float(value) for value in rng.normal(0.05, 1, 2000)])
    found = moments.mean / math.sqrt(moments.spread)
    known = moments.count / 2 * math.log((1 + found**2) / (1 + (found - 0.1) ** 2))
    assert log_ratio(moments, 0.0, 0.1) == pytest.approx(known, abs=0.01)


def test_the_ratio_does_not_depend_on_the_unit_of_the_scores() -> None:
    values = [0.2, -0.4, 1.0, 0.3]
    scaled = moments_of([1000 * value for value in values])
    assert log_ratio(scaled, 0, 0.3) == pytest.approx(log_ratio(moments_of(values), 0, 0.3))


def test_scores_that_are_all_zero_say_nothing() -> None:
    test = SequentialTest(AbSettings())
    assert {test.add(0.0) for _ in range(1000)} == {Verdict.OPEN}
    assert test.llr == 0


def test_scores_that_are_all_won_pass_after_the_first_look() -> None:
    test = SequentialTest(AbSettings(0, 0.5))
    while test.add(1.0) is Verdict.OPEN:
        pass
    assert (test.verdict, test.blocks) == (Verdict.PASS, MIN_BLOCKS)


def test_after_the_verdict_nothing_changes() -> None:
    test = SequentialTest(AbSettings(0, 0.5))
    for _ in range(200):
        test.add(1.0)
    assert test.add(-5.0) is Verdict.PASS
    assert test.blocks == MIN_BLOCKS


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (AbSettings(0.1, 0.1), "bounds: expected the first below the second"),
        (AbSettings(0.0, math.inf), "bounds: expected two finite numbers"),
        (AbSettings(alpha=0.0), "alpha: expected a number between 0 and 0.5"),
        (AbSettings(beta=0.7), "beta: expected a number between 0 and 0.5"),
    ],
)
def test_settings_that_make_no_test_are_refused(settings: AbSettings, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        SequentialTest(settings)


def normal(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
    return rng.normal(effect, 1.0, count)


def pairs(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
    """Two games a block, each won or lost: scores -1, 0 and 1 with the asked effect."""
    mean = effect * math.sqrt(0.5 / (1 + effect**2))
    chances = [(0.5 - mean) / 2, 0.5, (0.5 + mean) / 2]
    return rng.choice([-1.0, 0.0, 1.0], size=count, p=chances)


def passes(settings: AbSettings, draw: Draw, effect: float, most: int) -> tuple[float, float]:
    """The share of tests that pass, and the mean number of blocks. The vectorised form of the test."""
    rng = np.random.default_rng(7)
    passed, blocks = 0, 0
    for _ in range(RUNS // 100):
        scores = np.stack([draw(rng, effect, most) for _ in range(100)])
        counts = np.arange(1, most + 1)
        mean = np.cumsum(scores, axis=1) / counts
        size = np.cumsum(scores**2, axis=1) / counts

        def likelihood(t: float, mean: np.ndarray = mean, size: np.ndarray = size) -> np.ndarray:
            deviation = np.sqrt((t * mean / 2) ** 2 + size) - t * mean / 2
            misfit = (size - mean**2 + (mean - t * deviation) ** 2) / (2 * deviation**2)
            return np.asarray(-(np.log(deviation) + misfit))

        with np.errstate(all="ignore"):
            ratio = counts * (likelihood(settings.alternative) - likelihood(settings.null))
        ratio[:, : MIN_BLOCKS - 1] = 0
        over = (ratio >= -math.log(settings.alpha)) | (ratio <= math.log(settings.beta))
        assert over.any(axis=1).all(), "more blocks are needed for every test to end"
        first = over.argmax(axis=1)
        passed += int((ratio[np.arange(100), first] > 0).sum())
        blocks += int((first + 1).sum())
    return passed / RUNS, blocks / RUNS


def test_the_vectorised_form_is_the_test_itself() -> None:
    scores = np.random.default_rng(7).normal(0.1, 1.0, 3000)
    test = SequentialTest(AbSettings())
    for score in scores:
        test.add(float(score))

    def same(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
        return scores[:count]

    share, blocks = passes(AbSettings(), same, 0.1, 3000)
    assert (share == 1.0) == (test.verdict is Verdict.PASS)
    assert blocks == test.blocks


@pytest.mark.parametrize("draw", [normal, pairs])
@pytest.mark.parametrize(("gap", "most"), [(0.1, 5000), (0.3, 900)])
def test_both_error_rates_keep_their_bounds(draw: Draw, gap: float, most: int) -> None:
    settings = AbSettings(0.0, gap)
    # Three standard errors of the simulation above 5 %.
    allowed = 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)
    false_passes, _ = passes(settings, draw, 0.0, most)
    true_passes, blocks = passes(settings, draw, gap, most)
    assert 0.02 <= false_passes <= allowed
    assert true_passes >= 1 - allowed
    # Wald's approximation of the number of blocks, and a fifth more for the unknown variance.
    ends = math.log(1 / 0.05)
    assert blocks <= 1.2 * max(2 * ends * 0.9 / gap**2, MIN_BLOCKS)


def test_other_error_rates_are_kept_as_well() -> None:
    settings = AbSettings(0.0, 0.3, alpha=0.01, beta=0.2)
    false_passes, _ = passes(settings, normal, 0.0, 900)
    true_passes, _ = passes(settings, normal, 0.3, 900)
    assert false_passes <= 0.01 + 3 * math.sqrt(0.01 * 0.99 / RUNS)
    assert true_passes >= 0.8 - 3 * math.sqrt(0.2 * 0.8 / RUNS)
