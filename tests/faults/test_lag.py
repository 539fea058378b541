"""Time lost to the network: forgiven where it was lost, bounded where that is only pretended.

Clients play through a proxy that delays what passes. Who thinks sleeps: time is what these tests are about.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

import pytest
import websockets
from tests.faults.proxy import Faults, Proxy, Weather
from tests.integration.harness import (
    MAX_FRAME,
    Client,
    Message,
    Server,
    Stream,
    WebSocket,
    open_room,
    open_server,
    play_on,
    seat_all,
)

from infoset_games.steps import ACT, MISS, Step
from infoset_protocol.codec import Encoding
from infoset_protocol.framing import LineFramer

JITTER: Final = Weather(Faults(jitter_s=0.150), Faults(jitter_s=0.150))
MOVE_MS: Final = 200
THINK_S: Final = 0.180  # nearly all of it
DECISIONS: Final = 20
BEAT_S: Final = 0.01
CLOCK: Final = {"kind": "per_move", "move_ms": MOVE_MS, "first_ms": 500}
NO_QUOTA: Final[dict[str, Any]] = {
    "rooms__lag__start_ms": 0,
    "rooms__lag__gain_ms": 0,
    "rooms__lag__max_ms": 0,
}
ONCE: Final[dict[str, Any]] = {
    "rooms__lag__start_ms": 450,
    "rooms__lag__gain_ms": 0,
    "rooms__lag__max_ms": 450,
}


@asynccontextmanager
async def slow_player(
    folder: Path, weather: Weather, transport: str = "ws-json", **settings: Any
) -> AsyncIterator[tuple[Server, Client]]:
    """A server, and a client behind a proxy with this weather."""
    async with (
        open_server(folder, **settings) as server,
        Proxy(server.port, lambda _: weather, seed=4) as proxy,
    ):
        yield server, await dial(server, proxy.port, transport)


async def dial(server: Server, port: int, transport: str) -> Client:
    """A client that connects to `port`, which leads to the server."""
    client = Client(await open_wire(port, transport), Encoding.JSON, "slow")
    server.clients.append(client)
    return await client.log_in(features=["pong"] if transport == "tcp-pong" else [])


class Answering(Stream):
    """Answers keep-alives, as who has the feature `pong` has promised."""

    async def receive(self) -> list[bytes]:
        while data := await self.reader.read(1 << 16):
            known = self._framer.keep_alives
            frames = self._framer.receive_data(data)
            self.writer.write(LineFramer.KEEP_ALIVE * (self._framer.keep_alives - known))
            if frames:
                return frames
        return []


async def open_wire(port: int, transport: str) -> Stream | WebSocket:
    """By WebSocket, whose pings are answered below us, or by TCP, where we may do it."""
    if transport.startswith("tcp"):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        kind = Answering if transport == "tcp-pong" else Stream
        return kind(LineFramer(MAX_FRAME), reader, writer)
    protocols = [websockets.Subprotocol("infoset.1.json")]
    connection = await websockets.connect(f"ws://127.0.0.1:{port}/v1", subprotocols=protocols)
    return WebSocket(connection, Encoding.JSON)


async def play(
    server: Server, slow: Client, think_s: float, decisions: int = DECISIONS, **settings: Any
) -> list[Step]:
    """`slow` decides so often, against three who answer at once; the steps that were taken for it."""
    players = [slow, *[await server.connect(f"quick {number}") for number in range(3)]]
    room = await open_room(slow, **{"clock": CLOCK, "max_timeouts": 1_000} | settings)
    await seat_all(players, room, ready=True)
    match_id: str = (await slow.expect("match_start"))["match_id"]
    live = server.live(match_id)
    others = [asyncio.create_task(play_on(player, match_id)) for player in players[1:]]
    for _ in range(decisions):
        turn = await slow.expect_any("your_turn", "match_over")
        if turn["type"] == "match_over":
            break
        await answer(slow, turn, think_s)
    await slow.settled()
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return [step for step in live.match.steps if step.seat == 0 and step.kind in (ACT, MISS)]


class Lateness:
    """How much later than planned the event loop did things meanwhile, all in all: it was busy, or held up."""

    def __init__(self) -> None:
        self.total_s = 0.0
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._beating = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._beating is not None
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            planned_s = loop.time() + BEAT_S
            await asyncio.sleep(BEAT_S)
            self.total_s += max(0.0, loop.time() - planned_s)


async def answer(client: Client, turn: Message, think_s: float) -> None:
    """Thinks, and takes the first action."""
    await asyncio.sleep(think_s)
    await client.tell("act", match_id=turn["match_id"], decision=turn["decision"], index=0)


async def test_a_bot_that_needs_its_200_ms_never_loses_on_time_through_150_ms_of_jitter(
    tmp_path: Path,
) -> None:
    async with slow_player(tmp_path, JITTER) as (server, slow):
        steps = await play(server, slow, THINK_S)
    assert [step.kind for step in steps] == [ACT] * DECISIONS
    assert max(step.elapsed_ms for step in steps[1:]) > MOVE_MS  # else nothing was shown
    assert all(step.charged_ms <= MOVE_MS for step in steps[1:])


async def test_without_the_quota_it_does(tmp_path: Path) -> None:
    async with slow_player(tmp_path, JITTER, **NO_QUOTA) as (server, slow):
        steps = await play(server, slow, THINK_S, decisions=6)
    assert MISS in [step.kind for step in steps]


@pytest.mark.parametrize("late_s", [0.3, 0.6])
async def test_who_delays_all_that_he_sends_gains_no_more_than_the_quota(
    tmp_path: Path, late_s: float
) -> None:
    """Answers to pings come late, too, so that the server must believe that the network is slow."""
    late = Weather(Faults(delay_s=late_s))
    async with slow_player(tmp_path, late, **ONCE) as (server, slow), Lateness() as lateness:
        steps = await play(server, slow, 0.0, decisions=8)
    gained_ms = sum(step.forgiven_ms for step in steps)
    assert 0 < gained_ms <= 450
    assert steps[-1].kind == MISS  # and then it is over with
    over_ms = sum(max(0, step.elapsed_ms - MOVE_MS) for step in steps[1:])
    # Nobody waited longer; timers are not exact, and on a busy machine less so.
    assert over_ms <= 450 + len(steps) * 50 + lateness.total_s * 1000


async def test_the_kernel_is_not_deceived_by_who_only_answers_late(tmp_path: Path) -> None:
    """No ping can be answered late here; only the acts are."""
    async with slow_player(tmp_path, Weather(), "tcp-json") as (server, slow):
        steps = await play(server, slow, 0.5, decisions=4)
    assert [step.kind for step in steps[1:]] == [MISS] * (len(steps) - 1)
    assert sum(step.forgiven_ms for step in steps) < 300


@pytest.mark.parametrize("transport", ["ws-json", "tcp-pong"])
async def test_the_player_is_told_what_was_received_charged_and_forgiven(
    tmp_path: Path, transport: str
) -> None:
    steady = Weather(Faults(delay_s=0.05), Faults(delay_s=0.05))
    bank = {"kind": "bank", "main_ms": 60_000}
    async with slow_player(tmp_path, steady, transport) as (server, slow):
        room = await open_room(slow, clock=bank)
        for seat in range(1, 4):
            await slow.ask("add_bot", room=room, seat=seat, bot="first")
        await slow.ask("join", room=room, seat=0)
        await slow.ask("start", room=room)
        match_id = (await slow.expect("match_start"))["match_id"]
        told = []
        for decision in range(1, 5):
            await slow.expect("your_turn")
            told.append(await slow.ask("act", match_id=match_id, decision=decision, index=0))
        steps = [step for step in server.live(match_id).match.steps if step.seat == 0]
    last = told[-1]
    assert last["forgiven_ms"] > 50
    assert last["received_ms"] == last["elapsed_ms"] + last["forgiven_ms"]
    for message, step in zip(told, steps, strict=True):
        assert message["elapsed_ms"] == step.charged_ms
        assert message.get("forgiven_ms", 0) == step.forgiven_ms
        assert message.get("received_ms", step.charged_ms) == step.elapsed_ms
