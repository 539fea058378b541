"""`infoset store`: what it prints, what it writes, how it ends."""

import argparse
import asyncio
import json
import sqlite3
import tarfile
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


def fill_folder(folder: Path) -> dict[str, tuple[str, int]]:
    """Puts beside the store what an operator and a server do; returns what a backup has of it, with permissions."""
    kept = {
        "server.key": ("key", 0o600),
        "admin.token": ("token", 0o600),
        "audit.jsonl": ("{}", 0o600),
        "audit.jsonl.1": ("{}", 0o600),
        "ladders/open.toml": ("game", 0o644),
        "bots/crab/bot.toml": ("name", 0o644),
        "bots/crab/run": ("#!", 0o755),
    }
    made_anew = ("server.node", "snapshots/x", "bots/__pycache__/x.pyc", "logs/crab-1.log")
    for name, (text, mode) in kept.items() | {(one, ("", 0o600)) for one in made_anew}:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
    (folder / "bots/link").symlink_to("/etc/hostname")
    return kept


def found_in(folder: Path) -> dict[str, tuple[str, int]]:
    """The files of a folder besides those of its store."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (path.read_text("utf-8"), path.stat().st_mode & 0o777)
        for path in files
        if not path.name.startswith(FILE_NAME)
    }


@pytest.mark.parametrize("name", ["night.tar", "night.tar.gz", "night.tgz"])
def test_a_whole_data_folder_moves_to_another_machine(
    data: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = fill_folder(data)
    copy, new = tmp_path / name, tmp_path / "new"
    assert infoset_store("--data", data, "backup", copy) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert capsys.readouterr().err == f"{copy}: the store and {len(kept)} files of {data}\n"
    assert infoset_store("--data", new, "restore", copy) == 0
    assert f"{len(kept)} files" in capsys.readouterr().err
    assert found_in(new) == kept
    assert asyncio.run(read(None, new)) == [b"deal", b"[1]"]


def test_what_is_in_a_folder_is_not_overwritten_and_nothing_else_put_there(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill_folder(data)
    copy, new = tmp_path / "night.tar", tmp_path / "new"
    assert infoset_store("--data", data, "backup", copy) == 0
    new.mkdir()
    (new / "server.key").write_text("another", encoding="utf-8")
    assert infoset_store("--data", new, "restore", copy) == 1
    assert "server.key is there already" in capsys.readouterr().err
    assert found_in(new) == {"server.key": ("another", 0o644)}
    (new / "server.key").unlink()
    asyncio.run(fill(new))
    assert infoset_store("--data", new, "restore", copy) == 1
    assert "the store is not empty" in capsys.readouterr().err
    assert found_in(new) == {}
    assert not [path for path in new.iterdir() if path.is_dir()]


@pytest.mark.parametrize("name", ["../server.key", "/tmp/x", "ladders/../../x", "other", "link"])
def test_an_archive_that_is_no_backup_puts_nothing_anywhere(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, new = tmp_path / "night.tar", tmp_path / "data" / "new"
    with tarfile.open(copy, "w") as archive:
        for one in ("server.key", "store.jsonl", name):
            member = tarfile.TarInfo("ladders/link" if one == "link" else one)
            if one == "link":
                member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(member)
    assert infoset_store("--data", new, "restore", copy) == 1
    assert "expected files of a data folder, got" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [copy]


def test_what_is_no_archive_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "night.tar"
    for content in (None, b"nothing of that kind"):
        if content is not None:
            copy.write_bytes(content)
        assert infoset_store("--data", tmp_path / "new", "restore", copy) == 1
        assert f"cannot restore {copy}" in capsys.readouterr().err
    with tarfile.open(copy, "w") as archive:
        archive.addfile(tarfile.TarInfo("server.key"))
    assert infoset_store("--data", tmp_path / "new", "restore", copy) == 1
    assert "expected a backup of a data folder, with store.jsonl in it" in capsys.readouterr().err


def test_a_backup_of_the_store_alone_says_what_it_lacks(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert infoset_store("--data", data, "backup", tmp_path / "a.jsonl") == 0
    assert capsys.readouterr().err == ""
    (data / "server.key").write_text("key", encoding="utf-8")
    for name in ("b.jsonl", "b.sqlite"):
        assert infoset_store("--data", data, "backup", tmp_path / name) == 0
        assert "without server.key" in capsys.readouterr().err


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
