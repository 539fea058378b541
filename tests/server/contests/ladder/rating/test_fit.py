"""The most probable strengths: by hand, by truth that is known, and the same whenever asked."""

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.stats import kendalltau
from tests.server.contests.ladder.rating.truth import (
    SPREAD,
    coverage,
    field_of,
    honesty,
    neighbour_tables,
    play,
    random_tables,
    rate,
)

from infoset_server.contests.ladder.rating import Contestant, Field, Outcome, fit
from infoset_server.contests.ladder.rating.field import Vector
from infoset_server.contests.ladder.rating.model import slopes_at

Meet = Callable[..., list[Outcome]]


def test_without_results_everybody_is_average_and_as_unsure_as_assumed() -> None:
    nothing = fit(field_of(3, spread=1.5), [])
    assert nothing.strengths.tolist() == [0.0, 0.0, 0.0]
    assert nothing.sigmas == pytest.approx([1.5, 1.5, 1.5], rel=0.02)


def test_two_players_are_rated_as_bradley_and_terry_would() -> None:
    """Of many matches without a tie against an anchor of zero, with a prior so wide that it says nothing."""
    field = Field([Contestant("a"), Contestant("anchor", anchor=0.0)], spread=1e4, seat_spread=1e-6)
    results = [Outcome((0, 1), (1, 2))] * 700 + [Outcome((0, 1), (2, 1))] * 300
    fitted = fit(field, results)
    assert fitted.strengths == pytest.approx([np.log(7 / 3), 0.0], abs=0.005)
    assert fitted.sigmas == pytest.approx([1 / np.sqrt(1000 * 0.7 * 0.3), 0.0], abs=0.001)


def test_what_is_known_of_one_player_is_what_integration_says() -> None:
    """Mean and deviation of the whole posterior, summed up on a grid: strength, threshold and spread."""
    results = [
        *[Outcome((0, 1), (1, 2))] * 5,
        *[Outcome((0, 1), (1, 1))] * 2,
        Outcome((0, 1), (2, 1)),
    ]
    field = Field([Contestant("a"), Contestant("anchor", anchor=0.0)], (2,), seat_spread=1e-6)
    strength = np.linspace(-12, 25, 371)[:, None, None]
    threshold = np.linspace(-8, 4, 81)[None, :, None]
    log_spread = np.linspace(np.log(1.5) - 4, np.log(1.5) + 4, 81)[None, None, :]
    near = np.exp(np.exp(threshold))
    wins, losses = (1 / (1 + near * np.exp(way * strength)) for way in (-1, 1))
    logarithm = 5 * np.log(wins) + np.log(losses) + 2 * np.log(1 - wins - losses)
    logarithm = logarithm - (threshold - np.log(0.5)) ** 2 / 8 - (log_spread - np.log(1.5)) ** 2 / 2
    precision = np.exp(-2 * log_spread) + 0.01
    logarithm = logarithm - precision * strength**2 / 2 + np.log(precision) / 2
    weight = np.exp(logarithm - logarithm.max())
    mean = float((weight * strength).sum() / weight.sum())
    sigma = float(np.sqrt((weight * (strength - mean) ** 2).sum() / weight.sum()))
    fitted = fit(field, results)
    assert fitted.strengths[0] == pytest.approx(mean, abs=0.15 * sigma)
    assert fitted.sigmas[0] == pytest.approx(sigma, rel=0.15)


def test_a_draw_says_that_two_are_equal() -> None:
    results = [Outcome((0, 1), (1, 1))] * 50 + [Outcome((1, 0), (1, 1))] * 50
    fitted = fit(field_of(2), results).centred()
    assert fitted.strengths == pytest.approx([0, 0], abs=1e-6)
    assert fitted.sigmas[0] < 0.6 * fit(field_of(2), []).centred().sigmas[0]


def test_nothing_is_concluded_from_the_order_behind_the_winner_where_only_the_winner_counts() -> (
    None
):
    first = [Outcome((0, 1, 2), (1, 2, 2), is_whole=False)] * 5
    second = [Outcome((0, 2, 1), (1, 2, 2), is_whole=False)] * 5
    fitted = fit(field_of(3, seat_spread=1e-6), first + second)
    assert fitted.strengths[1] == pytest.approx(fitted.strengths[2])
    whole = fit(field_of(3, seat_spread=1e-6), [Outcome((0, 1, 2), (1, 2, 3))] * 10)
    assert whole.strengths[1] > whole.strengths[2] + 0.5


