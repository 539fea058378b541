"""`infoset cluster`: which servers work together, how one is stopped or becomes the hall, and where matches are played."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final

from infoset_server.bus.opening import ClusterError, close_bus, open_bus
from infoset_server.bus.port import Bus, BusError, NoOwnerError
from infoset_server.cluster.frames import Presence
from infoset_server.cluster.order_words import (
    DRAIN,
    LATER,
    MOVE,
    NEXT,
    ORDER,
    REBALANCE,
    REFUSED,
)
from infoset_server.cluster.trunk import HALL
from infoset_server.commands.places import add_config, add_settings, settings_of
from infoset_server.common.text import without_password
from infoset_server.compute.remote import BEAT, MAX_PENDING, SILENT_BEATS, Beat
from infoset_server.config import PLAY, ConfigError, ServerConfig, load_config, settings_given

BEATS_WAITED: Final = 4  # how long `status` listens
NEXT_HALL_S: Final = 120.0  # for the next hall to read what it takes over
MOVE_S: Final = 60.0  # for matches to go on elsewhere
COLUMNS: Final = ("node", "hall", "roles", "workers", "free", "software")


@dataclass(frozen=True)
class Member:
    """One server, as it told of itself last."""

    beat: Beat
    is_hall: bool


def command(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Shows which servers work together, stops one of them, makes another the hall, and has matches go elsewhere.

    infoset cluster status --set cluster.bus=nats://10.0.0.1:4222     the hall, roles, and who has workers to spare
    infoset cluster drain n1 --set cluster.bus=nats://10.0.0.1:4222   n1 stops; others go on with what it has
    infoset cluster hall --set cluster.bus=nats://10.0.0.1:4222         which one is the hall
    infoset cluster hall n2 --set cluster.bus=nats://10.0.0.1:4222      n2 becomes the hall
    infoset cluster move m_1b n2 --set cluster.bus=nats://10.0.0.1:4222   match m_1b goes on at n2
    infoset cluster rebalance --set cluster.bus=nats://10.0.0.1:4222      as many matches at one server as at another
    """
    add_config(parser)
    add_settings(parser)
    actions = parser.add_subparsers(required=True, metavar="status|drain|hall|move|rebalance")
    status = actions.add_parser("status", help="who is there", description="Who is there.")
    status.add_argument("--json", action="store_true", help="print one JSON object a server")
    status.set_defaults(do=show_status)
    drain = actions.add_parser(
        "drain",
        help="stop a server whose clients and matches go to the others",
        description="Stops a server as SIGTERM does: its clients come back to the others, and if it is the hall, another "
        "goes on with its matches. What started it may start it anew: then it stands by.",
    )
    drain.add_argument("node", metavar="NODE", help="as `status` calls it")
    drain.add_argument("--wait", action="store_true", help="return when it has gone")
    drain.set_defaults(do=drain_node)
    hall = actions.add_parser(
        "hall",
        help="which server is the hall, or that another is to be it",
        description="Tells which server is the hall. With NODE that becomes the hall: the one that is it stops as by "
        "`drain`, NODE goes on with its matches, and the others leave it to NODE.",
    )
    hall.add_argument(
        "node", metavar="NODE", nargs="?", help="one that stands by, as `status` calls it"
    )
    hall.set_defaults(do=show_or_change_hall)
    move = actions.add_parser(
        "move",
        help="have a match go on at another server",
        description="Has a running match go on at another server. Its players stay connected, and see where it is. A "
        "decision that is open begins anew, with its whole time. Needs cluster.place = even.",
    )
    move.add_argument("match", metavar="MATCH", help="such as m_1b2c3d")
    move.add_argument(
        "where", metavar="NODE|hall", help="a server as `status` calls it, or the hall"
    )
    move.set_defaults(do=move_match)
    rebalance = actions.add_parser(
        "rebalance",
        help="have matches go from servers with many to servers with few",
        description="Has running matches go from servers with many to servers with few, several at a time, until that is even. "
        "Needs cluster.place = even.",
    )
    rebalance.set_defaults(do=rebalance_matches)
    for action in (status, drain, hall, move, rebalance):
        add_config(action, is_action=True)
        add_settings(action, is_action=True)
    return run


