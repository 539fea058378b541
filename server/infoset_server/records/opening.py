"""Opens everything that keeps records, and closes it in order."""

import hashlib
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from infoset_server.config import ServerConfig
from infoset_server.records.journal import StoredJournal
from infoset_server.records.notebook import Notebook
from infoset_server.records.seed_box import SeedBox, load_key
from infoset_server.store.errors import StoreSetupError
from infoset_server.store.opening import open_store, writer_limits
from infoset_server.store.port import MatchStore
from infoset_server.store.writer import Writer

KEY_NAME: Final = "server.key"  # in the data folder


@dataclass(frozen=True)
class Records:
    """What a server keeps, open."""

    store: MatchStore
    writer: Writer
    notebook: Notebook
    journal: StoredJournal
    box: SeedBox  # for what would tell every card
    server_id: str  # that no other server has

    async def close(self) -> None:
        """Writes what waits, then lets go of the store."""
        await self.journal.close()
        await self.store.close()


async def open_records(config: ServerConfig, wall_ms: Callable[[], int]) -> Records:
    """Opens the configured store and begins to write to it. Raises StoreSetupError, StoreInUseError or
    UnavailableError.
    """
    config.data_dir.mkdir(parents=True, exist_ok=True)
    try:
        key = load_key(config.data_dir / KEY_NAME)
        box = SeedBox(key)
    except (OSError, ValueError) as problem:
        raise StoreSetupError(f"{config.data_dir / KEY_NAME}: {problem}") from None
    store = await open_store(config.store, config.data_dir)
    limits = writer_limits(config.store)
    rng = random.Random(secrets.randbits(64))
    writer = Writer(store, limits, rng=rng)
    writer.start()
    notebook = Notebook(store)
    notebook.start()
    journal = StoredJournal(store, writer, notebook, box, wall_ms)
    return Records(store, writer, notebook, journal, box, server_id_of(key))


def server_id_of(key: bytes) -> str:
    """A name that no other server has, the same at each start. It tells nothing about the key."""
    return f"infoset-{hashlib.blake2b(b'server id', key=key, digest_size=16).hexdigest()}"
