"""The estimate after early stopping: the motion against closed forms, the estimate by simulation."""

import math

import numpy as np
import pytest

from infoset_bots.lab.arena.plan import AbSettings
from infoset_bots.lab.arena.sequential import SequentialTest, Verdict
from infoset_bots.lab.arena.unbiased import Strip, estimate_effect, outcome_probability


@pytest.mark.parametrize("drift", [-0.4, -0.01, 0.0, 0.01, 0.4])
def test_in_the_end_a_motion_has_met_one_wall(drift: float) -> None:
    strip = Strip(-2.0, 3.0, drift, 1.0)
    assert strip.hit_lower_by(1e4) + strip.hit_upper_by(1e4) == pytest.approx(1)


def test_without_drift_the_nearer_wall_is_likelier_by_the_distances() -> None:
    assert Strip(-2.0, 3.0, 0.0, 1.0).hit_lower_by(1e4) == pytest.approx(3 / 5)


def test_with_drift_the_walls_are_met_as_the_gambler_is_ruined() -> None:
    drift, deviation = 0.3, 1.5
    base = math.exp(-2 * drift / deviation**2)
    wanted = (base**3.0 - 1) / (base**3.0 - base**-2.0)
    assert Strip(-2.0, 3.0, drift, deviation).hit_lower_by(1e4) == pytest.approx(wanted)


@pytest.mark.parametrize("time", [0.5, 3.0, 20.0])
def test_nothing_is_lost_at_any_time(time: float) -> None:
    strip = Strip(-2.0, 3.0, 0.2, 1.0)
    inside = strip.between(time, strip.upper)
    assert strip.hit_lower_by(time) + strip.hit_upper_by(time) + inside == pytest.approx(1)


def test_far_from_the_walls_the_motion_is_normal() -> None:
    strip = Strip(-50.0, 50.0, 0.5, 2.0)
    wanted = 0.5 * (1 + math.erf((3.0 - 0.5 * 4) / (2.0 * 2.0 * math.sqrt(2))))
    assert strip.between(4.0, 3.0) == pytest.approx(wanted)


def test_a_wall_far_away_leaves_the_first_passage_of_one_wall() -> None:
    # The reflection principle: P(min <= -a by t) = 2 Phi(-a / sqrt(t)).
    wanted = 1 + math.erf(-1.0 / math.sqrt(2 * 2.0))
    assert Strip(-1.0, 60.0, 0.0, 1.0).hit_lower_by(2.0) == pytest.approx(wanted)


def play(settings: AbSettings, scores: np.ndarray) -> SequentialTest:
    test = SequentialTest(settings)
    for score in scores:
        if test.add(min(1.0, max(-1.0, float(score) / 5))) is not Verdict.OPEN:
            break
    return test


@pytest.mark.parametrize("effect", [0.0, 0.15, 0.3, 0.6])
def test_the_estimate_is_as_often_too_high_as_too_low(effect: float) -> None:
    rng = np.random.default_rng(5)
    settings = AbSettings(0.0, 0.3)
    tests = [play(settings, rng.normal(effect, 1.0, 1500)) for _ in range(300)]
    found = [estimate_effect(test) for test in tests]
    too_low = sum(one.estimate < effect for one in found) / len(found)
    inside = sum(one.low <= effect <= one.high for one in found) / len(found)
    assert 0.40 <= too_low <= 0.60
    assert inside >= 0.90


def test_the_plain_mean_of_passed_tests_is_higher_than_the_estimate() -> None:
    rng = np.random.default_rng(6)
    settings = AbSettings(0.0, 0.3)
    tests = [play(settings, rng.normal(0.15, 1.0, 1500)) for _ in range(200)]
    passed = [test for test in tests if test.verdict is Verdict.PASS]
    plain = sum(test.moments.mean / test.moments.deviation for test in passed)
    assert plain > sum(estimate_effect(test).estimate for test in passed)


@pytest.mark.parametrize("count", [10, 200])
def test_the_outcome_gets_likelier_or_worse_as_the_effect_falls(count: int) -> None:
    rng = np.random.default_rng(8)
    test = play(AbSettings(), rng.normal(0.05, 1.0, count))
    assert test.verdict is Verdict.OPEN
    chances = [outcome_probability(test, effect) for effect in np.linspace(-8, 8, 81)]
    steps = np.diff(chances)
    assert (steps <= 1e-9).all()
    assert chances[0] == pytest.approx(1, abs=1e-3)
    assert chances[-1] == pytest.approx(0, abs=1e-3)


def test_equal_scores_have_no_estimate() -> None:
    with pytest.raises(ValueError, match="at least two that differ"):
        estimate_effect(play(AbSettings(), np.zeros(40)))
