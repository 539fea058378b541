"""What is particular to PostgreSQL: two servers on one database, restarts in mid-flight, URLs."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from tests.ports import lasting_port
from tests.server.storage.matches import (
    NODE,
    TTL_S,
    append,
    ask,
    begin,
    bodies,
    head,
    log,
    meanwhile,
    node,
    note,
    order,
    taken_over,
)
from tests.server.storage.postgresql import Cluster, MissingError, start_cluster

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import (
    CorruptError,
    FencedError,
    StorageFullError,
    StoreError,
    StoreSetupError,
    UnavailableError,
)
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import Append, Appended, Fenced, HeldBy, NewEntry, Outcome
from infoset_server.storage.postgresql import async_url
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.writer import Writer


@pytest.fixture
async def server_store(
    postgresql_settings: StoreSettings, tmp_path: Path
) -> AsyncIterator[SqlStore]:
    """A store on PostgreSQL."""
    opened = await open_store(postgresql_settings, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
async def second_store(
    server_store: SqlStore, postgresql_settings: StoreSettings, tmp_path: Path
) -> AsyncIterator[SqlStore]:
    """Another server's store on the same database."""
    opened = await open_store(postgresql_settings, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that may be stopped."""
    try:
        running = start_cluster()
    except MissingError as missing:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {missing}")
    yield running
    running.remove()


async def test_a_match_that_changed_hands_is_closed_to_its_former_owner(
    server_store: SqlStore, second_store: SqlStore
) -> None:
    first = await node(server_store)
    await server_store.create_match(head(), first, [note(b"1")])
    assert await server_store.append([append(1, note(b"2"))]) == [Appended(2)]
    assert isinstance(await second_store.claim(first.task, "another", TTL_S), HeldBy)
    await server_store.give_up(first)
    of = await node(second_store, holder="another")
    assert await second_store.take(["m"], of, await node(second_store, "node-2"))
    with pytest.raises(FencedError):
        await server_store.create_match(head("n"), first)
    assert await second_store.append([append(2, note(b"3"), epoch=2)]) == [Appended(3)]
    assert await server_store.append([append(2, note(b"lost"))]) == [Fenced()]
    assert await server_store.append([append(3, note(b"lost"))]) == [Fenced()]
    assert await bodies(server_store) == [b"1", b"2", b"3"]


async def test_a_match_that_comes_back_goes_on_where_the_other_left_it(
    server_store: SqlStore, second_store: SqlStore
) -> None:
    await begin(server_store, "m", note(b"1"))
    await taken_over(second_store)
    await second_store.append([append(1, note(b"2"), epoch=2)])
    lease = await taken_over(server_store, "m", "node-2", NODE)
    assert (lease.epoch, lease.seq) == (3, 2)
    assert await server_store.append([append(2, note(b"3"), epoch=3)]) == [Appended(3)]
    assert [entry.epoch for entry in await log(second_store)] == [1, 2, 3]


async def test_two_servers_may_start_at_once(cluster: Cluster, tmp_path: Path) -> None:
    settings = StoreSettings(url=cluster.new_database())
    stores = await asyncio.gather(*(open_store(settings, tmp_path) for _ in range(3)))
    await begin(stores[0])
    assert await stores[2].unfinished() == ["m"]
    for store in stores:
        await store.close()


async def test_commits_are_flushed_unless_configured_otherwise(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = cluster.new_database()
    cluster.sql("ALTER ROLE infoset SET synchronous_commit = off")
    for synchronous, wanted in (("full", "on"), ("normal", "off")):
        settings = StoreSettings.model_validate({"url": url, "synchronous": synchronous})
        store = await open_store(settings, tmp_path)
        assert await ask(store, "SHOW synchronous_commit") == wanted
        await store.close()
    cluster.sql("ALTER ROLE infoset RESET synchronous_commit")


@pytest.mark.parametrize(
    ("state", "kind"),
    [("53100", StorageFullError), ("53300", UnavailableError), ("XX001", CorruptError)],
)
async def test_what_the_server_says_is_sorted(
    server_store: SqlStore, state: str, kind: type[StoreError]
) -> None:
    raised = f"DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '{state}'; END $$"
    with pytest.raises(kind, match="planted"):
        await order(server_store, raised)


async def test_an_error_tells_no_secret(server_store: SqlStore) -> None:
    await begin(server_store)
    await order(server_store, "ALTER TABLE entries RENAME TO elsewhere")
    with pytest.raises(UnavailableError) as raised:
        await server_store.append([append(0, note(b"ace of spades"))])
    problem: BaseException | None = raised.value
    while problem is not None:
        assert "spades" not in f"{problem!r} {problem}"
        problem = problem.__cause__


async def test_an_append_that_hangs_is_given_up_and_its_outcome_unknown(
    cluster: Cluster, tmp_path: Path
) -> None:
    settings = StoreSettings(url=cluster.new_database(), timeout_s=1.5)
    store = await open_store(settings, tmp_path)
    await begin(store)

    async def attempt() -> None:
        with pytest.raises(UnavailableError) as raised:
            await store.append([append(0)])
        assert raised.value.is_unknown

    def hold(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM owners FOR UPDATE"))
        meanwhile(attempt(), asyncio.get_running_loop())

    await store.change(hold)
    assert await store.append([append(0, note(b"now"))]) == [Appended(1)]
    assert await bodies(store) == [b"now"]
    await store.close()


async def test_who_stands_still_in_a_transaction_keeps_nobody_from_taking_over(
    cluster: Cluster, tmp_path: Path
) -> None:
    settings = StoreSettings(url=cluster.new_database(), timeout_s=1.5)
    frozen, other = [await open_store(settings, tmp_path) for _ in range(2)]
    await node(frozen, ttl_s=0.001)

    is_taken = asyncio.Event()

    async def take_over() -> None:
        while not is_taken.is_set():
            with suppress(UnavailableError):
                await node(other, holder="another")
                is_taken.set()

    def stand_still(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM leases FOR SHARE"))
        meanwhile(take_over(), asyncio.get_running_loop())

    with pytest.raises(UnavailableError):
        await frozen.change(stand_still)
    assert is_taken.is_set()
    assert len(await frozen.claims("")) == 1  # over a new connection
    for store in (frozen, other):
        await store.close()


async def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    pytest.importorskip("asyncpg", reason="NOT TESTED: asyncpg (extra `postgres`) is missing")
    url = f"postgresql://infoset@127.0.0.1:{lasting_port()}/none"
    with pytest.raises(UnavailableError, match=r"refused|Connect"):
        await open_store(StoreSettings(url=url), tmp_path)


async def test_a_store_works_again_after_a_restart_of_the_server(
    own_cluster: Cluster, tmp_path: Path
) -> None:
    store = await open_store(StoreSettings(url=own_cluster.new_database()), tmp_path)
    await begin(store, "m", note(b"before"))
    for mode in ("fast", "immediate"):
        assert await store.append([append(len(await bodies(store)), note(b"x"))])
        await asyncio.to_thread(own_cluster.stop, mode)
        with pytest.raises(UnavailableError):
            await store.append([append(2, note(b"during"))])
        with pytest.raises(UnavailableError):
            await store.append([append(2, note(b"during"))])
        with pytest.raises(UnavailableError):
            await bodies(store)
        with pytest.raises(UnavailableError):
            await store.change_documents({("room", "r"): b""})
        await asyncio.to_thread(own_cluster.start)
        assert b"during" not in await bodies(store)
        await store.change_documents({("room", "r"): b""})
    assert await bodies(store) == [b"before", b"x", b"x"]
    await store.close()


class Players:
    """Matches that append through a writer as fast as they can, until they are told to stop."""

    def __init__(self, store: SqlStore, writer: Writer) -> None:
        self.store = store
        self.writer = writer
        self.acknowledged: dict[str, int] = {}
        self.stopping = False

    async def play(self, match_id: str) -> None:
        """Plays one match. What was refused for the moment is tried again with the same entry."""
        self.acknowledged[match_id] = 0  # so that no fault strikes before all have begun
        await begin(self.store, match_id)
        seq = 1
        while not self.stopping:
            entry = NewEntry("act", 0, seq, b"%d" % seq, 0)
            answer: asyncio.Future[Outcome | StoreError] = (
                asyncio.get_running_loop().create_future()
            )
            self.writer.submit(Append(match_id, 1, seq - 1, (entry,)), answer.set_result)
            outcome = await answer
            if isinstance(outcome, UnavailableError):
                assert not outcome.is_unknown
                continue
            assert outcome == Appended(seq), outcome
            self.acknowledged[match_id] = seq
            seq += 1

    async def reach(self, seq: int) -> None:
        """Returns when each match has come so far."""
        async with asyncio.timeout(60):
            while min(self.acknowledged.values(), default=0) < seq:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.005)


def terminate(cluster: Cluster) -> None:
    """Ends every connection of ours, in the midst of what it does."""
    cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'infoset'"
    )


def crash(cluster: Cluster) -> None:
    """The server dies and comes back."""
    cluster.stop("immediate")
    cluster.start()


def restart(cluster: Cluster) -> None:
    """The server is restarted by an administrator."""
    cluster.stop("fast")
    cluster.start()


@pytest.mark.parametrize("fault", [terminate, crash, restart])
async def test_play_goes_on_through_faults_and_nothing_is_lost_or_doubled(
    own_cluster: Cluster, tmp_path: Path, fault: Callable[[Cluster], None]
) -> None:
    store = await open_store(StoreSettings(url=own_cluster.new_database()), tmp_path)
    writer = Writer(store, rng=random.Random(1))
    writer.start()
    players = Players(store, writer)
    async with asyncio.TaskGroup() as group:
        for number in range(16):
            group.create_task(players.play(f"m{number}"))
        for wave in range(1, 6):
            await players.reach(wave * 40)
            await asyncio.to_thread(fault, own_cluster)
        await players.reach(6 * 40)
        players.stopping = True
    await writer.close()
    for match_id, acknowledged in players.acknowledged.items():
        entries = await log(store, match_id)
        assert [entry.body for entry in entries] == [
            b"%d" % seq for seq in range(1, acknowledged + 1)
        ]
    await store.close()


def test_urls_as_others_write_them_are_understood() -> None:
    for url in ("postgres://u:secret@h/d", "postgresql://u:secret@h/d"):
        parsed, how = async_url(url)
        assert not how
        assert parsed.render_as_string(hide_password=False) == "postgresql+asyncpg://u:secret@h/d"
    parsed, how = async_url("postgresql://h/d?sslmode=require&host=/run")
    assert (parsed.query, how) == ({"host": "/run"}, {"dsn": "postgresql:///?sslmode=require"})


@pytest.mark.parametrize("url", ["mysql://u:secret@h/d", "postgresql//secret", "h:secret/x:y"])
def test_urls_of_something_else_are_refused_without_telling_passwords(url: str) -> None:
    with pytest.raises(StoreSetupError) as raised:
        async_url(url)
    assert "secret" not in str(raised.value)


async def test_without_the_driver_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreSetupError, match=r"pip install asyncpg"):
        await open_store(StoreSettings(url="postgresql://h/d"), tmp_path)
