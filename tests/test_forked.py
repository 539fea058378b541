"""Processes that tests fork are what `python -m` would have started."""

import importlib
import os
import signal
import sys
from pathlib import Path

import pytest
from tests.forked import LOADED, LOADED_IN, READ_AT_START, Forked, may_fork, run

INFOSET = [sys.executable, "-m", "infoset"]


@pytest.fixture
def as_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment in which this process has begun; libraries that other tests use add to it."""
    for name in [name for name in os.environ if name.startswith(READ_AT_START)]:
        monkeypatch.delenv(name)
    for name, value in LOADED_IN.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("module", LOADED)
def test_what_is_loaded_first_is_there(module: str) -> None:
    importlib.import_module(module)  # the fork server says nothing of one that is not


@pytest.mark.usefixtures("as_loaded")
def test_what_is_said_logged_and_ended_with_are_told_apart() -> None:
    assert may_fork(INFOSET)
    done = run([*INFOSET, "cluster", "status"])
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "infoset cluster: expected servers of NATS in cluster.bus\n"
    done = run([*INFOSET, "cluster", "--help"])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: infoset cluster")


@pytest.mark.usefixtures("as_loaded")
def test_each_leads_a_session_of_its_own_and_tells_which_signal_ended_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    forked = Forked([*INFOSET, "serve", "--port", "0", "--data", str(tmp_path / "data")], log)
    assert forked.stdout.readline().startswith("listening on ")
    assert forked.poll() is None
    assert os.getsid(forked.pid) == forked.pid
    forked.kill()
    assert forked.wait() == -signal.SIGKILL
    assert "listening on" in log.read_text(encoding="utf-8")


@pytest.mark.usefixtures("as_loaded")
def test_nothing_is_forked_that_would_be_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not may_fork(["strace", "--", *INFOSET])
    monkeypatch.setenv("LD_PRELOAD", "/none")
    assert not may_fork(INFOSET)