def test_the_chances_of_all_that_can_happen_add_up_to_one() -> None:
    worth = np.random.default_rng(1).normal(size=4)
    total = 0.0
    for level in range(1, 5):
        for first in combinations(range(4), level):
            order = [*first, *(one for one in range(4) if one not in first)]
            total += float(np.exp(slopes_at(worth[order][None], level, 0.7).value[0]))
    assert total == pytest.approx(1)


def test_the_chance_of_a_tie_is_how_often_it_happens() -> None:
    """Among three, two of them as near to each other at the top as the threshold, the third not."""
    worth = np.array([0.4, -0.1, 0.2])
    rng = np.random.default_rng(2)
    did = worth + rng.gumbel(size=(200_000, 3))
    near = did >= did.max(axis=1, keepdims=True) - 0.6
    seen = np.mean(near[:, 0] & near[:, 1] & ~near[:, 2])
    assert np.exp(slopes_at(worth[None], 2, 0.6).value[0]) == pytest.approx(seen, abs=0.003)


@pytest.mark.parametrize(
    ("left", "level"), [(2, 1), (2, 2), (3, 2), (4, 1), (4, 2), (4, 3), (4, 4)]
)
def test_slopes_and_curvatures_are_those_of_the_value(left: int, level: int) -> None:
    at = np.append(np.random.default_rng(left).normal(size=left), 0.4)

    def value(point: Vector) -> float:
        return float(slopes_at(point[None, :left], level, point[left]).value[0])

    def slope(point: Vector) -> Vector:
        """By worths and, as they are told, by the logarithm of the threshold."""
        found = slopes_at(point[None, :left], level, point[left])
        return np.append(found.slope[0], found.threshold_slope[0] / point[left])

    assert slope(at) == pytest.approx(approx_fprime(at, value, 1e-7), abs=1e-5)
    numeric = np.array(
        [(slope(at + nudge) - slope(at - nudge)) / 2e-5 for nudge in 1e-5 * np.eye(left + 1)]
    )
    found = slopes_at(at[None, :left], level, at[left])
    assert found.curvature[0] == pytest.approx(-numeric[:left, :left], abs=1e-6)
    assert found.mixed[0] / at[left] == pytest.approx(-numeric[left, :left], abs=1e-6)


def test_an_anchor_keeps_its_strength_and_moves_all_others() -> None:
    outcomes = [Outcome((0, 1), (1, 2)), Outcome((1, 0), (2, 1))] * 10
    free = fit(Field([Contestant("a"), Contestant("b")]), outcomes)
    held = fit(Field([Contestant("a"), Contestant("b", anchor=2.0)]), outcomes)
    assert held.strengths[1] == 2.0
    assert held.sigmas[1] == 0.0
    assert held.strengths[0] > free.strengths[0] + 1


def test_the_advantage_of_a_seat_is_told_from_strength() -> None:
    rng = np.random.default_rng(3)
    strengths = rng.normal(0, SPREAD, 8)
    tables = [rng.choice(8, 4, replace=False) for _ in range(3000)]
    advantages = [0.4, 0.1, -0.2, -0.3]
    outcomes = [play(strengths, [int(bot) for bot in table], rng, advantages) for table in tables]
    fitted = rate(strengths, outcomes)
    assert fitted.seat_advantages(4) == pytest.approx(advantages, abs=0.15)
    assert honesty(fitted, strengths) < 1.8


def test_a_person_is_followed_from_one_time_to_the_next() -> None:
    """Somebody learns: beaten by the anchor first, its master later."""
    field = Field(
        [
            Contestant("anchor", anchor=0.0),
            Contestant("ann in spring"),
            Contestant("ann in summer", before=1),
            Contestant("ann in autumn", before=2),
        ]
    )
    lost, won = Outcome((0, 1), (1, 2)), Outcome((0, 3), (2, 1))
    fitted = fit(field, [lost] * 10 + [won] * 10)
    spring, summer, autumn = fitted.strengths[1:]
    assert spring < summer < autumn
    assert fitted.sigmas[2] > fitted.sigmas[1]  # nobody saw her play in summer


