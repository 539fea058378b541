"""Spectators who see more than strangers: a seat by consent, for as long as it is given."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    Server,
    open_room,
    open_server,
    play_on,
    play_some,
    seat_all,
    start_match,
)
from tests.integration.hearsay import guest, told

from infoset_server.matches.consents import CONSENT


async def test_a_seat_is_watched_by_consent_and_shows_what_its_player_is_shown(
    server: Server,
) -> None:
    ann = await server.connect("ann", features=["obs"])
    eve = await server.connect("eve", features=["obs"])
    match_id = await start_match([ann])
    await ann.ask("consent", match_id=match_id)
    await eve.ask("watch", match_id=match_id, view="seat:0")
    start = await eve.expect("match_start")
    assert (start["role"], start["view"], start["seat"]) == ("watcher", "seat", 0)
    snapshot = await eve.expect("snapshot")
    assert "pending" not in snapshot
    assert snapshot["obs"] == server.live(match_id).match.observation(0)
    await play_on(ann, match_id)
    await eve.expect("match_over")
    assert told(eve, "events", "match_over") == told(ann, "events", "match_over")
    assert not eve.of_type("your_turn", "act_ok", "turn_closed")
    refusal = await eve.refused("act", match_id=match_id, decision=1, index=0)
    assert refusal["code"] == "wrong_state"


async def test_consent_is_given_by_seat_to_all_or_to_one_and_taken_back(server: Server) -> None:
    ann, bob, eve, fay = [await server.connect(name) for name in ("ann", "bob", "eve", "fay")]
    match_id = await start_match([ann, bob])
    seat = {"match_id": match_id, "view": "seat:1"}
    for who, code in ((eve, "not_your_seat"), (fay, "not_your_seat")):
        assert (await who.refused("consent", match_id=match_id))["code"] == code
    await ann.ask("consent", match_id=match_id)
    assert (await eve.refused("watch", **seat))["code"] == "forbidden"  # another seat's
    await bob.ask("consent", match_id=match_id, user=eve.user)
    await eve.ask("watch", **seat)
    assert (await fay.refused("watch", **seat))["code"] == "forbidden"
    assert (await eve.refused("watch", match_id=match_id))["code"] == "wrong_state"
    await bob.ask("consent", match_id=match_id, user=eve.user, on=False)
    ended = await eve.expect("error", where=lambda message: "re" not in message)
    assert (ended["code"], ended["match_id"]) == ("forbidden", match_id)
    heard = len(eve.of_type("events"))
    await play_some([ann, bob], match_id, 2)
    await eve.settled()
    assert len(eve.of_type("events")) == heard
    assert (await eve.refused("sync", match_id=match_id))["code"] == "not_found"
    await eve.ask("watch", match_id=match_id)  # as a stranger, it still may


async def test_a_player_consents_for_himself_only_and_sees_no_other_seat(server: Server) -> None:
    auth = {"kind": "guest", "name": "ann", "token": "swordfish"}
    ann, bob = await server.connect("ann", auth=auth), await server.connect("bob")
    second_screen = await server.connect("ann", auth=auth)
    match_id = await start_match([ann, bob])
    await bob.ask("consent", match_id=match_id)
    for client in (ann, second_screen):
        refusal = await client.refused("watch", match_id=match_id, view="seat:1")
        assert refusal["code"] == "forbidden"
        refusal = await client.refused("watch", match_id=match_id, view="seat:9")
        assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", "view")


async def test_a_seat_is_watched_in_one_match_and_not_in_a_room(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    room = await open_room(ann)
    refusal = await eve.refused("watch", room=room, view="seat:0")
    assert (refusal["code"], refusal["data"]["path"]) == ("bad_option", "view")


async def test_who_watches_a_seat_is_silent(server: Server) -> None:
    ann, eve, fay = [await server.connect(name) for name in ("ann", "eve", "fay")]
    room = await open_room(ann)
    await eve.ask("watch", room=room)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await ann.ask("consent", match_id=match_id)
    await fay.ask("watch", match_id=match_id, view="seat:0")
    refusal = await fay.refused("chat", match_id=match_id, text="she has the spy")
    assert refusal["code"] == "forbidden"
    await play_on(ann, match_id)
    await eve.settled()
    assert "spy" not in str(eve.of_type("chat_msg"))


async def test_a_slow_seat_watcher_gets_the_snapshot_of_his_seat(serve: Any) -> None:
    server: Server = await serve(queues__max_messages=20)
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await ann.ask("consent", match_id=match_id)
    await eve.ask("watch", match_id=match_id, view="seat:0")
    await eve.expect("snapshot")
    connection = server.connection_of(eve)
    connection.on_pause()
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 12)
    connection.on_resume()
    await eve.expect("lagged")
    snapshot = await eve.expect("snapshot")
    match = server.live(match_id).match
    assert (snapshot["ver"], snapshot["obs"]) == (match.ver, match.observation(0))


async def test_consent_outlives_a_restart_and_so_does_its_withdrawal(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, eve, fay = [
            await server.connect(name, auth=guest(name)) for name in ("ann", "eve", "fay")
        ]
        match_id = await start_match([ann])
        for user in (eve.user, fay.user):
            await ann.ask("consent", match_id=match_id, user=user)
        await ann.ask("consent", match_id=match_id, user=fay.user, on=False)
        other = await start_match([eve])
        await eve.ask("consent", match_id=other)
        await play_on(eve, other)
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        eve, fay = [await server.connect(name, auth=guest(name)) for name in ("eve", "fay")]
        seat = {"match_id": match_id, "view": "seat:0"}
        await eve.ask("watch", **seat)
        assert (await eve.expect("snapshot"))["obs"]["seat"] == 0
        assert (await fay.refused("watch", **seat))["code"] == "forbidden"
        records = server.app.records
        assert records is not None
        assert list(await records.store.documents(CONSENT)) == [match_id]
        await server.app.close(0)


async def test_consent_is_answered_when_it_is_stored(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Server = await serve(store__enabled=True)
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann])
    await ann.ask("consent", match_id=match_id)
    records = server.app.records
    assert records is not None
    change, opened = records.store.change_documents, asyncio.Event()

    async def change_later(*asked: Any) -> None:
        await opened.wait()
        await change(*asked)

    monkeypatch.setattr(records.store, "change_documents", change_later)
    waiting = asyncio.create_task(ann.ask("consent", match_id=match_id, on=False))
    await server.until(lambda: not server.live(match_id).spectators.consents())
    await ann.settled()
    assert not waiting.done()
    refusal = await eve.refused("watch", match_id=match_id, view="seat:0")
    assert refusal["code"] == "forbidden"
    opened.set()
    assert (await waiting)["type"] == "ok"
