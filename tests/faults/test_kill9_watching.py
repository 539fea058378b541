"""The server is killed while some look on and others are away: nothing is shown early, and no result is lost."""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from tests.faults.killing import SETTINGS, Killing
from tests.integration.harness import (
    Client,
    Message,
    act,
    open_room,
    open_wire,
    play_out,
    play_some,
    seat_all,
)

from infoset_protocol.codec import Encoding

SERVER: Final = [sys.executable, "-m", "infoset", "serve"]
NAMES: Final = ("ann", "bob", "cat", "dan")
KILLS: Final = 2
DELAY_S: Final = 8.0  # a restart takes less


class Lives:
    """A server that is killed and started again, and who is connected to it."""

    def __init__(self, folder: Path) -> None:
        self.server = Killing(folder, SERVER, SETTINGS)
        self._clients: list[Client] = []

    async def come(self, name: str) -> Client:
        """Logs in as somebody who is known by a secret."""
        client = Client(await open_wire(self.server.port, "tcp-json"), Encoding.JSON, name)
        self._clients.append(client)
        auth = {"kind": "guest", "name": name, "token": f"the secret of {name}"}
        return await client.log_in(auth=auth)

    async def come_back(self) -> list[Client]:
        """All players."""
        return [await self.come(name) for name in NAMES]

    async def kill(self) -> None:
        """Ends the server, and what hangs on it."""
        await self.server.kill()
        for client in self._clients:
            await client.cut()
        self._clients.clear()

    async def restart(self) -> None:
        """The next life begins."""
        await self.kill()
        await self.server.start()


@asynccontextmanager
async def lives(folder: Path) -> AsyncIterator[Lives]:
    """The first life has begun."""
    server = Lives(folder)
    await server.server.start()
    try:
        yield server
    finally:
        await server.kill()


async def table(server: Lives, **settings: Any) -> tuple[list[Client], str]:
    """A match of four."""
    players = await server.come_back()
    room = await open_room(players[0], **settings)
    await seat_all(players, room, ready=True)
    return players, (await players[0].expect("match_start"))["match_id"]


async def test_results_reach_who_was_away_and_who_was_just_told(tmp_path: Path) -> None:
    async with lives(tmp_path) as server:
        players, match_id = await table(server)
        await players[3].cut()
        for player in players[:3]:
            await player.tell("resign", match_id=match_id)
        over = await players[0].expect("match_over")
        for _ in range(KILLS):
            await server.restart()
        for player in await server.come_back():
            assert await player.expect("match_over") | {"seq": over["seq"]} == over


async def test_delay_in_versions_and_consent_hold_whenever_the_server_is_killed(
    tmp_path: Path,
) -> None:
    rng = random.Random(5)
    async with lives(tmp_path) as server:
        players, match_id = await table(server, watch="delayed", watch_delay={"versions": 3})
        eve, fay = await server.come("eve"), await server.come("fay")
        for user in (eve.user, fay.user):
            await players[0].ask("consent", match_id=match_id, user=user)
        await players[0].ask("consent", match_id=match_id, user=fay.user, on=False)
        seat = {"match_id": match_id, "view": "seat:0"}
        shown: Message = {}
        for kill in range(KILLS):
            await play_some(players, match_id, 3 + 3 * kill + rng.randrange(3))
            await server.restart()
            eve, fay = await server.come("eve"), await server.come("fay")
            await eve.ask("watch", **seat)
            shown = await eve.expect("snapshot")
            assert shown["obs"]["seat"] == 0
            assert (await fay.refused("watch", **seat))["code"] == "forbidden"
            players = await server.come_back()
            assert shown["ver"] == (await players[0].expect("snapshot"))["ver"] - 3
        await play_out(players, match_id)
        await eve.expect("match_over")
        seen = [message["ver"] for message in eve.of_type("events")]
        assert seen == list(range(shown["ver"] + 1, seen[-1] + 1))


async def test_a_delay_in_time_holds_whenever_the_server_is_killed(tmp_path: Path) -> None:
    delay = {"ms": int(DELAY_S * 1000)}
    asked_s: dict[int, float] = {}  # by version: it came about after this
    async with lives(tmp_path) as server:
        players, match_id = await table(server, watch="delayed", watch_delay=delay)
        version = await play_a_little(players, match_id, asked_s)
        assert len(asked_s) > 5
        await server.restart()
        eve = await server.come("eve")
        await eve.ask("watch", match_id=match_id)
        shown = await eve.expect_any("snapshot", "events")
        while shown["ver"] < version:
            check_is_due(shown["ver"], asked_s)
            shown = await eve.expect_any("snapshot", "events")
        check_is_due(version, asked_s)


async def play_a_little(players: list[Client], match_id: str, asked_s: dict[int, float]) -> int:
    """Some acts, one after another; returns the version they led to."""
    version = 0
    for _ in range(8):
        told = [player.of_type("your_turn", "snapshot") for player in players]
        turns = [
            (one, {**message, **(message.get("pending") or [{}])[0], "match_id": match_id})
            for one, messages in zip(players, told, strict=True)
            for message in messages
            if message["type"] == "your_turn" or message.get("pending")
        ]
        for player, turn in turns:
            if (match_id, turn["decision"]) not in player.answered:
                asked_s[turn["ver"] + 1] = time.monotonic()
                player.forget()
                await act(player, {**turn, "seat": players.index(player)})
                version = (await player.expect("events"))["ver"]
                await asyncio.gather(*(one.settled() for one in players))
                break
    return version


def check_is_due(version: int, asked_s: dict[int, float]) -> None:
    """Fails where a version was shown sooner than the delay allows."""
    if version in asked_s:
        assert time.monotonic() - asked_s[version] >= DELAY_S - 0.005  # the log knows milliseconds
