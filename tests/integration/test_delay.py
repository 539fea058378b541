"""Spectators who see what others see, but later."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.integration.harness import (
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    seat_all,
    start_match,
)
from tests.integration.hearsay import told, versions

from infoset_games.match import Match
from infoset_games.notices import Notice
from infoset_games.steps import Step
from infoset_server.matches.spectators import DelayedSpectators
from infoset_server.storage.notes import Notes
from infoset_server.storage.restart_clock import RestartClock


async def test_delayed_spectators_are_so_many_versions_behind(server: Server) -> None:
    ann = await server.connect("ann", features=["obs"])
    eve = await server.connect("eve", features=["obs"])
    room = await open_room(ann, watch="delayed", watch_delay={"versions": 7})
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await eve.ask("watch", match_id=match_id)
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 9)
    match = server.live(match_id).match
    await eve.settled()
    assert versions(eve) == list(range(1, match.ver - 7 + 1))
    snapshot = await eve.ask("sync", match_id=match_id)
    assert snapshot["ver"] == match.ver - 7
    assert snapshot["obs"] == eve.of_type("events")[-1]["obs"]
    assert snapshot["obs"] != match.observation(None)
    info = (await ann.ask("join", room=room))["room"]
    assert (info["watch"], info["watch_delay"]) == ("delayed", {"versions": 7})
    await play_on(ann, match_id)
    over = await eve.expect("match_over")
    assert over["places"] == (await ann.expect("match_over"))["places"]
    assert versions(eve) == list(range(1, match.ver + 1))
    assert eve.heard[-1] == over
    assert not eve.of_type("seat_status")
    assert all("online" not in seat for seat in eve.of_type("match_start")[0]["players"])


async def test_delayed_spectators_hear_in_the_end_what_others_have_heard(serve: Any) -> None:
    server: Server = await serve(store__enabled=True, replays__share=1.0)
    ann = await server.connect("ann")
    eve = await server.connect("eve", features=["obs"])
    room = await open_room(ann, watch="delayed", watch_delay={"ms": 3_600_000})
    await eve.ask("watch", room=room)
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 5)
    await eve.settled()
    assert not eve.of_type("events")
    running = await eve.ask("replay", replay=match_id, form="frames")
    assert [entry["type"] for entry in running["entries"]] == []
    await play_on(ann, match_id)
    await eve.expect("match_over")
    await eve.ask("replay", replay=match_id, form="frames")
    parts = eve.of_type("replay_part")[1:]
    while parts[-1]["more"]:
        await eve.settled()
        parts = eve.of_type("replay_part")[1:]
    entries = [entry for part in parts for entry in part["entries"]]
    replayed = [entry for entry in entries if entry["type"] in ("events", "match_over")]
    heard = told(eve, "events", "match_over")
    assert [{**entry, "match_id": match_id} for entry in replayed] == heard


async def test_a_delay_in_time_shows_each_version_when_it_is_due(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    room = await open_room(ann, watch="delayed", watch_delay={"ms": 150})
    await seat_all([ann], room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    await eve.ask("watch", match_id=match_id)
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 3)
    version = server.live(match_id).match.ver
    await eve.expect("events", ver=version)
    assert versions(eve) == list(range(1, version + 1))


async def test_without_a_delay_of_its_own_a_room_has_the_servers(serve: Any) -> None:
    server: Server = await serve(rooms__watch_delay_ms=60_000)
    ann = await server.connect("ann")
    room = await ann.ask("create_room", game="colonizers", watch="delayed")
    assert room["room"]["watch_delay"] == {"ms": 60_000}
    plain = await ann.ask("create_room", game="colonizers", watch_delay={"ms": 5})
    assert "watch_delay" not in plain["room"]


@pytest.mark.parametrize(
    ("delay", "code"),
    [
        ({"versions": 0}, "bad_option"),
        ({"ms": 86_400_001}, "bad_option"),
        ({"versions": 10_001}, "bad_option"),
        ({}, "bad_message"),
        ({"versions": 1, "ms": 1}, "bad_message"),
    ],
)
async def test_a_delay_that_is_none_is_refused(
    server: Server, delay: dict[str, int], code: str
) -> None:
    ann = await server.connect("ann")
    refusal = await ann.refused(
        "create_room", game="colonizers", watch="delayed", watch_delay=delay
    )
    assert refusal["code"] == code


async def test_delayed_spectators_hear_nothing_that_players_say_now(server: Server) -> None:
    ann, bob, eve, dan = [await server.connect(name) for name in ("ann", "bob", "eve", "dan")]
    room = await open_room(ann, watch="delayed", watch_delay={"versions": 5})
    await seat_all([ann, bob], room)
    await dan.ask("join", room=room)  # in the room, but not at the table
    await eve.ask("watch", room=room)
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    places: list[dict[str, str]] = [{"match_id": match_id}, {"room": room}]
    for place, speaker, listener in zip(places, (ann, bob), (bob, ann), strict=True):
        await speaker.ask("chat", **place, text="you stole from me")
        assert (await listener.expect("chat_msg", name=speaker.name))["to"] == "players"
        await speaker.ask("chat", **place, text="you stole from me", to="players")
        refusal = await speaker.refused("chat", **place, text="you stole it", to="watchers")
        assert refusal["code"] == "forbidden"
    await dan.ask("chat", room=room, text="what will they do")
    assert (await eve.expect("chat_msg"))["to"] == "watchers"
    await play_out([ann, bob], match_id)
    for client in (eve, dan):
        await client.settled()
        assert "stole" not in str(client.heard)
    await ann.ask("chat", room=room, text="well played")
    await eve.expect("chat_msg", text="well played")


async def test_a_seat_is_watched_by_consent_and_later_where_all_is_delayed(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve", features=["obs"])
    match_id = await start_match([ann], watch="delayed", watch_delay={"versions": 4})
    await ann.ask("consent", match_id=match_id)
    await eve.ask("watch", match_id=match_id, view="seat:0")
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 6)
    await eve.settled()
    match = server.live(match_id).match
    assert versions(eve)[-1] == match.ver - 4
    assert {message["obs"]["seat"] for message in eve.of_type("events")} == {0}
    await play_on(ann, match_id)
    await eve.expect("match_over")
    assert versions(eve) == list(range(1, match.ver + 1))


ANN: dict[str, Any] = {"auth": {"kind": "guest", "name": "ann", "token": "swordfish"}}


async def test_after_a_restart_spectators_are_as_many_versions_behind_as_before(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", **ANN)
        match_id = await start_match([ann], watch="delayed", watch_delay={"versions": 3})
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 5)
        before = server.live(match_id).match.ver
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        ann, eve = await server.connect("ann", **ANN), await server.connect("eve")
        await eve.ask("watch", match_id=match_id)
        assert (await eve.expect("snapshot"))["ver"] == before - 3
        turn = await play_on(ann, match_id, until=lambda turn: turn["decision"] == 7)
        await eve.settled()
        assert versions(eve) == list(range(before - 2, turn["ver"] - 3 + 1))
        await play_on(ann, match_id)
        await eve.expect("match_over")


async def test_a_delay_in_time_runs_on_while_the_server_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delay = {"ms": 3_600_000}
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", **ANN)
        match_id = await start_match([ann], watch="delayed", watch_delay=delay)
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 5)
        before = server.live(match_id).match.ver
        await server.app.close(0)
    room_ms = 10_000  # a wall clock may be set meanwhile; what is unsure is shown later
    for passed_ms, shown in ((3_500_000, 0), (100_000 + room_ms, before)):
        later(monkeypatch, passed_ms, passed_ms)
        async with open_server(tmp_path, store__enabled=True) as server:
            eve = await server.connect("eve")
            await eve.ask("watch", match_id=match_id)
            assert (await eve.expect("snapshot"))["ver"] == shown
            await server.app.close(0)


async def test_a_wall_clock_that_is_set_forward_shows_nothing_earlier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delay = {"ms": 3_600_000}
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", **ANN)
        match_id = await start_match([ann], watch="delayed", watch_delay=delay)
        await play_on(ann, match_id, until=lambda turn: turn["decision"] == 5)
        await server.app.close(0)
    later(monkeypatch, 3 * 3_600_000, 1_000)
    async with open_server(tmp_path, store__enabled=True) as server:
        eve = await server.connect("eve")
        await eve.ask("watch", match_id=match_id)
        assert (await eve.expect("snapshot"))["ver"] == 0
        await server.app.close(0)


def later(monkeypatch: pytest.MonkeyPatch, wall_ms: int, steady_ms: int) -> None:
    """The next servers find that so much more has passed: by the wall clock, and by the machine's own."""
    honest = RestartClock.__init__

    def begin(
        self: RestartClock,
        notes: Notes,
        wall: Callable[[], int],
        steady: Callable[[], int],
        boot: str | None,
        node: str,
    ) -> None:
        honest(self, notes, lambda: wall() + wall_ms, lambda: steady() + steady_ms, boot, node)

    monkeypatch.setattr(RestartClock, "__init__", begin)


