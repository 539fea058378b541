"""Servers in memory that do exactly the same when they are told exactly the same. No tests here.

Everything between the rules and the socket is real but the socket: sessions, handlers, rooms, encoding.
Ids, tokens and the time of day, random or told to everybody, are fixed so that bytes can be compared.
"""

import asyncio
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infoset_games.core import State
from infoset_protocol.codec import Encoding, encode
from infoset_server.app.server import App
from infoset_server.config import load_config
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import ConnectionGate
from infoset_server.network.link import MemoryLink
from infoset_server.network.rate_limits import request_rates


class Numbers:
    """Takes the place of random ids. Every table begins to count anew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Fixes what is random or depends on the time, until the test ends."""
        self.restart()
        for module in (
            "sessions.login",
            "rooms.match_registry",
            "matches.floor",
            "accounts.clients",
            "handlers.rooms",
            "accounts.register",
        ):
            monkeypatch.setattr(
                f"infoset_server.{module}.fresh_id", lambda prefix: f"{prefix}_{next(self._count)}"
            )
        monkeypatch.setattr("infoset_server.common.ids.secrets.choice", lambda letters: letters[0])
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: 0.0)

    def restart(self) -> None:
        """The next id is the first again."""
        self._count = itertools.count()


class Table:
    """A server in memory with one match and a link for each seat."""

    def __init__(self, encoding: Encoding, folder: Path, **settings: Any) -> None:
        """`settings` are those of the server, dots as `__`."""
        named = {name.replace("__", "."): value for name, value in settings.items()}
        free = {"data_dir": str(folder), "rates.msgs_per_s": "1000000"}
        config = load_config(None, free | named)
        self.encoding = encoding
        self.app = App(config, fresh_seed=lambda: "twins")
        self.ids = itertools.count(1)
        self.links: list[MemoryLink] = []
        self._config = config

    async def start(
        self,
        game: str = "colonizers",
        seats: int = 4,
        room_settings: Mapping[str, Any] | None = None,
        **hello: Any,
    ) -> None:
        """Seats everybody; the match begins."""
        for seat in range(seats):
            self.connect(f"p{seat}", **hello)
        self.tell(0, "create_room", game=game, clock={"kind": "none"}, **room_settings or {})
        (room,) = self.app.lobby.rooms
        for seat in range(seats):
            self.tell(seat, "join", room=room, seat=seat, ready=True)
        await asyncio.sleep(0)  # rooms tell their members at the end of a loop turn
        (self.live,) = self.app.play.running.values()

    def connect(self, name: str, **hello: Any) -> int:
        """One more client; returns the number of its link."""
        gate, rates = ConnectionGate(self._config.connections), request_rates(self._config.rates)
        link = MemoryLink(self.encoding)
        connection = Connection(
            link, self.app, self._config, gate=gate, rates=rates, now_ms=lambda: 0
        )
        link.hand_over(connection)
        self.links.append(link)
        number = len(self.links) - 1
        auth = {"kind": "guest", "name": name}
        self.tell(number, "hello", proto=[1], auth=auth, **hello)
        return number

    @property
    def state(self) -> State:
        """The position of the match."""
        return self.live.match.state

    def tell(self, sender: int, kind: str, /, **fields: Any) -> None:
        """One seat's client sends one request."""
        message = {"type": kind, "id": next(self.ids), **fields}
        self.links[sender].receive(encode(message, self.encoding))

    def act(self, action: int) -> None:
        """Whoever is to act does this."""
        seat = int(self.state.mover())
        index = self.state.legal(seat).index(action)
        self.tell(seat, "act", match_id=self.live.id, decision=self.number(seat), index=index)

    def number(self, seat: int) -> int:
        """The seat's open decision, or one that never was."""
        asked = self.live.match.open.get(seat)
        return 999 if asked is None else asked.number

    def replace(self, state: State) -> None:
        """The match stands elsewhere from now on; nobody is told."""
        self.live.match.state = state.copy()
        self.live.match._observed.clear()

    def forget(self) -> None:
        """Only what comes from now on is compared."""
        for link in self.links:
            link.sent.clear()

    async def close(self) -> None:
        """Stops what the app started."""
        await self.app.close(0)
