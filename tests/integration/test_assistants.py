"""Assistants over real connections: on every transport, through faults and restarts, and what is kept of them."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    TRANSPORTS,
    Client,
    Message,
    Server,
    open_server,
    play_out,
)

from infoset_protocol.conformance.transcripts import (
    Bound,
    Expect,
    Send,
    fill_in,
    match,
    read_transcript,
)

TRANSCRIPT = Path(__file__).parents[2] / "protocol/vectors/v1/transcripts/600_assistants.ndjson"
STREAM = {"events", "your_turn", "turn_closed", "timeout", "seat_status", "match_over"}
HELPER = {"kind": "guest", "name": "helper", "token": "the secret of helper"}
MARK = {"k": "mark", "at": ["cell:1,1"]}


class Tape:
    """Keeps the frames that a client receives, as they came."""

    def __init__(self, client: Client) -> None:
        self.frames: list[bytes] = []
        receive = client.wire.receive

        async def taped() -> list[bytes]:
            frames = await receive()
            self.frames += frames
            return frames

        client.wire.receive = taped  # type: ignore[method-assign]


def without_seq(frame: bytes) -> bytes:
    """The frame without its number, otherwise byte for byte."""
    if frame.startswith(b"{"):
        before, _, behind = frame.partition(b',"seq":')
        return before + behind.lstrip(b"0123456789")
    before, _, behind = frame.partition(b"\xa3seq")
    return before + behind[{0xCC: 2, 0xCD: 3, 0xCE: 5}.get(behind[0], 1) :]


def secret(name: str) -> dict[str, Any]:
    return {"kind": "guest", "name": name, "token": f"the secret of {name}"}


async def sit_down(
    server: Server, transport: str = "tcp-json", assist: str = "auto", game: str = "crossfire"
) -> tuple[list[Client], str, str]:
    """Two players, the first of whom may have assistants; the room and the match."""
    ann = await server.dial("ann", transport)
    ann.tape = Tape(ann)  # type: ignore[attr-defined]
    await ann.log_in(features=["assist"], auth=secret("ann"))
    bob = await server.connect("bob", transport, auth=secret("bob"))
    made = await ann.ask("create_room", game=game, clock=FOREVER, assist=assist)
    room = made["room"]["room"]
    await ann.ask("join", room=room, seat=0, ready=True)
    await bob.ask("join", room=room, seat=1, ready=True)
    match_id = (await ann.expect("match_start"))["match_id"]
    await bob.expect("match_start")
    return [ann, bob], room, match_id


async def attach(
    server: Server, owner: Client, transport: str = "tcp-json", **invite: Any
) -> Client:
    """An assistant of `owner`."""
    code = (await owner.ask("assist_invite", **invite))["data"]["code"]
    helper = await server.dial("helper", transport)
    helper.tape = Tape(helper)  # type: ignore[attr-defined]
    await helper.log_in()
    helper.joined = (await helper.ask("assist_join", code=code))["data"]  # type: ignore[attr-defined]
    return helper


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_assistants_stream_is_the_seats_byte_for_byte_on_every_transport(
    server: Server, transport: str
) -> None:
    players, _, match_id = await sit_down(server, transport)
    helper = await attach(server, players[0], transport, match_id=match_id)
    await helper.expect("snapshot")
    await players[0].settled()
    since = len(players[0].heard)
    await play_out(players, match_id)
    await helper.expect("match_over")
    await helper.settled()

    def stream(client: Client, first: int) -> list[bytes]:
        frames = client.tape.frames  # type: ignore[attr-defined]
        return [
            without_seq(frame)
            for frame, plain in zip(frames, client.heard, strict=True)
            if plain["type"] in STREAM and "re" not in plain
        ][first:]

    before = sum(m["type"] in STREAM and "re" not in m for m in players[0].heard[:since])
    own, other = stream(players[0], before), stream(helper, 0)
    assert len(own) > 10
    assert other == own


async def test_an_assistant_for_a_room_sits_beside_its_owner_in_the_next_match_too(
    server: Server,
) -> None:
    players, room, match_id = await sit_down(server)
    helper = await attach(server, players[0], room=room)
    assert (await helper.expect("match_start"))["match_id"] == match_id
    await play_out(players, match_id)
    for player in players:
        await player.ask("ready", room=room)
    start = await helper.expect("match_start")
    assert start["match_id"] != match_id
    assert start["role"] == "assist"
    await helper.expect("your_turn")
    await players[0].ask("assist_revoke")
    assert (await helper.expect("assist_status"))["on"] is False


async def test_an_assistant_that_does_not_read_holds_nobody_up(serve: Any) -> None:
    server = await serve(queues__max_bytes=65_535, queues__write_buffer_bytes=4_096)
    players, _, match_id = await sit_down(server)
    helper = await attach(server, players[0], match_id=match_id)
    await helper.settled()
    helper.wire.reader._transport.pause_reading()  # type: ignore[attr-defined]
    await play_out(players, match_id)
    assert (await players[0].expect("match_over"))["assisted"] == [0]


async def test_a_flood_ends_the_assistants_connection_and_the_person_plays_on(serve: Any) -> None:
    server = await serve(
        rates__msgs_per_s=50, rates__abuse_s=0.2, connections__exempt_loopback=False
    )
    players, _, match_id = await sit_down(server)
    helper = await attach(server, players[0], match_id=match_id)

    async def flood() -> None:
        while not helper.is_closed:
            await helper.tell("overlay", match_id=match_id, items=[MARK])

    with suppress(ConnectionError):
        await asyncio.wait_for(flood(), 8)
    turn = await players[0].expect("your_turn")
    assert await players[0].expect("assist_note", level="warning")
    gone = await players[0].expect("assist_status", on=False)
    assert gone["assistant"] == helper.joined["assistant"]  # type: ignore[attr-defined]
    await players[0].ask("act", match_id=match_id, decision=turn["decision"], index=0)


async def test_an_assistant_comes_back_with_its_key_after_a_restart(tmp_path: Path) -> None:
    async with open_server(tmp_path, store__enabled=True) as server:
        players, _, match_id = await sit_down(server)
        helper = await attach(server, players[0], match_id=match_id, rights=["draw", "suggest"])
        key = helper.joined["key"]  # type: ignore[attr-defined]
        second = await attach(server, players[0], match_id=match_id)
        lost = second.joined  # type: ignore[attr-defined]
        await players[0].ask("assist_revoke", assistant=lost["assistant"])
        await server.app.close(0)
    async with open_server(tmp_path, store__enabled=True) as server:
        ann = await server.connect("ann", features=["assist"], auth=secret("ann"))
        bob = await server.connect("bob", auth=secret("bob"))
        seats = (await ann.expect("match_start"))["players"]
        assert [seat.get("assisted") for seat in seats] == [True, None]
        helper = await server.connect("helper")
        joined = (await helper.ask("assist_join", code=key))["data"]
        assert joined["rights"] == ["view", "draw", "suggest"]
        assert (await helper.expect("match_start"))["match_id"] == match_id
        refusal = await helper.refused("assist_join", code=lost["key"])
        assert refusal["code"] == "wrong_code"
        await play_out([ann, bob], match_id)
        track = await read_track(ann, match_id, "seat:0")
        joins = [entry["assistant"] for entry in track if entry["e"] == "joined"]
        assert joins == [joined["assistant"], lost["assistant"], joined["assistant"]]
        assert [e["decision"] for e in track if e["e"] == "decided"][:2] == [1, 2]


async def read_track(client: Client, match_id: str, view: str) -> list[Message]:
    """What assistants said, as the server tells it."""
    part = await client.ask("replay", replay=match_id, view=view, form="assist")
    assert not part["more"]
    entries: list[Message] = part["entries"]
    return entries


async def test_the_record_is_told_to_its_owner_alone(serve: Any) -> None:
    server = await serve(store__enabled=True)
    players, _, match_id = await sit_down(server)
    helper = await attach(server, players[0], match_id=match_id)
    await helper.ask("overlay", match_id=match_id, items=[MARK])
    early = await players[0].refused("replay", replay=match_id, view="seat:0", form="assist")
    assert early["code"] == "forbidden"
    await play_out(players, match_id)
    track = await read_track(players[0], match_id, "seat:0")
    assert [entry["e"] for entry in track][:3] == ["joined", "asked", "overlay"]
    for client, view, code in (
        (players[1], "seat:0", "not_found"),
        (helper, "seat:0", "not_found"),
        (players[0], "seat:1", "not_found"),
        (players[0], "public", "bad_option"),
        (players[0], "seat:5", "bad_option"),
    ):
        answer = await client.refused("replay", replay=match_id, view=view, form="assist")
        assert answer["code"] == code, view
    assert await read_track(players[1], match_id, "seat:1") == []


async def test_the_label_is_in_results_and_replays(serve: Any) -> None:
    server = await serve(store__enabled=True)
    players, _, match_id = await sit_down(server)
    await attach(server, players[0], match_id=match_id)
    await players[0].ask("assist_revoke")
    await play_out(players, match_id)
    listed = (await players[1].ask("replays"))["items"][0]
    assert listed["assisted"] == [0]
    told = await players[1].ask("replay", replay=match_id)
    seats = told["entries"][0]["players"]
    assert [seat.get("assisted") for seat in seats] == [True, None]
    await play_second_without(server, players)
    assert "assisted" not in (await players[1].ask("replays"))["items"][0]


async def play_second_without(server: Server, players: list[Client]) -> None:
    """Another match in the same room, without assistants."""
    room = next(iter(server.app.lobby.rooms))
    for player in players:
        await player.ask("ready", room=room)
    start = await players[0].expect("match_start")
    await play_out(players, start["match_id"])


async def test_a_person_who_lost_the_link_keeps_the_seat_beside_an_assistant_of_the_same_user(
    server: Server,
) -> None:
    players, _, match_id = await sit_down(server)
    ann = players[0]
    code = (await ann.ask("assist_invite", match_id=match_id))["data"]["code"]
    helper = await server.connect("ann", auth=secret("ann"))
    await helper.ask("assist_join", code=code)
    await helper.expect("match_start", role="assist")
    await ann.cut()
    turn = await helper.refused("act", match_id=match_id, decision=1, index=0)
    assert turn["code"] in ("right_missing", "assist_off")
    back = await server.connect("ann", features=["assist"], auth=secret("ann"))
    await back.expect("match_start", role="player")
    asked = (await back.expect("snapshot"))["pending"][0]
    await back.ask("act", match_id=match_id, decision=asked["decision"], index=0)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_server_answers_as_the_published_dialogue_says(
    server: Server, transport: str
) -> None:
    transcript = read_transcript(TRANSCRIPT.read_text("ascii"))
    clients: dict[str, Client] = {}
    places: dict[str, int] = {}
    bound: Bound = {}
    for step in transcript.steps:
        assert isinstance(step, (Send, Expect))
        if step.client not in clients:
            clients[step.client] = await server.dial(step.client, transport)
            places[step.client] = 0
        client = clients[step.client]
        if isinstance(step, Send):
            plain = fill_in(step.message or {}, bound)
            await client.tell(plain.pop("type"), **plain)
            continue
        message = await client.heard_from(places[step.client])
        while message["type"] in transcript.skip and "re" not in message:
            places[step.client] += 1
            message = await client.heard_from(places[step.client])
        bound = match(step.pattern, message, bound)
        places[step.client] += 1
