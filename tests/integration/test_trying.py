"""Beginning at a position of a finished match: who may, what is taken over, and what becomes of it."""

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.integration.harness import (
    Client,
    Message,
    Server,
    open_server,
    play_on,
    play_out,
    play_some,
    start_match,
)
from tests.integration.test_replays import entries_of
from tests.integration.test_restart import come, life, picture, truth
from tests.integration.test_sitting import at_terminal, url_of

from infoset_games.fairness import draws
from infoset_games.record import read_record
from infoset_games.registry import make_game
from infoset_games.steps import BRANCH, own_from
from infoset_server.matches import opening

GAME = "colonizers"


async def finished(server: Server, names: tuple[str, ...] = ("ann",), **room: Any) -> str:
    """A match that `names` have played to its end."""
    players = [await come(server, name) for name in names]
    match_id = await start_match(players, **room)
    await play_out(players, match_id)
    for player in players:
        await player.leave()
    return match_id


async def open_try(client: Client, replay: str, ver: int = 20, **more: Any) -> Message:
    start = {"replay": replay, "ver": ver} | more.pop("start", {})
    reply = await client.ask("create_room", game=GAME, start_from=start, **more)
    room: Message = reply["room"]
    return room


async def refused(client: Client, replay: str, ver: int = 20, **more: Any) -> tuple[str, Any]:
    start = {"replay": replay, "ver": ver} | more.pop("start", {})
    error = await client.refused("create_room", game=GAME, start_from=start, **more)
    return error["code"], error.get("data", {}).get("path")


async def begin(client: Client, room: Message) -> str:
    client.forget()
    await client.ask("start", room=room["room"])
    start = await client.expect("match_start")
    assert start["ver"] == room["start_from"]["ver"] + 1
    match_id: str = start["match_id"]
    return match_id


