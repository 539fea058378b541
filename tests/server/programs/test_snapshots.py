"""Versions of dropped bots: what runs is a copy of exactly the bytes that were hashed, whatever becomes of the folder."""

import asyncio
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from infoset_server.programs import program_files
from infoset_server.programs import snapshots as snapshots_module
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.snapshots import (
    Look,
    SnapshotEntry,
    Snapshots,
    fingerprint,
    working_folder,
)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A bots folder with the bot `ferris`."""
    folder = tmp_path / "bots"
    write(folder / "ferris" / "bot.toml", 'command = ["./run"]')
    write(folder / "ferris" / "run", "#!/bin/sh").chmod(0o755)
    write(folder / "ferris" / "data" / "book", "e4")
    return folder


@pytest.fixture
def snapshots(bots: Path, tmp_path: Path) -> Snapshots:
    return Snapshots(bots, tmp_path / "kept")


def only(snapshots: Snapshots) -> SnapshotEntry:
    entries, problems = snapshots.read()
    assert problems == []
    (entry,) = entries
    return entry


def content(entry: SnapshotEntry, name: str) -> str:
    return (entry.at / "ferris" / name).read_text()


def test_what_is_no_bot_is_named_and_harms_no_other(tmp_path: Path) -> None:
    write(tmp_path / "bots" / "good.py", "")
    write(tmp_path / "bots" / "notes.txt", "")
    write(tmp_path / "bots" / "empty" / "readme", "")
    write(tmp_path / "bots" / "broken" / "bot.toml", "command = 3")
    write(tmp_path / "bots" / ".hidden.py", "")
    write(tmp_path / "bots" / "__pycache__" / "x.pyc", "")
    entries, problems = Snapshots(tmp_path / "bots", tmp_path / "kept").read()
    assert [entry.name for entry in entries] == ["good"]
    assert [problem.partition(": ")[0].rpartition("/")[2] for problem in problems] == [
        "bot.toml",
        "empty",
        "notes.txt",
    ]


def test_a_folder_that_is_not_there_offers_nothing(tmp_path: Path) -> None:
    assert Snapshots(tmp_path / "nowhere", tmp_path / "kept").read() == ([], [])


def test_an_edit_makes_another_version_and_the_one_before_stays_as_it_was(
    bots: Path, snapshots: Snapshots
) -> None:
    before = only(snapshots)
    write(bots / "ferris" / "data" / "book", "d4")
    after = only(snapshots)
    assert before.version != after.version
    assert [content(one, "data/book") for one in (before, after)] == ["e4", "d4"]
    assert snapshots.find(before.title) == before
    assert before.is_intact()
    assert after.is_intact()


def test_a_dropped_file_is_run_from_its_snapshot_and_others_do_not_matter(tmp_path: Path) -> None:
    file = write(tmp_path / "bots" / "Ferris.py", "one")
    write(tmp_path / "bots" / "notes.txt", "a neighbour")
    snapshots = Snapshots(tmp_path / "bots", tmp_path / "kept")
    ((before,), _) = snapshots.read()
    write(tmp_path / "bots" / "notes.txt", "whatever")
    assert snapshots.read()[0] == [before]
    write(file, "two")
    run = Path(before.argv()[-1])
    assert run.name == "Ferris.py"
    assert run.is_relative_to(tmp_path / "kept")
    assert run.read_text() == "one"
    assert snapshots.read()[0] != [before]


@pytest.mark.parametrize(
    "names",
    [
        *(["__pycache__/run.pyc"], ["game.log"], ["data/old.log.1"], [".run.swp"]),
        *([".mypy_cache/x"], ["arena-runs/catan-1/plan.json"], ["traces/m_7Q2-seat1.ndjson"]),
        ["strong/plan.json", "strong/results.jsonl", "strong/matches/0.jsonl"],
        ["tuned/settings.json", "tuned/study.db", "tuned/generation-0/plan.json"],
    ],
)
def test_what_tools_and_runs_leave_behind_is_no_version(
    bots: Path, snapshots: Snapshots, names: list[str]
) -> None:
    before = only(snapshots)
    for name in names:
        write(bots / "ferris" / name, "left behind")
    assert only(snapshots) == before
    fresh = only(Snapshots(bots, bots.parent / "others"))
    assert fresh.version == before.version
    assert not any((fresh.at / "ferris" / name).exists() for name in names)


def test_a_bot_is_no_run_though_it_is_where_one_was_written(
    bots: Path, snapshots: Snapshots
) -> None:
    write(bots / "ferris" / "plan.json", "{}")
    write(bots / "ferris" / "results.jsonl", "")
    entry = only(snapshots)
    assert entry.is_intact()
    assert content(entry, "data/book") == "e4"


def test_a_version_is_the_same_after_a_restart_and_wherever_the_bot_lies(
    bots: Path, snapshots: Snapshots, tmp_path: Path
) -> None:
    before = only(snapshots)
    assert only(Snapshots(bots, tmp_path / "kept")) == before
    assert Snapshots(bots, tmp_path / "kept").find(before.title) == before
    moved = bots.rename(tmp_path / "elsewhere")
    assert only(Snapshots(moved, tmp_path / "other")).version == before.version


def test_a_snapshot_that_was_changed_is_not_taken_for_the_version(
    bots: Path, snapshots: Snapshots, tmp_path: Path
) -> None:
    entry = only(snapshots)
    book = entry.at / "ferris" / "data" / "book"
    book.chmod(0o644)
    write(book, "c4")
    assert not entry.is_intact()
    assert Snapshots(bots, tmp_path / "kept").find(entry.title) is None
    snapshots.forget(entry)
    assert only(snapshots).is_intact()
    assert content(entry, "data/book") == "e4"


def test_a_snapshot_is_for_reading_only(snapshots: Snapshots) -> None:
    entry = only(snapshots)
    for path in (entry.at / "ferris").rglob("*"):
        assert not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    assert os.access(entry.at / "ferris" / "run", os.X_OK)


def test_what_nobody_needs_is_removed(bots: Path, snapshots: Snapshots, tmp_path: Path) -> None:
    before = only(snapshots)
    write(bots / "ferris" / "run", "#!/bin/bash")
    after = only(snapshots)
    snapshots.retain({after.title})
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [after.title]
    assert snapshots.find(before.title) is None


def test_a_process_writes_beside_its_files_and_not_into_them(
    snapshots: Snapshots, tmp_path: Path
) -> None:
    entry = only(snapshots)
    scratch = tmp_path / "scratch" / "ferris-0"
    for _ in range(2):
        folder = working_folder(entry, scratch)
        assert sorted(path.name for path in folder.iterdir()) == ["bot.toml", "data", "run"]
        assert (folder / "data" / "book").read_text() == "e4"
        write(folder / "moves.txt", "mine")
    assert entry.is_intact()
    assert not (entry.at / "ferris" / "moves.txt").exists()


def test_what_python_leaves_beside_a_single_file_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path / "bots" / "ferris.py", "one")
    entry = only(Snapshots(tmp_path / "bots", tmp_path / "kept"))
    write(entry.at / "__pycache__" / "ferris.cpython-311.pyc", "compiled")
    folder = working_folder(entry, tmp_path / "scratch")
    assert [path.name for path in folder.iterdir()] == ["ferris.py"]
    assert Snapshots(tmp_path / "bots", tmp_path / "kept").find(entry.title) == entry


def test_a_command_that_leads_back_to_the_folder_is_refused(
    bots: Path, snapshots: Snapshots
) -> None:
    write(bots / "ferris" / "bot.toml", f'command = ["{bots / "ferris" / "run"}"]')
    entries, (problem,) = snapshots.read()
    assert entries == []
    assert "command: expected paths relative to the folder" in problem


def test_a_bot_of_too_many_files_is_no_bot(
    snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_files, "MAX_FILES", 2)
    entries, (problem,) = snapshots.read()
    assert entries == []
    assert "expected at most 2 files" in problem


def test_links_belong_to_a_version_by_where_they_lead(
    bots: Path, snapshots: Snapshots, tmp_path: Path
) -> None:
    link = bots / "ferris" / "link"
    link.symlink_to(tmp_path / "one")
    before = only(snapshots)
    link.unlink()
    link.symlink_to(tmp_path / "two")
    assert only(snapshots).version != before.version
    assert os.readlink(before.at / "ferris" / "link") == str(tmp_path / "one")


def test_a_listed_bot_is_what_its_command_says() -> None:
    one = BotEntry(name="x", command=("{python}", "-m", "infoset", "bot", "a"))
    other = one.model_copy(update={"command": ("{python}", "-m", "infoset", "bot", "b")})
    assert fingerprint(one) == fingerprint(one.model_copy())
    assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize("word", ["bots/ferris.py", "{tmp}/bots/ferris.py"])
def test_a_listed_bot_of_a_manifest_is_the_files_that_its_command_names(
    word: str, tmp_path: Path
) -> None:
    file = write(tmp_path / "bots" / "ferris.py", "one")
    command = ("{python}", word.replace("{tmp}", str(tmp_path)))
    entry = BotEntry(name="x", command=command, folder=tmp_path)
    before = fingerprint(entry)
    write(tmp_path / "bots" / "other.py", "whatever")
    assert fingerprint(entry) == before
    write(file, "two")
    assert fingerprint(entry) != before


# Large bots, which are read in a thread once a server runs.


@pytest.fixture
def hashed_by(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads that have hashed something."""
    threads = []

    def noting(root: Path) -> str:
        threads.append(threading.get_ident())
        return program_files.digest(root)

    monkeypatch.setattr(snapshots_module, "digest", noting)
    return threads