@pytest.mark.parametrize(("size", "least_order"), [(2, 0.68), (4, 0.78)])
def test_errors_are_as_large_as_stated_and_the_order_is_right(
    size: int, least_order: float
) -> None:
    """24 bots of 60 matches each, six times (design: spread of error over sigma between 0.8 and 1.2)."""
    rng = np.random.default_rng(size)
    spreads, orders = [], []
    for _ in range(6):
        strengths = rng.normal(0, SPREAD, 24)
        fitted = rate(strengths, random_tables(strengths, size, 60, rng))
        spreads.append(honesty(fitted, strengths))
        orders.append(kendalltau(fitted.strengths, strengths).statistic)
    assert 0.8 < np.sqrt(np.mean(np.square(spreads))) < 1.2
    assert np.mean(orders) > least_order


@pytest.mark.parametrize(
    ("spread", "size", "threshold", "games", "meet"),
    [
        (3.0, 2, 0.0, 60, random_tables),
        (3.0, 2, 0.0, 20, neighbour_tables),
        (0.8, 2, 0.9, 60, random_tables),
        (0.8, 2, 0.9, 200, random_tables),
        (0.8, 4, 0.9, 60, random_tables),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(
    spread: float, size: int, threshold: float, games: int, meet: Meet
) -> None:
    """Also where strengths are farther apart than expected, where like meets like, and with many ties.

    What is asked here is asked more closely by benchmarks/ratings.py.
    """
    rng = np.random.default_rng(7)
    held = []
    for _ in range(6):
        strengths = rng.normal(0, spread, 24)
        held.append(
            coverage(
                rate(strengths, meet(strengths, size, games, rng, threshold=threshold)), strengths
            )
        )
    assert np.mean(held) > 0.88


def test_where_one_begins_to_look_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    strengths = rng.normal(0, SPREAD, 10)
    outcomes = random_tables(strengths, 4, 30, rng)
    field = field_of(10)
    early = fit(field, outcomes[:50])
    warm = fit(field, outcomes, early.unknowns, early.spread)
    assert warm.strengths == pytest.approx(fit(field, outcomes).strengths, abs=0.002)


def test_unanimous_results_and_absurd_beginnings_end_at_the_same_top() -> None:
    outcomes = [Outcome((0, 1, 2, 3), (1, 2, 3, 4))] * 500
    field = field_of(4)
    absurd = np.append(np.full(field.thresholds, 60.0), np.zeros(field.unknowns - field.thresholds))
    found = fit(field, outcomes, begin=absurd).centred().strengths
    assert found == pytest.approx(fit(field, outcomes).centred().strengths, abs=0.002)


BITS = """
import numpy as np
from tests.server.contests.ladder.rating.truth import random_tables, rate
strengths = np.random.default_rng(7).normal(0, 1, 30)
fitted = rate(strengths, random_tables(strengths, 4, 40, np.random.default_rng(8)))
print(fitted.unknowns.tobytes().hex(), fitted.covariance.tobytes().hex())
"""


def test_another_process_with_another_hash_seed_gets_the_same_bits() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", BITS],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_a_table_of_a_size_without_seats_is_refused() -> None:
    field = Field([Contestant(name) for name in "abc"], seats=(2,))
    with pytest.raises(ValueError, match="no seats for tables of 3"):
        fit(field, [Outcome((0, 1, 2), (1, 2, 3))])


@pytest.mark.parametrize(
    ("contestants", "places", "complaint"),
    [
        ((0,), (1,), "two or more"),
        ((0, 0), (1, 2), "two different ones"),
        ((0, 1), (1, 3), "places: expected those of 2 seats"),
        ((0, 1), (0, 1), "places: expected those of 2 seats"),
        ((0, 1, 2), (1, 2), "places: expected 3"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused(
    contestants: tuple[int, ...], places: tuple[int, ...], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Outcome(contestants, places)


def test_an_earlier_self_must_stand_before() -> None:
    with pytest.raises(ValueError, match="ann: expected its earlier self before it"):
        Field([Contestant("ann", before=0)])
