"""Matches that are deleted: whole, only when they are over, and only by whoever may."""

from collections.abc import AsyncIterator

import pytest
from tests.server.storage.matches import act, append, ask, begin, head, log, node, note, order

from infoset_server.storage.errors import CorruptError, FencedError, UnknownMatchError
from infoset_server.storage.port import Claim, Entry, Fenced, MatchStore
from infoset_server.storage.sql_store import PAGE, SqlStore


async def ended(store: MatchStore, match_id: str, entries: int = 3) -> None:
    """A match that is over."""
    await begin(store, match_id, *(note(b"x" * 100) for _ in range(entries)))
    assert await store.close_match(match_id, 1, "over")


async def rest_of(reading: AsyncIterator[Entry]) -> list[Entry]:
    return [entry async for entry in reading]


async def test_a_match_that_is_over_is_deleted_whole(store: MatchStore) -> None:
    for match_id in ("m1", "m2", "m3"):
        await ended(store, match_id)
    assert await store.delete_matches(["m1", "m3", "m9"]) == ["m1", "m3"]
    for match_id in ("m1", "m3"):
        with pytest.raises(UnknownMatchError):
            await store.find_match(match_id)
        with pytest.raises(UnknownMatchError):
            await log(store, match_id)
    assert len(await log(store, "m2")) == 3
    assert await store.delete_matches(["m1", "m3"]) == []


async def test_nothing_of_a_deleted_match_is_left_in_the_tables(sql_store: SqlStore) -> None:
    for match_id in ("m1", "m2"):
        await ended(sql_store, match_id)
    await sql_store.delete_matches(["m1"])
    for table in ("matches", "owners", "entries"):
        assert await ask(sql_store, f"SELECT min(match_id) FROM {table}") == "m2"


async def test_a_match_that_is_not_over_stays(store: MatchStore) -> None:
    await begin(store, "m", act(1))
    assert await store.delete_matches(["m"]) == []
    assert len(await log(store)) == 1


async def test_whoever_still_appends_to_a_deleted_match_is_told_that_it_is_not_theirs(
    store: MatchStore,
) -> None:
    await ended(store, "m")
    await store.delete_matches(["m"])
    assert await store.append([append(3)]) == [Fenced()]
    assert await store.append([append(0)]) == [Fenced()]


async def test_whoever_has_lost_the_task_deletes_nothing(store: MatchStore) -> None:
    await ended(store, "m")
    mine = await store.claim("ladders", "me", 30.0)
    assert isinstance(mine, Claim)
    await store.give_up(mine)
    assert isinstance(await store.claim("ladders", "another", 30.0), Claim)
    with pytest.raises(FencedError):
        await store.delete_matches(["m"], [mine])
    assert len(await log(store)) == 3


async def test_all_matches_are_found_slice_by_slice_while_some_are_deleted(
    store: MatchStore,
) -> None:
    names = {"m_1", "m_2", "M_2", "m-3", "m__", "mA", "ma"}
    for name in names:
        await ended(store, name)
    await begin(store, "open", act(1))
    found: list[str] = []
    while part := await store.ids_behind(found[-1] if found else "", 3):
        assert len(part) <= 3
        found += part
        await store.delete_matches(part)
    assert sorted(found) == sorted({*names, "open"})
    assert await store.ids_behind("", 3) == ["open"]


async def test_sizes_are_those_of_matches_that_are_over(store: MatchStore) -> None:
    await ended(store, "short", 2)
    await ended(store, "long", 40)
    await begin(store, "open")
    sizes = await store.sizes(["short", "long", "open", "unknown"])
    assert sizes.keys() == {"short", "long"}
    assert sizes["short"] >= 200
    assert sizes["long"] >= sizes["short"] + 38 * 100


async def test_a_match_without_entries_has_a_size(store: MatchStore) -> None:
    await store.create_match(head(), await node(store))
    await store.close_match("m", 1, "over")
    assert (await store.sizes(["m"])).keys() == {"m"}


async def test_who_reads_a_match_while_it_is_deleted_hears_that_it_is_gone(
    sql_store: SqlStore,
) -> None:
    """Not that it is damaged."""
    await ended(sql_store, "m", PAGE + 5)
    reading = sql_store.read("m")
    assert (await anext(reading)).seq == 1
    await sql_store.delete_matches(["m"])
    with pytest.raises(UnknownMatchError):
        await rest_of(reading)


async def test_a_log_whose_end_is_missing_is_damaged_as_before(sql_store: SqlStore) -> None:
    await ended(sql_store, "m", 5)
    await order(sql_store, "DELETE FROM entries WHERE seq = 5")
    with pytest.raises(CorruptError):
        await log(sql_store)