def large(bots: Path) -> None:
    for number in range(program_files.SMALL_FILES + 1):
        write(bots / "ferris" / "book" / str(number), "e4")


async def until_read(
    snapshots: Snapshots, is_done: Callable[[SnapshotEntry], bool]
) -> SnapshotEntry:
    while True:
        entries, problems = snapshots.read()
        assert problems == []
        for entry in entries:
            if is_done(entry):
                return entry
        await asyncio.sleep(0.001)


async def test_a_large_bot_is_hashed_in_a_thread_and_offered_when_that_is_done(
    bots: Path, snapshots: Snapshots, hashed_by: list[int]
) -> None:
    large(bots)
    snapshots.use_threads(asyncio.get_running_loop())
    assert snapshots.read() == ([], [])
    entry = await until_read(snapshots, lambda entry: True)
    assert hashed_by
    assert threading.get_ident() not in hashed_by
    assert entry.is_intact()
    assert snapshots.find(entry.title) == entry


async def test_an_edited_large_bot_is_offered_as_it_was_until_it_is_read(
    bots: Path, snapshots: Snapshots
) -> None:
    large(bots)
    before = only(snapshots)
    snapshots.use_threads(asyncio.get_running_loop())
    write(bots / "ferris" / "data" / "book", "d4")
    assert only(snapshots) == before
    after = await until_read(snapshots, lambda entry: entry != before)
    assert (content(before, "data/book"), content(after, "data/book")) == ("e4", "d4")


