"""Opens everything that keeps records, and closes it in order."""

import asyncio
import hashlib
import json
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from infoset_server.config import EVEN, ServerConfig
from infoset_server.config.cluster import HALL
from infoset_server.matches.match_log import StoredJournal
from infoset_server.storage.errors import StoreError, StoreSetupError
from infoset_server.storage.identity import identity
from infoset_server.storage.node import FILE_NAME as NODE_NAME
from infoset_server.storage.node import Node, node_name
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import CONSENTS, SERVER_KEY, NoNotes, Notes
from infoset_server.storage.opening import SQLITE_PREFIX, open_store, writer_limits
from infoset_server.storage.port import NODE, Claim, MatchStore
from infoset_server.storage.seed_box import SeedBox, load_key
from infoset_server.storage.turn import Turn
from infoset_server.storage.writer import Writer

KEY_NAME: Final = "server.key"  # in the data folder
KEY_KIND: Final = "server_key"  # of the document that says which key it was
MOST_AHEAD_S: Final = 30.0  # or behind, by which a clock may differ from that of the database


@dataclass(frozen=True)
class Records:
    """What a server keeps, open."""

    store: MatchStore
    writer: Writer
    notebook: Notebook
    journal: StoredJournal
    box: SeedBox  # for what would tell every card
    node: Node
    server_id: str  # that no other server has
    noted: frozenset[str] | None = None  # whose documents are kept here; all, where it does not say
    database: str = ""  # as `storage.identity` tells

    @property
    def trouble(self) -> StoreError | None:
        """Why nothing can be stored, as found out last: by acts, by documents, or by what renews the claim all the time."""
        return self.writer.trouble or self.notebook.trouble or self.node.trouble

    def writer_of(self, name: str) -> Notes:
        """Where a writer notes its documents (`storage/notes.py`). To be asked for once."""
        is_kept = self.noted is None or name in self.noted
        return self.notebook.writer(name) if is_kept else NoNotes()

    async def close(self) -> None:
        """Writes what waits, then lets go of the store."""
        await self.journal.close()
        await self.store.close()


async def open_records(
    config: ServerConfig,
    wall_ms: Callable[[], int],
    standing_by: Turn | None = None,
) -> Records:
    """Opens the configured store and begins to write to it, as this server's node.

    A server of a cluster waits until no other is its hall, for its turn among those `standing_by`. Raises
    StoreSetupError, StoreInUseError or UnavailableError.
    """
    is_of_cluster = standing_by is not None and may_stand_by(config)
    if is_of_cluster and config.store.node is not None:
        raise StoreSetupError("store.node: expected none in a cluster, whose hall is one node")

    async def choose_node(store: MatchStore) -> Node:
        if standing_by is None or not is_of_cluster:
            return await open_node(store, config)
        return await open_hall(store, config, standing_by)

    records = await _open(config, wall_ms, choose_node, is_of_cluster=is_of_cluster)
    if is_of_cluster:
        records.writer_of(SERVER_KEY).put(KEY_KIND, KEY_NAME, {"id": records.server_id})
    return records


async def open_play_records(config: ServerConfig, wall_ms: Callable[[], int]) -> Records:
    """Opens the store of a cluster as one of its play nodes, which keeps nothing besides its matches.

    Raises as `open_records`.
    """

    async def choose_node(store: MatchStore) -> Node:
        return await open_play_node(store, config)

    records = await _open(config, wall_ms, choose_node, is_of_cluster=True)
    return replace(records, noted=frozenset({CONSENTS}))


async def _open(
    config: ServerConfig,
    wall_ms: Callable[[], int],
    choose_node: Callable[[MatchStore], Awaitable[Node]],
    *,
    is_of_cluster: bool,
) -> Records:
    config.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        key = load_key(config.data_dir / KEY_NAME)
        box = SeedBox(key)
    except (OSError, ValueError) as problem:
        raise StoreSetupError(f"{config.data_dir / KEY_NAME}: {problem}") from None
    store = await open_store(config.store, config.data_dir)
    try:
        if is_of_cluster:
            await check_admission(store, server_id_of(key), wall_ms())
        database = await identity(store)
        node = await choose_node(store)
    except BaseException:
        await store.close()
        raise
    limits = writer_limits(config.store)
    rng = random.Random(secrets.randbits(64))
    writer = Writer(store, limits, rng=rng)
    writer.start()
    notebook = Notebook(store, lambda: node.claim)
    notebook.on_fenced.append(node.refused)
    notebook.start()
    journal = StoredJournal(store, writer, notebook, box, node, wall_ms)
    return Records(
        store, writer, notebook, journal, box, node, server_id_of(key), database=database
    )


