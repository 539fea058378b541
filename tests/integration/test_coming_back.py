"""A broken connection costs time, not the seat: logging in anew, staying away, being in two places.

Going on with the old session as if nothing had happened is test_resuming.py's subject.
"""

import asyncio
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
    resumption,
    seat_all,
    start_match,
)


def recognise(client: Client) -> dict[str, Any]:
    """For `hello.resume`: proves to be `client`, but names a `seq` from which nobody can go on."""
    welcome = client.welcome
    return {"session": welcome["session"], "token": welcome["resume_token"], "seq": 1_000_000}


async def check_return(client: Client, match_id: str, seat: int) -> Message:
    """A returning player gets `match_start`, then `snapshot`; returns that."""
    start = await client.expect("match_start")
    assert (start["match_id"], start["seat"], start["role"]) == (match_id, seat, "player")
    snapshot = await client.expect("snapshot")
    kinds = [message["type"] for message in client.heard[:3]]
    assert kinds == ["welcome", "match_start", "snapshot"]
    assert snapshot["ver"] == start["ver"]
    return snapshot


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_who_logs_in_anew_plays_on_to_the_end(server: Server, transport: str) -> None:
    ann, bob = await server.connect("ann", transport), await server.connect("bob")
    match_id = await start_match([ann, bob])
    bob_plays = asyncio.create_task(play_on(bob, match_id))
    turn = await play_on(ann, match_id, until=lambda m: m["decision"] == 3)
    await ann.cut()
    gone = await bob.expect("seat_status", where=lambda m: not m["online"])
    assert gone["seat"] == 0
    assert 0 < gone["grace_ms"] <= 60_000
    again = await server.connect("somebody", transport, resume=recognise(ann))
    assert (again.user, again.welcome["name"]) == (ann.user, "ann")
    assert again.welcome["resumed"] is False
    snapshot = await check_return(again, match_id, seat=0)
    assert [decision["decision"] for decision in snapshot["pending"]] == [3]
    pending = snapshot["pending"][0]
    assert {name: pending[name] for name in ("n", "legal", "kind", "fallback")} == {
        name: turn[name] for name in ("n", "legal", "kind", "fallback")
    }
    assert snapshot["obs"] == turn["obs"]
    back = await bob.expect("seat_status", where=lambda m: m["online"] and m["seat"] == 0)
    assert "grace_ms" not in back
    over = await play_on(again, match_id)
    assert over["reason"] == "finished"
    assert over["timeouts"] == [0, 0, 0, 0]
    await bob_plays


async def test_a_guest_with_a_secret_needs_no_token(server: Server) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    ann = await server.connect("ann", auth=auth)
    match_id = await start_match([ann])
    await play_on(ann, match_id, until=lambda m: m["decision"] == 2)
    await ann.cut()
    wrong = await server.connect("ann", auth=auth | {"token": "guess"})
    assert wrong.user != ann.user
    await wrong.settled()
    assert not wrong.of_type("match_start")
    again = await server.connect("ann", auth=auth)
    await check_return(again, match_id, seat=0)
    assert (await play_on(again, match_id))["reason"] == "finished"


async def test_a_name_alone_gives_nobody_back(server: Server) -> None:
    ann = await server.connect("ann")
    await start_match([ann])
    await ann.cut()
    other = await server.connect("ann")
    assert other.user != ann.user
    stolen = recognise(ann) | {"token": "rt_guess"}
    thief = await server.connect("ann", resume=stolen)
    assert thief.user != ann.user
    for client in (other, thief):
        await client.settled()
        assert not client.of_type("match_start", "snapshot")