def run(args: argparse.Namespace) -> int:
    """Does what was asked; 0, or 1 where it cannot be done."""
    try:
        config = load_config(args.config, settings_given(settings_of(args)))
        if not config.cluster.bus:
            raise ClusterError("expected servers of NATS in cluster.bus")
        sys.stdout.write(asyncio.run(args.do(args, config)))
    except (ConfigError, ClusterError) as problem:
        sys.stderr.write(f"infoset cluster: {problem}\n")
        return 1
    return 0


async def show_status(args: argparse.Namespace, config: ServerConfig) -> str:
    """The table. Raises ClusterError."""
    members = await heard(config)
    return as_json(members) if args.json else as_table(members)


async def drain_node(args: argparse.Namespace, config: ServerConfig) -> str:
    """Has a server stop. Raises ClusterError where it cannot be told."""
    node: str = args.node
    patience_s = config.cluster.patience_s
    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        life = Life(bus, node)
        if args.wait:
            await life.begin(patience_s)
        await order(bus, node, DRAIN, patience_s)
        if not args.wait:
            return f"{node} stops\n"
        await life.end()
        return f"{node} has gone\n"
    finally:
        await close_bus(bus)


async def show_or_change_hall(args: argparse.Namespace, config: ServerConfig) -> str:
    """Which server is the hall, or has become it. Raises ClusterError where there is none, or another has."""
    members = await heard(config)
    former = the_one(one.beat.node for one in members if one.is_hall)
    node: str | None = args.node
    if node is None:
        return f"{former}\n"
    if node == former:
        return f"{node} is the hall already\n"
    others = [one.beat.node for one in members if PLAY in one.beat.roles and not one.is_hall]
    if node not in others:
        names = ", ".join(others) or "nobody"
        raise ClusterError(f"{node}: expected one that stands by with the role play: {names}")
    others.remove(node)
    await hand_over(config, former, node, others)
    return f"{node} is the hall\n"


async def move_match(args: argparse.Namespace, config: ServerConfig) -> str:
    """Has a match go on elsewhere. Raises ClusterError where it does not."""
    return await order_hall(config, f"{MOVE} {args.match} {args.where}")


async def rebalance_matches(args: argparse.Namespace, config: ServerConfig) -> str:
    """Has matches go on where there are few. Raises ClusterError where one does not."""
    return await order_hall(config, REBALANCE)


async def order_hall(config: ServerConfig, what: str) -> str:
    """Tells the hall to do something; returns its answer. Raises ClusterError."""
    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        hall = await Halls(bus).find(BEATS_WAITED * config.cluster.beat_s)
        answer = await order(bus, hall, what, MOVE_S)
    finally:
        await close_bus(bus)
    if answer.startswith(REFUSED):
        raise ClusterError(answer.removeprefix(REFUSED))
    return f"{answer}\n"


async def hand_over(config: ServerConfig, former: str, node: str, others: Sequence[str]) -> None:
    """Makes a server that stands by the hall. Raises ClusterError where it does not become it.

    What is asked of those who stand by holds for a while only. So if this fails, there is a hall all the same.
    """
    patience_s = config.cluster.patience_s
    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        following = NextHall(bus, former)
        for other in others:
            await order(bus, other, LATER, patience_s)
        await order(bus, node, NEXT, patience_s)
        await order(bus, former, DRAIN, patience_s)
        became = await following.comes(NEXT_HALL_S)
    finally:
        await close_bus(bus)
    if became != node:
        raise ClusterError(f"{became} is the hall now, and not {node}")


async def order(bus: Bus, node: str, what: str, patience_s: float) -> str:
    """Tells a server to do something; returns its answer. Raises ClusterError where that is not there, or does not answer."""
    try:
        return await bus.request(ORDER, node, what, patience_s)
    except NoOwnerError:
        raise ClusterError(missing(node)) from None
    except (BusError, ValueError) as problem:
        raise ClusterError(str(problem)) from None


def missing(node: str) -> str:
    """That there is no such server, and how to find those that there are."""
    return f"there is no server {node}; `infoset cluster status` lists them"


