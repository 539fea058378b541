"""What a decision may take and what it costs, under every kind of control; what the network is forgiven."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_games.clocks import DAY_MS, Clock, LagQuota, SeatClock
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.notices import Accepted, TimedOut
from infoset_games.steps import Step
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc

QUOTA = LagQuota(start_ms=900, gain_ms=300, max_ms=2_100)


def decide(clock: SeatClock, elapsed_ms: int) -> int:
    """A decision answered after so long; what it was charged."""
    forgiven_ms = clock.forgiven_ms(elapsed_ms)
    charged_ms = clock.cost(elapsed_ms, forgiven_ms)
    clock.book(charged_ms, forgiven_ms)
    return charged_ms


def slow(control: Clock, typical_ms: int, worst_ms: int, quota: LagQuota = QUOTA) -> SeatClock:
    """The clock of a seat whose network is like that."""
    clock = SeatClock(control, quota)
    clock.typical_ms, clock.worst_ms = typical_ms, worst_ms
    return clock


@pytest.mark.parametrize(
    ("control", "budget_ms"),
    [
        (Clock(), None),
        (Clock("per_move", move_ms=200, grace_ms=50), 200),
        (Clock("per_move", move_ms=200, first_ms=70), 270),
        (Clock("bank", main_ms=9_000, inc_ms=5, grace_ms=50), 9_000),
        (Clock("bank", main_ms=9_000, delay_ms=500, first_ms=70), 9_570),
        (Clock("correspondence", move_days=3), 3 * DAY_MS),
    ],
)
def test_every_kind_of_control_has_its_budget(control: Clock, budget_ms: int | None) -> None:
    assert SeatClock(control).budget_ms() == budget_ms


class TestDelay:
    CONTROL = Clock("bank", main_ms=10_000, delay_ms=3_000)

    def test_the_bank_is_touched_only_after_the_delay(self) -> None:
        clock = SeatClock(self.CONTROL)
        decide(clock, 3_000)
        assert clock.bank_ms == 10_000
        decide(clock, 8_000)
        assert clock.bank_ms == 5_000

    def test_two_moves_of_8_s_are_within_10_s_and_a_delay_of_5_s(self) -> None:
        """With Bronstein's delay the second one would be late: there were only 7 s on the clock."""
        clock = SeatClock(Clock("bank", main_ms=10_000, delay_ms=5_000))
        decide(clock, 8_000)
        assert clock.bank_ms == 7_000
        assert clock.budget_ms() == 12_000
        decide(clock, 8_000)
        assert clock.bank_ms == 4_000

    def test_time_that_was_not_used_is_not_kept(self) -> None:
        clock = SeatClock(self.CONTROL)
        for _ in range(5):
            decide(clock, 10)
        assert clock.bank_ms == 10_000

    def test_an_empty_bank_still_has_the_delay(self) -> None:
        clock = SeatClock(self.CONTROL)
        decide(clock, 60_000)
        assert clock.bank_ms == 0
        assert clock.budget_ms() == 3_000


