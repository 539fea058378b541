"""The organiser opens, closes, freezes, announces, plays again and hands out records."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    Server,
    act,
    open_room,
    open_server,
    play_on,
    play_out,
    seat_all,
    start_match,
)

from infoset_games.record import read_record
from infoset_games.registry import make_game
from infoset_server.accounts.users import ALL_SCOPES
from infoset_server.admin.commands import Operator, Result
from infoset_server.admin.moderation import ORDER
from infoset_server.app.features.console import ConsoleFeature
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import NotFoundError, UnsupportedError, WrongStateError


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Server]:
    """A server that keeps its matches."""
    async with open_server(tmp_path, store__enabled=True) as server:
        yield server


async def test_where_it_is_closed_no_match_begins_until_it_is_opened(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    room, other = await open_room(ann), await open_room(bob)
    server.app.feature(ConsoleFeature).moderation.close(room)
    refusal = await ann.refused("start", room=room)
    assert (refusal["code"], refusal["retry_ms"]) == ("busy", 5_000)
    await bob.ask("start", room=other)
    for seat in range(1, 4):
        await ann.ask("add_bot", room=room, bot="first", seat=seat)
    await ann.ask("join", room=room, seat=0, ready=True)
    await ann.settled()
    assert not ann.of_type("match_start")
    server.app.feature(ConsoleFeature).moderation.open(room)
    assert (await ann.expect("match_start"))["role"] == "player"


async def test_a_closed_server_pairs_nobody_and_keeps_their_seeks(server: Server) -> None:
    server.app.feature(ConsoleFeature).moderation.close(None)
    ann = await server.connect("ann")
    await ann.ask("seek", game="colonizers", fill_ms=0)
    await ann.settled()
    assert not ann.of_type("match_start")
    assert len(server.app.matchmaker.pairing.open) == 1


async def test_in_a_frozen_match_nobody_acts_and_no_clock_runs(server: Server) -> None:
    ann = await server.connect("ann")
    match_id = await start_match([ann], clock={"kind": "per_move", "move_ms": 60_000})
    turn = await ann.expect("your_turn")
    server.app.feature(ConsoleFeature).moderation.freeze(None)
    live = server.live(match_id)
    deadline = live.match.next_deadline_ms()
    assert deadline is not None
    assert deadline - live.now_ms() > 3_600_000
    refusal = await ann.refused("act", match_id=match_id, decision=turn["decision"], index=0)
    assert refusal["code"] == "wrong_state"
    assert "organiser" in refusal["msg"]
    server.app.feature(ConsoleFeature).moderation.open(None)
    deadline = live.match.next_deadline_ms()
    assert deadline is not None
    assert deadline - live.now_ms() <= 60_000
    await act(ann, {**turn, "seat": 0})
    assert (await play_on(ann, match_id))["reason"] == "finished"


async def test_an_announcement_reaches_everybody_there_once(server: Server) -> None:
    ann, bob, cat = [await server.connect(name) for name in ("ann", "bob", "cat")]
    room = await open_room(ann)
    await seat_all([ann, bob], room)
    assert server.app.feature(ConsoleFeature).moderation.announce("lunch\u202e at noon", room) == 2
    told = await bob.expect("chat_msg")
    assert (told["text"], told["room"], told["name"]) == ("lunch at noon", room, "server")
    assert server.app.feature(ConsoleFeature).moderation.announce("good night", None) == 3
    assert (await cat.expect("chat_msg"))["text"] == "good night"
    with pytest.raises(NotFoundError):
        server.app.feature(ConsoleFeature).moderation.announce("hello?", "ZZZZ")


async def test_a_running_match_is_played_again_with_another_deal(server: Server) -> None:
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    again = await server.app.feature(ConsoleFeature).moderation.re_run(match_id)
    assert again != match_id
    assert (await ann.expect("match_over"))["reason"] == "aborted"
    start = await ann.expect("match_start", match_id=again)
    assert [player["name"] for player in start["players"]][:2] == ["ann", "bob"]
    with pytest.raises(WrongStateError, match="another match has begun"):
        await server.app.feature(ConsoleFeature).moderation.re_run(match_id)
    with pytest.raises(NotFoundError):
        await server.app.feature(ConsoleFeature).moderation.re_run("m_unknown")


async def test_a_match_that_hangs_is_ended_without_a_result_and_its_room_plays_on(
    server: Server,
) -> None:
    moderation = server.app.feature(ConsoleFeature).moderation
    ann, bob = await server.connect("ann"), await server.connect("bob")
    match_id = await start_match([ann, bob])
    await moderation.end(match_id)
    for client in (ann, bob):
        assert (await client.expect("match_over", match_id=match_id))["reason"] == "aborted"
    for unknown in (match_id, "m_unknown"):
        with pytest.raises(WrongStateError, match=f"match {unknown} is not being played"):
            await moderation.end(unknown)
    room = server.app.play.last_room(MatchId(match_id))
    for client in (ann, bob):
        await client.ask("ready", room=room)
    assert (await bob.expect("match_start", where=lambda one: one["match_id"] != match_id))[
        "seat"
    ] == 1


async def test_the_record_of_a_finished_match_can_be_read_by_anybody(kept: Server) -> None:
    ann = await kept.connect("ann")
    match_id = await start_match([ann])
    with pytest.raises(WrongStateError, match="not over"):
        await kept.app.feature(ConsoleFeature).moderation.export(match_id)
    (result,) = await play_out([ann], match_id)
    live_over = await kept.app.feature(ConsoleFeature).moderation.export(match_id)
    record = read_record(live_over.splitlines(), make_game)
    assert record.seed == result["seed"]
    assert record.players[0]["name"] == "ann"
    with pytest.raises(NotFoundError):
        await kept.app.feature(ConsoleFeature).moderation.export("m_unknown")


async def test_a_server_that_keeps_nothing_hands_out_nothing(server: Server) -> None:
    with pytest.raises(UnsupportedError):
        await server.app.feature(ConsoleFeature).moderation.export("m_1")


async def test_a_disabled_bot_is_not_offered(server: Server) -> None:
    ann = await server.connect("ann")
    room = await open_room(ann)
    server.app.feature(ConsoleFeature).moderation.disable_bot("first", True)
    assert (await ann.refused("add_bot", room=room, bot="first"))["code"] == "bad_option"
    server.app.feature(ConsoleFeature).moderation.disable_bot("first", False)
    await ann.ask("add_bot", room=room, bot="first")
    for is_disabled in (True, False):
        with pytest.raises(NotFoundError):
            server.app.feature(ConsoleFeature).moderation.disable_bot("nobody", is_disabled)


def slow(server: Server, minutes: int, number: int) -> list[dict[str, Any]]:
    """What the console tells of slow matches."""
    command = next(one for one in server.app.core.services.commands() if one.name == "slow")
    asked = command.arguments.model_validate({"minutes": minutes, "number": number})
    result = command.run(Operator(None, ALL_SCOPES), asked)
    assert isinstance(result, Result)
    return result.rows


async def test_the_report_on_slow_matches_names_match_and_room_and_tells_nothing_else(
    server: Server,
) -> None:
    ann = await server.connect("ann")
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 3)
    await server.until(lambda: slow(server, 5, 1)[0]["acts"] > 2)
    (row,) = slow(server, 5, 10)
    assert list(row) == ["match", "room", "acts", "p99", "worst", "waiting", "playing"]
    assert (row["match"], row["room"], row["waiting"], row["playing"]) == (match_id, room, 0, True)
    assert float(row["worst"].removesuffix(" ms")) > 0
    await play_on(ann, match_id)
    assert slow(server, 5, 10)[0]["playing"] is False


async def test_orders_stand_after_a_restart(tmp_path: Path) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    clock = {"kind": "per_move", "move_ms": 60_000}
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", auth=auth)
        match_id = await start_match([ann], clock=clock)
        playing, closed, opened = (
            server.app.play.room_of(server.live(match_id)).id,
            await open_room(ann),
            await open_room(ann),
        )
        organiser = server.app.feature(ConsoleFeature).moderation
        organiser.freeze(playing)
        organiser.close(closed)
        organiser.close(opened)
        organiser.open(opened)
        organiser.disable_bot("first", is_disabled=True)
        organiser.disable_bot("babble", is_disabled=True)
        organiser.disable_bot("babble", is_disabled=False)
        await organiser.settled()
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", auth=auth)
        turn = (await ann.expect("snapshot"))["pending"][0]
        asked = {"match_id": match_id, "decision": turn["decision"], "index": 0}
        assert (await ann.refused("act", **asked))["code"] == "wrong_state"
        assert (await ann.refused("start", room=closed))["code"] == "busy"
        assert "first" not in server.app.hosting.entries()
        assert "babble" in server.app.hosting.entries()
        await ann.ask("start", room=opened)
        organiser = server.app.feature(ConsoleFeature).moderation
        organiser.open(playing)
        assert (await ann.ask("act", **asked))["type"] == "act_ok"
        await server.app.close(0)


async def test_orders_for_what_is_gone_stand_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        assert server.records is not None
        for key, state in (("room:R_gone", "closed"), ("bot:gone", "disabled"), ("server", "odd")):
            server.app.feature(ConsoleFeature).moderation._notes.put(ORDER, key, {"state": state})
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        assert server.records is not None
        assert caplog.text.count("stands no more") == 3
        await server.app.feature(ConsoleFeature).moderation.settled()
        assert await server.records.store.documents(ORDER) == {}
        await server.app.close(0)
