"""Ends a call that takes too long, where the system can do that: in the main thread, on POSIX.

Elsewhere, and in compiled loops that never return to the interpreter, the call runs on and its
lateness is only noticed afterwards.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, Self, TypeVar

AGAIN_S: Final = 1.0  # between further tries, should a bot swallow the first
LEAST_S: Final = 1e-3

T = TypeVar("T")


class TooLateError(BaseException):
    """The time of a call is over. No Exception, so that a bot's own handlers let it pass."""


class Alarm:
    """The alarm of this process, ours inside the `with` block; whose it was before has it back then.

    Outside of the block, and where there are no alarms, `call` only calls.
    """

    def __init__(self) -> None:
        self._is_set_up = False
        self._is_running = False
        self._before: tuple[Any, tuple[float, float]] | None = None

    def __enter__(self) -> Self:
        if can_interrupt():
            self._before = (
                signal.signal(signal.SIGALRM, self._ring),
                signal.setitimer(signal.ITIMER_REAL, 0),
            )
            self._is_set_up = True
        return self

    def __exit__(self, *raised: object) -> None:
        if self._before is not None:
            handler, timer = self._before
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, *timer)
        self._before = None
        self._is_set_up = False

    def call(self, function: Callable[[], T], limit_s: float | None) -> T:
        """`function()`. Raises TooLateError out of it once `limit_s` has passed (None: never)."""
        if limit_s is None or not self._is_set_up:
            return function()
        try:  # it may ring at once, where the system lets us wait
            self._is_running = True
            signal.setitimer(signal.ITIMER_REAL, max(limit_s, LEAST_S), AGAIN_S)
            try:
                return function()
            finally:
                self._is_running = False  # an alarm from here on is nobody's
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._is_running = False

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._is_running:
            raise TooLateError


def can_interrupt() -> bool:
    """Does this thread of this system get alarms?"""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
