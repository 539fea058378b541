"""The connection breaks after every single message in turn, on each transport: the play is the same.

A short match is played over and over with the same cards and the same choices. What the store has of it
must not depend on what the network did; only times may differ.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import pytest
from tests.faults.proxy import FAIR, Faults, Proxy, Weather
from tests.integration.harness import FOREVER, Server, open_room, open_server

from infoset import Bot, Client, Turn
from infoset.botseat import BotSeat
from infoset.playing import Host, Plan, Seat
from infoset.timing import Timing
from infoset_games.registry import register
from infoset_games.testing.toys import Leduc

URLS: Final = {
    "tcp-json": "infoset://127.0.0.1:{}",
    "tcp-msgpack": "infoset+msgpack://127.0.0.1:{}",
    "ws-json": "ws://127.0.0.1:{}",
    "ws-msgpack": "ws+msgpack://127.0.0.1:{}",
}
SEED: Final = "cut everywhere"
PATIENCE_S: Final = 60.0
NO_RESUME: Final = {"times__resume_ttl_ms": 0}

Steps: TypeAlias = list[tuple[Any, ...]]


class Wait(random.Random):
    """Comes back after a fixed share of the longest wait."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = share

    def random(self) -> float:
        return self._share


class Chooser(Bot):
    """Looks random, but always answers the same question alike."""

    quick = True

    def decide(self, turn: Turn) -> int:
        assert turn.n is not None
        return random.Random(f"{turn.match.seat}:{turn.decision}").randrange(turn.n)


@pytest.fixture(autouse=True)
def leduc() -> Iterator[None]:
    """The server of these tests offers a short game."""
    with register("leduc", Leduc):
        yield


@dataclass
class Played:
    """What came of a match: what the store has of it, and what its players saw."""

    steps: Steps
    results: list[Any]
    connections: int
    most_messages: tuple[int, int]  # up and down, of one connection of the player who is cut off


