"""Calls commands, kills them, and looks into the folders of their runs."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from infoset.cli import Command, Parser
from infoset_bots.lab.arena import command as arena
from infoset_bots.lab.arena.store import RESULTS, read_run

START = """
import sys
from importlib.metadata import EntryPoint
from infoset.cli import main
plugin = EntryPoint("{name}", "{place}", "infoset.commands")
if __name__ == "__main__":
    sys.exit(main(["{name}", *sys.argv[1:]], [plugin]))
"""


def call(command: Command, *arguments: str) -> int:
    """Runs a subcommand of `infoset` with these arguments; returns the exit code."""
    parser = Parser()
    run = command(parser)
    return run(parser.parse_args(arguments))


def keep_run(folder: Path, *words: str) -> Path:
    """Plays a run of the arena in this process, with replays; returns its folder."""
    options = ("--seed", "1", "--processes", "0", "--keep", "--out", str(folder))
    assert call(arena.command, *words, *options) == 0
    return folder


def plain_results(path: Path) -> list[dict[str, Any]]:
    """All results of a run by number, without what cannot repeat."""
    return sorted(
        (record.without_times() for record in read_run(path)[1]), key=lambda plain: plain["match"]
    )


def lines(run: Path) -> int:
    """How many results are on disk."""
    results = run / RESULTS
    return results.read_bytes().count(b"\n") if results.exists() else 0


def kill_in_the_middle(name: str, place: str, arguments: Sequence[str], run: Path) -> None:
    """Starts `infoset NAME`, whose function is at `place`, and kills it once it has a result on disk."""
    start = START.format(name=name, place=place)
    process = subprocess.Popen(
        [sys.executable, "-c", start, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while process.poll() is None and not lines(run):
            pass
    finally:
        process.kill()
        process.wait()


@contextmanager
def room_for(most_bytes: int) -> Iterator[None]:
    """Files grow no larger: like a disk that is full, this takes a part of what is written."""
    resource = pytest.importorskip("resource")  # not on Windows
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
