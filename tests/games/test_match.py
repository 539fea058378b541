"""One play from deal to result: decisions, clocks, misses, sealed choices, leavers. Time is an argument."""

from typing import TypeVar

import pytest

from infoset_games.clocks import Clock
from infoset_games.core import CHANCE
from infoset_games.decision import Choice, Decision
from infoset_games.game import Game
from infoset_games.match import Match
from infoset_games.notices import (
    Accepted,
    AlreadySealed,
    Asked,
    Closed,
    Ended,
    Notice,
    Refused,
    SeatLost,
    Stale,
    TimedOut,
    Told,
)
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.leduc import LeducState

N = TypeVar("N")
SECOND = 1000


class BrokenState(LeducState):
    """A position that is half changed, and has no scores any more."""

    def scores(self) -> tuple[float, ...]:
        raise KeyError("a fault in the rules")


class Broken(Leduc):
    """Leduc poker whose rules have a fault."""

    state_class = BrokenState


def of_kind(notices: list[Notice], kind: type[N]) -> list[N]:
    return [notice for notice in notices if isinstance(notice, kind)]


def started(
    game: Game, clock: Clock | None = None, now_ms: int = 0, **terms: object
) -> tuple[Match, list[Notice]]:
    match = Match(game, Terms(clock=clock or Clock(), **terms), "seed")  # type: ignore[arg-type]  # words of Terms
    return match, match.start(now_ms)


def only_open(match: Match) -> Decision:
    (asked,) = match.open.values()
    return asked


def play_fallbacks(match: Match, now_ms: int = 0) -> list[Notice]:
    """Answers every open decision with its fallback until the match is over; returns the last notices."""
    notices: list[Notice] = []
    while match.over is None:
        asked = next(each for each in match.open.values() if each.sealed is None)
        notices = match.submit(asked.seat, asked.number, Choice(index=asked.fallback), now_ms)
    return notices


