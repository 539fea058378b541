"""Spectators who see more than strangers, or later: consent, delay, and that nothing else gets through.

The twins at the end are servers in memory whose matches differ in what the spectator may not know yet,
or at all: it must be sent the same bytes, whatever it asks.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from tests.integration.harness import (
    Client,
    Message,
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    play_some,
    seat_all,
    start_match,
)
from tests.integration.tables import Numbers, Table

from infoset_games.match import Choice, Match, Terms
from infoset_games.notices import Notice
from infoset_games.registry import register
from infoset_games.steps import Step
from infoset_games.testing.toys import Leduc
from infoset_protocol.codec import Encoding, decode
from infoset_server.ages import Ages
from infoset_server.consents import CONSENT
from infoset_server.live_match import LiveMatch
from infoset_server.notes import Notes
from infoset_server.spectators import DelayedSpectators


def versions(client: Client) -> list[int]:
    return [message["ver"] for message in client.of_type("events")]


def told(client: Client, *kinds: str) -> list[Message]:
    """What a client heard, without the envelope."""
    envelope = ("seq", "re")
    return [
        {name: value for name, value in message.items() if name not in envelope}
        for message in client.of_type(*kinds)
    ]


# Consent.


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
    connection = next(
        one.connection for one in server.app.people.clients.values() if one.user.name == "eve"
    )
    connection.on_pause()
    await play_on(ann, match_id, until=lambda turn: turn["decision"] == 12)
    connection.on_resume()
    await eve.expect("lagged")
    snapshot = await eve.expect("snapshot")
    match = server.live(match_id).match
    assert (snapshot["ver"], snapshot["obs"]) == (match.ver, match.observation(0))


# Delay.


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
    honest = Ages.__init__

    def begin(
        self: Ages,
        notes: Notes,
        wall: Callable[[], int],
        steady: Callable[[], int],
        boot: str | None,
    ) -> None:
        honest(self, notes, lambda: wall() + wall_ms, lambda: steady() + steady_ms, boot)

    monkeypatch.setattr(Ages, "__init__", begin)


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


def guest(name: str) -> dict[str, str]:
    return {"kind": "guest", "name": name, "token": f"the secret of {name}"}


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


async def test_a_delayed_spectator_never_waits_for_what_is_being_written(serve: Any) -> None:
    server: Server = await serve(store__enabled=True)
    ann, eve, fay = [await server.connect(name) for name in ("ann", "eve", "fay")]
    match_id = await start_match([ann], watch="delayed", watch_delay={"versions": 3})
    other = await start_match([fay])
    for watched in (match_id, other):
        await eve.ask("watch", match_id=watched)
    for watched in (match_id, other):
        server.live(watched).keeping._tell_kept = lambda error: None  # something is being written
    assert (await eve.ask("sync", match_id=match_id))["type"] == "snapshot"
    await eve.ask("unwatch", match_id=match_id)
    await eve.ask("watch", match_id=match_id)
    waiting = asyncio.create_task(eve.ask("sync", match_id=other))
    await eve.settled()
    assert not waiting.done()
    for watched in (match_id, other):
        server.live(watched).keeping._tell_kept = None
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


# Twins.


@pytest.fixture
def leduc() -> Iterator[None]:
    with register("leduc", Leduc):
        yield


def cards(seed: str) -> tuple[int, list[int], int]:
    """Who begins, the hidden cards, and the open card after four checks, of a match with this seed."""
    match = Match(Leduc(), Terms(), seed)
    match.start(0)
    first = match.deal["first"]
    hidden = list(match.steps[0].chance)
    for _ in range(2):
        (asked,) = match.open.values()
        match.submit(asked.seat, asked.number, Choice(action=["check"]), 0)
    return first, hidden, match.steps[-1].chance[0]


def twin_seeds(like: Any) -> tuple[str, str]:
    """Two seeds whose matches are the same for whom `like` describes them, and different in truth."""
    found: dict[Any, tuple[str, list[int]]] = {}
    for number in range(1_000):
        seed = f"twin {number}"
        first, hidden, opened = cards(seed)
        key = like(first, hidden, opened)
        if key in found and found[key][1] != hidden:
            return found[key][0], seed
        found.setdefault(key, (seed, hidden))
    raise AssertionError("no twins among a thousand")


class Theatre:
    """A table for two with one spectator, and what that one has been sent."""

    def __init__(self, encoding: Encoding, folder: Path, seed: str, **room: Any) -> None:
        self.table = Table(encoding, folder, replays__share="1.0", rates__queries_per_s="1000")
        self.table.app.play._fresh_seed = lambda: seed
        self._room = room

    async def open(self) -> LiveMatch:
        await self.table.start("leduc", 2, self._room)
        self.eve = self.table.connect("eve", features=["obs"])
        self.sent.clear()  # the welcome has a random token
        return self.table.live

    @property
    def sent(self) -> list[bytes]:
        return self.table.links[self.eve].sent

    def ask(self, kind: str, **fields: Any) -> None:
        self.table.tell(self.eve, kind, **fields)

    def play(self, *moves: str) -> None:
        """The seat to act makes these moves, one after the other."""
        for move in moves:
            seat = int(self.table.state.mover())
            number = self.table.number(seat)
            live = self.table.live
            self.table.tell(seat, "act", match_id=live.id, decision=number, action=[move])


async def test_players_hear_of_a_change_before_its_watchers_do(tmp_path: Path, leduc: None) -> None:
    theatre = Theatre(Encoding.JSON, tmp_path, "a seed")
    live = await theatre.open()
    theatre.ask("watch", match_id=live.id)
    before = len(theatre.sent)
    first = int(theatre.table.state.mover())
    theatre.play("check")
    kinds = [decode(frame, Encoding.JSON)["type"] for frame in theatre.table.links[first].sent]
    assert kinds[-2:] == ["act_ok", "events"]
    assert len(theatre.sent) == before
    await asyncio.sleep(0)
    shown = [decode(frame, Encoding.JSON)["type"] for frame in theatre.sent[before:]]
    assert shown == ["events"]
    await theatre.table.close()


async def test_who_is_given_the_whole_picture_is_shown_nothing_older(
    tmp_path: Path, leduc: None
) -> None:
    theatre = Theatre(Encoding.JSON, tmp_path, "a seed")
    live = await theatre.open()
    theatre.ask("watch", match_id=live.id)
    theatre.play("check")
    theatre.ask("sync", match_id=live.id)  # before the change has been shown
    await asyncio.sleep(0)
    theatre.play("check")
    await asyncio.sleep(0)
    shown = [decode(frame, Encoding.JSON) for frame in theatre.sent]
    kinds = ["snapshot", "events"]
    assert [(one["type"], one["ver"]) for one in shown if one["type"] in kinds] == [
        ("snapshot", 0),
        ("snapshot", 1),
        ("events", 2),
    ]
    await theatre.table.close()


async def ask_everything(theatre: Theatre, view: str) -> None:
    """Whatever a spectator could ask to learn more, after it was shown what there is to see."""
    await asyncio.sleep(0)
    match_id = theatre.table.live.id
    for kind, fields in (
        ("sync", {}),
        ("watch", {"view": "all"}),
        ("watch", {"view": "seat:1"}),
        ("act", {"decision": 1, "action": ["check"]}),
        ("chat", {"text": "hm"}),
        ("resign", {}),
        ("determinize", {}),
    ):
        theatre.ask(kind, match_id=match_id, **fields)
    for form in ("events", "frames", "actions"):
        theatre.ask("replay", replay=match_id, view="all", form=form)
        theatre.ask("replay", replay=match_id, view=view, form=form)
        await settle(theatre)  # two at a time may overtake each other
    theatre.ask("watch_lobby")
    theatre.ask("replays")


async def settle(theatre: Theatre) -> None:
    """Until no replay is being told."""
    while theatre.table.app.replays.open_streams:  # noqa: ASYNC110 (no event tells it)
        await asyncio.sleep(0)


def compare(theatres: Sequence[Theatre]) -> int:
    """Asserts that both spectators were sent equal bytes; returns how many messages."""
    one, other = (theatre.sent for theatre in theatres)
    encoding = theatres[0].table.encoding
    assert [decode(frame, encoding) for frame in one] == [
        decode(frame, encoding) for frame in other
    ]
    assert one == other
    return len(one)


@pytest.fixture
def one_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds differ, and so do, by right, their commitments."""
    monkeypatch.setattr("infoset_server.match_messages.seed_commitment", lambda seed: "0" * 64)


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize(
    ("view", "like"),
    [
        ("public", lambda first, hidden, opened: (first, opened)),
        ("seat:0", lambda first, hidden, opened: (first, opened, hidden[0])),
        ("seat:1", lambda first, hidden, opened: (first, opened, hidden[1])),
    ],
)
@pytest.mark.parametrize("room", [{}, {"watch": "delayed", "watch_delay": {"versions": 1}}])
async def test_no_byte_depends_on_what_the_spectator_may_not_know(
    encoding: Encoding,
    view: str,
    like: Any,
    room: dict[str, Any],
    tmp_path: Path,
    leduc: None,
    one_commitment: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = Numbers(monkeypatch)
    theatres = []
    for seed in twin_seeds(like):
        count.restart()
        theatre = Theatre(encoding, tmp_path, seed, **room)
        live = await theatre.open()
        if view != "public":
            theatre.table.tell(int(view[-1]), "consent", match_id=live.id)
        theatre.ask("watch", match_id=live.id, view=view)
        theatre.play("check", "check", "check")
        await ask_everything(theatre, view)
        theatres.append(theatre)
    assert compare(theatres) >= 20
    for theatre in theatres:
        kinds = [decode(frame, encoding)["type"] for frame in theatre.sent]
        assert kinds.count("replay_part") == 2
        assert kinds.count("events") == 3 - room.get("watch_delay", {}).get("versions", 0)
        await theatre.table.close()


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_no_byte_depends_on_what_is_newer_than_the_delay(
    encoding: Encoding,
    tmp_path: Path,
    leduc: None,
    one_commitment: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = Numbers(monkeypatch)
    theatres = []
    for newest in (["check", "bet"], ["bet", "call"]):
        count.restart()
        delay = {"watch": "delayed", "watch_delay": {"versions": 2}}
        theatre = Theatre(encoding, tmp_path, "the same", **delay)
        live = await theatre.open()
        theatre.ask("watch", match_id=live.id)
        theatre.play(*newest)
        theatre.table.tell(0, "chat", match_id=live.id, text=f"well, {newest[-1]}")
        await ask_everything(theatre, "public")
        theatres.append(theatre)
    assert len({str(one.table.state.to_plain()) for one in theatres}) == 2
    assert compare(theatres) >= 20
    for theatre in theatres:
        await theatre.table.close()


async def test_the_comparison_sees_a_delay_that_is_too_short(
    tmp_path: Path, leduc: None, one_commitment: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_due = DelayedSpectators._is_due
    monkeypatch.setattr(
        DelayedSpectators,
        "_is_due",
        lambda self, mark: is_due(self, type(mark)(mark.kept, mark.version - 1, mark.at_s)),
    )
    with pytest.raises(AssertionError):
        await test_no_byte_depends_on_what_is_newer_than_the_delay(
            Encoding.JSON, tmp_path, leduc, one_commitment, monkeypatch
        )
