"""Budgets: what a seat and a session may spend."""

from infoset_server.compute.budget import SeatBudget, SessionRate


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
