"""The bar on a terminal and the lines elsewhere, on a clock of our own."""

import io

import pytest

from infoset_bots.lab.arena.progress import CLEAR, LINE_S, Progress, bar_text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Time:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


def test_a_terminal_gets_a_bar_with_rate_and_time_left(time: Time) -> None:
    screen = Terminal()
    progress = Progress(screen, 400, clock=time)
    time.now_s = 4
    progress.show(100, "LLR 1.0")
    assert screen.getvalue() == (
        f"{CLEAR}[######------------------] 100/400 matches, 25.0 per second, 12 s left, LLR 1.0"
    )
    progress.clear()
    assert screen.getvalue().endswith(CLEAR)


def test_a_bar_is_not_redrawn_all_the_time(time: Time) -> None:
    screen = Terminal()
    progress = Progress(screen, 400, clock=time)
    time.now_s = 1
    for done in range(1, 50):
        progress.show(done)
    assert screen.getvalue().count("matches") == 1


def test_anything_else_gets_a_plain_line_now_and_then(time: Time) -> None:
    out = io.StringIO()
    progress = Progress(out, 400, clock=time)
    for second in range(41):
        time.now_s = second
        progress.show(second)
    progress.clear()
    lines = out.getvalue().splitlines()
    assert len(lines) == 1 + 38 // int(LINE_S)
    assert lines[0] == "2/400 matches, 1.0 per second, 7 min left"


def test_matches_of_an_earlier_run_do_not_flatter_the_rate(time: Time) -> None:
    progress = Progress(io.StringIO(), 400, before=200, clock=time)
    assert progress.text(210, 10) == "210/400 matches, 1.0 per second, 3 min left"
    assert progress.text(200, 10) == "200/400 matches"
    assert progress.text(400, 10) == "400/400 matches, 20.0 per second"


def test_an_empty_run_is_a_full_bar() -> None:
    assert bar_text(0, 0) == f"[{'#' * 24}]"
