"""Watchers at an edge are told in one message for all of them, and each hears everything once, wherever its session goes."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.integration.harness import (
    ByteBus,
    Client,
    Message,
    Server,
    open_server,
    play_on,
    resumption,
    start_match,
)
from tests.integration.test_front import another, front_of

from infoset_server.bus.port import Topic
from infoset_server.cluster.frames import (
    Frame,
    Opened,
    Told,
    ToldGroup,
    ToLine,
    pack_frame,
    raw,
    read_frames,
)
from infoset_server.cluster.trunk import TRUNK

EDGES = ("edge.", "other.")  # how subjects of what is meant for them begin
WATCHERS = [("eve", "tcp-json"), ("fay", "ws-msgpack"), ("guy", "tcp-msgpack")]


@pytest.fixture(params=[False, True], ids=["hall", "play"])
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Server]:
    """A hall behind an edge; matches are its own, or those of a play node."""
    async with open_server(tmp_path, with_front=True, with_play=request.param) as server:
        yield server


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """What edges are told, in order."""
    told: list[Frame] = []
    publish = ByteBus.publish

    def note(bus: ByteBus, topic: Topic[Any], subject: str, body: Any) -> None:
        if topic is TRUNK and subject.startswith(EDGES):
            told.extend(read_frames(body.frames)[0])
        publish(bus, topic, subject, body)

    monkeypatch.setattr(ByteBus, "publish", note)
    return told


@pytest.fixture
def older_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say nothing of groups."""
    publish = ByteBus.publish

    def say_less(bus: ByteBus, topic: Topic[Any], subject: str, body: Any) -> None:
        if topic is TRUNK and not subject.startswith(EDGES):
            frames = [without_groups(frame) for frame in read_frames(body.frames)[0]]
            packed = raw([pack_frame(frame) for frame in frames])
            body = msgspec.structs.replace(body, frames=packed)
        publish(bus, topic, subject, body)

    monkeypatch.setattr(ByteBus, "publish", say_less)


def without_groups(frame: Frame) -> Frame:
    return msgspec.structs.replace(frame, groups=False) if isinstance(frame, Opened) else frame


async def come_to_watch(server: Server, match_id: str) -> list[Client]:
    """Everybody watches, and has been shown the match."""
    clients = [await server.connect(name, transport) for name, transport in WATCHERS]
    for client in clients:
        await client.ask("watch", match_id=match_id)
        await client.expect("snapshot", match_id=match_id)
    return clients


def versions_of(client: Client) -> list[int]:
    """Of the changes that it has been told, in order."""
    return [message["ver"] for message in client.of_type("events")]


def is_decision(least: int, turn: Message) -> bool:
    """Is it this turn, or a later one?"""
    return bool(turn["decision"] >= least)


def is_change(message: Message) -> bool:
    return bool(message["type"] == "events")


async def test_a_change_goes_to_an_edge_once_however_many_watch_there(
    server: Server, passed: list[Frame]
) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    watchers = await come_to_watch(server, match_id)
    turn = await play_on(ann, match_id, until=partial(is_decision, 4))
    for watcher in watchers:
        await watcher.expect("events", ver=turn["ver"])
    passed.clear()
    heard = [len(watcher.heard) for watcher in watchers]
    await play_on(ann, match_id)
    for watcher in watchers:
        await watcher.expect("match_over", match_id=match_id)
    first, *others = [
        [bare(message) for message in watcher.heard[start:]]
        for watcher, start in zip(watchers, heard, strict=True)
    ]
    assert len(first) > 20
    assert all(other == first for other in others)
    numbers = versions_of(watchers[0])
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    lines = {frame.line for frame in passed if isinstance(frame, ToLine) and is_about_play(frame)}
    assert len(lines) <= 1, "only the player is told of the match by itself"
    assert sum(isinstance(frame, ToldGroup) for frame in passed) == len(first)


def bare(message: Message) -> Message:
    """Without what numbers it for its reader."""
    return {name: value for name, value in message.items() if name not in ("seq", "re")}


def is_about_play(frame: ToLine) -> bool:
    """Is it a message of a match, to one client?"""
    return isinstance(frame, Told) and frame.about["type"] in ("events", "match_over")