async def test_one_goes_on_from_the_position_against_house_bots(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        ann = await come(server, "ann")
        frames = await entries_of(ann, old, view="seat:0", form="frames")
        room = await open_try(ann, old)
        assert room["start_from"] == {"replay": old, "ver": 20}
        assert [seat["kind"] for seat in room["seats"]] == ["human", "open", "open", "open"]
        assert room["clock"] == {"kind": "none"}
        match_id = await begin(ann, room)
        told = await ann.expect("events", match_id=match_id)
        assert (told["ver"], told["items"]) == (21, [{"e": "branched"}])
        assert told["obs"] == next(one["obs"] for one in frames if one.get("ver") == 20)
        live = server.live(match_id)
        assert [seat.user.house_bot for seat in live.match_seats] == [None] + ["first"] * 3
        assert (await play_on(ann, match_id))["reason"] == "finished"
        lines = [
            json.dumps(one, separators=(",", ":"), ensure_ascii=False)
            for one in await entries_of(ann, match_id, view="all", form="actions")
        ]
        record = read_record(lines, make_game)
        assert (record.about["from"], record.about["from_ver"]) == (old, 20)
        items = (await ann.ask("replays"))["items"]
        assert {item["replay"]: item.get("from") for item in items} == {match_id: old, old: None}
        before = await entries_of(ann, old, view="all", form="actions")
        taken = own_from(record.steps) - 1
        assert [json.loads(line) for line in lines][1 : taken + 1] == before[1 : taken + 1]
        assert record.steps[taken].kind == BRANCH
        assert all(is_drawn for _, is_drawn in draws(record))


async def test_each_match_of_the_room_begins_there_with_other_luck(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("infoset_server.rooms.matchmaker.PAUSE_S", 0.0)
    async with life(tmp_path) as server:
        old = await finished(server)
        ann = await come(server, "ann")
        room = await open_try(ann, old)
        first = await begin(ann, room)
        deal = truth(server, first).deal
        await ann.ask("resign", match_id=first)
        await server.until(lambda: first not in server.app.play.running)
        await ann.ask("start", room=room["room"])
        second = (
            await ann.expect(
                "match_start", where=lambda m: m["match_id"] != first and m["ver"] > 19
            )
        )["match_id"]
        assert truth(server, second).deal != deal
        assert truth(server, second).seed != truth(server, second).deal


async def test_it_goes_on_after_the_server_was_killed_and_so_does_its_room(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        ann = await come(server, "ann")
        waiting = await open_try(ann, old, ver=10, title="later")
        match_id = await begin(ann, await open_try(ann, old))
        await play_on(ann, match_id, until=lambda turn: turn["ver"] > 26)
        before = picture(truth(server, match_id))
    async with life(tmp_path) as server:
        assert picture(truth(server, match_id)) == before
        ann = await come(server, "ann")
        assert (await play_on(ann, match_id))["reason"] == "finished"
        later = await begin(ann, waiting)
        match = truth(server, later)
        assert match.steps[own_from(match.steps) - 1].kind == BRANCH


async def test_others_may_sit_down_where_everybody_may_see_the_old_match(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        ann, eve = await come(server, "ann"), await come(server, "eve")
        room = await open_try(ann, old, start={"seat": 2})
        assert room["seats"][2]["user"] == ann.user
        await eve.ask("join", room=room["room"], seat=0)
        match_id = await begin(ann, room)
        await eve.expect("match_start", match_id=match_id)
        results = await play_out([ann, eve], match_id)
        assert results[0]["places"] == results[1]["places"]


async def test_who_may_not_see_the_match_may_not_try_it(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server, ("ann", "bob"), watch="off")
        eve, ann, bob = [await come(server, name) for name in ("eve", "ann", "bob")]
        assert await refused(eve, old) == ("not_found", None)
        assert await refused(eve, "m_nothing") == ("not_found", None)
        room = await open_try(ann, old, watch="public")
        assert room["start_from"]["closed"] is True
        assert (room["watch"], room["unlisted"]) == ("off", True)
        code = {"room": room["room"], "code": room["code"]}
        assert (await eve.refused("join", **code))["code"] == "forbidden"
        await bob.ask("join", **code, seat=1)
        for changes in ({"watch": "public"}, {"unlisted": False}):
            error = await ann.refused("configure", room=room["room"], changes=changes)
            assert error["code"] == "bad_option"


async def test_a_running_match_is_refused(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann = await come(server, "ann")
        match_id = await start_match([ann])
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 3)
        assert await refused(ann, match_id, ver=1) == ("wrong_state", None)
        eve = await come(server, "eve")
        assert (await refused(eve, match_id, ver=1))[0] == "wrong_state"


async def test_what_does_not_fit_is_named(tmp_path: Path, monkeypatch: Any) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        ann = await come(server, "ann")
        assert await refused(ann, old, ver=10**6) == ("bad_option", "start_from.ver")
        assert await refused(ann, old, start={"seat": 9}) == ("bad_option", "start_from.seat")
        assert await refused(ann, old, rated=True) == ("bad_option", "rated")
        assert await refused(ann, old, title="#hotseat") == ("bad_option", "title")
        assert await refused(ann, old, options={"colony": 3}) == ("bad_option", "options")
        start = {"replay": old, "ver": 20}
        error = await ann.refused("create_room", game="catan", start_from=start)
        assert error["data"]["path"] == "game"
        room = await open_try(ann, old)
        for changes, option in (
            ({"options": {"colony": 3}}, "options"),
            ({"rated": True}, "rated"),
            ({"title": "#hotseat"}, "title"),
        ):
            error = await ann.refused("configure", room=room["room"], changes=changes)
            assert (error["code"], error["data"]["path"]) == ("bad_option", option)
        monkeypatch.setattr(opening, "MOST_STEPS", 5)
        assert await refused(ann, old) == ("bad_option", "start_from.ver")


async def test_a_seat_whose_player_had_left_is_nobodys(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        ann, bob = await come(server, "ann"), await come(server, "bob")
        match_id = await start_match([ann, bob])
        await play_some([ann, bob], match_id, decisions=4)
        ver = truth(server, match_id).ver
        await ann.ask("resign", match_id=match_id)
        await play_out([bob], match_id)
        last = ver + 12
        assert await refused(ann, match_id, ver=last, start={"seat": 0}) == (
            "bad_option",
            "start_from.seat",
        )
        room = await open_try(ann, match_id, ver=last)
        assert all(seat["kind"] == "open" for seat in room["seats"])
        room = await open_try(ann, match_id, ver=ver)
        assert room["seats"][0]["user"] == ann.user


async def test_one_match_is_read_at_a_time_and_begins_now_and_then(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("infoset_server.rooms.matchmaker.PAUSE_S", 60.0)
    async with life(tmp_path) as server:
        old = await finished(server)
        ann = await come(server, "ann")
        asked = {"game": GAME, "start_from": {"replay": old, "ver": 20}}
        both = await asyncio.gather(
            ann.ask("create_room", **asked), ann.refused("create_room", **asked)
        )
        assert both[1]["code"] == "busy"
        room = both[0]["room"]
        match_id = await begin(ann, room)
        await ann.ask("resign", match_id=match_id)
        await server.until(lambda: match_id not in server.app.play.running)
        error = await ann.refused("start", room=room["room"])
        assert error["code"] == "busy"
        assert 0 < error["retry_ms"] <= 60_001


async def test_a_server_that_keeps_nothing_refuses(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        ann = await server.connect("ann")
        assert (await refused(ann, "m_1"))[0] == "unsupported"


async def test_a_person_in_the_terminal_plays_on_from_there(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        sit = ("sit", *url_of(server), "--open", GAME, "--plain", "--seat", "1")
        async with at_terminal(*sit, "--from", old, "--at", "20") as terminal:
            await server.until(lambda: len(server.app.play.running) == 1)
            (live,) = server.app.play.running.values()
            assert [seat.user.house_bot for seat in live.match_seats][1] is None
            await terminal.until("From here the match is played anew")


async def test_who_looks_on_later_sees_what_led_there_and_what_follows(tmp_path: Path) -> None:
    async with life(tmp_path) as server:
        old = await finished(server)
        ann, eve = await come(server, "ann"), await come(server, "eve")
        delay: dict[str, Any] = {"watch": "delayed", "watch_delay": {"versions": 2}}
        match_id = await begin(ann, await open_try(ann, old, **delay))
        await eve.ask("watch", match_id=match_id)
        await play_on(ann, match_id)
        await eve.expect("match_over", match_id=match_id)
        told = [one for one in eve.of_type("events") if one["match_id"] == match_id]
        assert {"e": "branched"} in [item for one in told for item in one["items"]]
        assert [one["ver"] for one in told] == list(range(told[0]["ver"], told[-1]["ver"] + 1))
