"""Matches and entries for tests of stores."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import text
from sqlalchemy.util import await_

from infoset_server.storage.errors import FencedError
from infoset_server.storage.port import (
    NODE as TASK,
)
from infoset_server.storage.port import (
    Append,
    Claim,
    Entry,
    Lease,
    MatchStore,
    NewEntry,
    NewMatch,
)
from infoset_server.storage.sql_store import SqlStore

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


async def node(
    store: MatchStore, name: str = NODE, ttl_s: float = TTL_S, holder: str | None = None
) -> Claim:
    """The claim on being a node: the newest, as it is claimed now. Each node has a holder of its own by default."""
    claim = await store.claim(TASK + name, holder or f"holder of {name}", ttl_s)
    assert isinstance(claim, Claim), claim
    return claim


async def begin(store: MatchStore, match_id: str = "m", *entries: NewEntry) -> Lease:
    """Creates a match."""
    while True:
        seen = await store.claims(TASK + NODE)
        mine = Claim(TASK + NODE, "", seen[0].epoch, 0.0) if seen else await node(store)
        try:
            return await store.create_match(head(match_id), mine, entries)
        except (
            FencedError
        ):  # somebody else has just claimed it, for a test that begins several at once
            continue


async def taken_again(store: MatchStore, match_id: str = "m") -> Lease:
    """A node takes its own match from an earlier run of it."""
    mine = await node(store)
    (lease,) = await store.take([match_id], mine, mine)
    return lease


async def taken_over(
    store: MatchStore, match_id: str = "m", former: str = NODE, by: str = "node-2"
) -> Lease:
    """A node takes the match of another, which is not there any more."""
    of = await node(store, former, holder=f"holder of {former}")
    (lease,) = await store.take([match_id], of, await node(store, by))
    return lease


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


def meanwhile(call: Coroutine[Any, Any, object], loop: asyncio.AbstractEventLoop) -> None:
    """Does something else on the loop, in the midst of a transaction, and waits for it.

    A read of SQLite has a thread of its own, all other transactions a greenlet on the loop.
    """
    if threading.current_thread() is threading.main_thread():
        await_(asyncio.wait_for(call, 30))
    else:
        asyncio.run_coroutine_threadsafe(call, loop).result(30)
