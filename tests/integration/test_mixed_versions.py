"""Servers of a cluster that speak another version of the bus: what is not understood is counted, dropped, and hurts nobody."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from nats.aio.client import Client as NatsClient
from tests.faults.servers import Child, running_server
from tests.integration.harness import (
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    seat_all,
    start_match,
)
from tests.integration.test_cluster import come, fetch, ready, settings
from tests.integration.test_front import front_of
from tests.integration.test_thinking_elsewhere import until
from tests.server.bus.nats_server import NatsServer, running

from infoset_server.cluster.frames import (
    VERSION,
    Batch,
    FromLine,
    Presence,
    ToLine,
    write_batch,
    write_presence,
)
from infoset_server.compute.jobs import pack_body

NEWER = VERSION + 1
UNREAD = re.compile(r"^infoset_cluster_unread_messages_total ([0-9.]+)$", re.MULTILINE)


class AskedOfLater(FromLine, frozen=True, tag=90):
    """A kind of frame that an edge of a later version sends."""

    what: str


class ToldByLater(ToLine, frozen=True, tag=91):
    """A kind of frame that a hall of a later version sends."""

    what: str


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    with running(tmp_path) as server:
        yield server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with open_server(tmp_path, with_front=True) as server:
        yield server


def unread(child: Child) -> float:
    """What the server tells of messages that it could not read."""
    found = UNREAD.search(fetch(child, "/metrics"))
    assert found is not None
    return float(found[1])


def newer_messages() -> dict[str, bytes]:
    """What servers of a later version might send, by subject: to everybody, to the hall `h`, and to the edge `e`."""
    beat = {"v": 2, "node": "later", "life": "n_later", "mood": "good"}
    return {
        "hall.later": write_presence(Presence(NEWER, "later", "h_later", 1 << 40, 0.2)),
        "beat.later": pack_body(beat),
        "trunk.h.later": write_batch(Batch(NEWER, "e_later", "h_later", 1, ())),
        "trunk.e.later": write_batch(Batch(NEWER, "h_later", "e_later", 1, ())),
        "trunk.h.e": msgspec.msgpack.encode({"shape": "another"}),
        "trunk.e.h": b"\xc1",
    }


async def test_messages_of_a_later_version_are_counted_and_dropped_at_both_ends(
    nats: NatsServer, tmp_path: Path
) -> None:
    with (
        running_server(tmp_path / "hall", settings(nats, "h", "play")) as hall,
        running_server(tmp_path / "edge", settings(nats, "e", "edge")) as edge,
    ):
        await until(lambda: ready(edge) == 200, "the edge has a hall")
        players = [await come(hall, "ann"), await come(edge, "bob")]
        players += [await come(edge, "cyd", "tcp-json"), await come(hall, "dan")]
        later = NatsClient()
        await later.connect(nats.url)
        for subject, data in newer_messages().items():
            await later.publish(f"infoset.{subject}", data)
        await later.flush()
        await later.close()
        # presences and trunks at the edge; trunks at the hall, and beats where jobs are lent
        await until(lambda: unread(edge) >= 3, "the edge has counted them")
        await until(lambda: unread(hall) >= 2, "the hall has counted them")
        assert ready(edge) == 200, "the hall of a later version is none"
        await seat_all(players, await open_room(players[0]), ready=True)
        match_id = (await players[1].expect("match_start"))["match_id"]
        for seat, player in enumerate(players):
            player.seats[match_id] = seat
        await asyncio.gather(*(play_on(player, match_id) for player in players))
        for name, child in (("hall.later", edge), ("trunk.h.later", hall)):
            (said,) = [one["message"] for one in child.problems() if name in one["message"]]
            assert f"version {NEWER}; here {VERSION} is spoken" in said
        for player in players:
            await player.cut()


async def test_frames_of_a_later_kind_are_counted_and_passed_over_in_both_directions(
    server: Server,
) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    await ann.expect("your_turn")
    front = front_of(server)
    front.edge._trunk.send(AskedOfLater(1, "something new"))
    (lines,) = front.reception._edges.values()
    lines.put(ToldByLater(1, "something new"))
    await server.until(lambda: front.reception.unknown == 1)
    await play_out([ann], match_id)
    assert front.edge.unknown == 1
    assert front.edge.gaps == 0
    assert not ann.is_closed
