"""Rooms at correspondence pace: people come and go, before the match and in it, and their seats wait for them."""

from pathlib import Path
from typing import Any

from tests.integration.harness import Client, Server, open_room, open_server
from tests.integration.test_restart import come, life

DAYS = {"clock": {"kind": "correspondence", "move_days": 3}}
CATAN = {"game": "catan", "options": {"seats": 2}}
BRIEF: dict[str, Any] = {"times__resume_ttl_ms": 20, "rooms__absence_s": 0.05}


async def go_away(server: Server, client: Client) -> None:
    """The client's connection is cut, and its session ends."""
    user = client.user
    await client.cut()
    await server.until(lambda: user not in server.app.people.present())


async def sit_ready(client: Client, room: str, seat: int) -> None:
    await client.ask("join", room=room, seat=seat, ready=True)


async def test_who_is_ready_may_go_and_the_match_begins_without_them(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        room = await open_room(ann, **CATAN, **DAYS)
        await sit_ready(ann, room, 0)
        await go_away(server, ann)
        await bob.ask("watch_lobby")
        told = (await bob.ask("join", room=room))["room"]
        assert told["seats"][0]["name"] == "ann"
        assert told["seats"][0]["online"] is False
        assert (await bob.refused("sit", room=room, seat=0))["code"] == "seat_taken"
        await sit_ready(bob, room, 1)
        start = await bob.expect("match_start")
        assert not server.live(start["match_id"]).match_seats[0].absence
        await go_away(server, bob)
        ann = await come(server, "ann")
        assert (await ann.expect("match_start"))["match_id"] == start["match_id"]
        turn = (await ann.expect("snapshot"))["pending"][0]
        assert turn["deadline_ms"] > 2 * 86_400_000
        where = {"match_id": start["match_id"], "decision": turn["decision"]}
        await ann.ask("act", **where, index=0)
        await ann.expect("your_turn", decision=turn["decision"] + 1)


async def test_whoever_leaves_or_can_never_come_back_keeps_no_seat(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        passer = await server.connect("passer")  # a guest without a secret
        room = await open_room(ann, **CATAN, **DAYS)
        await bob.ask("join", room=room, seat=0)
        await bob.ask("leave", room=room)
        await passer.ask("join", room=room, seat=1)
        await go_away(server, passer)
        seats = (await ann.ask("join", room=room))["room"]["seats"]
        assert [seat["kind"] for seat in seats] == ["open", "open"]


async def test_in_a_room_with_another_clock_a_seat_is_given_up_as_ever(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        room = await open_room(ann, **CATAN)
        await sit_ready(bob, room, 1)
        await go_away(server, bob)
        seats = (await ann.ask("join", room=room))["room"]["seats"]
        assert [seat["kind"] for seat in seats] == ["open", "open"]


async def test_the_host_can_send_an_absent_player_away_and_begin_with_one(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        room = await open_room(ann, **CATAN, **DAYS)
        await ann.ask("sit", room=room, seat=0)
        await sit_ready(bob, room, 1)
        user = bob.user
        await go_away(server, bob)
        await ann.ask("kick", room=room, user=user)
        assert not server.app.lobby.find(room).awaited
        bob = await come(server, "bob")
        assert (await bob.ask("my_games"))["items"] == []
        await sit_ready(bob, room, 1)
        await go_away(server, bob)
        await ann.ask("start", room=room)
        start = await ann.expect("match_start")
        assert [one["name"] for one in start["players"]] == ["ann", "bob"]


async def test_an_absent_player_keeps_away_whom_they_have_blocked(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann, bob, eve = [await come(server, name) for name in ("ann", "bob", "eve")]
        room = await open_room(ann, **CATAN, **DAYS)
        await sit_ready(bob, room, 1)
        await bob.ask("block", user=eve.user)
        await go_away(server, bob)
        assert (await eve.refused("join", room=room, seat=0))["code"] == "forbidden"


async def test_seats_wait_over_a_restart_and_the_lists_tell_of_them(tmp_path: Path) -> None:
    async with life(tmp_path, **BRIEF) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        room = await open_room(ann, **CATAN, **DAYS, title="Slowly")
        await sit_ready(ann, room, 0)
        await bob.ask("watch_lobby")
        await go_away(server, ann)
    async with life(tmp_path, **BRIEF) as server:
        server.app.core.restored_rooms.give_up()  # as a while after every start
        bob = await come(server, "bob")
        (listed,) = (await bob.ask("watch_lobby"))["rooms"]
        assert (listed["room"], listed["clock"]["move_days"]) == (room, 3)
        await sit_ready(bob, room, 1)
        await bob.expect("match_start")
        ann = await come(server, "ann")
        (mine,) = (await ann.ask("my_games"))["items"]
        assert (mine["state"], mine["title"]) == ("turn", "Slowly")


async def test_a_room_waits_as_many_days_as_a_decision_may_take(tmp_path: Path) -> None:
    async with open_server(tmp_path, **BRIEF) as server:
        ann = await come(server, "ann")
        room = await open_room(ann, **CATAN, **DAYS)
        await sit_ready(ann, room, 0)
        await go_away(server, ann)
        lobby = server.app.lobby
        found = lobby.find(room)
        found.touched_s -= 2.9 * 86_400
        lobby.close_idle()
        assert found.id in lobby.rooms
        found.touched_s -= 0.2 * 86_400
        lobby.close_idle()
        assert found.id not in lobby.rooms
