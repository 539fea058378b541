"""Where uploads lie, and what is removed with whom."""

import os
import stat
import threading
from pathlib import Path

import pytest
from tests.server.uploads.test_versions import ferris

from infoset_server.uploads.files import UploadFiles


@pytest.fixture
def files(tmp_path: Path) -> UploadFiles:
    made = UploadFiles(tmp_path / "hosted", log_bytes=100)
    made.open({"hb_1": {1, 3}})
    return made


def keep(files: UploadFiles, text: str = "x") -> None:
    bot = ferris()
    folder = files.incoming("a")
    folder.mkdir()
    (folder / "bot.toml").write_text(text)
    files.keep(bot, bot.versions[0], folder, b"archive")


def test_nobody_else_can_look_into_the_folder(files: UploadFiles) -> None:
    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700


def test_an_upload_is_kept_as_it_came_and_unpacked(files: UploadFiles) -> None:
    keep(files)
    bot = ferris()
    assert files.archive(bot, bot.versions[0]).read_bytes() == b"archive"
    assert (files.source(bot, bot.versions[0]) / "bot.toml").read_text() == "x"
    assert not files.incoming("a").exists()


def test_logs_are_those_of_one_version(files: UploadFiles) -> None:
    bot = ferris()
    first, third = bot.versions
    for version, name, words in ((first, "build", b"b1"), (first, "0", b"r1"), (third, "0", b"r3")):
        log = files.log(bot, version, name)
        log.write(words)
        log.close()
    assert files.read_logs(bot, first) == {"0": "r1", "build": "b1"}
    assert files.read_logs(bot, third) == {"0": "r3"}
    files.drop(bot, first)
    assert files.read_logs(bot, first) == {}
    assert files.read_logs(bot, third) == {"0": "r3"}


def test_what_nobody_owns_is_swept_away_at_the_start(files: UploadFiles) -> None:
    keep(files)
    (files.bots / "hb_9").mkdir()
    files.incoming("cut-short").mkdir()
    files.open({"hb_1": {1}})
    assert [path.name for path in files.bots.iterdir()] == ["hb_1"]


def test_so_is_what_is_left_of_versions_that_are_gone(files: UploadFiles) -> None:
    keep(files)
    bot = ferris()
    for version in bot.versions:
        files.built(bot, version).mkdir(parents=True)
        log = files.log(bot, version, "0")
        log.write(b"x" * 60)
        log.write(b"y" * 60)  # has the first one's file turned over
        log.close()
    first, third = bot.versions
    files.cache(bot).parent.mkdir()
    files.cache(bot).write_bytes(b"what builds leave")
    files.drop_others({"hb_1": {3}})
    assert not files.place(bot, first).exists()
    assert files.cache(bot).read_bytes() == b"what builds leave"
    assert files.built(bot, third).is_dir()
    assert files.read_logs(bot, third) == {"0": "x" * 60 + "y" * 60}
    logs = files.bots / bot.id / "logs"
    assert sorted(path.name for path in logs.iterdir()) == ["3-0.log", "3-0.log.1"]


def test_where_nothing_ever_was_nothing_is_swept_or_made(tmp_path: Path) -> None:
    UploadFiles(tmp_path / "hosted", log_bytes=100).drop_others({})
    assert list(tmp_path.iterdir()) == []


def test_an_upload_that_is_dropped_is_gone(files: UploadFiles) -> None:
    keep(files)
    files.drop_all(ferris())
    assert not (files.bots / "hb_1").exists()
    for thread in threading.enumerate():
        if thread.name == "shelf":
            thread.join()
    assert list(files.bots.iterdir()) == []


def test_the_caches_that_were_used_longest_ago_are_dropped_first(files: UploadFiles) -> None:
    caches = [files.bots / f"hb_{number}" / "cache" / "u_olga" for number in range(3)]
    for when, cache in enumerate(caches):
        cache.parent.mkdir(parents=True)
        cache.write_bytes(bytes(1_000_000))
        os.utime(cache, (when, when))
    files.trim_caches(3)
    assert all(cache.exists() for cache in caches)
    os.utime(caches[0], (9, 9))
    files.trim_caches(2)
    assert [cache.exists() for cache in caches] == [True, False, True]
    files.trim_caches(0)
    assert not any(cache.exists() for cache in caches)
