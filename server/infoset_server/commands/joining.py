"""How a server joins its cluster: it first hears whether its name is free there, and whether the hall has its database."""

import asyncio

from infoset_server.bus.opening import ClusterError, close_bus, open_bus
from infoset_server.bus.port import Bus
from infoset_server.cluster.other_halls import BEATS_WAITED, hear_other_hall
from infoset_server.commands.nodes import is_helper
from infoset_server.compute.remote import BEAT, MAX_PENDING, Beat
from infoset_server.config import ServerConfig
from infoset_server.storage.identity import UNKNOWN
from infoset_server.storage.opening import identity_of


async def join(config: ServerConfig) -> Bus:
    """The bus to the other servers; to be closed with `close_bus`.

    Raises ClusterError where they cannot be reached or this server cannot be one of them, and StoreSetupError.
    """
    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        if config.cluster.bus:
            await asyncio.gather(require_free_name(config, bus), require_one_database(config, bus))
    except BaseException:
        await close_bus(bus)
        raise
    return bus


async def require_free_name(config: ServerConfig, bus: Bus) -> None:
    """Raises ClusterError where another server has the name: each would hear what is told to the other, and lose its trunks."""
    name = config.cluster.node_name
    is_taken = asyncio.Event()

    def note(_: str, beat: Beat) -> None:
        if not beat.is_last:
            is_taken.set()

    subscription = bus.subscribe(
        BEAT, name, note, on_gap=lambda lost: None, max_pending=MAX_PENDING
    )
    try:
        await asyncio.wait_for(is_taken.wait(), BEATS_WAITED * config.cluster.beat_s)
    except TimeoutError:
        return
    finally:
        subscription.close()
    raise ClusterError(
        f"cluster.node: expected a name that no other server of {config.cluster.name} has, and {name} is one"
    )


async def require_one_database(config: ServerConfig, bus: Bus) -> None:
    """Raises ClusterError where another server is the hall of this cluster, on another database; and StoreSetupError."""
    cluster = config.cluster
    if is_helper(config) or not config.store.enabled:
        return
    database = await identity_of(config.store, config.data_dir)
    if database == UNKNOWN:
        return
    if other := await hear_other_hall(bus, database, cluster.beat_s):
        raise ClusterError(
            f"store.url: expected the database of {other.node}, which is the hall of {cluster.name}; a server on another "
            "database, such as a copy of it, needs another cluster.name, or no cluster.bus"
        )