class TestForgiveness:
    PER_MOVE = Clock("per_move", move_ms=200)
    BANK = Clock("bank", main_ms=10_000)

    def test_who_is_in_time_needs_nothing_forgiven(self) -> None:
        clock = slow(self.PER_MOVE, 100, 400)
        assert decide(clock, 200) == 200
        assert clock.quota_ms == 900 + 300

    def test_who_is_late_by_less_than_the_network_may_need_is_in_time(self) -> None:
        clock = slow(self.PER_MOVE, 100, 400)
        assert clock.patience_ms() == 400
        assert decide(clock, 550) == 200
        assert clock.quota_ms == 900 - 350 + 300

    def test_no_more_is_forgiven_than_the_network_may_need(self) -> None:
        assert slow(self.PER_MOVE, 100, 400).forgiven_ms(5_000) == 400

    def test_no_more_is_forgiven_than_the_quota_holds(self) -> None:
        clock = slow(self.PER_MOVE, 3_000, 6_000)
        assert clock.patience_ms() == 900
        assert clock.forgiven_ms(5_000) == 900
        assert decide(clock, 5_000) == 4_100
        assert clock.patience_ms() == 300

    def test_a_bank_is_not_charged_the_usual_round_trip(self) -> None:
        clock = slow(self.BANK, 100, 400)
        assert decide(clock, 1_000) == 900
        assert clock.bank_ms == 9_100

    def test_a_bank_that_runs_out_may_need_more_than_the_usual_round_trip(self) -> None:
        assert slow(self.BANK, 100, 400).forgiven_ms(10_350) == 350

    def test_nothing_is_forgiven_of_time_that_costs_nothing(self) -> None:
        control = Clock("bank", main_ms=10_000, delay_ms=500, grace_ms=200, first_ms=300)
        clock = slow(control, 100, 400)
        assert not clock.is_costly(1_000)
        assert clock.forgiven_ms(1_000) == 0
        assert clock.is_costly(1_001)
        assert clock.forgiven_ms(1_040) == 40

    def test_an_untimed_decision_costs_nothing(self) -> None:
        clock = slow(Clock(), 100, 400)
        assert not clock.is_costly(10**9)
        assert clock.forgiven_ms(10**9) == 0

    def test_the_quota_is_never_fuller_than_agreed(self) -> None:
        clock = slow(self.PER_MOVE, 0, 0)
        for _ in range(10):
            decide(clock, 10)
        assert clock.quota_ms == 2_100

    def test_without_a_quota_nothing_is_forgiven(self) -> None:
        clock = slow(self.BANK, 100, 400, LagQuota())
        assert decide(clock, 1_000) == 1_000


small = st.integers(0, 3_000)
controls = st.builds(
    Clock,
    st.sampled_from(["none", "per_move", "bank", "correspondence"]),
    move_ms=small,
    main_ms=small,
    inc_ms=small,
    delay_ms=small,
    first_ms=small,
    grace_ms=small,
    move_days=st.integers(0, 2),
)
quotas = st.builds(LagQuota, small, small, small)
decisions = st.lists(st.tuples(st.integers(0, 2 * DAY_MS) | small, small, small), max_size=30)


@given(controls, quotas, decisions)
def test_a_bank_and_what_is_forgiven_have_their_bounds(
    control: Clock, quota: LagQuota, played: list[tuple[int, int, int]]
) -> None:
    clock = SeatClock(control, quota)
    forgiven_ms = 0
    for number, (elapsed_ms, typical_ms, worst_ms) in enumerate(played):
        clock.typical_ms, clock.worst_ms = typical_ms, worst_ms
        bank_ms, left_ms = clock.bank_ms, clock.quota_ms
        part_ms = clock.forgiven_ms(elapsed_ms)
        charged_ms = decide(clock, elapsed_ms)
        forgiven_ms += part_ms
        assert 0 <= part_ms <= min(max(typical_ms, worst_ms), left_ms, elapsed_ms)
        assert 0 <= charged_ms <= elapsed_ms
        assert charged_ms + part_ms <= elapsed_ms <= charged_ms + part_ms + control.grace_ms
        assert clock.bank_ms <= bank_ms + control.inc_ms
        assert 0 <= clock.quota_ms <= max(quota.max_ms, 0)
        assert forgiven_ms <= quota.start_ms + number * quota.gain_ms


