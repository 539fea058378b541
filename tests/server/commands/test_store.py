"""`infoset store`: what it prints, what it writes, how it ends."""

import argparse
import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.storage.matches import act, begin, bodies, note
from tests.server.storage.postgresql import Cluster

from infoset_server.commands import store as commands
from infoset_server.config import StoreSettings
from infoset_server.storage.opening import FILE_NAME, open_store

Command = Callable[..., int]


def infoset_store(*arguments: str | Path) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser()
    run = commands.store(parser)
    return run(parser.parse_args([str(argument) for argument in arguments]))


async def fill(folder: Path) -> None:
    store = await open_store(StoreSettings(ballast_mb=0), folder)
    await begin(store, "m", note(b"deal"), act(1))
    await begin(store, "n", note(b"other"))
    await store.change_documents({("room", "r"): b"room"})
    await store.close()


async def read(url: str | None, folder: Path) -> list[bytes]:
    store = await open_store(StoreSettings(url=url, ballast_mb=0), folder)
    try:
        return await bodies(store)
    finally:
        await store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with two matches."""
    folder = tmp_path / "data"
    asyncio.run(fill(folder))
    return folder


@pytest.mark.parametrize("name", ["copy.jsonl", "copy.jsonl.gz", "copy.sqlite"])
def test_a_backup_is_restored_elsewhere(data: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / name
    assert infoset_store("--data", data, "backup", copy) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert infoset_store("--data", tmp_path / "new", "restore", copy) == 0
    assert asyncio.run(read(None, tmp_path / "new")) == [b"deal", b"[1]"]
    assert infoset_store("--data", tmp_path / "new", "check") == 0


def test_a_file_moves_to_a_server_and_back(data: Path, tmp_path: Path, cluster: Cluster) -> None:
    url, copy = cluster.new_database(), tmp_path / "copy.jsonl"
    assert infoset_store("--data", data, "backup", copy) == 0
    assert infoset_store("--url", url, "restore", copy) == 0
    assert asyncio.run(read(url, tmp_path)) == [b"deal", b"[1]"]
    assert infoset_store("--url", url, "backup", tmp_path / "back.jsonl") == 0
    assert infoset_store("--data", tmp_path / "new", "restore", tmp_path / "back.jsonl") == 0
    assert asyncio.run(read(None, tmp_path / "new")) == [b"deal", b"[1]"]


def test_a_server_is_not_copied_into_a_file_of_the_other_kind(
    tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert infoset_store("--url", cluster.new_database(), "backup", tmp_path / "c.sqlite") == 1
    assert "jsonl" in capsys.readouterr().err


def test_a_backup_goes_to_standard_output(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert infoset_store("--data", data, "backup", "-") == 0
    printed = capsys.readouterr().out.splitlines()
    assert json.loads(printed[0])["format"] == "infoset store"
    assert json.loads(printed[-1])["end"]["entries"] == 3


def test_an_export_has_the_matches_asked_for_or_all(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert infoset_store("--data", data, "export", "n") == 0
    one = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in one] == ["match", "entry"]
    assert infoset_store("--data", data, "export") == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_check_names_every_damage_and_fails(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as raw:
        raw.execute("UPDATE entries SET body = x'00' WHERE match_id = 'm' AND seq = 2")
        raw.execute("UPDATE matches SET options = x'00' WHERE match_id = 'n'")
        raw.execute("UPDATE documents SET body = x'00'")
    assert infoset_store("--data", data, "check") == 1
    assert capsys.readouterr().out.splitlines() == [
        "DAMAGED document room/r: the checksum does not fit",
        "DAMAGED match m, entry 2: the checksum does not fit",
        "DAMAGED match n, head: the checksum does not fit",
        "2 matches checked, 3 damages found",
    ]


def test_problems_are_told_in_one_line(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(b"no gzip")
    for arguments, words in (
        (("--data", tmp_path / "empty", "check"), "there is no database"),
        (("--data", data, "export", "x"), "no match x"),
        (("--data", data, "restore", tmp_path / "nothing"), "cannot read"),
        (("--data", tmp_path / "new", "restore", broken), "cannot read"),
        (("--data", data, "backup", tmp_path / "no" / "where.jsonl"), "cannot write"),
        (("--data", data, "backup", tmp_path / "no" / "where.sqlite"), "cannot copy"),
        (("--url", "mysql://x", "check"), "kind 'mysql' is not known"),
        (("--config", tmp_path / "none.toml", "check"), "cannot read"),
    ):
        assert infoset_store(*arguments) == 1
        told = capsys.readouterr().err
        assert words in told
        assert told.startswith("infoset store: ")
        assert told.count("\n") == 1


def test_a_store_is_not_copied_over_itself(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (data / FILE_NAME).stat().st_ino
    assert infoset_store("--data", data, "backup", data / FILE_NAME) == 1
    assert "is the store itself" in capsys.readouterr().err
    assert (data / FILE_NAME).stat().st_ino == before


def test_a_store_is_not_restored_over_itself(data: Path, tmp_path: Path) -> None:
    assert infoset_store("--data", data, "backup", tmp_path / "copy.jsonl") == 0
    assert infoset_store("--data", data, "restore", tmp_path / "copy.jsonl") == 1
    assert asyncio.run(read(None, data)) == [b"deal", b"[1]"]
