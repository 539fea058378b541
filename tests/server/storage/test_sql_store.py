"""What is particular to stores on a database, of either kind."""

import random
from collections.abc import Sequence

import pytest
from tests.server.storage.matches import (
    act,
    append,
    begin,
    bodies,
    log,
    note,
    taken_again,
)

from infoset_server.storage import sql_store as module
from infoset_server.storage.errors import CorruptError, StoreError, UnavailableError
from infoset_server.storage.port import Append, Appended, Duplicate, Outcome, Stale
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.writer import Writer


class LastReadFails(SqlStore):
    """Cannot say why something was refused."""

    error: StoreError = UnavailableError("gone")

    async def _reasons(self, refused: Sequence[Append]) -> dict[str, Outcome]:
        if refused:
            raise self.error
        return {}


@pytest.mark.parametrize("error", [UnavailableError("gone"), CorruptError("m", 3, "flipped")])
async def test_an_error_after_the_commit_leaves_the_outcome_open(
    sql_store: SqlStore, error: StoreError
) -> None:
    for match_id in "mn":
        await begin(sql_store, match_id, act(1))
    batch = [append(1, act(1), match_id="m"), append(1, act(2), match_id="n")]
    sql_store.__class__ = LastReadFails
    sql_store.error = error  # type: ignore[attr-defined]
    with pytest.raises(UnavailableError) as raised:
        await sql_store.append(batch)
    assert raised.value.is_unknown
    with pytest.raises(type(error)):
        await sql_store.append(batch[:1])
    sql_store.__class__ = SqlStore
    assert await sql_store.append(batch) == [Duplicate(1), Duplicate(2)]


async def test_a_writer_sorts_out_what_an_error_after_the_commit_left_open(
    sql_store: SqlStore,
) -> None:
    for match_id in "mn":
        await begin(sql_store, match_id, act(1))

    async def sleep(seconds: float) -> None:
        sql_store.__class__ = SqlStore

    writer = Writer(sql_store, rng=random.Random(1), sleep=sleep)
    sql_store.__class__ = LastReadFails
    told: dict[str, Outcome | StoreError] = {}
    writer.submit(append(1, act(1), match_id="m"), lambda outcome: told.update(m=outcome))
    writer.submit(append(1, act(2), match_id="n"), lambda outcome: told.update(n=outcome))
    writer.start()
    await writer.close()
    assert told == {"m": Duplicate(1), "n": Appended(2)}
    assert len(await bodies(sql_store, "n")) == 2


async def test_matches_beyond_those_remembered_go_on_as_well(
    sql_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_TAILS", 2)
    for match_id in "abcde":
        await begin(sql_store, match_id)
    for seq in range(3):
        batch = [append(seq, act(seq), match_id=match_id) for match_id in "abcde"]
        for one in batch:
            assert await sql_store.append([one]) == [Appended(seq + 1)]
    assert [len(await log(sql_store, match_id)) for match_id in "abcde"] == [3] * 5
    wide = [append(3, note(), match_id=match_id) for match_id in "abcde"]
    assert await sql_store.append(wide) == [Appended(4)] * 5


async def test_a_store_that_remembers_something_else_is_not_misled(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", note(), note())
    assert await sql_store.append([append(1)]) == [Stale(2)]
    assert await sql_store.append([append(0)]) == [Stale(2)]
    await taken_again(sql_store)
    assert await sql_store.append([append(2, epoch=2)]) == [Appended(3)]
    assert [entry.epoch for entry in await log(sql_store)] == [1, 1, 2]
