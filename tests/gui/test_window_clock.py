"""The clock by which the window reckons goes on while the machine sleeps."""

import inspect
import time

import pytest

from infoset_gui.app import App
from infoset_gui.net.own_games import OwnGames
from infoset_gui.net.session import Session
from infoset_gui.window_clock import window_clock_s


@pytest.mark.skipif(
    not hasattr(time, "CLOCK_BOOTTIME"), reason="this system has no clock of that name"
)
def test_a_sleep_of_the_machine_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = {time.CLOCK_MONOTONIC: 100.0, time.CLOCK_BOOTTIME: 3_700.0}
    monkeypatch.setattr(time, "clock_gettime", slept.__getitem__)
    monkeypatch.setattr(time, "monotonic", lambda: slept[time.CLOCK_MONOTONIC])
    assert window_clock_s() == 3_700.0


def test_it_only_goes_forward() -> None:
    moments = [window_clock_s() for _ in range(1_000)]
    assert moments == sorted(moments)


@pytest.mark.parametrize("part", [App, Session, OwnGames])
def test_the_whole_window_reckons_by_it(part: type) -> None:
    default = inspect.signature(part).parameters["clock_s"].default
    assert default is window_clock_s
