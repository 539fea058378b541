"""What is particular to SQLite: one server for a file, locks of others, how it is opened, ballast."""

import asyncio
import gc
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from tests.server.storage.matches import (
    act,
    append,
    ask,
    begin,
    bodies,
    head,
    meanwhile,
    node,
    note,
    order,
    taken_again,
)

from infoset_server.config import StoreSettings
from infoset_server.storage import sqlite
from infoset_server.storage import sqlite_engine as sqlite_connection
from infoset_server.storage.errors import StoreInUseError, StoreSetupError, UnavailableError
from infoset_server.storage.opening import FILE_NAME, open_store, open_store_for_reading
from infoset_server.storage.port import Appended, Stale
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.sqlite import Ballast

QUICK = StoreSettings(ballast_mb=0, timeout_s=0.01)


@pytest.fixture
async def file_store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """A store in `tmp_path` that has no patience."""
    opened = await open_store(QUICK, tmp_path)
    yield opened
    await opened.close()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else is writing to the database."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def test_a_second_server_is_told_who_has_the_file(
    file_store: SqlStore, tmp_path: Path
) -> None:
    with pytest.raises(
        StoreInUseError, match=rf"infoset.sqlite is in use by process {os.getpid()}"
    ):
        await open_store(QUICK, tmp_path)
    await begin(file_store)


async def test_another_process_is_refused_too(file_store: SqlStore, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from infoset_server.storage.sqlite import FileLock;"
        "FileLock(Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, str(tmp_path / f"{FILE_NAME}.lock")]
    ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert f"is in use by process {os.getpid()}" in ended.stderr


LEAVES_A_CHILD = """
import os, sys
from pathlib import Path
from infoset_server.storage.sqlite import FileLock
lock = FileLock(Path(sys.argv[1]))
if os.fork():
    os._exit(0)
sys.stdin.read()
"""


async def leave_a_child(folder: Path) -> asyncio.subprocess.Process:
    """A process that had the lock and is gone, but for a child that shares it until `end`."""
    command = [sys.executable, "-c", LEAVES_A_CHILD, str(folder / f"{FILE_NAME}.lock")]
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    assert await process.wait() == 0
    return process


def end(left: asyncio.subprocess.Process) -> None:
    """The child that it has left ends."""
    assert left.stdin is not None
    left.stdin.close()


async def test_a_server_waits_for_what_a_killed_one_was_about_to_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That one shares the lock for a moment longer."""
    caplog.set_level("INFO")
    killed = await leave_a_child(tmp_path)
    opening = asyncio.create_task(open_store(QUICK, tmp_path))
    async with asyncio.timeout(60):
        while "that one is gone" not in caplog.text:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)
    assert not opening.done()
    end(killed)
    async with asyncio.timeout(60):
        await (await opening).close()


async def test_a_lock_that_is_not_let_go_is_somebody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a process in another container, for instance, whose number means nothing here."""
    monkeypatch.setattr("infoset_server.storage.opening.LEFT_S", 0.0)
    killed = await leave_a_child(tmp_path)
    with pytest.raises(StoreInUseError, match=f"is in use by process {killed.pid}"):
        await open_store(QUICK, tmp_path)
    end(killed)


async def test_a_closed_store_can_be_opened_again(file_store: SqlStore, tmp_path: Path) -> None:
    await begin(file_store, "m", note(b"kept"))
    await file_store.close()
    again = await open_store(QUICK, tmp_path)
    assert await bodies(again) == [b"kept"]
    await again.close()


async def test_leases_of_a_server_that_died_hold_up_nobody(
    file_store: SqlStore, tmp_path: Path
) -> None:
    await file_store.create_match(head(), await node(file_store, ttl_s=1e6))
    await file_store.close()
    again = await open_store(QUICK, tmp_path)
    of = await node(again, holder="the next run")
    assert await again.take(["m"], of, await node(again, "node-2"))
    await again.close()


async def test_a_locked_database_is_unavailable_and_nothing_is_stored(
    file_store: SqlStore, tmp_path: Path
) -> None:
    await begin(file_store)
    with locked(tmp_path):
        with pytest.raises(UnavailableError, match="locked") as raised:
            await file_store.append([append(0)])
        assert not raised.value.is_unknown
        with pytest.raises(UnavailableError, match="locked"):
            await file_store.change_documents({("room", "r"): b""})
        assert await bodies(file_store) == []
    assert await file_store.append([append(0, note(b"now"))]) == [Appended(1)]
    await file_store.change_documents({("room", "r"): b""})
    assert await bodies(file_store) == [b"now"]


async def test_a_key_conflict_undoes_the_whole_batch_and_then_stores_the_rest(
    file_store: SqlStore,
) -> None:
    for match_id in "ab":
        await begin(file_store, match_id, act(1))
    batch = [append(1, note(), act(1), match_id="a"), append(1, note(), match_id="b")]
    await file_store.append(batch)
    assert [len(await bodies(file_store, match_id)) for match_id in "ab"] == [1, 2]


def pragmas(connection: Connection) -> tuple[Any, ...]:
    """How the writing connection is set."""
    names = ("synchronous", "journal_mode", "foreign_keys")
    return tuple(connection.execute(text(f"PRAGMA {name}")).scalar() for name in names)


async def test_commits_are_flushed_unless_configured_otherwise(tmp_path: Path) -> None:
    for synchronous, level in (("full", 2), ("normal", 1)):
        settings = StoreSettings.model_validate({"synchronous": synchronous, "ballast_mb": 0})
        store = await open_store(settings, tmp_path / synchronous)
        assert await store.change(pragmas) == (level, "wal", 1)
        await store.close()


async def test_readers_cannot_write(file_store: SqlStore) -> None:
    with pytest.raises(UnavailableError, match="readonly"):
        await ask(file_store, "DELETE FROM matches")


async def test_a_reader_sees_one_moment(file_store: SqlStore) -> None:
    await begin(file_store, "a")
    count = text("SELECT count(*) FROM matches")
    loop = asyncio.get_running_loop()

    def work(connection: Connection) -> tuple[int | None, int | None]:
        before = connection.execute(count).scalar()
        meanwhile(begin(file_store, "b"), loop)
        return before, connection.execute(count).scalar()

    assert await file_store.look(work) == (1, 1)
    assert await ask(file_store, "SELECT count(*) FROM matches") == 2


async def test_rest_moves_the_log_into_the_database(file_store: SqlStore, tmp_path: Path) -> None:
    await begin(file_store, "m", note(b"x" * 100_000))
    before = (tmp_path / FILE_NAME).stat().st_size
    await file_store.rest()
    assert (tmp_path / FILE_NAME).stat().st_size > before + 90_000


async def test_a_store_read_beside_a_server_sees_what_it_writes(
    file_store: SqlStore, tmp_path: Path
) -> None:
    await begin(file_store, "m", note(b"one"))
    beside = await open_store_for_reading(QUICK, tmp_path)
    assert await bodies(beside) == [b"one"]
    await file_store.append([append(1, note(b"two"))])
    assert await bodies(beside) == [b"one", b"two"]
    await beside.close()


async def test_only_its_owner_may_read_the_file(file_store: SqlStore, tmp_path: Path) -> None:
    await begin(file_store)
    modes = {name: (tmp_path / name).stat().st_mode & 0o777 for name in os.listdir(tmp_path)}
    assert set(modes.values()) == {0o600}
    assert f"{FILE_NAME}-wal" in modes


async def test_a_folder_of_any_name_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "50% of it?" / "café #1 & more"
    store = await open_store(QUICK, folder)
    await begin(store, "m", note(b"here"))
    assert await bodies(store) == [b"here"]
    await store.close()
    assert (folder / FILE_NAME).is_file()


async def test_a_url_names_another_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/deep/other.sqlite"
    store = await open_store(QUICK.model_copy(update={"url": url}), tmp_path / "unused")
    await store.close()
    assert (tmp_path / "deep" / "other.sqlite").is_file()
    assert not (tmp_path / "unused").exists()


async def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreSetupError, match=r"cannot use .*file/infoset.sqlite: "):
        await open_store(QUICK, tmp_path / "file")