class TestHolding:
    CLOCK = Clock(kind="per_move", move_ms=SECOND)

    def test_the_clock_of_a_held_seat_stands_still(self) -> None:
        match, _ = started(Leduc(), self.CLOCK)
        seat = only_open(match).seat
        match.hold(seat, 60 * SECOND)
        assert match.next_deadline_ms() == 61 * SECOND
        assert match.tick(60 * SECOND) == []
        (accepted, *_) = match.submit(seat, 1, Choice(index=0), 59 * SECOND)
        assert accepted == Accepted(seat, 1, 0, False)

    def test_a_released_seat_has_its_whole_time(self) -> None:
        match, _ = started(Leduc(), self.CLOCK)
        seat = only_open(match).seat
        match.hold(seat, 60 * SECOND)
        match.release(seat, 7 * SECOND)
        assert only_open(match).left_ms(7 * SECOND) == SECOND
        assert match.next_deadline_ms() == 8 * SECOND

    def test_releasing_a_seat_that_is_not_held_gives_it_no_time(self) -> None:
        match, _ = started(Leduc(), self.CLOCK)
        match.release(only_open(match).seat, SECOND // 2)
        assert match.next_deadline_ms() == SECOND

    def test_a_seat_is_held_in_decisions_to_come_too(self) -> None:
        match, _ = started(Leduc(), self.CLOCK)
        first = only_open(match)
        match.hold(1 - first.seat, 60 * SECOND)
        match.submit(first.seat, 1, Choice(index=0), 100)
        assert only_open(match).seat == 1 - first.seat
        assert match.next_deadline_ms() == 61 * SECOND


class TestDecisions:
    def test_a_match_opens_by_dealing_and_asking_the_first_seat(self) -> None:
        match, notices = started(Leduc())
        (asked,) = of_kind(notices, Asked)
        assert asked == Asked(only_open(match).seat, 1)
        assert all(CHANCE in joint for joint in match.log)
        assert len(match.log) == 2

    def test_an_accepted_action_is_answered_before_it_is_told(self) -> None:
        match, _ = started(Leduc())
        asked = only_open(match)
        kinds = [type(n) for n in match.submit(asked.seat, 1, Choice(index=0), 5)]
        assert kinds == [Accepted, Told, Asked]

    def test_every_audience_is_told_once_per_state_change(self) -> None:
        match, _ = started(Leduc())
        asked = only_open(match)
        (told,) = of_kind(match.submit(asked.seat, 1, Choice(index=0), 0), Told)
        assert set(told.views) == {0, 1, None}
        assert (told.ver, match.ver) == (1, 1)

    def test_chance_after_an_action_belongs_to_the_same_state_change(self) -> None:
        match, _ = started(Leduc())
        first = only_open(match)
        match.submit(first.seat, 1, Choice(index=0), 0)
        second = only_open(match)
        (told,) = of_kind(match.submit(second.seat, 1, Choice(index=0), 0), Told)
        assert [item["e"] for item in told.views[None]][-1] != told.views[None][0]["e"]
        assert match.ver == 2
        assert len(match.log) == 5  # two cards, two checks, the open card

    def test_decisions_are_numbered_per_seat(self) -> None:
        match, _ = started(Leduc())
        first = only_open(match)
        match.submit(first.seat, 1, Choice(index=0), 0)
        assert (only_open(match).seat, only_open(match).number) == (1 - first.seat, 1)

    def test_a_doubled_answer_is_stale_and_changes_nothing(self) -> None:
        match, _ = started(Leduc())
        asked = only_open(match)
        match.submit(asked.seat, 1, Choice(index=0), 0)
        before = match.state.to_plain()
        assert match.submit(asked.seat, 1, Choice(index=0), 0) == [Stale(asked.seat, 1, ())]
        assert match.state.to_plain() == before

    def test_who_cannot_know_whether_an_answer_arrived_may_repeat_it(self) -> None:
        match, _ = started(Leduc())
        seat = only_open(match).seat
        (accepted, *_) = match.submit(seat, 1, Choice(index=1), 40)
        before = match.state.to_plain()
        again = match.submit(seat, 1, Choice(index=1), 900, may_repeat=True)
        assert again == [accepted]
        for other in (Choice(index=0), Choice(index=7), Choice(action=["dance"])):
            assert match.submit(seat, 1, other, 900, may_repeat=True) == [Stale(seat, 1, ())]
        assert match.state.to_plain() == before
        assert match.illegal == [0, 0]

    def test_what_was_played_for_a_seat_is_no_answer_to_repeat(self) -> None:
        match, _ = started(Leduc(), Clock(kind="per_move", move_ms=SECOND))
        asked = only_open(match)
        match.tick(SECOND)
        choice = Choice(index=asked.fallback)
        assert match.submit(asked.seat, 1, choice, SECOND, may_repeat=True) == [
            Stale(asked.seat, 1, ())
        ]

    def test_an_answer_to_a_wrong_number_names_the_open_one(self) -> None:
        match, _ = started(Leduc())
        seat = only_open(match).seat
        assert match.submit(seat, 7, Choice(index=0), 0) == [Stale(seat, 7, (1,))]

    def test_an_answer_of_a_seat_that_is_not_asked_is_stale(self) -> None:
        match, _ = started(Leduc())
        seat = 1 - only_open(match).seat
        assert match.submit(seat, 1, Choice(index=0), 0) == [Stale(seat, 1, ())]

    @pytest.mark.parametrize(
        "choice", [Choice(), Choice(index=9), Choice(index=0, picks=[0]), Choice(action=["dance"])]
    )
    def test_an_illegal_choice_is_refused_with_the_reason_and_the_tries_left(
        self, choice: Choice
    ) -> None:
        match, _ = started(Leduc())
        seat = only_open(match).seat
        before = match.state.to_plain()
        (refused,) = match.submit(seat, 1, choice, 0)
        assert isinstance(refused, Refused)
        assert refused.why
        assert refused.left == 2
        assert match.state.to_plain() == before
        assert match.illegal[seat] == 1

    def test_the_third_illegal_try_of_a_decision_is_a_miss(self) -> None:
        match, _ = started(Leduc())
        seat = only_open(match).seat
        for _ in range(2):
            match.submit(seat, 1, Choice(index=9), 0)
        notices = match.submit(seat, 1, Choice(index=9), 0)
        assert isinstance(notices[0], Refused)
        assert notices[1:3] == [TimedOut(seat, 1, "fallback", 1), Closed(seat, 1, "timeout")]
        assert match.ver == 1

    def test_a_match_ends_by_the_rules_with_the_rules_result(self) -> None:
        match, _ = started(Leduc())
        ended = of_kind(play_fallbacks(match), Ended)
        assert ended == [match.over]
        assert match.over is not None
        assert match.over.reason == "finished"
        assert match.over.result == match.state.result()
        assert match.open == {}


class TestSealedChoices:
    def test_simultaneous_decisions_are_open_together(self) -> None:
        match, notices = started(Ambush(seats=3))
        assert of_kind(notices, Asked) == [Asked(0, 1), Asked(1, 1), Asked(2, 1)]
        assert set(match.open) == {0, 1, 2}

    def test_a_sealed_choice_is_told_to_nobody_until_all_are_in(self) -> None:
        match, _ = started(Ambush(seats=3))
        assert match.submit(1, 1, Choice(picks=[0, 1]), 0) == [Accepted(1, 1, 0, sealed=True)]
        assert match.submit(2, 1, Choice(picks=[2, 2]), 0) == [Accepted(2, 1, 0, sealed=True)]
        assert match.ver == 0
        notices = match.submit(0, 1, Choice(index=0), 0)
        assert len(of_kind(notices, Told)) == 1
        assert len(of_kind(notices, Asked)) == 3

    def test_a_repeated_sealed_choice_is_accepted_again(self) -> None:
        match, _ = started(Ambush())
        match.submit(0, 1, Choice(picks=[1, 0]), 0)
        assert match.submit(0, 1, Choice(index=1), 9) == [Accepted(0, 1, 0, sealed=True)]

    def test_another_choice_needs_replace(self) -> None:
        match, _ = started(Ambush())
        match.submit(0, 1, Choice(picks=[1, 0]), 0)
        assert match.submit(0, 1, Choice(picks=[2, 0]), 0) == [AlreadySealed(0, 1)]
        match.submit(0, 1, Choice(picks=[2, 0]), 0, replace=True)
        match.submit(1, 1, Choice(picks=[0, 0]), 0)
        assert match.observation(0)["traps"][0] == [2, 0]

    def test_illegal_tries_on_top_of_a_sealed_choice_do_not_undo_it(self) -> None:
        match, _ = started(Ambush())
        match.submit(0, 1, Choice(picks=[1, 0]), 0)
        for _ in range(4):
            (refused,) = match.submit(0, 1, Choice(index=99), 0, replace=True)
            assert isinstance(refused, Refused)
            assert refused.left == 3
        match.submit(1, 1, Choice(index=0), 0)
        assert match.observation(0)["traps"][0] == [1, 0]

    def test_a_deadline_seals_for_those_who_are_late_and_for_nobody_else(self) -> None:
        match, _ = started(Ambush(), Clock(kind="per_move", move_ms=SECOND))
        match.submit(0, 1, Choice(picks=[3, 1]), 10)
        notices = match.tick(SECOND)
        assert of_kind(notices, TimedOut) == [TimedOut(1, 1, "fallback", 1)]
        assert match.observation(0)["traps"][0] == [3, 1]
        assert match.observation(1)["traps"][1] == [0, 0]

    def test_the_events_of_a_sealed_setup_show_each_seat_its_own_only(self) -> None:
        match, _ = started(Ambush())
        match.submit(0, 1, Choice(picks=[3, 1]), 0)
        (told,) = of_kind(match.submit(1, 1, Choice(picks=[2, 2]), 0), Told)
        shown = {audience: [e["fields"] for e in told.views[audience]] for audience in told.views}
        assert shown == {0: [[3, 1], [-1, -1]], 1: [[-1, -1], [2, 2]], None: [[-1, -1]] * 2}


class TestClocks:
    def test_an_untimed_match_has_no_deadline(self) -> None:
        match, _ = started(Leduc())
        assert match.next_deadline_ms() is None
        assert match.tick(10**12) == []
        assert match.banks_ms() is None

    def test_a_move_has_its_time_the_first_one_more_and_the_grace_behind_it(self) -> None:
        clock = Clock(kind="per_move", move_ms=1000, first_ms=5000, grace_ms=300)
        match, _ = started(Leduc(), clock, now_ms=50)
        assert match.next_deadline_ms() == 50 + 6000 + 300
        assert only_open(match).left_ms(1050) == 5000

    def test_only_the_first_decision_of_a_seat_has_the_extra_time(self) -> None:
        clock = Clock(kind="per_move", move_ms=1000, first_ms=5000)
        match, _ = started(Leduc(), clock)
        for _ in range(2):
            match.submit(only_open(match).seat, 1, Choice(index=0), 0)
        assert match.next_deadline_ms() == 1000

    def test_time_that_is_given_back_moves_the_deadline_and_is_not_charged(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=10_000))
        seat = only_open(match).seat
        match.credit(seat, 700, 1_000)
        match.credit(1 - seat, 700, 1_000)
        assert match.next_deadline_ms() == 10_700
        accepted = match.submit(seat, 1, Choice(index=0), 1_000)[0]
        assert accepted == Accepted(seat, 1, 300, sealed=False, elapsed_ms=300)

    def test_no_more_time_is_given_back_than_was_used(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=10_000))
        seat = only_open(match).seat
        match.credit(seat, 5_000, 1_000)
        assert match.submit(seat, 1, Choice(index=0), 1_000)[0] == (
            Accepted(seat, 1, 0, sealed=False)
        )

    def test_a_tick_before_the_deadline_does_nothing(self) -> None:
        match, _ = started(Leduc(), Clock(kind="per_move", move_ms=1000))
        assert match.tick(999) == []

    def test_the_grace_is_not_charged(self) -> None:
        clock = Clock(kind="bank", main_ms=10_000, grace_ms=300)
        match, _ = started(Leduc(), clock)
        seat = only_open(match).seat
        accepted = match.submit(seat, 1, Choice(index=0), 1300)[0]
        assert accepted == Accepted(seat, 1, 1000, sealed=False, elapsed_ms=1300)
        banks = match.banks_ms()
        assert banks is not None
        assert banks[seat] == 9000
        assert banks[1 - seat] == 10_000

    def test_an_answer_within_the_grace_costs_nothing(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=10_000, grace_ms=300))
        match.submit(only_open(match).seat, 1, Choice(index=0), 200)
        assert match.banks_ms() == [10_000, 10_000]

    def test_a_bank_gains_its_increment_with_every_own_decision(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=10_000, inc_ms=2_000))
        seat = only_open(match).seat
        match.submit(seat, 1, Choice(index=0), 1_000)
        banks = match.banks_ms()
        assert banks is not None
        assert banks[seat] == 11_000

    def test_the_warm_up_is_used_before_the_bank(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=10_000, first_ms=3_000))
        seat = only_open(match).seat
        match.submit(seat, 1, Choice(index=0), 4_000)
        banks = match.banks_ms()
        assert banks is not None
        assert banks[seat] == 9_000

    def test_an_empty_bank_leaves_the_increment_only(self) -> None:
        match, _ = started(Leduc(), Clock(kind="bank", main_ms=1_000, inc_ms=100))
        seat = only_open(match).seat
        match.tick(5_000)
        banks = match.banks_ms()
        assert banks is not None
        assert banks[seat] == 100


