"""From the configuration to a bus. The only place that knows all kinds."""

from collections.abc import Awaitable, Callable

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus
from infoset_server.config import ClusterSettings


class ClusterError(Exception):
    """The servers of a cluster cannot be reached; the message says why."""


async def open_bus(settings: ClusterSettings, max_at_once: int) -> Bus:
    """The bus between the servers of a cluster; for one that works alone, a bus on which nobody else is.

    To be closed with `close_bus`. Raises ClusterError.
    """
    if not settings.bus:
        return EmbeddedBus(max_at_once)
    try:
        from infoset_server.bus.nats import BusConnectError, connect_nats  # it is an extra
        from infoset_server.bus.nats_tls import BusTls
    except ModuleNotFoundError as missing:
        raise ClusterError(
            f"cluster.bus needs {missing.name}: install infoset with the extra `cluster`"
        ) from None
    credentials = settings.bus_credentials
    tls = BusTls(settings.bus_ca_file, settings.bus_certificate, settings.bus_key)
    try:
        tls.context()  # a file that cannot be used is named at once
    except OSError as problem:
        raise ClusterError(str(problem)) from None
    try:
        return await connect_nats(
            settings.bus,
            settings.name,
            settings.node_name,
            None if credentials is None else str(credentials),
            tls,
        )
    except (BusConnectError, OSError) as problem:
        raise ClusterError(f"cluster.bus: {problem}") from None


async def close_bus(bus: Bus) -> None:
    """Ends what `open_bus` began."""
    close: Callable[[], Awaitable[None]] | None = getattr(bus, "close", None)
    if close is not None:
        await close()
