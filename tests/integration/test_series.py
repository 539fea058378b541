"""Series over the wire: matches follow by themselves, seats change, the map stays for two, points are told."""

from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_room,
    open_server,
    play_out,
    seat_all,
)

from infoset_server.common.ids import MatchId
from infoset_server.nodes.wording import read_place


@pytest.fixture
async def server(serve: Any) -> Server:
    started: Server = await serve(rooms__series_pause_s=0.01)
    return started


async def duel(server: Server, transport: str = "tcp-json", **settings: Any) -> tuple[Any, str]:
    """Two players, ready, in a room of their own."""
    players = [await server.connect(name, transport) for name in ("ann", "bob")]
    room = await open_room(
        players[0], game="crossfire", **{"options": {"preset": "mini"}} | settings
    )
    await seat_all(players, room)
    for player in players:
        await player.ask("ready", room=room)
    return players, room


async def next_start(players: list[Client]) -> list[Message]:
    return [await player.expect("match_start") for player in players]


async def resign(client: Client, match_id: str) -> None:
    await client.ask("resign", match_id=match_id)


async def series_told(client: Client, played: int) -> Message:
    """The series after so many matches, as a member is told it."""
    room = await client.expect("room", where=lambda m: m["room"]["series"]["played"] == played)
    found: Message = room["room"]["series"]
    return found


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_seats_change_and_two_matches_share_a_map(server: Server, transport: str) -> None:
    (ann, bob), _ = await duel(server, transport, best_of=4)
    maps, seats = [], []
    for number in range(3):
        starts = await next_start([ann, bob])
        seats.append([start["seat"] for start in starts])
        turn = await ann.expect("your_turn")
        maps.append(turn["obs"]["map"])
        loser = ann if number == 0 else bob
        await resign(loser, starts[0]["match_id"])
        for player in (ann, bob):
            await player.expect("match_over")
    assert seats == [[0, 1], [1, 0], [0, 1]]
    assert maps[0] == maps[1]
    assert maps[1] != maps[2]


async def test_the_points_follow_the_players_not_the_seats(server: Server) -> None:
    (ann, bob), _ = await duel(server, best_of=3)
    told: Message = {}
    for played in (1, 2):
        (start, _) = await next_start([ann, bob])
        await resign(bob, start["match_id"])
        told = await series_told(ann, played)
    assert told == {"best_of": 3, "played": 2, "points": [0.0, 2.0], "over": True, "winner": 1}


async def test_a_series_ends_as_soon_as_it_is_decided_and_ready_begins_another(
    server: Server,
) -> None:
    (ann, bob), room = await duel(server, best_of=3)
    for _ in range(2):
        (start, _) = await next_start([ann, bob])
        await resign(ann, start["match_id"])
        await ann.expect("match_over")
    for player in (ann, bob):
        await player.ask("ready", room=room)
    await next_start([ann, bob])
    assert (await series_told(bob, 0))["over"] is False
    info = (await ann.ask("join", room=room))["room"]
    assert info["options"]["map"] == ""  # a new map


async def test_extra_matches_follow_when_the_points_are_equal(server: Server) -> None:
    (ann, bob), _ = await duel(server, best_of=2)
    told: Message = {}
    for number, loser in enumerate((ann, bob, bob)):
        (start, _) = await next_start([ann, bob])
        await resign(loser, start["match_id"])
        told = await series_told(ann, number + 1)
        assert told["over"] is (number == 2)
    assert told["points"] == [2.0, 1.0]
    assert told["winner"] == 0


async def test_matches_that_are_played_count_as_they_end(server: Server) -> None:
    (ann, bob), _ = await duel(server, best_of=1)
    (start, _) = await next_start([ann, bob])
    over = (await play_out([ann, bob], start["match_id"]))[0]
    told = await series_told(ann, 1)
    assert told["points"] == over["scores"]


async def test_an_aborted_match_does_not_count_and_nothing_follows_by_itself(
    server: Server,
) -> None:
    (ann, bob), room = await duel(server, best_of=3)
    (start, _) = await next_start([ann, bob])
    server.live(start["match_id"]).abort("organiser")
    for player in (ann, bob):
        await player.expect("match_over")
    told = (await ann.ask("join", room=room))["room"]
    assert told["series"]["played"] == 0
    assert not any(seat["ready"] for seat in told["seats"])
    for player in (ann, bob):
        await player.ask("ready", room=room)
    starts = await next_start([ann, bob])
    assert [one["seat"] for one in starts] == [0, 1]


async def test_who_leaves_between_two_matches_has_given_the_series_up(serve: Any) -> None:
    server: Server = await serve(rooms__series_pause_s=60.0)
    (ann, bob), room = await duel(server, best_of=3)
    (start, _) = await next_start([ann, bob])
    await resign(ann, start["match_id"])
    await bob.expect("match_over")
    await bob.ask("leave", room=room)
    told = await ann.expect("room", where=lambda m: m["room"]["series"]["over"])
    series = told["room"]["series"]
    ann_sits_on = next(seat["seat"] for seat in told["room"]["seats"] if seat.get("name") == "ann")
    assert series["winner"] == ann_sits_on
    assert series["points"][ann_sits_on] == 0.0


async def test_a_change_of_settings_ends_the_series_and_forgets_its_map(serve: Any) -> None:
    server: Server = await serve(rooms__series_pause_s=60.0)
    (ann, bob), room = await duel(server, best_of=3)
    (start, _) = await next_start([ann, bob])
    await resign(ann, start["match_id"])
    between = await ann.expect("room", where=lambda m: m["room"]["series"]["played"] == 1)
    assert between["room"]["options"]["map"]
    info = (await ann.ask("configure", room=room, changes={"title": "anew"}))["room"]
    assert info["options"]["map"] == ""
    assert info["series"]["played"] == 0


async def test_a_series_is_for_two_seats(server: Server) -> None:
    ann = await server.connect("ann")
    for asked in ({"game": "colonizers"}, {"game": "crossfire", "options": {"mirror": True}}):
        refusal = await ann.refused("create_room", best_of=3, **asked)
        assert refusal["data"]["path"] == "best_of"


async def test_a_series_goes_on_after_a_restart(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"store__enabled": True, "rooms__series_pause_s": 0.01}
    secrets: dict[str, dict[str, Any]] = {
        name: {"auth": {"kind": "guest", "name": name, "token": f"the secret of {name}"}}
        for name in ("ann", "bob")
    }
    async with open_server(tmp_path, **settings) as server:
        players = [await server.connect(name, **hello) for name, hello in secrets.items()]
        room = await open_room(players[0], game="crossfire", best_of=3, options={"preset": "mini"})
        await seat_all(players, room, ready=True)
        (start, _) = await next_start(players)
        await resign(players[0], start["match_id"])
        (start, _) = await next_start(players)
        drawn = (await players[0].expect("your_turn"))["obs"]["map"]
        await server.app.close(0)
    async with open_server(tmp_path, **settings) as server:
        ann, bob = [await server.connect(name, **hello) for name, hello in secrets.items()]
        again = await ann.expect("match_start")
        assert (again["match_id"], again["seat"]) == (start["match_id"], 1)
        assert again["options"]["map"] == "\n".join(drawn)
        await resign(ann, start["match_id"])
        await bob.expect("match_over")
        info = (await bob.ask("join", room=room))["room"]
        assert (info["series"]["played"], info["series"]["over"]) == (2, True)
        assert info["series"]["points"] == [2.0, 0.0]


async def test_a_match_counts_whose_server_died_as_it_ended_and_the_hall_before_it_heard(
    serve: Any,
) -> None:
    """The server finds it among its own, and the hall knows the room from the last one."""
    server: Server = await serve(with_play=True, rooms__series_pause_s=0.01)
    (ann, bob), _ = await duel(server, best_of=3)
    (start, _) = await next_start([ann, bob])
    match_id = MatchId(start["match_id"])
    assert server.player is not None
    assert server.player.node is not None
    node, live = server.player.node, server.live(match_id)
    far = server.app.play.far.pop(match_id)
    server.app.play.room_of(far).match = None  # as in a room that was kept
    place, _ = read_place(node._matches.pop(match_id).place)
    live.seat_presence.give_up(live.match_seats[1])
    assert live.is_over
    node._gone_on(place, far.settings, live)
    assert (await series_told(ann, 1))["points"] == [0.0, 1.0]  # they change seats
    starts = await next_start([ann, bob])
    assert starts[0]["match_id"] != match_id