class Hall:
    """A server, and matches played on it under all weathers."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        self._folder = folder
        self._settings: dict[str, Any] = {"store__enabled": True} | settings
        self._stack = AsyncExitStack()
        self.server: Server

    async def __aenter__(self) -> Self:
        opening = open_server(self._folder, SEED, **self._settings)
        self.server = await self._stack.enter_async_context(opening)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def play(
        self,
        transport: str,
        weather: Callable[[int], Weather] = lambda n: FAIR,
        *,
        silence_s: float = PATIENCE_S,
        seed: int = 0,
        restart: bool = False,
    ) -> Played:
        """One match; seat 0 is behind `weather`, seat 1 is not.

        With `restart`, seat 0 finds a restarted server when it comes back.
        """
        host = await self.server.connect("host")
        room = await open_room(host, game="leduc", clock=FOREVER)

        async def restart_it(number: int) -> None:
            if restart and number == 1:
                await self.__aexit__()
                await self.__aenter__()
                fair.target_port = foul.target_port = self.server.port

        fair = Proxy(self.server.port)
        foul = Proxy(self.server.port, weather, seed, restart_it)
        timing = Timing(PATIENCE_S, PATIENCE_S, silence_s=silence_s, ack_every=4)
        wait = Wait(0.1 if restart else 0.0)
        async with fair, foul, asyncio.timeout(PATIENCE_S):
            seats = await asyncio.gather(
                sit(URLS[transport].format(foul.port), room, 0, timing, wait),
                sit(URLS["tcp-json"].format(fair.port), room, 1, timing, wait),
            )
        if not host.is_closed:
            await host.leave()
        match_id = seats[0].match.match_id
        assert self.server.records is not None
        _, _, steps = await self.server.records.journal.look_up(match_id)
        essence = [(s.kind, s.seat, s.decision, s.action, s.tries, tuple(s.chance)) for s in steps]
        results = [seat.result for seat in seats]
        return Played(essence, results, foul.connections, foul.most_messages)


async def sit(url: str, room: str, seat: int, timing: Timing, wait: Wait) -> Seat:
    """Plays one match in a room; the seat, its result known."""
    played: list[Seat] = []
    async with Client(url, name=f"seat {seat}", timing=timing, rng=wait) as client:
        plan = Plan(room=room, seat=seat)
        host = Host(
            client, lambda match, _: BotSeat(match, Chooser, client.ask), plan, played.append
        )
        await host.run()
    (only,) = played
    return only


def first(weather: Weather) -> Callable[[int], Weather]:
    """This on the first connection, and fair weather ever after."""
    return lambda number: FAIR if number else weather


def every_cut(up: int, down: int) -> list[Weather]:
    """A cut after each of so many messages, in either direction."""
    return [
        *(Weather(down=Faults(cut_after=count)) for count in range(down)),
        *(Weather(up=Faults(cut_after=count)) for count in range(up)),
    ]


@pytest.fixture(params=[{}, NO_RESUME], ids=["resume", "login"])
async def hall(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hall]:
    """A server that resumes sessions, and one that never does."""
    async with Hall(tmp_path, request.param) as opened:
        yield opened


@pytest.mark.parametrize("transport", URLS)
async def test_a_cut_after_any_message_changes_nothing(hall: Hall, transport: str) -> None:
    uncut = await hall.play(transport)
    assert uncut.connections == 1
    up, down = uncut.most_messages
    assert len(uncut.steps) > 4
    cuts = 0
    for weather in every_cut(up, down):
        cut = await hall.play(transport, first(weather))
        assert cut.steps == uncut.steps, weather
        assert cut.results == uncut.results, weather
        cuts += cut.connections > 1
    # How often a room is described depends on the moment, so that a match may have a message less.
    assert cuts > up + down - 5


@pytest.mark.parametrize("transport", URLS)
async def test_a_cut_in_the_middle_of_a_message_changes_nothing(hall: Hall, transport: str) -> None:
    uncut = await hall.play(transport)
    places = random.Random(transport)
    for _ in range(6):
        down, up = places.randrange(4_000), places.randrange(800)
        weather = Weather(Faults(cut_bytes=up), Faults(cut_bytes=down))
        cut = await hall.play(transport, first(weather))
        assert (cut.steps, cut.results) == (uncut.steps, uncut.results), weather


async def test_a_match_survives_a_network_that_never_holds(hall: Hall) -> None:
    uncut = await hall.play("ws-json")
    often = Weather(down=Faults(cut_after=8))
    cut = await hall.play("ws-json", lambda number: often)
    assert cut.connections > 2
    assert (cut.steps, cut.results) == (uncut.steps, uncut.results)


@pytest.mark.parametrize("way", ["up", "down", "both"])
@pytest.mark.parametrize("count", [1, 4, 7])
async def test_a_connection_that_goes_dead_without_a_word_changes_nothing(
    hall: Hall, way: str, count: int
) -> None:
    uncut = await hall.play("tcp-json")
    dead, alive = Faults(swallow_after=count), Faults()
    weather = {
        "up": Weather(dead, alive),
        "down": Weather(alive, dead),
        "both": Weather(dead, dead),
    }
    cut = await hall.play("tcp-json", first(weather[way]), silence_s=0.05)
    assert (cut.steps, cut.results) == (uncut.steps, uncut.results)


@pytest.mark.parametrize("transport", URLS)
async def test_a_slow_and_uneven_network_changes_nothing(hall: Hall, transport: str) -> None:
    uncut = await hall.play(transport)
    slow = Faults(delay_s=0.002, jitter_s=0.01, bytes_per_s=200_000)
    late = await hall.play(transport, lambda number: Weather(slow, slow))
    assert (late.steps, late.results) == (uncut.steps, uncut.results)


@pytest.mark.parametrize("transport", URLS)
async def test_messages_sent_twice_and_out_of_order_are_played_once(
    hall: Hall, transport: str
) -> None:
    uncut = await hall.play(transport)
    for seed in range(3):
        weather = Weather(up=Faults(repeat=0.5, swap=0.3))
        played = await hall.play(transport, lambda n: weather, silence_s=0.05, seed=seed)  # noqa: B023
        assert (played.steps, played.results) == (uncut.steps, uncut.results)


@pytest.mark.parametrize("transport", URLS)
async def test_a_restart_after_any_message_changes_nothing(tmp_path: Path, transport: str) -> None:
    async with Hall(tmp_path, {}) as hall:
        uncut = await hall.play(transport)
        up, down = uncut.most_messages
        restarts = 0
        for weather in every_cut(up, down):
            cut = await hall.play(transport, first(weather), restart=True)
            assert cut.steps == uncut.steps, weather
            assert cut.results == uncut.results, weather
            restarts += cut.connections > 1
    assert restarts > up + down - 5  # as above
