"""Watchers at a simulated cluster: wherever they come in, they are shown each change once and in order. No tests here."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from tests.faults.durable_players import CONNECT_AGAIN_S, Message
from tests.simulated.players import RESUMES, Wire, has_lost
from tests.simulated.processes import Process

LOOK_S: Final = 0.5  # between looks for matches that are not watched yet


class SimulatedWatcher:
    """Watches all matches of the players there are. `wrongs` is what must not be shown."""

    def __init__(
        self,
        name: str,
        rng: random.Random,
        pick: Callable[[], Process],
        matches: Callable[[], set[str]],
        note: Callable[[str], None],
    ) -> None:
        """`pick` finds a process, as a balancer, or raises ConnectionError; `matches` are those to be watched."""
        self.name = name
        self.wrongs: list[str] = []
        self.shown = 0  # changes
        self.lost = 0  # as SimulatedPlayer
        self.wire: Wire | None = None
        self._rng = rng
        self._pick = pick
        self._matches = matches
        self._note = note
        self._versions: dict[str, int] = {}  # of the matches that are being shown
        self._over: set[str] = set()
        self._session: Message | None = None
        self._seq = 0
        self._number = 0

    async def watch(self) -> None:
        """Until it is cancelled."""
        while True:
            with suppress(ConnectionError, TimeoutError):
                await self._talk()
            await asyncio.sleep(self._rng.uniform(1.0, 10.0) * CONNECT_AGAIN_S)

    def sums_up(self) -> list[str]:
        """What was wrong, when all matches are over and nothing is under way any more."""
        unfinished = [f"{self.name}: {one} has not ended" for one in self._versions]
        return self.wrongs + unfinished

    async def _talk(self) -> None:
        wire = self.wire = Wire(self._rng, self._pick())
        if not wire.process.connect(wire.link):
            return
        looking = asyncio.create_task(self._look(wire))
        try:
            self._greet(wire)
            while True:
                message = await wire.read()
                self._note(f"{self.name} {message['type']} {message.get('ver', '')}")
                self._seq = max(self._seq, message.get("seq", 0))
                self._hear(message)
        finally:
            looking.cancel()
            wire.close()

    def _greet(self, wire: Wire) -> None:
        auth = {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}
        hello: dict[str, Any] = {"type": "hello", "proto": [1], "auth": auth}
        if self._session is not None and self._rng.random() < RESUMES:
            hello["resume"] = self._session | {"seq": self._seq}
        self._session = None
        self._say(wire, hello | {"id": 1})

    async def _look(self, wire: Wire) -> None:
        """Asks for what is not shown yet, again and again: a match may not be stored, or not be known at a new hall."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self._session is not None:
                for match_id in sorted(self._matches() - self._versions.keys() - self._over):
                    self._number += 1
                    watch = {"type": "watch", "match_id": match_id, "id": self._number}
                    self._say(wire, watch)

    def _say(self, wire: Wire, message: Message) -> None:
        wire.write(json.dumps(message).encode())

    def _hear(self, message: Message) -> None:
        self.lost += has_lost(message)
        match_id = message.get("match_id", "")
        match message["type"]:
            case "welcome":
                self._welcomed(message)
            case "snapshot":
                self._versions[match_id] = message["ver"]
            case "events":
                self._see(match_id, message["ver"])
            case "match_over":
                self._versions.pop(match_id, None)
                self._over.add(match_id)

    def _welcomed(self, welcome: Message) -> None:
        if not welcome["resumed"]:
            self._versions.clear()
            self._seq = 0
            self._number = 1
        self._session = {"session": welcome["session"], "token": welcome["resume_token"]}

    def _see(self, match_id: str, version: int) -> None:
        known = self._versions.get(match_id)
        if known is None or version != known + 1:
            self.wrongs.append(f"{self.name}: {match_id} at {known}, then {version}")
        self._versions[match_id] = version
        self.shown += 1
