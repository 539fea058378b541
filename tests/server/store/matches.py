"""Matches and entries for tests of stores."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import text
from sqlalchemy.util import await_

from infoset_server.store.port import Append, Entry, MatchStore, NewEntry, NewMatch
from infoset_server.store.sql_store import SqlStore

NODE = "node-1"
TTL_S = 30.0


def head(match_id: str = "m", **changes: Any) -> NewMatch:
    """The head of a match. The ids of others sort behind it."""
    fields: dict[str, Any] = {
        "game": "colonizers",
        "rules_version": "colonizers/1",
        "seed_box": b"\x00box\xff",
        "seed_commitment": "c0ffee",
        "options": b"{}",
        "created_at": 1_700_000_000_000,
    } | changes
    return NewMatch(match_id, **fields)


def note(body: bytes = b"drawn", at_ms: int = 7) -> NewEntry:
    """An entry that has no key."""
    return NewEntry("chance", None, None, body, at_ms)


def act(decision: int, seat: int = 0, body: bytes = b"[1]") -> NewEntry:
    """An entry that has."""
    return NewEntry("act", seat, decision, body, 1_700_000_000_000 + decision)


def append(expected: int, *entries: NewEntry, match_id: str = "m", epoch: int = 1) -> Append:
    """An append to a match."""
    return Append(match_id, epoch, expected, entries or (note(),))


async def begin(store: MatchStore, match_id: str = "m", *entries: NewEntry) -> None:
    """Creates a match."""
    await store.create_match(head(match_id), NODE, TTL_S, entries)


async def log(store: MatchStore, match_id: str = "m", after: int = 0) -> list[Entry]:
    """The whole log."""
    return [entry async for entry in store.read(match_id, after)]


async def bodies(store: MatchStore, match_id: str = "m") -> list[bytes]:
    """What the log says."""
    return [entry.body for entry in await log(store, match_id)]


async def ask(store: SqlStore, query: str) -> Any:
    """The one value that a query finds."""
    return await store.look(lambda connection: connection.execute(text(query)).scalar())


async def order(store: SqlStore, statement: str) -> None:
    """Changes the database behind the store's back."""
    await store.change(lambda connection: connection.execute(text(statement)).close())


def meanwhile(call: Coroutine[Any, Any, None]) -> None:
    """Does something else on the loop, in the midst of a transaction, and waits for it."""
    await_(asyncio.wait_for(call, 30))
