"""`infoset cluster status`: which servers work together."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from infoset_server.cluster.frames import Presence
from infoset_server.cluster.trunk import HALL
from infoset_server.commands.nodes import ClusterError, close_bus, open_bus
from infoset_server.compute.remote import BEAT, MAX_PENDING, Beat
from infoset_server.config import ConfigError, ServerConfig, load_config, settings_given

BEATS_WAITED: Final = 4  # how long `status` listens
COLUMNS: Final = ("node", "hall", "roles", "workers", "free", "software")


@dataclass(frozen=True)
class Member:
    """One server, as it told of itself last."""

    beat: Beat
    is_hall: bool


def command(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Shows which servers work together.

    infoset cluster status --set cluster.bus=nats://10.0.0.1:4222     the hall, roles, and who has workers to spare
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
        members = asyncio.run(heard(config))
    except (ConfigError, ClusterError) as problem:
        sys.stderr.write(f"infoset cluster: {problem}\n")
        return 1
    sys.stdout.write(as_json(members) if args.json else as_table(members))
    return 0


async def heard(config: ServerConfig) -> list[Member]:
    """What all servers tell of themselves, once a few beats have come."""
    beats: dict[tuple[str, str], Beat] = {}
    halls: dict[str, Presence] = {}

    def note(_: str, beat: Beat) -> None:
        beats[beat.node, beat.life] = beat

    def note_hall(_: str, presence: Presence) -> None:
        halls[presence.node] = presence

    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        bus.subscribe(BEAT, ">", note, on_gap=lambda lost: None, max_pending=MAX_PENDING)
        bus.subscribe(HALL, "*", note_hall, on_gap=lambda lost: None, max_pending=MAX_PENDING)
        await asyncio.sleep(BEATS_WAITED * config.cluster.beat_s)
    finally:
        await close_bus(bus)
    newest = max((presence.epoch for presence in halls.values()), default=0)
    there = {node for node, presence in halls.items() if presence.epoch == newest}
    return [Member(beats[key], key[0] in there) for key in sorted(beats)]


def as_json(members: list[Member]) -> str:
    """One object a line."""
    return "".join(
        f"{json.dumps(asdict(one.beat) | {'is_hall': one.is_hall})}\n" for one in members
    )


def as_table(members: list[Member]) -> str:
    """A line for each server, under a heading."""
    rows: list[tuple[str, ...]] = [COLUMNS]
    for one in members:
        beat = one.beat
        hall = "yes" if one.is_hall else "no"
        numbers = str(beat.workers), str(beat.free)
        rows.append((beat.node, hall, ",".join(beat.roles), *numbers, beat.software.package))
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines) + "\n"
