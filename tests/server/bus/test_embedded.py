"""What only the embedded bus promises: when, and in what order over all subjects."""

import asyncio

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import TEXT, Form, Topic

NEWS: Topic[str] = Topic("news", TEXT)


def listen(bus: EmbeddedBus, pattern: str, heard: list[str]) -> None:
    """Writes down what is heard."""
    bus.subscribe(
        NEWS,
        pattern,
        lambda subject, body: heard.append(body),
        on_gap=lambda lost: heard.append(f"{lost} lost"),
        max_pending=1000,
    )


async def test_messages_are_handled_in_the_next_turn_in_the_order_of_all() -> None:
    bus, heard = EmbeddedBus(), list[str]()
    for subject in ("a", "b", "c"):
        listen(bus, subject, heard)
    order = ["c", "a", "b", "a", "c"]
    for number, subject in enumerate(order):
        bus.publish(NEWS, subject, f"{subject}{number}")
    assert heard == []
    await asyncio.sleep(0)
    assert heard == [f"{subject}{number}" for number, subject in enumerate(order)]


async def test_others_get_their_turn_between_many_messages() -> None:
    bus, heard = EmbeddedBus(max_at_once=3), list[str]()
    listen(bus, "a", heard)
    for number in range(8):
        bus.publish(NEWS, "a", str(number))
    sizes = []
    while len(heard) < 8:
        await asyncio.sleep(0)
        sizes.append(len(heard))
    assert sizes == [3, 6, 8]


async def test_what_is_published_while_messages_are_handled_waits_for_the_next_turn() -> None:
    bus, heard = EmbeddedBus(), list[str]()
    bus.subscribe(
        NEWS,
        "a",
        lambda subject, body: bus.publish(NEWS, "b", "answer"),
        on_gap=lambda lost: None,
        max_pending=9,
    )
    listen(bus, "b", heard)
    bus.publish(NEWS, "a", "question")
    await asyncio.sleep(0)
    assert heard == []
    await asyncio.sleep(0)
    assert heard == ["answer"]


async def test_what_was_drained_takes_nobodys_turn() -> None:
    bus, heard = EmbeddedBus(max_at_once=1), list[str]()
    drained = bus.subscribe(
        NEWS, "a", lambda subject, body: None, on_gap=lambda lost: None, max_pending=99
    )
    listen(bus, "b", heard)
    for _ in range(50):
        bus.publish(NEWS, "a", "x")
    drained.drain()
    bus.publish(NEWS, "b", "1")
    await asyncio.sleep(0)
    assert heard == ["1"]


async def test_bodies_travel_as_they_are() -> None:
    def never(body: object) -> bytes:
        raise AssertionError("written")

    def never_read(body: bytes) -> object:
        raise AssertionError("read")

    topic = Topic[object]("thing", Form(never, never_read))
    bus, body, found = EmbeddedBus(), object(), list[object]()
    bus.subscribe(
        topic,
        "a",
        lambda subject, thing: found.append(thing),
        on_gap=lambda lost: None,
        max_pending=9,
    )
    bus.publish(topic, "a", body)
    await asyncio.sleep(0)
    assert found == [body]


async def test_a_bus_to_which_nobody_listens_does_nothing() -> None:
    bus = EmbeddedBus()
    bus.publish(NEWS, "a", "x")
    assert bus._delivery is None
    assert not bus._due


async def test_a_subject_without_subscribers_leaves_nothing_behind() -> None:
    bus = EmbeddedBus()
    for pattern in ("a", "*"):
        one = bus.subscribe(
            NEWS, pattern, lambda subject, body: None, on_gap=lambda lost: None, max_pending=9
        )
        one.close()
    assert (bus._by_subject, bus._by_pattern) == ({}, {})