async def test_the_newer_connection_of_a_session_wins(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    again = await server.connect("ann", resume=recognise(ann))
    bye = await ann.expect("bye")
    assert (bye["code"], bye["resume"]) == (4409, False)
    await ann.ended()
    await check_return(again, match_id, seat=0)
    results = await play_out([again, bob], match_id)
    assert results[0]["reason"] == "finished"


async def test_a_replaced_connection_leaves_its_rooms_to_the_newer_one(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    again = await server.connect("ann", resume=recognise(ann))
    shown = await again.expect("room")
    assert shown["room"]["host"] == ann.user
    await ann.ended()
    await bob.settled()
    info = (await again.ask("ready", room=room))["room"]
    assert [seat.get("name") for seat in info["seats"]] == ["ann", "bob", None, None]


async def test_a_lost_welcome_locks_nobody_out(server: Server) -> None:
    ann = await server.connect("ann")
    await start_match([ann])
    await ann.cut()
    second = await server.connect("ann", resume=recognise(ann))
    await second.cut()  # as if its welcome had never arrived
    third = await server.connect("ann", resume=recognise(ann))
    assert third.user == ann.user
    await third.ask("watch_lobby")  # now it has
    fourth = await server.connect("ann", resume=recognise(ann))
    assert fourth.user != ann.user


async def test_who_stays_away_is_replaced_and_may_come_back(serve: Any) -> None:
    server: Server = await serve(rooms__absence_s=0.2)
    await server.wake("first", 1)
    ann, bob, *others = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    match_id = await start_match([ann, bob, *others])
    await ann.cut()
    gone = await bob.expect("seat_status", where=lambda m: not m["online"])
    assert gone["grace_ms"] <= 200
    taken = await bob.expect("seat_status", where=lambda m: m.get("taken_by") == "first")
    assert taken["seat"] == 0
    await bob.expect("your_turn")  # the stand-in has played
    again = await server.connect("ann", resume=recognise(ann))
    await check_return(again, match_id, seat=0)
    back = await bob.expect("seat_status", where=lambda m: "taken_by" not in m)
    assert (back["seat"], back["online"]) == (0, True)
    results = await play_out([again, bob, *others], match_id)
    assert results[0]["reason"] == "finished"
    assert len(again.of_type("your_turn")) > 3


async def test_who_comes_later_is_told_who_plays_for_somebody(serve: Any) -> None:
    server: Server = await serve(rooms__absence_s=0.2)
    await server.wake("first", 1)
    ann, bob, *others = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    match_id = await start_match([ann, bob, *others])
    (start,) = bob.of_type("match_start")
    assert all("taken_by" not in seat for seat in start["players"])
    await ann.cut()
    await bob.expect("seat_status", where=lambda m: m.get("taken_by") == "first")
    await bob.cut()
    again = await server.connect("bob", resume=recognise(bob))
    found = (await again.expect("match_start"))["players"]
    assert [seat.get("taken_by") for seat in found] == ["first", None, None, None]
    eve = await server.connect("eve")
    await eve.ask("watch", match_id=match_id)
    assert (await eve.expect("match_start"))["players"][0]["taken_by"] == "first"


async def test_staying_away_may_cost_the_match(serve: Any) -> None:
    server: Server = await serve(rooms__absence_s=0.1)
    ann, *others = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    match_id = await start_match([ann, *others], absent="forfeit")
    await ann.cut()
    results = await play_out(others, match_id)
    assert results[0]["places"][0] == 4
    assert all("taken_by" not in status for status in others[0].of_type("seat_status"))


async def test_nobody_stands_in_for_who_has_resigned(serve: Any) -> None:
    server: Server = await serve(rooms__absence_s=0.05)
    ann, bob, cat, dan = [await server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    match_id = await start_match([ann, bob, cat, dan])
    await ann.ask("resign", match_id=match_id)
    await ann.cut()
    gone = await bob.expect("seat_status", seat=0)
    assert (gone["online"], "grace_ms" in gone) == (False, False)
    await play_out([bob, cat, dan], match_id)
    assert all("taken_by" not in status for status in bob.of_type("seat_status"))


async def test_a_player_who_comes_back_is_in_the_room_again_for_the_next_match(
    server: Server,
) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await bob.cut()
    await ann.expect("seat_status", seat=1, online=False)
    again = await server.connect("bob", resume=recognise(bob))
    await check_return(again, match_id, seat=1)
    assert (await again.expect("room"))["room"]["room"] == room
    await play_out([ann, again], match_id)
    await ann.ask("ready", room=room)
    await again.ask("ready", room=room)
    assert (await again.expect("match_start", where=lambda m: m["match_id"] != match_id))[
        "seat"
    ] == 1


async def test_two_connections_of_one_user_hold_one_seat_each(server: Server) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    left, right = [await server.connect("ann", auth=auth) for _ in range(2)]
    assert left.user == right.user
    match_id = await start_match([left, right])
    await left.cut()
    await right.cut()
    again = [await server.connect("ann", auth=auth) for _ in range(2)]
    starts = [await client.expect("match_start") for client in again]
    assert sorted(start["seat"] for start in starts) == [0, 1]
    assert (await play_out(again, match_id))[0]["reason"] == "finished"


async def test_a_seat_whose_player_lost_their_link_is_nobodys_as_another_connection_leaves(
    server: Server,
) -> None:
    secret = {"kind": "guest", "name": "ann", "token": "the secret of ann"}
    await server.connect("ann", auth=secret)
    ann = await server.connect("ann", auth=secret)
    leaving = await server.connect("ann", auth=secret)
    match_id = await start_match([ann])
    turn = await ann.expect("your_turn")
    (match_seat, *_) = server.live(match_id).match_seats
    await ann.cut()
    await server.until(lambda: match_seat.is_missed)
    before = len(server.app.people.clients)
    await leaving.leave()
    await server.until(lambda: len(server.app.people.clients) < before)
    again = await server.connect("ann", auth=secret, resume=resumption(ann))
    assert again.welcome["resumed"]
    again.ids = ann.ids
    await again.ask("act", match_id=match_id, decision=turn["decision"], index=0)
