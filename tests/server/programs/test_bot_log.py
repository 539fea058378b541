"""The log of a bot never grows beyond its two files, and keeps the last words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infoset_server.programs.bot_process import BotLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[BotLog]:
    made = BotLog(tmp_path / "logs" / "bot.log", max_bytes=100)
    yield made
    made.close()


def files(log: BotLog) -> list[str]:
    return sorted(path.name for path in log.path.parent.iterdir())


def test_nothing_is_made_before_something_is_said(log: BotLog) -> None:
    assert not log.path.parent.exists()
    assert log.read() == ""


def test_two_files_hold_the_last_that_was_said(log: BotLog) -> None:
    for number in range(100):
        log.write(f"line {number:04}\n".encode())
    assert files(log) == ["bot.log", "bot.log.1"]
    assert log.path.stat().st_size <= 100
    assert log.read().endswith("line 0098\nline 0099\n")
    assert 100 < len(log.read()) <= 200


def test_of_a_flood_the_end_is_kept(log: BotLog) -> None:
    log.write(b"x" * 1_000 + b"the end")
    assert len(log.read()) == 100
    assert log.read().endswith("xxthe end")


def test_a_closed_log_goes_on_where_it_was(log: BotLog) -> None:
    log.write(b"one\n")
    log.close()
    log.write(b"two\n")
    assert log.read() == "one\ntwo\n"


def test_our_own_words_are_marked(log: BotLog) -> None:
    log.note("the program ended")
    assert log.read() == "[infoset] the program ended\n"


def test_what_is_no_text_can_be_read(log: BotLog) -> None:
    log.write(b"\xff\xfe\n")
    assert log.read() == "\ufffd\ufffd\n"


def test_a_line_of_ours_begins_a_line_whatever_was_said_before(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "bot.log")
    log.write(b"half a li")
    log.note("ended")
    log.note("really")
    assert log.read() == "half a li\n[infoset] ended\n[infoset] really\n"
    log.close()
