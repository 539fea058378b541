"""Spectators and talk: the public view for everybody but the players, and who hears whom."""

from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_room,
    play_on,
    play_out,
    seat_all,
    start_match,
)

from infoset_server.accounts.clients import Client as ServedClient


def served(server: Server, client: Client) -> ServedClient:
    """The server's side of a client."""
    clients = server.app.people.clients.values()
    return next(one for one in clients if one.line.session_id == client.welcome["session"])


def stream_of(client: Client, match_id: str) -> list[Message]:
    """What a watcher heard of a match, comings and goings left out."""
    return [
        message
        for message in client.heard
        if message.get("match_id") == match_id and message["type"] != "seat_status"
    ]


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_watcher_sees_the_public_view_from_start_to_end(
    server: Server, transport: str
) -> None:
    ann, watcher = await server.connect("ann"), await server.connect("eve", transport)
    match_id = await start_match([ann])
    await watcher.ask("watch", match_id=match_id)
    start = await watcher.expect("match_start")
    assert (start["role"], start["view"], "seat" in start) == ("watcher", "public", False)
    await play_on(ann, match_id)
    await watcher.expect("match_over")
    stream = stream_of(watcher, match_id)
    kinds = [message["type"] for message in stream]
    assert kinds == ["match_start", "snapshot", *["events"] * (len(kinds) - 3), "match_over"]
    versions = [message["ver"] for message in stream if "ver" in message]
    assert versions[0] == versions[1] == 0
    assert versions[1:] == list(range(len(versions) - 1))


async def test_a_latecomer_starts_from_a_snapshot(server: Server) -> None:
    ann, watcher = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await play_on(ann, match_id, until=lambda m: m["decision"] == 5)
    await watcher.ask("watch", match_id=match_id)
    snapshot = await watcher.expect("snapshot")
    assert snapshot["ver"] == server.live(match_id).match.ver > 4
    assert "pending" not in snapshot
    await play_on(ann, match_id)
    assert (await watcher.expect("events"))["ver"] == snapshot["ver"] + 1


async def test_nobody_watches_what_he_plays(server: Server) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    ann = await server.connect("ann", auth=auth)
    second_screen = await server.connect("ann", auth=auth)
    match_id = await start_match([ann])
    for client in (ann, second_screen):
        refusal = await client.refused("watch", match_id=match_id)
        assert (refusal["code"], refusal["data"]["scope"]) == ("forbidden", "watch")


async def test_who_watches_a_room_and_sits_down_does_not_watch_his_own_match(
    server: Server,
) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    room = await open_room(ann)
    for client in (ann, eve):
        await client.ask("watch", room=room)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await eve.expect("match_start"))["match_id"]
    await eve.ask("chat", match_id=match_id, text="psst")
    await play_on(ann, match_id)
    assert [start["role"] for start in ann.of_type("match_start")] == ["player"]
    assert not ann.of_type("chat_msg")
    await eve.expect("match_over")


