"""How long players wait for their watchers: an act's own time beside it, with many watchers and with none.

    python benchmarks/watchers.py [--watchers 1000] [--acts 300]

A server in this process, without sockets: matches of Colonizers between four players, one of them watched.
Acts are made in turns at the table that is watched and at the one that is not. Printed: microseconds until
all players of the table have been told and the next one is asked, until the last watcher has been told, and
the ratio of the players' waits (target: at most 1.2).
"""

import argparse
import asyncio
import itertools
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from infoset_protocol.codec import Encoding, encode
from infoset_server.app.server import App
from infoset_server.config import load_config
from infoset_server.matches.runner import MatchRunner
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import ConnectionGate
from infoset_server.network.link import MemoryLink
from infoset_server.network.rate_limits import request_rates

SEATS: Final = 4
FREE: Final = {
    "rates.msgs_per_s": "1000000",
    "connections.max_total": "100000",
    "connections.max_per_address": "100000",
    "rooms.max_watchers_per_room": "100000",
}


class Hall:
    """A server and everybody who is connected to it."""

    def __init__(self, folder: Path) -> None:
        self._config = load_config(None, FREE | {"data_dir": str(folder)})
        self.app = App(self._config, fresh_seed=lambda: "watched")
        self._ids = itertools.count(1)
        self.links: list[MemoryLink] = []

    def connect(self, name: str) -> MemoryLink:
        """One more client."""
        gate, rates = ConnectionGate(self._config.connections), request_rates(self._config.rates)
        link = MemoryLink(Encoding.MSGPACK)
        connection = Connection(link, self.app, self._config, gate=gate, rates=rates)
        link.hand_over(connection)
        self.links.append(link)
        self.tell(link, "hello", proto=[1], auth={"kind": "guest", "name": name})
        return link

    def tell(self, link: MemoryLink, kind: str, /, **fields: Any) -> None:
        """A client sends a request."""
        message = {"type": kind, "id": next(self._ids), **fields}
        link.receive(encode(message, Encoding.MSGPACK))

    def forget(self) -> None:
        """What was sent has been read."""
        for link in self.links:
            link.sent.clear()


class Table:
    """Four players, and matches one after the other between them."""

    def __init__(self, hall: Hall, name: str) -> None:
        self._matchmaker = hall
        self.players = [hall.connect(f"{name}{seat}") for seat in range(SEATS)]
        self.room: str = ""

    async def open(self, watchers: int) -> None:
        """Everybody comes; the first match begins."""
        before = set(self._matchmaker.app.lobby.rooms)
        self._matchmaker.tell(
            self.players[0], "create_room", game="colonizers", clock={"kind": "none"}
        )
        (room,) = set(self._matchmaker.app.lobby.rooms) - before
        self.room = room
        for number in range(watchers):
            self._matchmaker.tell(self._matchmaker.connect(f"eve{number}"), "watch", room=room)
        for seat, player in enumerate(self.players):
            self._matchmaker.tell(player, "join", room=room, seat=seat, ready=True)
        await asyncio.sleep(0)

    @property
    def live(self) -> MatchRunner | None:
        """The match that is being played."""
        return next(
            (live for live in self._matchmaker.app.play.running.values() if self._is_here(live)),
            None,
        )

    def _is_here(self, live: MatchRunner) -> bool:
        return self._matchmaker.app.play.room_of(live).id == self.room

    async def act(self) -> tuple[float, float]:
        """One act: seconds until the players have been told, and until everybody has."""
        live = self.live
        if live is None:
            for player in self.players:
                self._matchmaker.tell(player, "ready", room=self.room, ready=True)
            await asyncio.sleep(0)
            live = self.live
            assert live is not None
        (asked,) = live.match.open.values()
        self._matchmaker.forget()
        message = {"type": "act", "match_id": live.id, "decision": asked.number, "index": 0}
        frame = encode(message, Encoding.MSGPACK)
        begun_s = time.perf_counter()
        self.players[asked.seat].receive(frame)
        players_s = time.perf_counter() - begun_s
        await asyncio.sleep(0)
        return players_s, time.perf_counter() - begun_s


async def measure(watchers: int, acts: int) -> None:
    """Plays and prints."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        watched, alone = Table(hall, "ann"), Table(hall, "bob")
        await watched.open(watchers)
        await alone.open(0)
        times = {watched: list[tuple[float, float]](), alone: list[tuple[float, float]]()}
        for _ in range(acts):
            for table, found in times.items():
                found.append(await table.act())
        waits = {}
        for table, name in ((alone, "no watchers"), (watched, f"{watchers} watchers")):
            players, everybody = (
                statistics.median(column) for column in zip(*times[table], strict=True)
            )
            waits[table] = players
            print(
                f"{name:>16}: players {players * 1e6:8.0f} us, everybody {everybody * 1e6:8.0f} us"
            )
        print(f"players wait {waits[watched] / waits[alone]:.2f} times as long with watchers")
        await hall.app.close(0)


def main() -> None:
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--acts", type=int, default=300)
    options = parser.parse_args()
    asyncio.run(measure(options.watchers, options.acts))


if __name__ == "__main__":
    main()