async def test_what_a_thread_writes_is_not_removed_as_if_nobody_needed_it(
    bots: Path, snapshots: Snapshots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(bots)
    copied, may_go_on = threading.Event(), threading.Event()

    def slowly(root: Path) -> str:
        copied.set()
        may_go_on.wait()
        return program_files.digest(root)

    monkeypatch.setattr(snapshots_module, "digest", slowly)
    snapshots.use_threads(asyncio.get_running_loop())
    snapshots.read()
    await asyncio.to_thread(copied.wait)
    snapshots.retain([])
    may_go_on.set()
    while snapshots._read_aside:
        snapshots.retain([])
        await asyncio.sleep(0.001)
    assert only(snapshots).is_intact()
    snapshots.retain([])
    while list((tmp_path / "kept").iterdir()):  # noqa: ASYNC110
        await asyncio.sleep(0.001)


async def test_what_a_thread_finishes_while_the_folder_is_looked_through_is_no_fault(
    bots: Path, snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(bots)
    copied, may_go_on, is_read = threading.Event(), threading.Event(), threading.Event()
    look_well = snapshots._look_well

    def slowly(root: Path) -> str:
        copied.set()
        may_go_on.wait()
        return program_files.digest(root)

    def in_the_thread(path: Path, known: Look | None) -> Look:
        look = look_well(path, known)
        is_read.set()
        return look

    class Needed(set[str]):
        """The thread is done when the first name of the list is asked for."""

        def __contains__(self, name: object) -> bool:
            may_go_on.set()
            is_read.wait()
            return super().__contains__(name)

    monkeypatch.setattr(snapshots_module, "digest", slowly)
    monkeypatch.setattr(snapshots, "_look_well", in_the_thread)
    snapshots.use_threads(asyncio.get_running_loop())
    snapshots.read()
    await asyncio.to_thread(copied.wait)
    snapshots.retain(Needed())
    may_go_on.set()
    assert (await until_read(snapshots, lambda entry: True)).is_intact()


async def test_a_small_bot_is_offered_at_once_also_by_a_server_that_runs(
    snapshots: Snapshots,
) -> None:
    snapshots.use_threads(asyncio.get_running_loop())
    assert only(snapshots).is_intact()


def test_what_a_server_that_was_killed_left_unfinished_is_removed(
    bots: Path, tmp_path: Path
) -> None:
    write(tmp_path / "kept" / f"{snapshots_module.UNFINISHED}_x" / "ferris" / "run", "")
    Snapshots(bots, tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []
