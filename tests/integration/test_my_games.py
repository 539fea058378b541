"""The list of one's own games: what is asked first, what waits, what is over; and word of it to whoever wants to hear."""

from pathlib import Path
from typing import Any

from tests.integration.harness import (
    Client,
    Message,
    Server,
    act,
    open_room,
    open_server,
    play_out,
    seat_all,
    start_match,
)
from tests.integration.test_restart import come, life

from infoset_server.common.ids import MatchId

DAYS = {"kind": "correspondence", "move_days": 3}
CATAN = {"game": "catan", "options": {"seats": 2}}


async def two(server: Server, **settings: Any) -> tuple[Client, Client, str]:
    """Ann and Bob at a match of Catan; Ann is asked first."""
    ann, bob = [await come(server, name) for name in ("ann", "bob")]
    room = await open_room(ann, **CATAN | settings)
    await seat_all([ann, bob], room, ready=True)
    start = await ann.expect("match_start")
    await bob.expect("match_start")
    return ann, bob, start["match_id"]


async def listed(client: Client, **fields: Any) -> list[Message]:
    """The items of the client's list."""
    items: list[Message] = (await client.ask("my_games", **fields))["items"]
    return items


async def test_each_player_sees_whose_turn_it_is(server: Server) -> None:
    ann, bob, match_id = await two(server, clock=DAYS)
    turn = await ann.expect("your_turn")
    (mine,) = await listed(ann)
    assert mine["state"] == "turn"
    assert (mine["match_id"], mine["seat"], mine["here"]) == (match_id, 0, True)
    assert mine["players"] == ["ann", "bob"]
    assert mine["decision"] == turn["decision"]
    assert 2 * 86_400_000 < mine["left_ms"] <= 3 * 86_400_000
    assert mine["clock"]["move_days"] == 3
    (his,) = await listed(bob)
    assert (his["state"], his["seat"], his["here"]) == ("waiting", 1, True)
    assert "decision" not in his
    assert "left_ms" not in his
    assert await listed(await server.connect("cat")) == []


async def test_rooms_seeks_and_what_is_over_are_listed_behind(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob = [await come(server, name) for name in ("ann", "bob")]
        done = await start_match([ann, bob], game="crossfire")
        await play_out([ann, bob], done)
        for player in (ann, bob):
            await player.ask("leave", room=server.app.play.last_room(MatchId(done)))
        running = await start_match([ann], clock=DAYS)
        room = await open_room(ann, game="catan", title="Later")
        await ann.ask("sit", room=room, seat=1)
        ticket = (await ann.ask("seek", game="crossfire", fill_ms=600_000))["data"]["ticket"]
        items = await listed(ann)
        assert [one["state"] for one in items[1:]] == ["room", "seek", "over"]
        assert items[0]["match_id"] == running
        assert (items[1]["room"], items[1]["title"], items[1]["seat"]) == (room, "Later", 1)
        assert items[1]["players"][:2] == ["", "ann"]
        assert items[2]["ticket"] == ticket
        over = items[3]
        assert (over["match_id"], over["seat"]) == (done, 0)
        assert over["players"] == ["ann", "bob"]
        assert min(over["places"]) == 1
        assert over["at_ms"] > 0
        assert [one["state"] for one in await listed(bob)] == ["over"]


async def test_whoever_follows_is_told_once_for_each_change(server: Server) -> None:
    ann, bob, match_id = await two(server)
    turn = await ann.expect("your_turn")
    await listed(bob, follow=True)
    await listed(ann, follow=True)
    await act(ann, turn)
    road = await ann.expect("your_turn", decision=turn["decision"] + 1)
    await ann.expect("my_game", where=lambda m: m["item"].get("decision") == road["decision"])
    await bob.settled()
    assert not bob.of_type("my_game")
    await act(ann, road)
    asked = await bob.expect("your_turn")
    told = await bob.expect("my_game")
    assert (told["item"]["state"], told["item"]["decision"]) == ("turn", asked["decision"])
    assert told["item"]["match_id"] == match_id
    await ann.expect("my_game", where=lambda m: m["item"]["state"] == "waiting")
    await listed(bob, follow=False)
    heard = len(bob.of_type("my_game"))
    await act(bob, asked)
    await bob.expect("your_turn", decision=asked["decision"] + 1)
    await bob.settled()
    assert len(bob.of_type("my_game")) == heard


async def test_the_end_is_told_with_the_places(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, bob, match_id = await two(server)
        await listed(bob, follow=True)
        await ann.ask("resign", match_id=match_id)
        told = await bob.expect("my_game", where=lambda m: m["item"]["state"] == "over")
        assert told["item"]["places"] == [2, 1]
        assert [one["state"] for one in await listed(bob)] == ["room", "over"]


async def test_another_session_of_mine_sees_that_the_seat_is_elsewhere(server: Server) -> None:
    ann, _, match_id = await two(server)
    await ann.expect("your_turn")
    other = await come(server, "ann")
    (mine,) = await listed(other)
    assert (mine["match_id"], mine["state"], mine["here"]) == (match_id, "turn", False)


async def test_after_a_restart_the_list_is_as_it_was(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, _, match_id = await two(server, clock=DAYS)
        turn = await ann.expect("your_turn")
        await act(ann, turn)
        turn = await ann.expect("your_turn", decision=turn["decision"] + 1)
    async with life(tmp_path) as server:
        bob = await come(server, "bob")
        (his,) = await listed(bob, follow=True)
        assert (his["match_id"], his["state"]) == (match_id, "waiting")
        ann = await come(server, "ann")
        (mine,) = await listed(ann)
        assert (mine["state"], mine["decision"]) == ("turn", turn["decision"])
        await act(ann, turn)
        told = await bob.expect("my_game")
        assert told["item"]["state"] == "turn"


async def test_the_answer_says_where_it_is_cut(tmp_path: Path) -> None:
    async with open_server(tmp_path, rooms__max_seeks_per_user=1_000) as server:
        ann = await server.connect("ann", max_frame=4096)
        for seed in range(60):
            clock = {"kind": "per_move", "move_ms": 10_000 + seed}
            await ann.ask("seek", game="catan", clock=clock, fill_ms=600_000)
        answer = await ann.ask("my_games")
        assert answer["more"]
        assert 0 < len(answer["items"]) < 60


async def test_a_bad_count_is_named(server: Server) -> None:
    ann = await server.connect("ann")
    refused = await ann.refused("my_games", over=0)
    assert (refused["code"], refused["data"]["path"]) == ("bad_message", "over")
