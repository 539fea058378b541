"""The most probable strengths: by hand, by truth that is known, and the same whenever asked."""

import subprocess
import sys

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize
from scipy.stats import kendalltau
from tests.server.contests.ladder.rating.truth import (
    SPREAD,
    field_of,
    honesty,
    play,
    random_tables,
    rate,
)

from infoset_server.contests.ladder.rating import Contestant, Field, Outcome, fit
from infoset_server.contests.ladder.rating.field import Vector
from infoset_server.contests.ladder.rating.likelihood import slopes_at, value_at
from infoset_server.contests.ladder.rating.outcomes import tables_of

MIXED = [
    Outcome((0, 1, 2, 3), (1, 2, 3, 4)),
    Outcome((3, 1, 0, 2), (2, 1, 2, 4)),
    Outcome((2, 3, 1), (1, 1, 1)),
    Outcome((1, 2, 3, 0), (3, 1, 3, 2)),
    Outcome((0, 3, 2, 1), (2, 2, 1, 2), is_whole=False),
    Outcome((2, 0), (1, 2)),
]


def test_without_results_everybody_is_average_and_as_unsure_as_assumed() -> None:
    nothing = fit(field_of(3, spread=1.5), [])
    assert nothing.strengths.tolist() == [0.0, 0.0, 0.0]
    assert nothing.sigmas == pytest.approx([1.5, 1.5, 1.5])


def test_two_players_are_rated_as_bradley_and_terry_would() -> None:
    """Seven wins to three against an anchor of zero, with a prior so wide that it says nothing."""
    field = Field([Contestant("a"), Contestant("anchor", anchor=0.0)], spread=1e4, seat_spread=1e-6)
    results = [Outcome((0, 1), (1, 2))] * 7 + [Outcome((0, 1), (2, 1))] * 3
    fitted = fit(field, results)
    assert fitted.strengths == pytest.approx([np.log(7 / 3), 0.0], abs=1e-6)
    assert fitted.sigmas == pytest.approx([1 / np.sqrt(10 * 0.7 * 0.3), 0.0], abs=1e-4)


def test_a_draw_says_that_two_are_equal() -> None:
    results = [Outcome((0, 1), (1, 1))] * 50 + [Outcome((1, 0), (1, 1))] * 50
    fitted = fit(field_of(2), results)
    assert fitted.strengths == pytest.approx([0, 0])
    assert fitted.sigmas[0] < fit(field_of(2), []).sigmas[0]


def test_nothing_is_concluded_from_the_order_behind_the_winner_where_only_the_winner_counts() -> (
    None
):
    first = [Outcome((0, 1, 2), (1, 2, 2), is_whole=False)] * 5
    second = [Outcome((0, 2, 1), (1, 2, 2), is_whole=False)] * 5
    fitted = fit(field_of(3, seat_spread=1e-6), first + second)
    assert fitted.strengths[1] == pytest.approx(fitted.strengths[2])
    whole = fit(field_of(3, seat_spread=1e-6), [Outcome((0, 1, 2), (1, 2, 3))] * 10)
    assert whole.strengths[1] > whole.strengths[2] + 0.5


def test_the_slope_is_the_slope_of_the_value() -> None:
    field = field_of(4)
    tables = tables_of(field, MIXED)
    at = np.random.default_rng(1).normal(size=field.unknowns)

    def value(unknowns: Vector) -> float:
        return value_at(tables, unknowns)

    numeric = approx_fprime(at, value, 1e-7)
    assert slopes_at(tables, at).slope == pytest.approx(numeric, abs=1e-5)
    assert slopes_at(tables, at).value == pytest.approx(value_at(tables, at))


def test_the_curvature_is_the_slope_of_the_slope() -> None:
    field = field_of(4)
    tables = tables_of(field, MIXED)
    at = np.random.default_rng(2).normal(size=field.unknowns)
    curvature = slopes_at(tables, at).curvature
    for unknown in range(field.unknowns):
        nudge = np.zeros(field.unknowns)
        nudge[unknown] = 1e-5
        ahead, behind = (slopes_at(tables, at + sign * nudge).slope for sign in (1, -1))
        assert curvature[unknown] == pytest.approx(-(ahead - behind) / 2e-5, abs=1e-6)


def test_a_library_s_optimiser_finds_the_same_top() -> None:
    field = field_of(4)
    tables = tables_of(field, MIXED)

    def cost(unknowns: Vector) -> float:
        return 0.5 * float(unknowns @ field.precision @ unknowns) - value_at(tables, unknowns)

    found = minimize(cost, np.zeros(field.unknowns), tol=1e-12)
    assert fit(field, MIXED).unknowns == pytest.approx(found.x, abs=1e-4)


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


def test_where_one_begins_to_look_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    strengths = rng.normal(0, SPREAD, 10)
    outcomes = random_tables(strengths, 4, 30, rng)
    field = field_of(10)
    early = fit(field, outcomes[:50])
    warm = fit(field, outcomes, begin=early.unknowns)
    assert warm.unknowns == pytest.approx(fit(field, outcomes).unknowns, abs=1e-8)


def test_unanimous_results_and_absurd_beginnings_end_at_the_same_top() -> None:
    outcomes = [Outcome((0, 1, 2, 3), (1, 2, 3, 4))] * 500
    field = field_of(4)
    assert fit(field, outcomes, begin=np.full(field.unknowns, 60.0)).unknowns == pytest.approx(
        fit(field, outcomes).unknowns, abs=1e-6
    )


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
        ((0, 0), (1, 2), "everybody once"),
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