class TestInAMatch:
    TERMS = Terms(clock=Clock("per_move", move_ms=200), lag=QUOTA)

    def started(self, terms: Terms | None = None) -> tuple[Match, int]:
        """A match, and the seat that decides first."""
        match = Match(Leduc(), terms or self.TERMS, "seed")
        match.start(0)
        return match, next(iter(match.open))

    def test_the_deadline_waits_for_an_answer_that_may_be_on_the_way(self) -> None:
        match, seat = self.started()
        match.note_lag(seat, 100, 400)
        assert match.open[seat].left_ms(0) == 200
        assert match.next_deadline_ms() == 600
        assert match.tick(599) == []
        (accepted, *_) = match.submit(seat, 1, Choice(index=0), 550)
        assert accepted == Accepted(seat, 1, 200, sealed=False, elapsed_ms=550, forgiven_ms=350)

    def test_who_is_later_than_that_misses_and_has_used_his_quota(self) -> None:
        match, seat = self.started()
        match.note_lag(seat, 100, 400)
        assert match.tick(600)[0] == TimedOut(seat, 1, "fallback", 1)
        step = match.steps[-1]
        assert (step.elapsed_ms, step.charged_ms, step.forgiven_ms) == (600, 200, 400)

    def test_what_is_known_of_a_seat_holds_for_its_next_decisions(self) -> None:
        match, seat = self.started(Terms(clock=Clock("per_move", move_ms=200), lag=QUOTA))
        match.note_lag(1 - seat, 100, 400)
        match.submit(seat, 1, Choice(index=0), 10)
        assert match.next_deadline_ms() == 10 + 200 + 400

    def test_a_clock_starts_when_the_question_leaves(self) -> None:
        match, seat = self.started()
        match.start_clock(seat, 70)
        assert match.next_deadline_ms() == 270
        match.start_clock(seat, 50)
        assert match.next_deadline_ms() == 270

    def test_a_question_that_is_answered_is_not_asked_again(self) -> None:
        match = Match(Ambush(), self.TERMS, "seed")
        match.start(0)
        match.submit(0, 1, Choice(index=0), 10)
        match.start_clock(0, 100)
        assert match.open[0].elapsed_ms == 10

    def test_a_match_goes_on_where_an_open_decision_was(self) -> None:
        match, seat = self.started(Terms(clock=Clock("correspondence", move_days=2)))
        match.go_on_from(seat, 1, DAY_MS)
        match.go_on_from(seat, 7, DAY_MS)
        match.go_on_from(1 - seat, 1, DAY_MS)
        assert match.open[seat].left_ms(5) == DAY_MS - 5

    @given(
        st.lists(st.tuples(st.integers(0, 900), small, st.booleans()), min_size=1, max_size=12),
        controls,
    )
    def test_the_steps_taken_again_charge_the_same(
        self, answers: list[tuple[int, int, bool]], control: Clock
    ) -> None:
        terms = Terms(clock=control, lag=QUOTA, max_timeouts=100)
        match = Match(Leduc(), terms, "seed")
        match.start(0)
        now_ms = 0
        for took_ms, lag_ms, is_answered in answers:
            if match.over is not None:
                break
            (asked,) = match.open.values()
            match.note_lag(asked.seat, lag_ms // 2, lag_ms)
            deadline_ms = match.next_deadline_ms()
            if is_answered or deadline_ms is None:
                now_ms += took_ms
                match.submit(asked.seat, asked.number, Choice(index=0), now_ms)
            else:
                now_ms = deadline_ms
                match.tick(now_ms)
        again = Match(Leduc(), terms, "seed", match.deal)
        for step in match.steps:
            again.redo(step, 0)
        assert again.banks_ms() == match.banks_ms()
        assert costs(again.steps) == costs(match.steps)
        for seat in range(2):
            steps = [step for step in match.steps if step.seat == seat]
            most_ms = QUOTA.start_ms + max(0, len(steps) - 1) * QUOTA.gain_ms
            assert sum(step.forgiven_ms for step in steps) <= most_ms
            for each in (match, again):
                each.note_lag(seat, 0, 10**6)
        # What is left of the quotas is the same, too.
        patience = [[asked.patience_ms for asked in each.open.values()] for each in (match, again)]
        assert patience[0] == patience[1]


def costs(steps: list[Step]) -> list[tuple[int, int, int]]:
    """What each step says about time."""
    return [(step.elapsed_ms, step.charged_ms, step.forgiven_ms) for step in steps]


def test_berserk_is_half_the_main_time_and_no_increment() -> None:
    clock = Clock("bank", main_ms=10_001, inc_ms=2_000, delay_ms=300, first_ms=4_000, grace_ms=50)
    assert clock.berserk() == Clock(
        "bank", main_ms=5_000, delay_ms=300, first_ms=4_000, grace_ms=50
    )