class TestSealedClocks:
    BANK = Clock(kind="bank", main_ms=10_000, inc_ms=500)

    def test_a_charged_bank_is_the_seats_own_secret_until_all_have_chosen(self) -> None:
        match, _ = started(Ambush(seats=3), self.BANK)
        match.submit(0, 1, Choice(index=0), 3_000)
        assert match.banks_ms() == match.banks_ms(1) == [10_000, 10_000, 10_000]
        assert match.banks_ms(0) == [7_500, 10_000, 10_000]
        match.submit(2, 1, Choice(index=0), 4_000)
        assert match.banks_ms(0) == [7_500, 10_000, 10_000]
        match.submit(1, 1, Choice(index=0), 5_000)
        assert match.banks_ms() == match.banks_ms(1) == [7_500, 5_500, 6_500]

    def test_a_bank_of_a_missed_decision_is_secret_as_well(self) -> None:
        match, _ = started(Ambush(), self.BANK)
        for _ in range(3):
            match.submit(0, 1, Choice(index=-1), 2_000)
        assert match.open[0].sealed is not None
        assert match.banks_ms(1) == match.banks_ms() == [10_000, 10_000]

    def test_what_the_first_does_changes_nothing_that_others_may_know(self) -> None:
        """Twins: seat 0 waits, chooses soon, chooses late, or gives its tries away."""
        known = []
        for tries, at_ms in (([], 0), ([0], 1_000), ([0], 9_000), ([-1, -1, -1], 9_500)):
            match, _ = started(Ambush(seats=3), self.BANK, max_timeouts=1)
            told: list[Notice] = []
            for index in tries:
                told += match.submit(0, 1, Choice(index=index), at_ms)
            assert not [*of_kind(told, TimedOut), *of_kind(told, SeatLost), *of_kind(told, Told)]
            views = [(match.banks_ms(eyes), match.observation(eyes)) for eyes in (None, 1, 2)]
            known.append((match.ver, views))
        assert known.count(known[0]) == len(known)


