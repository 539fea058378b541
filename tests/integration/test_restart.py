"""A server that stops and starts again on the same data: everything is where it was."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.integration.harness import (
    PATIENCE_S,
    TRANSPORTS,
    Client,
    Message,
    Server,
    act,
    open_room,
    open_server,
    play_on,
    play_out,
    play_some,
    seat_all,
    start_match,
)
from tests.passing_time import pass_time

from infoset_games.match import Match
from infoset_games.replay import state_hash
from infoset_server.rooms.documents import SEEK
from infoset_server.rooms.match_registry import MatchRegistry

PLAYERS = ("ann", "bob", "cat", "dan")


@asynccontextmanager
async def life(data: Path, **settings: Any) -> AsyncIterator[Server]:
    """One life of the server that keeps its records in `data`."""
    async with open_server(data, store__enabled=True, **settings) as server:
        yield server
        await server.app.close(0)  # before the players go: they do not leave, the server does


def secret(name: str) -> dict[str, Any]:
    return {"auth": {"kind": "guest", "name": name, "token": f"the secret of {name}"}}


async def come(server: Server, name: str, transport: str = "tcp-json") -> Client:
    return await server.connect(name, transport, **secret(name))


async def table(server: Server, transport: str = "tcp-json") -> tuple[list[Client], str]:
    """A match of four."""
    players = [await come(server, name, transport) for name in PLAYERS]
    room = await open_room(players[0])
    await seat_all(players, room, ready=True)
    starts = [await player.expect("match_start") for player in players]
    return players, starts[0]["match_id"]


def truth(server: Server, match_id: str) -> Match:
    return server.live(match_id).match


def picture(match: Match) -> tuple[object, ...]:
    """What must be the same after a restart."""
    asked = {seat: (one.number, one.kind, one.sealed) for seat, one in match.open.items()}
    return state_hash(match.state), match.ver, asked, match.steps, match.banks_ms()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_match_goes_on_where_it_was(tmp_path: Path, transport: str) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server, transport)
        await play_some(players, match_id, decisions=4)
        before = picture(truth(server, match_id))
    async with life(tmp_path) as server:
        assert picture(truth(server, match_id)) == before
        players = [await come(server, name, transport) for name in PLAYERS]
        for seat, player in enumerate(players):
            start = await player.expect("match_start")
            assert (start["match_id"], start["seat"]) == (match_id, seat)
            assert (await player.expect("snapshot"))["ver"] == start["ver"]
        results = await play_out(players, match_id)
        assert {result["reason"] for result in results} == {"finished"}
        assert server.app.play.running == {}


async def test_a_finished_match_is_not_set_up_again(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server)
        await play_out(players, match_id)
    async with life(tmp_path) as server:
        assert server.app.play.running == {}
        assert match_id not in server.app.play.ended


async def test_the_restart_is_charged_to_nobody(tmp_path: Path) -> None:
    clock = {"kind": "per_move", "move_ms": 10_000, "grace_ms": 0}
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        room = await open_room(ann, clock=clock)
        await seat_all([ann], room)
        await ann.ask("start", room=room)
        turn = await ann.expect("your_turn")
    async with life(tmp_path) as server:
        live = server.live(turn["match_id"])
        deadline = live.match.next_deadline_ms()
        assert deadline is not None
        assert deadline - live.now_ms() > 50_000  # the clock stands still until she is back
        ann = await come(server, "ann")
        snapshot = await ann.expect("snapshot")
        assert 9_000 <= snapshot["pending"][0]["deadline_ms"] <= 10_000
        deadline = live.match.next_deadline_ms()
        assert deadline is not None
        assert deadline - live.now_ms() <= 10_000


async def test_banks_and_misses_are_as_they_were(tmp_path: Path) -> None:
    clock = {"kind": "bank", "main_ms": 60_000, "inc_ms": 10, "grace_ms": 0}
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        match_id = await start_match([ann], clock=clock)
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 4)
        banks = truth(server, match_id).banks_ms()
    async with life(tmp_path) as server:
        assert truth(server, match_id).banks_ms() == banks


async def test_house_bots_come_back_to_their_seats(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        match_id = await start_match([ann])
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 3)
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        assert (await play_on(ann, match_id))["reason"] == "finished"


async def test_an_act_whose_answer_was_lost_may_be_sent_again(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server)
        turn = await players[0].expect("your_turn")
        await act(players[0], {**turn, "seat": 0})
        await players[1].expect("events")
    async with life(tmp_path) as server:
        again = await come(server, "ann")
        await again.expect("snapshot")
        sent = {"match_id": match_id, "decision": turn["decision"]}
        index = truth(server, match_id).steps[1].action
        choice = next(
            number
            for number in range(turn["n"])
            if truth(server, match_id)._closed[0][0].space.item(number) == index
        )
        assert (await again.ask("act", **sent, index=choice))["type"] == "act_ok"
        steps = len(truth(server, match_id).steps)
        other = (choice + 1) % turn["n"]
        assert (await again.refused("act", **sent, index=other))["code"] == "stale_decision"
        assert len(truth(server, match_id).steps) == steps


async def test_rooms_their_seats_and_settings_are_kept_for_their_members(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, bob = await come(server, "ann"), await come(server, "bob")
        room = await open_room(ann, title="Evening", unlisted=True)
        await ann.ask("join", room=room, seat=1)
        code = (await ann.ask("add_bot", room=room, bot="first", seat=3))["room"]["code"]
        before = (await bob.ask("join", room=room, code=code, seat=2, ready=True))["room"]
    async with life(tmp_path) as server:
        cat = await come(server, "cat")
        assert (await cat.refused("join", room=room, code=code, seat=1))["code"] == "seat_taken"
        ann, bob = await come(server, "ann"), await come(server, "bob")
        after = (await bob.ask("ready", room=room))["room"]
        assert after == before
        assert (await ann.ask("kick", room=room, seat=2))["type"] == "ok"


async def test_who_does_not_come_back_loses_the_seat_in_the_room(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, bob = await come(server, "ann"), await come(server, "bob")
        room = await open_room(ann)
        await seat_all([ann, bob], room)
    async with life(tmp_path, rooms__absence_s=PATIENCE_S) as server:
        bob = await come(server, "bob")
        kept = await bob.expect("room")
        assert [seat["kind"] for seat in kept["room"]["seats"][:2]] == ["human", "human"]
        pass_time(PATIENCE_S)
        freed = await bob.expect("room", where=lambda m: m["room"]["seats"][0]["kind"] == "open")
        assert freed["room"]["host"] == bob.user


async def test_a_room_whose_members_all_stay_away_is_gone(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        await open_room(await come(server, "ann"))
    async with life(tmp_path, rooms__absence_s=PATIENCE_S) as server:
        assert len(server.app.lobby.rooms) == 1
        pass_time(PATIENCE_S)
        await server.until(lambda: not server.app.lobby.rooms)
    async with life(tmp_path) as server:
        assert server.app.lobby.rooms == {}


async def test_seeks_stay_open(tmp_path: Path) -> None:
    seek = {"game": "colonizers", "fill_ms": 3_600_000}
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        ticket = (await ann.ask("seek", **seek))["data"]["ticket"]
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        await ann.settled()
        assert [open_seek.ticket for open_seek in server.app.matchmaker.pairing.open] == [ticket]
        assert (await ann.ask("seek", **seek))["data"]["ticket"] == ticket  # she cannot know
        others = [await come(server, name) for name in PLAYERS[1:]]
        for other in others:
            await other.ask("seek", **seek)
        assert (await ann.expect("match_start"))["role"] == "player"
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        await ann.expect("match_start")
        assert server.app.matchmaker.pairing.open == []


async def test_a_seek_that_a_match_has_answered_is_closed_though_that_was_not_noted(
    tmp_path: Path,
) -> None:
    """The match of its players was stored, by whichever server plays it, and then this one died."""
    seek = {"game": "colonizers", "fill_ms": 3_600_000}
    async with life(tmp_path) as server:
        players = [await come(server, name) for name in PLAYERS]
        tickets = {(await one.ask("seek", **seek))["data"]["ticket"] for one in players[:3]}
        records = server.app.records
        assert records is not None
        await records.notebook.flush()
        noted = await records.store.documents(SEEK)
        assert noted.keys() == tickets
        await players[3].ask("seek", **seek)
        for player in players:
            await player.expect("match_start")
        for ticket, body in noted.items():
            server.app.core._room_notes.put(SEEK, ticket, orjson.loads(body))
        await records.notebook.flush()
    async with life(tmp_path) as server:
        players = [await come(server, name) for name in PLAYERS]
        for player in players:
            await player.expect("match_start")
        assert server.app.matchmaker.pairing.open == []
        records = server.app.records
        assert records is not None
        await records.notebook.flush()
        assert await records.store.documents(SEEK) == {}


async def test_the_result_of_a_match_that_ended_meanwhile_is_told(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server)
        await players[3].cut()
        for player in players[:3]:
            await player.ask("resign", match_id=match_id)
        over = await players[0].expect("match_over")
        back = await come(server, "dan")
        assert await back.expect("match_over") | {"seq": over["seq"]} == over


async def test_the_result_of_a_match_waits_over_restarts(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        players, match_id = await table(server)
        await players[3].cut()
        for player in players[:3]:
            await player.ask("resign", match_id=match_id)
        over = await players[0].expect("match_over")
    async with life(tmp_path):
        pass
    async with life(tmp_path) as server:
        assert server.app.play.running == {}
        back = await come(server, "dan")
        assert await back.expect("match_over") | {"seq": over["seq"]} == over
        await back.leave()
        back = await come(server, "dan")
        await back.settled()
        assert not back.of_type("match_over")


async def test_who_was_relieved_by_a_bot_learns_after_a_restart_how_it_ended(
    tmp_path: Path,
) -> None:
    hasty = {"rooms__absence_s": 0.05, "times__resume_ttl_ms": 0}
    async with life(tmp_path, **hasty) as server:
        await server.wake("first", 3)
        ann, bob = await come(server, "ann"), await come(server, "bob")
        match_id = await start_match([ann, bob])
        await ann.cut()
        await bob.expect("seat_status", where=lambda told: "taken_by" in told)
        over = await play_on(bob, match_id)
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        assert (await ann.expect("match_over"))["places"] == over["places"]


async def test_a_match_that_another_server_has_taken_is_let_go(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        match_id = await start_match([ann])
        records = server.app.records
        assert records is not None
        assert match_id in await records.journal.take(
            [match_id]
        )  # as a server that goes on with it
        turn = await ann.expect("your_turn")
        live = server.live(match_id)
        await ann.tell("act", match_id=match_id, decision=turn["decision"], index=0)
        await ann.ended()
        assert live.is_over
        assert server.app.play.running == {}
        assert not any(one.is_playing for one in server.app.lobby.rooms.values())
        server.incidents.clear()


async def test_a_match_of_a_damaged_log_is_put_aside_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with life(tmp_path) as server:
        first = await start_match([await come(server, "ann")])
        second = await start_match([await come(server, "bob")])
        records = server.app.records
        assert records is not None
        leases = await records.journal.take([first])
        own = await records.journal.read(leases[first])
        told: asyncio.Queue[object] = asyncio.Queue()
        own.log.keep([own.steps[0]], told.put_nowait)  # a second beginning
        assert await told.get() is None
    async with life(tmp_path) as server:
        assert list(server.app.play.running) == [second]
        (incident,) = server.incidents
        assert first in incident
        server.incidents.clear()
    async with life(tmp_path) as server:
        assert list(server.app.play.running) == [second]


async def test_without_a_store_a_stop_ends_the_matches(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await come(server, "ann")
        match_id = await start_match([ann])
        await server.app.close(0)
        over: Message = await ann.expect("match_over")
        assert (over["match_id"], over["reason"]) == (match_id, "aborted")
    assert isinstance(server.app.play, MatchRegistry)
    assert not server.app.play.floor.is_kept
