"""Errors of the system in the words of programs are explained to their owners: once, behind the line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.sandbox.limits import Limits
from infoset_server.programs.sandbox.process import Explained

LIMITS = Limits(
    memory_mb=128,
    scratch_mb=16,
    max_inodes=2_000,
    processes=24,
    cpus=1,
    open_files=256,
    niceness=10,
    log_bytes_per_s=65_536,
)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[BotLog]:
    kept = BotLog(tmp_path / "bot.log")
    yield kept
    kept.close()


@pytest.mark.parametrize(
    ("said", "explained"),
    [
        (
            "PermissionError: [Errno 1] Operation not permitted",
            '"Operation not permitted" means here: no program in a sandbox may do that',
        ),
        (
            "open /bot/x: read-only file system",  # as Go says it
            '"Read-only file system" means here: these cannot be changed; write to /tmp',
        ),
        (
            'Os { code: 28, kind: StorageFull, message: "No space left on device" }',
            '"No space left on device" means here: a program may have 16 MB of files in 2,000 pieces',
        ),
    ],
)
def test_what_the_system_said_is_explained_behind_the_line(
    said: str, explained: str, log: BotLog
) -> None:
    Explained(log, LIMITS).write(f"{said}\n".encode())
    assert log.read() == f"{said}\n[infoset] {explained}\n"


def test_the_same_is_explained_once(log: BotLog) -> None:
    explained = Explained(log, LIMITS)
    for _ in range(3):
        explained.write(b"Too many open files\n")
    assert log.read().count("[infoset]") == 1


def test_words_in_two_pieces_are_heard_and_their_line_is_not_broken(log: BotLog) -> None:
    explained = Explained(log, LIMITS)
    for piece in (b"mmap: Cannot all", b"ocate memory", b" (ENOMEM)\n", b"bye\n"):
        explained.write(piece)
    first, second, third = log.read().splitlines()
    assert first == "mmap: Cannot allocate memory (ENOMEM)"
    assert (
        second
        == '[infoset] "Cannot allocate memory" means here: a program may have 128 MB of memory'
    )
    assert third == "bye"


def test_what_is_no_error_of_the_system_is_only_kept(log: BotLog) -> None:
    Explained(log, LIMITS).write(b"this operation is permitted\n")
    assert log.read() == "this operation is permitted\n"