async def test_a_delayed_spectator_never_waits_for_what_is_being_written(serve: Any) -> None:
    server: Server = await serve(store__enabled=True)
    ann, eve, fay = [await server.connect(name) for name in ("ann", "eve", "fay")]
    match_id = await start_match([ann], watch="delayed", watch_delay={"versions": 3})
    other = await start_match([fay])
    for watched in (match_id, other):
        await eve.ask("watch", match_id=watched)
    for watched in (match_id, other):
        server.live(watched).commit_gate._tell_kept = lambda error: (
            None
        )  # something is being written
    assert (await eve.ask("sync", match_id=match_id))["type"] == "snapshot"
    await eve.ask("unwatch", match_id=match_id)
    await eve.ask("watch", match_id=match_id)
    waiting = asyncio.create_task(eve.ask("sync", match_id=other))
    await eve.settled()
    assert not waiting.done()
    for watched in (match_id, other):
        server.live(watched).commit_gate._tell_kept = None
    await play_on(fay, other, until=lambda turn: turn["decision"] == 3)
    assert (await waiting)["type"] == "snapshot"


class Broken:
    """Rules that fail when the match is shown."""

    def redo(self, step: Step, now_ms: int) -> list[Notice]:
        raise RuntimeError("planted")


async def test_rules_that_fail_late_end_the_showing_and_not_the_match(server: Server) -> None:
    ann, eve = await server.connect("ann"), await server.connect("eve")
    match_id = await start_match([ann], watch="delayed", watch_delay={"versions": 9})
    await eve.ask("watch", match_id=match_id)
    spectators = server.live(match_id).spectators
    assert isinstance(spectators, DelayedSpectators)
    spectators._match = cast(Match, Broken())
    over = await play_on(ann, match_id)
    assert over["reason"] == "finished"
    assert len(server.incidents) == 1
    assert "planted" in server.incidents.pop()
    await eve.settled()
    assert not eve.of_type("events")
