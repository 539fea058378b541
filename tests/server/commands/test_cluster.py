"""`infoset cluster`, as it hears the servers."""

import asyncio
from dataclasses import replace

import pytest
from tests.passing_time import pass_time
from tests.server.bus.faulty import WrittenBus

from infoset_server.bus.opening import ClusterError
from infoset_server.bus.port import Bus
from infoset_server.cluster.frames import VERSION, Presence
from infoset_server.cluster.trunk import HALL
from infoset_server.commands.cluster import Halls, Life, heard
from infoset_server.compute.lending import Lending
from infoset_server.compute.remote import BEAT, NO_MORE_S, SILENT_BEATS, Beat, Software
from infoset_server.config import ClusterSettings, load_config

PATIENCE_S = 60.0
NEVER_S = 3600.0  # between beats
QUICK_S = 0.01  # between beats, where a test waits for one


def presence(node: str, epoch: int) -> Presence:
    return Presence(VERSION, node, f"t_{node}", epoch, QUICK_S)


async def test_a_server_that_says_so_has_gone_and_nobody_waits_for_its_silence() -> None:
    bus = WrittenBus()
    life = Life(bus, "one")
    lending = Lending(bus, None, "one", "n_1", ("edge",), NEVER_S)
    await life.begin(PATIENCE_S)
    gone = asyncio.create_task(life.end())
    await lending.close()
    async with asyncio.timeout(PATIENCE_S):
        await gone


async def test_who_stood_still_itself_does_not_say_that_a_server_has_gone() -> None:
    bus = WrittenBus()
    life = Life(bus, "one")
    beat = Beat("one", "n_1", ("play",), Software("0", {}), 0, 0, every_s=1.0)
    bus.publish(BEAT, "one", beat)
    await life.begin(PATIENCE_S)
    gone = asyncio.create_task(life.end())
    for _ in range(SILENT_BEATS):
        await asyncio.sleep(0)  # it waits for the next beat
        missed = asyncio.create_task(asyncio.sleep(beat.every_s))
        await asyncio.sleep(0)
        pass_time(100 * beat.every_s)
        await missed
    assert not gone.done()
    bus.publish(BEAT, "one", replace(beat, every_s=NO_MORE_S))
    async with asyncio.timeout(PATIENCE_S):
        await gone


async def test_a_server_is_listed_by_the_name_in_which_it_may_speak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bus = WrittenBus()

    async def open_bus(config: ClusterSettings, max_at_once: int) -> Bus:
        return bus

    async def close_bus(bus: Bus) -> None:
        honest.cancel()

    def beat(node: str) -> Beat:
        return Beat(node, f"n_{node}", ("play",), Software("0", {}), 0, 0, NEVER_S)

    async def beats() -> None:
        while True:
            bus.publish(BEAT, "edge", beat("hall"))
            bus.publish(BEAT, "node", beat("node"))
            await asyncio.sleep(QUICK_S)

    monkeypatch.setattr("infoset_server.commands.cluster.open_bus", open_bus)
    monkeypatch.setattr("infoset_server.commands.cluster.close_bus", close_bus)
    honest = asyncio.create_task(beats())
    members = await heard(load_config(None, {"cluster.beat_s": 5 * QUICK_S}))
    assert [one.beat.node for one in members] == ["node"]


async def test_the_hall_is_whoever_claimed_it_last_even_if_a_former_one_is_heard_first() -> None:
    bus = WrittenBus()
    halls = Halls(bus)
    bus.publish(HALL, "former", presence("former", 1))
    bus.publish(HALL, "next", presence("next", 2))
    assert await halls.find(PATIENCE_S) == "next"


@pytest.mark.parametrize(
    ("nodes", "there"), [((), "none"), (("one", "other"), "one and other")], ids=["none", "two"]
)
async def test_without_one_hall_there_is_none_to_be_told(
    nodes: tuple[str, ...], there: str
) -> None:
    bus = WrittenBus()
    halls = Halls(bus)
    for node in nodes:
        bus.publish(HALL, node, presence(node, 1))
    with pytest.raises(ClusterError, match=f"expected one hall, there is {there}"):
        await halls.find(QUICK_S)
