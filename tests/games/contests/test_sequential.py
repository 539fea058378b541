"""The sequential test: its statistic against a numeric optimum, its error rates by simulation."""

import math
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from infoset_games.contests.sequential import (
    AbSettings,
    Moments,
    SequentialTest,
    Verdict,
)

RUNS = 60
MOST = 600  # blocks of a test
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


def test_scores_that_are_all_zero_say_nothing() -> None:
    test = SequentialTest(AbSettings())
    assert {test.add(0.0) for _ in range(1000)} == {Verdict.OPEN}


def test_who_wins_everything_passes_when_chance_would_hardly_do_it() -> None:
    """Eight blocks: at even chances that happens to one test in 256."""
    test = SequentialTest(AbSettings(0, 0.5))
    while test.add(1.0) is Verdict.OPEN:
        pass
    assert (test.verdict, test.blocks) == (Verdict.PASS, 8)


def test_after_the_verdict_nothing_changes() -> None:
    test = SequentialTest(AbSettings(0, 0.5))
    for _ in range(200):
        test.add(1.0)
    assert test.add(-1.0) is Verdict.PASS
    assert test.blocks == 8


@pytest.mark.parametrize("score", [1.5, -1.01, math.nan])
def test_a_score_that_cannot_be_is_refused_and_changes_nothing(score: float) -> None:
    test = SequentialTest(AbSettings())
    with pytest.raises(ValueError, match="score: expected a number from -1 to 1"):
        test.add(score)
    assert (test.blocks, test.llr) == (0, 0.0)


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
    return np.clip(rng.normal(0.2 * effect, 0.2, count), -1.0, 1.0)


def pairs(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
    """Two games a block, each won or lost: scores -1, 0 and 1 with the asked effect."""
    mean = effect * math.sqrt(0.5 / (1 + effect**2))
    chances = [(0.5 - mean) / 2, 0.5, (0.5 + mean) / 2]
    return rng.choice([-1.0, 0.0, 1.0], size=count, p=chances)


def rare_losses(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
    """Nearly always a little won, now and then everything lost: at first that looks like a sure gain."""
    deviation = math.sqrt(0.03 * 0.97)
    scores = np.where(rng.random(count) < 0.03, -0.97, 0.03)
    return np.clip(scores + effect * deviation, -1.0, 1.0)


def rare_gains(rng: np.random.Generator, effect: float, count: int) -> np.ndarray:
    return -rare_losses(rng, -effect, count)


@cache
def verdicts(settings: AbSettings, draw: Draw, effect: float) -> tuple[Verdict, ...]:
    """How the tests end: simulated once, for whoever asks about them."""
    ended = []
    for seed in range(RUNS):
        test = SequentialTest(settings)
        for score in draw(np.random.default_rng(seed), effect, MOST):
            if test.add(float(score)) is not Verdict.OPEN:
                break
        ended.append(test.verdict)
    return tuple(ended)


def share_of(verdict: Verdict, settings: AbSettings, draw: Draw, effect: float) -> float:
    """The part of tests that end so."""
    return verdicts(settings, draw, effect).count(verdict) / RUNS


def bound(rate: float) -> float:
    """What a share may be: three standard errors of the simulation above."""
    return rate + 3 * math.sqrt(rate * (1 - rate) / RUNS)


@pytest.mark.parametrize("draw", [normal, pairs, rare_losses, rare_gains])
@pytest.mark.parametrize("settings", [AbSettings(0.0, 0.5), AbSettings(-0.25, 0.25)])
def test_both_error_rates_keep_their_bounds_whatever_the_distribution(
    draw: Draw, settings: AbSettings
) -> None:
    assert share_of(Verdict.PASS, settings, draw, settings.null) <= bound(settings.alpha)
    assert share_of(Verdict.FAIL, settings, draw, settings.alternative) <= bound(settings.beta)


@pytest.mark.parametrize("draw", [normal, pairs, rare_losses, rare_gains])
def test_what_is_so_is_found(draw: Draw) -> None:
    settings = AbSettings(0.0, 0.5)
    assert share_of(Verdict.PASS, settings, draw, 0.5) > 0.9
    assert share_of(Verdict.FAIL, settings, draw, 0.0) > 0.9


def test_other_error_rates_are_kept_as_well() -> None:
    settings = AbSettings(0.0, 0.5, alpha=0.01, beta=0.2)
    assert share_of(Verdict.PASS, settings, pairs, 0.0) <= bound(0.01)
    assert share_of(Verdict.FAIL, settings, pairs, 0.5) <= bound(0.2)