class TestMisses:
    timed = Clock(kind="per_move", move_ms=1000)

    def test_a_missed_deadline_plays_the_fallback(self) -> None:
        match, _ = started(Leduc(), self.timed)
        asked = only_open(match)
        notices = match.tick(1000)
        assert notices[:2] == [
            TimedOut(asked.seat, 1, "fallback", 1),
            Closed(asked.seat, 1, "timeout"),
        ]
        assert match.log[-1] == {asked.seat: asked.space.item(asked.fallback)}

    def test_a_missed_deadline_can_play_at_random_from_a_stream_of_its_own(self) -> None:
        first = [started(Leduc(), self.timed, on_timeout="random")[0] for _ in range(2)]
        for match in first:
            (missed,) = of_kind(match.tick(1000), TimedOut)
            assert missed.applied == "random"
        assert first[0].log == first[1].log

    def test_a_missed_deadline_can_forfeit(self) -> None:
        match, _ = started(Leduc(), self.timed, on_timeout="forfeit")
        seat = only_open(match).seat
        (ended,) = of_kind(match.tick(1000), Ended)
        assert ended.reason == "forfeit"
        assert ended.result.places[seat] == 2
        assert ended.result.returns[seat] == -1

    def test_too_many_misses_in_a_row_lose_the_seat(self) -> None:
        match, _ = started(Ambush(rounds=9), self.timed, max_timeouts=2)
        assert of_kind(match.tick(1000), SeatLost) == []
        assert of_kind(match.tick(2000), SeatLost) == [SeatLost(0), SeatLost(1)]

    def test_who_missed_is_told_when_all_have_chosen(self) -> None:
        match, _ = started(Ambush(rounds=9, seats=3), max_timeouts=1)
        for _ in range(2):
            match.submit(1, 1, Choice(index=-1), 0)
        refused, *told = match.submit(1, 1, Choice(index=-1), 0)
        assert isinstance(refused, Refused)
        assert told == [Closed(1, 1, "timeout")]
        match.submit(0, 1, Choice(index=0), 0)
        accepted, *told = match.submit(2, 1, Choice(index=0), 0)
        assert isinstance(accepted, Accepted)
        assert told[:2] == [TimedOut(1, 1, "fallback", 1), SeatLost(1)]
        assert isinstance(told[2], Told)
        assert of_kind(match.tick(0), TimedOut) == []

    def test_who_missed_is_told_before_a_match_ends_early(self) -> None:
        match, _ = started(Ambush(rounds=9, seats=3), on_timeout="forfeit")
        told: list[Notice] = []
        for seat in (1, 2):
            for _ in range(3):
                told += match.submit(seat, 1, Choice(index=-1), 0)
        assert [missed.seat for missed in of_kind(told, TimedOut)] == [1, 2]
        assert isinstance(told[-1], Ended)

    def test_an_own_answer_ends_the_row_of_misses(self) -> None:
        match, _ = started(Ambush(rounds=9), self.timed, max_timeouts=2)
        match.tick(1000)
        for seat in (0, 1):
            match.submit(seat, 2, Choice(index=0), 1500)
        (first, second) = of_kind(match.tick(2500), TimedOut)
        assert (first.misses, second.misses) == (1, 1)
        assert match.timeouts == [2, 2]

    def test_where_absence_forfeits_too_many_misses_end_a_match_of_two(self) -> None:
        match, _ = started(Leduc(), self.timed, max_timeouts=1, absent="forfeit")
        (ended,) = of_kind(match.tick(1000), Ended)
        assert ended.reason == "forfeit"


