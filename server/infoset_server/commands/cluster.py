"""`infoset cluster status`, and servers that only think: `infoset serve` with the role `think` alone."""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus
from infoset_server.common.ids import fresh_id
from infoset_server.compute.lending import Lending
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.remote import BEAT, MAX_PENDING, Beat
from infoset_server.config import (
    ClusterSettings,
    ConfigError,
    ServerConfig,
    load_config,
    settings_given,
)

BEATS_WAITED: Final = 4  # how long `status` listens
COLUMNS: Final = ("node", "roles", "workers", "free", "software")


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
    except ModuleNotFoundError as missing:
        raise ClusterError(
            f"cluster.bus needs {missing.name}: install infoset with the extra `cluster`"
        ) from None
    credentials = settings.bus_credentials
    try:
        return await connect_nats(
            settings.bus,
            settings.name,
            settings.node_name,
            None if credentials is None else str(credentials),
        )
    except (BusConnectError, OSError) as problem:
        raise ClusterError(f"cluster.bus: {problem}") from None


async def close_bus(bus: Bus) -> None:
    """Ends what `open_bus` began."""
    close: Callable[[], Awaitable[None]] | None = getattr(bus, "close", None)
    if close is not None:
        await close()


async def think(config: ServerConfig, stop: asyncio.Event) -> None:
    """Does jobs of other servers until `stop` is set. Raises ClusterError."""
    cluster = config.cluster
    bus = await open_bus(cluster, config.bus.max_at_once)
    pool = WorkerPool(config.compute)
    lending = Lending(bus, pool, cluster.node_name, fresh_id("n"), cluster.roles, cluster.beat_s)
    sys.stdout.write(f"thinking for {cluster.name} as {cluster.node_name}, {pool.size} workers\n")
    sys.stdout.flush()
    try:
        await stop.wait()
    finally:
        lending.close()
        await pool.close()
        await close_bus(bus)


def command(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Shows which servers work together.

    infoset cluster status --set cluster.bus=nats://10.0.0.1:4222     their roles, and who has workers to spare
    """
    actions = parser.add_subparsers(required=True, metavar="status")
    status = actions.add_parser("status", help="who is there", description="Who is there.")
    status.add_argument("--config", metavar="FILE", type=Path, help="TOML file with settings")
    status.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], help="any other setting"
    )
    status.add_argument("--json", action="store_true", help="print one JSON object a server")
    return run


def run(args: argparse.Namespace) -> int:
    """Prints the table; 0, or 1 where nobody can be reached."""
    try:
        config = load_config(args.config, settings_given(args.set))
        if not config.cluster.bus:
            raise ClusterError("expected servers of NATS in cluster.bus")
        beats = asyncio.run(heard(config))
    except (ConfigError, ClusterError) as problem:
        sys.stderr.write(f"infoset cluster: {problem}\n")
        return 1
    sys.stdout.write(as_json(beats) if args.json else as_table(beats))
    return 0


async def heard(config: ServerConfig) -> list[Beat]:
    """The last beat of each server, after a few have come."""
    beats: dict[tuple[str, str], Beat] = {}

    def note(_: str, beat: Beat) -> None:
        beats[beat.node, beat.life] = beat

    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        bus.subscribe(BEAT, ">", note, on_gap=lambda lost: None, max_pending=MAX_PENDING)
        await asyncio.sleep(BEATS_WAITED * config.cluster.beat_s)
    finally:
        await close_bus(bus)
    return [beats[key] for key in sorted(beats)]


def as_json(beats: list[Beat]) -> str:
    """One object a line."""
    return "".join(f"{json.dumps(asdict(beat))}\n" for beat in beats)


def as_table(beats: list[Beat]) -> str:
    """A line for each server, under a heading."""
    rows: list[tuple[str, ...]] = [COLUMNS]
    for beat in beats:
        software = beat.software.package
        rows.append((beat.node, ",".join(beat.roles), str(beat.workers), str(beat.free), software))
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines) + "\n"
