"""Taking a step back over the wire: at once, by agreement, and not; over restarts; for those who look on."""

from pathlib import Path
from typing import Any

from tests.integration.harness import Client, Message, Server, act, open_room, seat_all
from tests.integration.test_restart import PLAYERS, come, life, picture, truth

CATAN = {"game": "catan", "clock": {"kind": "bank", "main_ms": 600_000, "inc_ms": 0}}


async def table(server: Server, **settings: Any) -> tuple[list[Client], str]:
    """A match of Catan with four people; the first is asked for a settlement."""
    players = [await come(server, name) for name in PLAYERS]
    room = await open_room(players[0], **CATAN | settings)
    await seat_all(players, room, ready=True)
    starts = [await player.expect("match_start") for player in players]
    return players, starts[0]["match_id"]


async def play(player: Client, index: int = 0) -> tuple[Message, Message]:
    """The player answers what it is asked; returns the question and the answer."""
    turn = await player.expect("your_turn")
    fields = {"match_id": turn["match_id"], "decision": turn["decision"], "index": index}
    return turn, await player.ask("act", **fields)


async def place(player: Client) -> int:
    """A settlement and its road; returns the decision of the road."""
    await play(player)
    turn, _ = await play(player)
    return int(turn["decision"])


async def test_a_step_in_the_own_turn_is_taken_back_at_once(server: Server) -> None:
    players, match_id = await table(server)
    ann = players[0]
    first, accepted = await play(ann)
    assert accepted["undo"] == first["decision"]
    road = await ann.expect("your_turn")
    assert road["undo"] == first["decision"]
    await ann.ask("undo", match_id=match_id, decision=first["decision"])
    (closed,) = ann.of_type("turn_closed")  # before the answer
    assert (closed["decision"], closed["why"]) == (road["decision"], "withdrawn")
    again = ann.of_type("your_turn")[-1]
    assert again["decision"] == road["decision"] + 1
    assert (again["obs"], again["legal"]) == (first["obs"], first["legal"])
    assert "undo" not in again
    for player in players:
        await player.settled()
        told = player.of_type("events")[-1]
        assert told["items"] == [{"e": "undone", "by": 0}]
        assert told["ver"] == road["ver"] + 1
        assert told["obs"] == truth(server, match_id).observation(players.index(player))
        assert not player.of_type("undo_status")
    refused = await ann.refused("undo", match_id=match_id, decision=first["decision"])
    assert refused["code"] == "wrong_state"


async def test_what_others_are_asked_is_taken_back_when_all_agree(server: Server) -> None:
    players, match_id = await table(server)
    ann, bob, cat, dan = players
    road = await place(ann)
    asked = await bob.expect("your_turn")
    await ann.ask("undo", match_id=match_id, decision=road)
    for player in players:
        status = await player.expect("undo_status")
        assert (status["seat"], status["decision"], status["status"]) == (0, road, "asked")
        assert status["waits_for"] == [1, 2, 3]
    assert (await ann.refused("undo", match_id=match_id, decision=road))["code"] == "wrong_state"
    answer = {"match_id": match_id, "seat": 0, "decision": road}
    assert (await ann.refused("answer_undo", **answer))["code"] == "wrong_state"
    await cat.ask("answer_undo", **answer)
    assert (await cat.refused("answer_undo", **answer))["code"] == "wrong_state"
    await bob.ask("answer_undo", **answer, agree=True)
    await dan.ask("answer_undo", **answer)
    await ann.expect("undo_status", status="done")
    assert (await bob.expect("turn_closed"))["why"] == "withdrawn"
    stale = await bob.refused("act", match_id=match_id, decision=asked["decision"], index=0)
    assert stale["code"] == "stale_decision"
    again = await ann.expect("your_turn", decision=road + 1)
    assert again["kind"] == "place_road"
    await act(ann, again)
    assert (await bob.expect("your_turn", decision=asked["decision"] + 1))["n"] == asked["n"]