@pytest.mark.parametrize("target", ["other", "hall"])
async def test_a_watcher_whose_session_moves_misses_nothing_and_hears_nothing_twice(
    server: Server, target: str
) -> None:
    first = front_of(server)
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    eve, fay, _ = await come_to_watch(server, match_id)
    await play_on(ann, match_id, until=partial(is_decision, 4))
    async with another(server) as other:
        server.front = other if target == "other" else None
        await eve.settled()
        again = await server.connect("eve", resume=resumption(eve))
        assert again.welcome["resumed"]
        await play_on(ann, match_id, until=partial(is_decision, 8))
        await again.expect("events")
        server.front = first
        home = await server.connect("eve", resume=resumption(again))
        assert home.welcome["resumed"]
        await play_on(ann, match_id)
        await home.expect("match_over", match_id=match_id)
        await fay.expect("match_over", match_id=match_id)
        heard = eve.heard + again.heard + home.heard  # perhaps twice: what was on its way then
        by_number = {message["seq"]: message for message in heard if "seq" in message}
        numbers = [by_number[seq]["ver"] for seq in sorted(by_number) if is_change(by_number[seq])]
        assert numbers == versions_of(fay)[-len(numbers) :]


async def test_a_watcher_that_takes_smaller_frames_where_it_goes_on_watches_on(
    server: Server,
) -> None:
    first = front_of(server)
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    eve, *_ = await come_to_watch(server, match_id)
    async with another(server) as other:
        server.front = other
        again = await server.connect("eve", resume=resumption(eve), max_frame=65_536)
        assert again.welcome["resumed"]
        server.front = first
        await play_on(ann, match_id)
        await again.expect("match_over", match_id=match_id)
        shown = [message["ver"] for message in again.of_type("snapshot", "events")]
        assert len(shown) > 20
        assert shown == list(range(shown[0], shown[0] + len(shown)))


async def test_a_watcher_that_comes_between_two_changes_is_shown_each_once(server: Server) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    await come_to_watch(server, match_id)
    watching = [await server.connect(f"late {number}") for number in range(8)]
    for number, late in enumerate(watching, 1):
        await late.tell("watch", match_id=match_id)
        await play_on(ann, match_id, until=partial(is_decision, number))
    await play_on(ann, match_id)
    for late in watching:
        await late.expect("match_over", match_id=match_id)
        shown = [message["ver"] for message in late.of_type("snapshot", "events")]
        assert shown == list(range(shown[0], shown[0] + len(shown)))


async def test_who_looks_on_no_more_hears_no_more(server: Server, passed: list[Frame]) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    eve, fay, guy = await come_to_watch(server, match_id)
    await play_on(ann, match_id, until=partial(is_decision, 4))
    await eve.ask("unwatch", match_id=match_id)
    await fay.cut()
    told = len(versions_of(eve))
    await play_on(ann, match_id)
    await guy.expect("match_over", match_id=match_id)
    await eve.settled()
    assert len(versions_of(eve)) == told
    assert not eve.of_type("match_over")
    assert any(isinstance(frame, ToldGroup) for frame in passed)


@pytest.mark.usefixtures("older_edges")
async def test_an_edge_of_an_older_version_is_told_of_each_watcher_by_itself(
    server: Server, passed: list[Frame]
) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    watchers = await come_to_watch(server, match_id)
    await play_on(ann, match_id)
    for watcher in watchers:
        await watcher.expect("match_over", match_id=match_id)
        numbers = versions_of(watcher)
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert not any(isinstance(frame, ToldGroup) for frame in passed)


async def test_what_is_too_large_to_travel_in_all_encodings_at_once_goes_to_each_watcher(
    server: Server, passed: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann])
    eve, fay, guy = await come_to_watch(server, match_id)
    await play_on(ann, match_id, until=partial(is_decision, 4))
    monkeypatch.setattr("infoset_server.cluster.groups.MOST_BYTES", 1)
    await eve.settled()
    passed.clear()
    await play_on(ann, match_id)
    for watcher in (eve, fay, guy):
        await watcher.expect("match_over", match_id=match_id)
    assert not any(isinstance(frame, ToldGroup) for frame in passed)