async def test_a_file_that_is_no_database_is_damage_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"something else" * 1000)
    with pytest.raises(Exception, match="not a database"):
        await open_store(QUICK, tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == b"something else" * 1000


def test_an_old_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "OLDEST_LIBRARY", (99, 0, 0))
    with pytest.raises(StoreSetupError, match=r"too old: 99.0.0 is needed"):
        sqlite.check_library()


async def test_a_cancelled_append_leaves_a_store_that_works(file_store: SqlStore) -> None:
    await begin(file_store)
    for _ in range(20):
        task = asyncio.ensure_future(file_store.append([append(0, act(1))]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))
    (outcome,) = await file_store.append([append(0, note())])  # behind whatever is still under way
    assert outcome in (Appended(1), Stale(1))
    assert len(await bodies(file_store)) == 1
    assert await file_store.append([append(1, note())]) == [Appended(2)]


async def test_a_cancelled_document_leaves_a_store_that_works(file_store: SqlStore) -> None:
    for turns in range(12):
        task = asyncio.ensure_future(file_store.change_documents({("room", "r"): b"old"}))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))
    await file_store.change_documents({("room", "r"): b"new"})
    assert await file_store.documents("room") == {"r": b"new"}


async def test_a_refusal_that_nobody_waits_for_any_more_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody asks for a match that is not stored, and leaves before the answer."""
    store = await open_store(QUICK, tmp_path)
    asked = asyncio.ensure_future(store.find_match("m_unknown"))
    await asyncio.sleep(0)  # it has begun
    asked.cancel()
    await asyncio.wait((asked,))
    assert asked.cancelled()
    del asked  # it holds what it waited for
    await store.close()
    gc.collect()
    assert caplog.records == []


async def test_what_nobody_waits_for_any_more_is_done_to_its_end_before_closing(
    tmp_path: Path,
) -> None:
    store = await open_store(StoreSettings(ballast_mb=0), tmp_path)
    await begin(store)
    with locked(tmp_path):
        tasks = [
            asyncio.ensure_future(store.append([append(0, note(b"done"))])),
            asyncio.ensure_future(store.change_documents({("room", "r"): b"done"})),
            asyncio.ensure_future(bodies(store)),
        ]
        await asyncio.sleep(0)  # each has begun
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() for task in tasks)
    await store.close()
    again = await open_store(QUICK, tmp_path)
    assert await bodies(again) == [b"done"]
    assert await again.documents("room") == {"r": b"done"}
    await again.close()


async def test_closing_comes_after_all_that_wait(tmp_path: Path) -> None:
    store = await open_store(StoreSettings(ballast_mb=0), tmp_path)
    for match_id in "abcd":
        await begin(store, match_id)
    with locked(tmp_path):
        appends = [
            asyncio.ensure_future(store.append([append(0, match_id=match_id)]))
            for match_id in "abcd"
        ]
        await asyncio.sleep(0)  # each has begun
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
    assert await asyncio.gather(*appends) == [[Appended(1)]] * 4
    await closing


async def test_all_that_is_written_at_once_takes_turns(file_store: SqlStore) -> None:
    for match_id in "abcdefgh":
        await begin(file_store, match_id)
    outcomes, *_ = await asyncio.gather(
        asyncio.gather(*(file_store.append([append(0, match_id=name)]) for name in "abcdefgh")),
        *(file_store.change_documents({("room", str(n)): b""}) for n in range(8)),
        *(bodies(file_store, match_id) for match_id in "abcdefgh"),
    )
    assert outcomes == [[Appended(1)]] * 8
    assert len(await file_store.documents("room")) == 8


async def test_a_closed_store_takes_nothing_and_says_so(file_store: SqlStore) -> None:
    await begin(file_store)
    await file_store.close()
    with pytest.raises(UnavailableError, match="closed"):
        await file_store.append([append(0)])
    with pytest.raises(UnavailableError, match="closed"):
        await bodies(file_store)
    await file_store.rest()


async def test_an_error_tells_no_secret(file_store: SqlStore) -> None:
    await begin(file_store)
    await order(file_store, "ALTER TABLE entries RENAME TO elsewhere")
    await order(file_store, "ALTER TABLE documents RENAME TO nowhere")
    for secret in (
        file_store.append([append(0, note(b"ace of spades"))]),
        file_store.change_documents({("card", "ace of spades"): b""}),
    ):
        with pytest.raises(UnavailableError) as raised:
            await secret
        problem: BaseException | None = raised.value
        while problem is not None:
            assert "spades" not in f"{problem!r} {problem}"
            problem = problem.__cause__


async def test_ballast_takes_real_space_and_gives_it_back(tmp_path: Path) -> None:
    file = tmp_path / f"{FILE_NAME}.ballast"
    store = await open_store(StoreSettings(ballast_mb=2), tmp_path)
    assert file.stat().st_blocks * 512 >= 2 << 20
    assert store.release_ballast()
    assert not file.exists()
    assert not store.release_ballast()
    await store.close()


async def test_ballast_follows_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / f"{FILE_NAME}.ballast"
    for megabytes, size in ((2, 2 << 20), (1, 1 << 20), (0, None)):
        store = await open_store(StoreSettings(ballast_mb=megabytes), tmp_path)
        await store.close()
        assert (file.stat().st_size if file.exists() else None) == size


def test_without_room_for_ballast_the_server_starts_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ballast = Ballast(tmp_path / "no" / "folder", 1 << 20)
    assert "could be set aside" in caplog.text
    assert not ballast.release()


async def does_a_stale_owner_write(store: SqlStore) -> bool:
    """Whether somebody who was owner before, and does not know it, gets an entry into the log."""
    await begin(store)
    await taken_again(store)
    return await store.append([append(0, epoch=1)]) == [Appended(1)]


async def test_a_stale_owner_writes_nothing(file_store: SqlStore) -> None:
    assert not await does_a_stale_owner_write(file_store)


async def test_it_is_the_epoch_in_the_statement_that_keeps_him_out(
    file_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless = sqlite_connection.ADVANCE.replace("epoch = ?", "? IS NOT NULL")
    assert careless != sqlite_connection.ADVANCE
    monkeypatch.setattr(sqlite_connection, "ADVANCE", careless)
    assert await does_a_stale_owner_write(file_store)
