"""Budgets: what a seat and a session may spend, and what the server's own process does for them."""

import pytest

from infoset_server.compute.budget import (
    ALONE_S,
    BURST_S,
    MORE,
    SHARE,
    InlineAllowance,
    SeatBudget,
    SessionRate,
)


def test_a_seat_has_its_share_again_after_each_decision() -> None:
    budget = SeatBudget(per_decision=100, left_game=1000)
    budget.charge(70)
    assert budget.left == 30
    budget.renew()
    assert (budget.left, budget.left_game) == (100, 930)


def test_the_match_has_an_end_of_units_too() -> None:
    budget = SeatBudget(per_decision=100, left_game=150)
    budget.charge(100)
    budget.renew()
    assert budget.left == 50


def test_more_than_is_left_leaves_nothing_and_no_debt() -> None:
    budget = SeatBudget(per_decision=10, left_game=10)
    budget.charge(11)
    assert (budget.left, budget.left_game) == (0, 0)


def test_a_session_in_debt_waits_until_it_has_paid() -> None:
    rate = SessionRate(per_s=100, now_s=0.0)
    rate.charge(100)
    assert rate.wait_s(0.0) == 0.0
    rate.charge(50)
    assert rate.wait_s(0.0) == 0.5
    assert rate.wait_s(0.5) == 0.0


def test_a_session_saves_no_more_than_a_second() -> None:
    rate = SessionRate(per_s=100, now_s=0.0)
    assert rate.wait_s(60.0) == 0.0
    rate.charge(200)
    assert rate.wait_s(60.0) == 1.0


LITTLE_S = 1e-4


def test_a_seat_that_thinks_alone_has_more_done_at_once() -> None:
    allowance = InlineAllowance(LITTLE_S, now_s=0.0)
    assert allowance.most_s("one", 0.0) == LITTLE_S, "who knows whether it is alone"
    assert allowance.most_s("one", ALONE_S) == MORE * LITTLE_S
    assert allowance.most_s("other", ALONE_S) == LITTLE_S
    assert allowance.most_s("one", ALONE_S + 0.001) == LITTLE_S, "it is not alone any more"
    assert allowance.most_s("one", 2 * ALONE_S) == LITTLE_S
    assert allowance.most_s("one", 2 * ALONE_S + 0.001) == MORE * LITTLE_S


def test_the_loop_keeps_its_share_of_the_time_for_all_others() -> None:
    allowance = InlineAllowance(LITTLE_S, now_s=0.0)
    allowance.most_s("one", 0.0)
    now_s, worked_s = 1.0, 0.0
    for _ in range(10_000):
        if allowance.most_s("one", now_s) > LITTLE_S:
            took_s = 3 * LITTLE_S
            allowance.charge(took_s)
            worked_s += took_s
            now_s += took_s
        now_s += LITTLE_S / 10
    assert worked_s <= SHARE * (now_s - 1.0) + BURST_S + 3 * LITTLE_S
    assert worked_s == pytest.approx(SHARE * (now_s - 1.0), rel=0.05)


def test_what_was_saved_in_a_quiet_time_is_little() -> None:
    allowance = InlineAllowance(LITTLE_S, now_s=0.0)
    allowance.most_s("one", 0.0)
    assert allowance.most_s("one", 3600.0) > LITTLE_S
    allowance.charge(BURST_S)
    assert allowance.most_s("one", 3600.0) == LITTLE_S
    assert allowance.most_s("one", 3600.001) > LITTLE_S
