"""Calls that take too long, and alarms that were somebody else's."""

import signal
import threading
from contextlib import suppress

import pytest

from infoset_bots.lab.arena.alarm import Alarm, TooLateError, can_interrupt

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="NOT TESTED: no signal.setitimer here"
)


def spin() -> None:
    while True:
        pass


def test_a_call_over_its_limit_is_ended() -> None:
    with Alarm() as alarm, pytest.raises(TooLateError):
        alarm.call(spin, 0.01)


def test_a_bot_that_swallows_exceptions_is_ended_all_the_same() -> None:
    def stubborn() -> None:
        while True:
            with suppress(Exception):
                spin()

    with Alarm() as alarm, pytest.raises(TooLateError):
        alarm.call(stubborn, 0.01)


def test_a_call_within_its_limit_returns_and_leaves_no_alarm() -> None:
    with Alarm() as alarm:
        assert alarm.call(lambda: 5, 10) == 5
        assert alarm.call(lambda: 6, None) == 6
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_that_rings_before_the_call_has_begun_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_timer = signal.setitimer

    def ring_at_once(which: int, seconds: float, interval: float = 0.0) -> None:
        set_timer(which, seconds, interval)
        if seconds:
            signal.raise_signal(signal.SIGALRM)

    with Alarm() as alarm:
        with monkeypatch.context() as slow:
            slow.setattr(signal, "setitimer", ring_at_once)
            with pytest.raises(TooLateError):
                alarm.call(lambda: 5, 10)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        signal.raise_signal(signal.SIGALRM)  # nobody's


def test_the_alarm_of_others_is_given_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    mine = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    old = signal.setitimer(signal.ITIMER_REAL, 1000, 7)
    try:
        with Alarm() as alarm:
            alarm.call(lambda: None, 5)
        left, every = signal.getitimer(signal.ITIMER_REAL)
        assert 900 < left <= 1000
        assert every == 7
        assert signal.getsignal(signal.SIGALRM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGALRM, mine)
        signal.setitimer(signal.ITIMER_REAL, *old)
    assert signal.getsignal(signal.SIGALRM) == before


def test_other_threads_only_call() -> None:
    found: list[object] = []

    def work() -> None:
        with Alarm() as alarm:
            found.extend([can_interrupt(), alarm.call(lambda: 7, 0.0)])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False, 7]