async def test_one_who_declines_is_enough(server: Server) -> None:
    players, match_id = await table(server)
    ann, bob = players[:2]
    road = await place(ann)
    await ann.ask("undo", match_id=match_id, decision=road)
    await bob.ask("answer_undo", match_id=match_id, seat=0, decision=road, agree=False)
    for player in players:
        await player.expect("undo_status", status="declined")
    refused = await bob.refused("answer_undo", match_id=match_id, seat=0, decision=road)
    assert refused["code"] == "wrong_state"


async def test_who_plays_on_does_not_agree(server: Server) -> None:
    players, match_id = await table(server)
    ann, bob = players[:2]
    road = await place(ann)
    await ann.ask("undo", match_id=match_id, decision=road)
    await play(bob)
    for player in players:
        await player.expect("undo_status", status="lapsed")
    refused = await ann.refused("undo", match_id=match_id, decision=road)
    assert refused["code"] == "wrong_state"


async def test_house_bots_agree(server: Server) -> None:
    ann = await server.connect("ann")
    room = await open_room(ann, **CATAN | {"options": {"seats": 2}, "title": "#first"})
    await seat_all([ann], room, ready=True)
    match_id = (await ann.expect("match_start"))["match_id"]
    live = server.live(match_id)
    assert not live.seating.decides(1, live.match_seats[0])


async def test_a_room_can_do_without(server: Server) -> None:
    players, match_id = await table(server, undo=False)
    _, accepted = await play(players[0])
    assert "undo" not in accepted
    refused = await players[0].refused("undo", match_id=match_id, decision=accepted["decision"])
    assert refused["code"] == "wrong_state"


async def test_who_does_not_play_takes_nothing_back(server: Server) -> None:
    players, match_id = await table(server)
    watcher = await server.connect("eve")
    await watcher.ask("watch", match_id=match_id)
    await play(players[0])
    refused = await watcher.refused("undo", match_id=match_id, decision=1)
    assert refused["code"] == "not_your_seat"
    assert (await players[1].refused("undo", match_id=match_id, decision=1))[
        "code"
    ] == "wrong_state"


async def test_watchers_see_the_position_as_it_was(server: Server) -> None:
    players, match_id = await table(server)
    watcher = await server.connect("eve")
    await watcher.ask("watch", match_id=match_id)
    before = (await watcher.expect("snapshot"))["obs"]
    _, accepted = await play(players[0])
    await players[0].ask("undo", match_id=match_id, decision=accepted["decision"])
    told = await watcher.expect("events", where=lambda m: m["items"][0]["e"] == "undone")
    assert told["obs"] == before


async def test_who_comes_back_hears_what_is_asked(server: Server) -> None:
    players, match_id = await table(server)
    road = await place(players[0])
    await players[0].ask("undo", match_id=match_id, decision=road)
    await players[1].expect("undo_status")
    await players[1].leave()
    again = await come(server, PLAYERS[1])
    assert (await again.expect("undo_status"))["waits_for"] == [1, 2, 3]
    for player in (players[2], players[3], again):
        await player.ask("answer_undo", match_id=match_id, seat=0, decision=road)
    await players[2].expect("undo_status", status="done")
    await players[0].leave()
    back = await come(server, PLAYERS[0])
    snapshot = await back.expect("snapshot")
    assert snapshot["pending"][0]["decision"] == road + 1
    assert snapshot["undo"] == road - 1  # the settlement before the road


async def test_what_was_taken_back_stays_so_over_a_restart(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server)
        _, accepted = await play(players[0])
        await players[0].ask("undo", match_id=match_id, decision=accepted["decision"])
        before = picture(truth(server, match_id))
    async with life(tmp_path) as server:
        assert picture(truth(server, match_id)) == before
        players = [await come(server, name) for name in PLAYERS]
        pending = (await players[0].expect("snapshot"))["pending"]
        assert [one["kind"] for one in pending] == ["place_settlement"]
