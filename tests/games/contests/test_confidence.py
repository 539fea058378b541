"""An interval for the mean that may be looked at any time."""

from collections.abc import Callable

import numpy as np
import pytest

from infoset_games.contests.confidence import mean_interval_at_any_time

RUNS = 40
Draw = Callable[[np.random.Generator, int], np.ndarray]


def rare_losses(rng: np.random.Generator, count: int) -> np.ndarray:
    """Mean 0: nearly always a little won, now and then everything lost."""
    return np.where(rng.random(count) < 0.05, -0.95, 0.05)


def even(rng: np.random.Generator, count: int) -> np.ndarray:
    return rng.choice([-1.0, 0.0, 1.0], size=count, p=[0.25, 0.5, 0.25])


@pytest.mark.parametrize("draw", [rare_losses, even])
def test_the_truth_is_inside_even_where_one_stops_as_soon_as_it_looks_good(draw: Draw) -> None:
    held = 0
    for seed in range(RUNS):
        scores = draw(np.random.default_rng(seed), 150)
        means = np.cumsum(scores) / np.arange(1, 151)
        stop = 20 + int(np.argmax(means[20:] * np.sqrt(np.arange(21, 151))))
        low, high = mean_interval_at_any_time([float(score) for score in scores[: stop + 1]])
        held += low <= 0 <= high
    assert held >= RUNS - 5  # 95 % of them, and three standard errors


def test_it_narrows_about_the_mean() -> None:
    scores = [float(score) for score in 0.2 + even(np.random.default_rng(1), 600) / 2]
    widths = [
        high - low
        for low, high in (mean_interval_at_any_time(scores[:count]) for count in (20, 100, 600))
    ]
    assert widths == sorted(widths, reverse=True)
    low, high = mean_interval_at_any_time(scores)
    assert low < 0.2 < high
    assert high - low < 0.15


def test_without_scores_anything_can_be() -> None:
    assert mean_interval_at_any_time([]) == (-1.0, 1.0)