class Life:
    """The beats of one server, until it is silent or has begun a new life."""

    def __init__(self, bus: Bus, node: str) -> None:
        self._node = node
        self._beats: list[Beat] = []
        self._news = asyncio.Event()
        bus.subscribe(BEAT, node, self._note, on_gap=lambda lost: None, max_pending=MAX_PENDING)

    async def begin(self, patience_s: float) -> None:
        """Returns when it has been heard of. Raises ClusterError where that takes longer than this."""
        try:
            await asyncio.wait_for(self._news.wait(), patience_s)
        except TimeoutError:
            raise ClusterError(missing(self._node)) from None

    async def end(self) -> None:
        """Returns when it has gone; it has begun.

        The beats that do not come are counted rather than timed: where this process stood still, some have come that it has
        not read yet.
        """
        silent_beats = 0
        while (last := self._beats[-1]).life == self._beats[0].life and not last.is_last:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), last.every_s)
                silent_beats = 0
            except TimeoutError:
                silent_beats += 1
                if silent_beats > SILENT_BEATS:
                    return

    def _note(self, _: str, beat: Beat) -> None:
        self._beats.append(beat)
        self._news.set()


class NextHall:
    """The first server that says it is the hall, besides the one that was."""

    def __init__(self, bus: Bus, former: str) -> None:
        self._former = former
        self._node: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        bus.subscribe(HALL, "*", self._note, on_gap=lambda lost: None, max_pending=MAX_PENDING)

    async def comes(self, patience_s: float) -> str:
        """Its name. Raises ClusterError where there is none for so long."""
        try:
            return await asyncio.wait_for(self._node, patience_s)
        except TimeoutError:
            raise ClusterError(f"{self._former} stops, and nobody is the hall yet") from None

    def _note(self, _: str, presence: Presence) -> None:
        if presence.node != self._former and not self._node.done():
            self._node.set_result(presence.node)


class Halls:
    """The servers that say they are the hall: one, but while a former one has not heard that it is not."""

    def __init__(self, bus: Bus) -> None:
        self._said: dict[str, Presence] = {}
        self._news = asyncio.Event()
        bus.subscribe(HALL, "*", self._note, on_gap=lambda lost: None, max_pending=MAX_PENDING)

    @property
    def newest(self) -> set[str]:
        """Those with the newest claim, so far."""
        newest = max((presence.epoch for presence in self._said.values()), default=0)
        return {node for node, presence in self._said.items() if presence.epoch == newest}

    async def find(self, patience_s: float) -> str:
        """The hall. Raises ClusterError where nobody says so for so long, or two do.

        Whoever is heard first may be a former one; the hall itself is heard a beat later at most.
        """
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience_s)
            await asyncio.sleep(max(presence.every_s for presence in self._said.values()))
        return the_one(self.newest)

    def _note(self, node: str, presence: Presence) -> None:
        self._said[node] = presence
        self._news.set()


def the_one(halls: Iterable[str]) -> str:
    """The only hall there is. Raises ClusterError."""
    names = sorted(halls)
    if len(names) != 1:
        raise ClusterError(f"expected one hall, there is {' and '.join(names) or 'none'}")
    return names[0]


async def heard(config: ServerConfig) -> list[Member]:
    """What all servers tell of themselves, once a few beats have come. Raises ClusterError where there is none."""
    beats: dict[tuple[str, str], Beat] = {}

    def note(node: str, beat: Beat) -> None:
        if beat.node != node:
            return  # NATS vouches for the subject alone
        if beat.is_last:
            beats.pop((beat.node, beat.life), None)
        else:
            beats[beat.node, beat.life] = beat

    bus = await open_bus(config.cluster, config.bus.max_at_once)
    try:
        bus.subscribe(BEAT, ">", note, on_gap=lambda lost: None, max_pending=MAX_PENDING)
        halls = Halls(bus)
        listened_s = BEATS_WAITED * config.cluster.beat_s
        await asyncio.sleep(listened_s)
    finally:
        await close_bus(bus)
    if not beats:
        where = ", ".join(map(without_password, config.cluster.bus))
        raise ClusterError(
            f"nobody is in the cluster {config.cluster.name} at {where}: nobody was heard for {listened_s:g} s"
        )
    return [Member(beats[key], key[0] in halls.newest) for key in sorted(beats)]


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
