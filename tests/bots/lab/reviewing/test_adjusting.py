"""Results without luck: the same expectation, less variance, coefficients that know nothing of their own unit."""

import random

import numpy as np
import pytest

from infoset_bots.lab.arena.intervals import mean_interval
from infoset_bots.lab.reviewing.adjusting import MIN_UNITS, adjust, fitted

TRUTH = 0.4


def season(units: int, rng: random.Random) -> tuple[list[float], list[list[float]]]:
    """Results with a known mean, most of whose variance is luck; and a control that says nothing."""
    values, controls = [], []
    for _ in range(units):
        luck, idle = rng.gauss(0, 1), rng.gauss(0, 1)
        values.append(TRUTH + 0.3 * luck + rng.gauss(0, 0.2))
        controls.append([luck, idle])
    return values, controls


def test_the_adjusted_mean_keeps_the_truth_and_loses_variance() -> None:
    rng = random.Random(1)
    found = [adjust(*season(40, rng)) for _ in range(300)]
    means = [one.adjusted.mean for one in found if one.adjusted is not None]
    across = mean_interval(means)
    assert across.low is not None
    assert across.high is not None
    assert across.low < TRUTH < across.high
    assert across.high - across.low < 0.02
    gains = [one.gain for one in found if one.gain is not None]
    assert sum(gains) / len(gains) == pytest.approx(0.13 / 0.04, rel=0.15)


def test_the_stated_error_is_the_one_that_is_made() -> None:
    rng = random.Random(2)
    found = [adjust(*season(40, rng)) for _ in range(300)]
    means = [one.adjusted.mean for one in found if one.adjusted is not None]
    stated = [one.errors[1] for one in found if one.errors[1] is not None]
    assert float(np.std(means)) == pytest.approx(sum(stated) / len(stated), rel=0.15)


def test_the_coefficients_of_a_unit_are_fitted_to_all_others() -> None:
    values, controls = season(25, random.Random(3))
    overall, each = fitted(values, controls)
    for left_out, factors in enumerate(each):
        y, c = np.delete(values, left_out), np.delete(controls, left_out, axis=0)
        alone, *_ = np.linalg.lstsq(c, y - y.mean(), rcond=None)
        assert factors == pytest.approx(alone.tolist())
    assert overall[0] == pytest.approx(0.3, abs=0.1)
    assert abs(overall[1]) < 0.1


def test_a_control_that_is_always_zero_changes_nothing() -> None:
    values, _ = season(MIN_UNITS, random.Random(4))
    result = adjust(values, [[0.0, 0.0]] * MIN_UNITS)
    assert result.adjusted == result.plain
    assert result.gain == 1.0
    assert result.coefficients == [0.0, 0.0]


def test_too_few_units_are_left_as_they_are() -> None:
    values, controls = season(MIN_UNITS - 1, random.Random(5))
    result = adjust(values, controls)
    assert (result.adjusted, result.gain, result.coefficients) == (None, None, [])
    assert result.plain == mean_interval(values)
    assert result.errors[0] is not None
