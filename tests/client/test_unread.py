"""Programs whose output nobody reads any more end quietly; no other broken pipe is hidden by that."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from infoset.exits import UNREAD
from infoset.unread import run_read

ROOT = Path(__file__).parents[2]
INFOSET = ("-m", "infoset")
TRACE = str(ROOT / "tests" / "golden" / "trace.ndjson")
BOT = str(ROOT / "clients" / "python" / "examples" / "random_bot.py")
PROGRAMS = (
    INFOSET,  # says on stderr what there is
    (*INFOSET, "--help"),
    (*INFOSET, "--version"),
    (*INFOSET, "dance"),  # there is no such command
    (*INFOSET, "board", "--help"),
    (*INFOSET, "board", "random"),
    (*INFOSET, "map", "random", "--preset", "mini"),
    (*INFOSET, "trace", TRACE),
    (*INFOSET, "replay", "nowhere.jsonl"),  # a failure that is one sentence
    (*INFOSET, "experiment", "colonizers", "strength", "--games", "4", "--jobs", "0"),
    (BOT, "--help"),
    (BOT, "--url", "infoset://127.0.0.1:1", "--seek", "catan"),
)
GONE = BrokenPipeError(32, "Broken pipe")
GROUP = ExceptionGroup("tasks", [ExceptionGroup("inner", [GONE]), GONE])


@contextmanager
def unread_pipe() -> Iterator[int]:
    """What is written into a pipe whose other end is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


def end_of(*arguments: str, folder: Path, with_errors: bool) -> tuple[int, str]:
    """How a Python program ends whose output nobody reads, and what it says of it on stderr."""
    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    with unread_pipe() as pipe:
        done = subprocess.run(
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe if with_errors else subprocess.PIPE,
            text=True,
            cwd=folder,
            env=surroundings,
            check=False,
        )
    return done.returncode, done.stderr or ""


@pytest.mark.parametrize("arguments", PROGRAMS, ids=" ".join)
def test_a_program_ends_quietly_where_nobody_reads_what_it_writes(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assert end_of(*arguments, folder=tmp_path, with_errors=True) == (UNREAD, "")


@pytest.mark.parametrize("arguments", [PROGRAMS[1], PROGRAMS[5], PROGRAMS[7]], ids=" ".join)
def test_it_says_nothing_of_it_to_those_who_read_its_errors(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assert end_of(*arguments, folder=tmp_path, with_errors=False) == (UNREAD, "")


def test_a_failure_is_still_told_where_only_the_output_is_unread(tmp_path: Path) -> None:
    code, said = end_of(*INFOSET, "replay", "nowhere.jsonl", folder=tmp_path, with_errors=False)
    assert code == 1
    assert said.startswith("infoset: ")


@pytest.mark.parametrize("failure", [GONE, GROUP], ids=type)
def test_output_that_is_written_by_a_task_is_output_too(
    failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work() -> int:
        raise failure

    with unread_pipe() as pipe, os.fdopen(os.dup(pipe), "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert run_read(work) == UNREAD
        out.write("nobody reads this either, and that is no error")


@pytest.mark.parametrize("failure", [GONE, GROUP], ids=type)
def test_the_broken_pipe_of_a_bot_or_a_server_is_not_hidden(
    failure: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def work() -> int:
        raise failure

    with (tmp_path / "out.txt").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(type(failure)):
            run_read(work)


def test_no_other_failure_is_hidden_by_output_that_is_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def work() -> int:
        raise ExceptionGroup("tasks", [ValueError("a fault")])

    with unread_pipe() as pipe, os.fdopen(os.dup(pipe), "w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(ExceptionGroup, match="tasks"):
            run_read(work)