def server_id_of(key: bytes) -> str:
    """A name that no other server has, the same at each start. It tells nothing about the key."""
    return f"infoset-{hashlib.blake2b(b'server id', key=key, digest_size=16).hexdigest()}"


async def open_node(store: MatchStore, config: ServerConfig) -> Node:
    """This server's node, its own. Raises StoreSetupError, StoreInUseError or UnavailableError."""
    try:
        name = node_name(config.data_dir, config.store.node)
    except (OSError, ValueError) as problem:
        raise StoreSetupError(f"{config.data_dir / NODE_NAME}: {problem}") from None
    node = Node(store, name, config.store.lease_s, time.monotonic)
    await node.take()
    return node


def may_stand_by(config: ServerConfig) -> bool:
    """Is it a server of a cluster, on a database that others can use, so that one at a time is the hall?"""
    url = config.store.url
    is_shared = config.store.enabled and url is not None and not url.startswith(SQLITE_PREFIX)
    return bool(config.cluster.bus) and is_shared


async def check_admission(store: MatchStore, server_id: str, now_ms: int) -> None:
    """Raises StoreSetupError where a server cannot be the hall of its cluster: by its key, or by its clock.

    What a server with another key took over could not be opened; one with a wrong clock would let tokens and slow
    clocks run out at another time.
    """
    for body in (await store.documents(KEY_KIND)).values():
        if json.loads(body)["id"] != server_id:
            raise StoreSetupError(
                f"{KEY_NAME}: expected the same as in the data folders of the other servers on this database"
            )
    for claim in await store.claims(NODE):
        if claim.until_ms:
            ahead_s = (now_ms - (claim.until_ms - claim.left_s * 1000)) / 1000
            if abs(ahead_s) > MOST_AHEAD_S:
                raise StoreSetupError(
                    f"the clock of this machine: expected that of the database, but it is {ahead_s:+.0f} s off"
                )


async def open_hall(store: MatchStore, config: ServerConfig, standing_by: Turn) -> Node:
    """The node that is the hall of the cluster, once no other server is. Raises UnavailableError."""
    node = Node(store, hall_name(config), config.store.lease_s, time.monotonic)
    await node.stand_by(standing_by)
    return node


def hall_name(config: ServerConfig) -> str:
    """What claims call the node that is the hall of this server's cluster."""
    return f"{config.cluster.name}.{HALL}"


def hall_claim(config: ServerConfig, epoch: int) -> Claim:
    """The claim of whoever is the hall since that epoch, to be required by others, not to be renewed."""
    return Claim(NODE + hall_name(config), "", epoch, 0.0)


async def open_play_node(store: MatchStore, config: ServerConfig) -> Node:
    """The node of a server that plays matches for the hall. Raises StoreInUseError or UnavailableError.

    What an earlier life of it has left is the hall's to take over, which it can as soon as nobody claims the node.
    """
    lease_s = config.store.lease_s
    while True:
        node = Node(store, play_node_name(config), lease_s, time.monotonic)
        await node.take()
        try:
            if not await store.unfinished(node.name):
                return node
        except StoreError:
            await node.close()  # or it would be held for ever by nobody
            raise
        await node.close()
        await asyncio.sleep(lease_s)


def is_play_node(config: ServerConfig, node: str) -> bool:
    """Is that what claims call a play node of this server's cluster?"""
    return config.cluster.place == EVEN and node.startswith(f"{config.cluster.name}.")


def play_node_name(config: ServerConfig) -> str:
    """What claims call the part of this server that plays matches for the hall."""
    return f"{config.cluster.name}.{config.cluster.node_name}"
