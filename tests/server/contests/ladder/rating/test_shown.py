"""What people see of strengths."""

from typing import Final

import numpy as np
import pytest
from scipy.stats import norm
from tests.server.contests.ladder.rating.truth import field_of

from infoset_server.contests.ladder.rating import Contestant, Field, Outcome, fit, standings
from infoset_server.contests.ladder.rating.shown import chance_stronger
from infoset_server.contests.ladder.tables import SCALE

UPSETS: Final = [Outcome((0, 1), (2, 1)), Outcome((1, 0), (1, 2))] * 3


def test_ten_wins_to_one_are_four_hundred_points() -> None:
    field = Field([Contestant("a"), Contestant("anchor", anchor=0.0)], spread=1e4, seat_spread=1e-6)
    results = [Outcome((0, 1), (1, 2))] * 10_000 + [Outcome((0, 1), (2, 1))] * 1_000
    (first, anchor) = standings(fit(field, results))
    assert first.value == pytest.approx(1900, abs=0.3)
    assert (anchor.value, anchor.margin) == (1500, 0)


def test_who_has_shown_little_stands_behind_who_has_shown_it_often() -> None:
    often = [Outcome((0, 2), (1, 2)), Outcome((2, 0), (2, 1))] * 40 + [Outcome((0, 2), (2, 1))] * 9
    once = [Outcome((1, 2), (1, 2))] * 3
    first, second, _ = standings(fit(field_of(3), often + once))
    assert (first.name, second.name) == ("bot0", "bot1")
    assert second.margin > first.margin + 50
    assert second.is_provisional


def test_who_is_probably_stronger_is_told_from_differences_not_from_both_intervals() -> None:
    """Two that only ever met each other are surely different, however unsure their place in the world is."""
    field = field_of(2, spread=10.0)
    fitted = fit(field, [Outcome((0, 1), (1, 2)), Outcome((1, 0), (2, 1))] * 12 + UPSETS)
    apart = float(fitted.strengths[0] - fitted.strengths[1])
    as_if_independent = norm.cdf(apart / np.hypot(*fitted.sigmas))
    assert chance_stronger(fitted, 0, 1) > 0.99
    assert as_if_independent < 0.7
    assert chance_stronger(fitted, 1, 0) == pytest.approx(1 - chance_stronger(fitted, 0, 1))


def test_between_anchors_there_is_no_doubt() -> None:
    field = Field([Contestant(str(value), anchor=value) for value in (1.0, 1.0, 2.0)])
    fitted = fit(field, [])
    chances = [chance_stronger(fitted, *pair) for pair in ((0, 1), (0, 2), (2, 0))]
    assert chances == [0.5, 0.0, 1.0]


def test_the_scale_is_that_of_elo() -> None:
    assert pytest.approx(173.7, abs=0.05) == SCALE
