"""Waiting times, rates, progress, tallies: the small pure parts of the SDK."""

import io
import random

import pytest

from infoset.backoff import Backoff
from infoset.botseat import price
from infoset.progress import ProgressLine, duration_text, progress_text
from infoset.tally import Tally, count_text, result_text
from infoset.throttle import Throttle
from infoset.timing import Timing
from infoset.turn import Match, MatchResult, Player
from infoset_protocol.messages import ActOk


class FixedRandom(random.Random):
    """Always the same number."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def random(self) -> float:
        return self.value


def test_waits_double_up_to_the_longest() -> None:
    backoff = Backoff(FixedRandom(1.0), first_s=1, longest_s=10)
    assert [backoff.next_wait_s() for _ in range(6)] == [1, 2, 4, 8, 10, 10]
    backoff.reset()
    assert backoff.next_wait_s() == 1


def test_who_waits_for_a_night_also_comes_back_after_one() -> None:
    assert (Timing.patient(0).connect_s, Timing.patient(0).reconnect_s) == (0, Timing.reconnect_s)
    assert (Timing.patient(30).connect_s, Timing.patient(30).reconnect_s) == (30, 600)
    assert Timing.patient(86_400).reconnect_s == 86_400


def test_chance_may_cut_a_wait_to_nothing_but_never_what_the_server_asks_for() -> None:
    backoff = Backoff(FixedRandom(0.0), first_s=1, longest_s=10)
    assert backoff.next_wait_s() == 0
    assert backoff.next_wait_s(asked_s=7) == 7
    backoff.rng = FixedRandom(0.5)
    assert backoff.next_wait_s(asked_s=7) == 9


def test_many_attempts_do_not_overflow() -> None:
    backoff = Backoff(FixedRandom(1.0), attempts=10_000)
    assert backoff.next_wait_s() == backoff.longest_s


def test_a_burst_goes_through_and_then_the_rate_is_kept() -> None:
    throttle = Throttle()
    throttle.allow(10, now_s=0)
    assert [throttle.take(0) for _ in range(18)] == [0] * 18
    assert throttle.take(0) == pytest.approx(1 / 9)
    assert throttle.take(0) == pytest.approx(2 / 9)
    assert throttle.take(100) == 0


def test_without_a_limit_nobody_waits() -> None:
    throttle = Throttle()
    assert [throttle.take(0) for _ in range(1000)] == [0] * 1000


@pytest.mark.parametrize(
    ("done", "total", "elapsed_s", "text"),
    [
        (0, 100, 0, "0/100 matches"),
        (10, 100, 60, "10/100 matches, 10.0 per minute, 9 min left"),
        (50, 100, 10, "50/100 matches, 5.0 per second, 10 s left"),
        (100, 100, 10, "100/100 matches, 10.0 per second"),
        (7, None, 70, "7 matches, 6.0 per minute"),
        (1, 1000, 60, "1/1000 matches, 1.0 per minute, 16.6 h left"),
    ],
)
def test_progress_says_count_rate_and_time_left(
    done: int, total: int | None, elapsed_s: float, text: str
) -> None:
    assert progress_text(done, total, elapsed_s, "matches") == text


def test_durations_are_said_as_people_do() -> None:
    assert [duration_text(seconds) for seconds in (7, 119, 120, 7199, 7200)] == [
        "7 s",
        "119 s",
        "2 min",
        "120 min",
        "2.0 h",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_line_is_rewritten_on_a_terminal_and_not_too_often() -> None:
    now = [0.0]
    stream = Terminal()
    line = ProgressLine(stream, 4, clock=lambda: now[0])
    for done, at in ((1, 1.0), (2, 1.01), (3, 2.0)):
        now[0] = at
        line.show(done)
    line.clear()
    shown = [part for part in stream.getvalue().split("\r\x1b[K") if part]
    assert [part[:3] for part in shown] == ["1/4", "3/4"]


def test_the_progress_line_is_silent_elsewhere() -> None:
    stream = io.StringIO()
    line = ProgressLine(stream, 4)
    line.show(1)
    line.clear()
    assert stream.getvalue() == ""


def result(place: int, reason: str = "finished") -> MatchResult:
    places = (place, 3 - place) if place else ()
    return MatchResult(reason, places, (31.0, 2.5) if place else (), (), seat=0)


def test_a_tally_counts_places_and_what_went_wrong() -> None:
    tally = Tally()
    for each in (result(1), result(2), result(0, "aborted"), None):
        tally.add(each)
    assert tally.text() == (
        "played 4 matches: 1 first place, average place 1.50, "
        "1 without a result, 1 went on without us"
    )
    assert Tally().text() == "played 0 matches"


def test_a_result_is_said_in_a_line() -> None:
    match = Match("g_1", "toy", "toy/1.0", seat=0, players=(Player(0), Player(1)))
    assert result_text(match, result(1)) == "toy g_1 seat 0: place 1 of 2, score 31 (finished)"
    assert result_text(match, result(0, "aborted")) == "toy g_1 seat 0: no result (aborted)"
    assert result_text(match, None) == "toy g_1 seat 0: went on without us"


def test_counts_agree_with_their_nouns() -> None:
    assert count_text(1, "match", "matches") == "1 match"
    assert count_text(2, "match", "matches") == "2 matches"
    assert count_text(0, "exception") == "0 exceptions"


def test_the_price_of_a_decision_is_told_in_full() -> None:
    plain = ActOk(match_id="m_1", decision=3, elapsed_ms=80)
    assert price(plain) == ("answered after 80 ms, charged 80 ms, forgiven 0 ms for the network")
    slow = ActOk(match_id="m_1", decision=3, elapsed_ms=80, received_ms=230, forgiven_ms=150)
    assert price(slow) == ("answered after 230 ms, charged 80 ms, forgiven 150 ms for the network")