async def test_a_room_is_watched_through_all_its_matches(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    room = await open_room(ann)
    await eve.ask("watch", room=room)
    await ann.expect("room", where=lambda m: m["room"]["watchers"] == 1)
    await seat_all([ann], room)
    for _ in range(2):
        await ann.ask("start", room=room)
        match_id = (await eve.expect("match_start"))["match_id"]
        await play_on(ann, match_id)
        await eve.expect("match_over", match_id=match_id)
    await ann.ask("configure", room=room, changes={"watch": "off"})
    await ann.ask("start", room=room)
    before = {start["match_id"] for start in eve.of_type("match_start")}
    begun = await ann.expect("match_start", where=lambda m: m["match_id"] not in before)
    third: str = begun["match_id"]
    await eve.settled()
    assert not stream_of(eve, third)
    assert (await eve.refused("watch", match_id=third))["code"] == "forbidden"


async def test_only_the_public_view_is_open(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    for view in ("seat:0", "all"):
        refusal = await eve.refused("watch", match_id=match_id, view=view)
        assert refusal["code"] == "forbidden"
    assert (await eve.refused("sync", match_id=match_id))["code"] == "not_found"
    assert (await eve.refused("act", match_id=match_id, decision=1, index=0))["code"] == (
        "not_your_seat"
    )
    await eve.ask("watch", match_id=match_id, view="public")
    shown = (await eve.ask("sync", match_id=match_id))["obs"]
    assert shown == server.live(match_id).match.observation(None)
    assert (await eve.refused("watch", match_id=match_id))["code"] == "wrong_state"
    assert (await eve.refused("act", match_id=match_id, decision=1, index=0))["code"] == (
        "not_your_seat"
    )


async def test_a_room_may_admit_no_watchers(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann], watch="off")
    assert (await eve.refused("watch", match_id=match_id))["code"] == "forbidden"


async def test_watchers_have_a_limit_however_they_come(serve: Any) -> None:
    server: Server = await serve(rooms__max_watchers_per_room=2)
    ann, *watchers = [await server.connect(name) for name in ("ann", "e1", "e2", "e3")]
    room = await open_room(ann)
    await seat_all([ann], room)
    await watchers[0].ask("watch", room=room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await watchers[1].ask("watch", match_id=match_id)
    for target in ({"room": room}, {"match_id": match_id}):
        assert (await watchers[2].refused("watch", **target))["code"] == "busy"
    await watchers[1].ask("unwatch", match_id=match_id)
    await watchers[2].ask("watch", match_id=match_id)


async def test_who_unwatches_hears_no_more(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    assert (await eve.refused("unwatch", match_id=match_id))["code"] == "wrong_state"
    await eve.ask("watch", match_id=match_id)
    await eve.ask("unwatch", match_id=match_id)
    heard = len(eve.heard)
    await play_on(ann, match_id)
    await eve.settled()
    assert [message["type"] for message in eve.heard[heard:]] == ["pong"]
    assert (await eve.refused("watch", match_id=match_id))["code"] == "wrong_state"
    assert (await eve.refused("watch", match_id="m_unknown"))["code"] == "not_found"
    both = await eve.refused("watch", match_id=match_id, room="ABCD")
    assert both["code"] in ("bad_option", "bad_message")


async def test_a_slow_watcher_is_told_so_and_gets_a_snapshot(serve: Any) -> None:
    server: Server = await serve(queues__max_messages=20)
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await eve.ask("watch", match_id=match_id)
    await play_on(ann, match_id, until=lambda m: m["decision"] == 2)
    connection = server.connection_of(eve)
    connection.on_pause()  # as when its socket takes no more
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 12)
    connection.on_resume()
    lagged = await eve.expect("lagged")
    assert lagged["match_id"] == match_id
    snapshot = await eve.expect("snapshot", match_id=match_id, ver=turn["ver"])
    heard = [m["ver"] for m in eve.of_type("events")]
    assert snapshot["ver"] - heard[-1] == lagged["dropped"] > 20
    await play_on(ann, match_id)
    assert (await eve.expect("events"))["ver"] == snapshot["ver"] + 1
    await eve.expect("match_over")


async def test_a_player_who_does_not_read_is_closed_and_nobody_waits(serve: Any) -> None:
    server: Server = await serve(queues__max_messages=8, rooms__absence_s=0.2)
    await server.wake("first", 3)
    ann, bob = await server.connect("ann"), await server.connect("bob")
    clock = {"kind": "per_move", "move_ms": 60}
    match_id = await start_match([ann, bob], clock=clock, max_timeouts=1000)
    slow = server.connection_of(bob)
    slow.on_pause()
    await ann.expect("seat_status", seat=1, where=lambda m: "taken_by" in m)
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert slow.close_code == 4430


async def test_talk_in_a_room_reaches_its_people(server: Server) -> None:
    ann, bob, eve, dan = [await server.connect(name) for name in ("ann", "bob", "eve", "dan")]
    room = await open_room(ann)
    await bob.ask("join", room=room)
    await eve.ask("watch", room=room)
    await ann.ask("chat", room=room, text="hello\u202e all\u0007")
    for listener in (ann, bob, eve):
        message = await listener.expect("chat_msg")
        assert (message["text"], message["name"], message["to"]) == ("hello all", "ann", "all")
    await ann.ask("chat", room=room, text="members only", to="players")
    await bob.expect("chat_msg", text="members only")
    assert (await dan.refused("chat", room=room, text="let me in"))["code"] == "not_found"
    for client in (eve, dan):
        await client.settled()
        assert "members only" not in str(client.heard)


async def test_talk_of_watchers_reaches_no_player_before_the_end(server: Server) -> None:
    ann, bob, eve, fay = [await server.connect(name) for name in ("ann", "bob", "eve", "fay")]
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await fay.ask("watch", room=room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await eve.ask("watch", match_id=match_id)
    for place in ({"match_id": match_id}, {"room": room}):
        await fay.ask("chat", **place, text="seat 1 bluffs")
    assert (await eve.expect("chat_msg"))["to"] == "watchers"
    refusal = await eve.refused("chat", match_id=match_id, to="players", text="psst")
    assert refusal["code"] == "forbidden"
    await bob.ask("chat", match_id=match_id, text="well played")
    for listener in (ann, eve, fay):
        await listener.expect("chat_msg", text="well played")
    await bob.ask("chat", match_id=match_id, to="players", text="no watchers")
    await ann.expect("chat_msg", text="no watchers")
    await play_out([ann, bob], match_id)
    for player in (ann, bob):
        assert "bluffs" not in str(player.heard)
    assert "no watchers" not in str(eve.heard + fay.heard)
    await fay.ask("chat", room=room, text="now you may know")
    await bob.expect("chat_msg", text="now you may know")


async def test_chat_goes_to_one_place(server: Server) -> None:
    ann = await server.connect("ann")
    room = await open_room(ann)
    assert (await ann.refused("chat", text="to nobody"))["code"] in ("bad_option", "bad_message")
    both = await ann.refused("chat", room=room, match_id="m_1", text="to everybody")
    assert both["code"] in ("bad_option", "bad_message")
    long = await ann.refused("chat", room=room, text="x" * 301)
    assert long["code"] == "bad_message"