class TestLeavers:
    def test_when_one_of_two_resigns_the_other_wins(self) -> None:
        match, _ = started(Leduc())
        seat = only_open(match).seat
        notices = match.forfeit(seat, "resign", 0)
        assert isinstance(notices[-1], Ended)
        assert notices[-1].reason == "resign"
        assert notices[-1].result.places[1 - seat] == 1
        assert match.open == {}

    def test_when_one_of_three_resigns_the_others_play_on_and_are_not_delayed(self) -> None:
        match, _ = started(Ambush(seats=3))
        assert of_kind(match.forfeit(1, "resign", 0), Closed) == [Closed(1, 1, "withdrawn")]
        match.submit(0, 1, Choice(index=0), 0)
        notices = match.submit(2, 1, Choice(index=0), 0)
        assert of_kind(notices, Asked) == [Asked(0, 2), Asked(2, 2)]

    def test_a_leaver_ends_behind_everybody_who_stayed(self) -> None:
        match, _ = started(Ambush(seats=3))
        match.forfeit(1, "resign", 0)
        play_fallbacks(match)
        assert match.over is not None
        assert match.over.reason == "finished"
        assert match.over.result.places[1] == 3
        assert match.over.result.returns[1] == -1

    def test_the_first_to_leave_is_last(self) -> None:
        match, _ = started(Ambush(seats=3))
        match.forfeit(2, "resign", 0)
        match.forfeit(0, "resign", 0)
        assert match.over is not None
        assert match.over.result.places == (2, 1, 3)

    def test_leaving_twice_changes_nothing(self) -> None:
        match, _ = started(Ambush(seats=3))
        match.forfeit(2, "resign", 0)
        assert match.forfeit(2, "resign", 0) == []

    def test_an_aborted_match_has_no_winner(self) -> None:
        match, _ = started(Ambush(seats=3))
        match.abort("shutdown")
        assert match.over is not None
        assert match.over.reason == "aborted"
        assert match.over.result.places == (1, 1, 1)
        assert match.over.result.returns == (0, 0, 0)
        assert match.abort("shutdown") == []

    def test_rules_that_cannot_even_tell_scores_do_not_keep_a_match_from_ending(self) -> None:
        match, _ = started(Broken())
        (ended,) = of_kind(match.abort("error"), Ended)
        assert match.over is not None
        assert (ended.reason, ended.result.scores) == ("aborted", (0.0, 0.0))


def test_a_match_that_never_ends_is_aborted_after_its_limit_of_plies() -> None:
    match, _ = started(Leduc(), max_plies=3)
    notices = match.submit(only_open(match).seat, 1, Choice(index=0), 0)
    (ended,) = of_kind(notices, Ended)
    assert (ended.reason, ended.result.ending) == ("aborted", "too_long")


def test_equal_seeds_deal_equal_matches_and_the_log_replays_them() -> None:
    first, _ = started(Leduc())
    second, _ = started(Leduc())
    play_fallbacks(first)
    play_fallbacks(second)
    assert first.log == second.log
    replay = first.game.start(first.deal)
    for joint in first.log:
        replay.apply(joint)
    assert replay.to_plain() == first.state.to_plain()


class TestBerserk:
    CLOCK = Clock(kind="bank", main_ms=10_000, inc_ms=2_000)

    def test_half_the_time_and_no_increment_are_for_that_seat_alone(self) -> None:
        match, _ = started(Leduc(), self.CLOCK, berserk=(1,))
        assert match.banks_ms() == [10_000, 5_000]
        for _ in range(2):
            asked = only_open(match)
            match.submit(asked.seat, 1, Choice(index=0), asked.opened_ms + 1_000)
        assert match.banks_ms() == [11_000, 4_000]

    def test_its_time_is_up_earlier(self) -> None:
        first = only_open(started(Leduc(), self.CLOCK)[0]).seat
        for seat, deadline_ms in ((first, 5_000), (1 - first, 10_000)):
            match, _ = started(Leduc(), self.CLOCK, berserk=(seat,))
            assert match.next_deadline_ms() == deadline_ms

    def test_terms_in_which_nobody_does_are_the_same_terms(self) -> None:
        terms = Terms(clock=self.CLOCK)
        assert terms.with_berserk([False, False]) is terms
        assert terms.with_berserk([False, True]).berserk == (1,)
