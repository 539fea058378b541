"""Players at a simulated cluster: they find another node when theirs is gone, and resume where they can. No tests here."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from tests.faults.durable_players import CONNECT_AGAIN_S, Acknowledged, Message, Player
from tests.simulated.processes import WAY_S, ClientLink, Process

from infoset_server.cluster.shortcuts import AWAY

SEEK: Final = {
    "type": "seek",
    "game": "colonizers",
    "fill_ms": 3_600_000,
    "clock": {"kind": "none"},
}
SEEK_S: Final = 1.0  # after a login: matches that have begun are told of at once
SILENCE_S: Final = 12.0  # after which a player looks whether there is still somebody
RETURNS: Final = 0.5  # share of the times at which one that was cut off comes back to the same node
RESUMES: Final = 0.7  # share of the times at which one that was cut off asks for its session


def has_lost(message: Message) -> bool:
    """Is its client sent away as the server is lost that plays its match?"""
    return (message["type"], message.get("reason")) == ("bye", AWAY)


class Wire:
    """A client's end of a link: as the reader and the writer of a stream, in one."""

    def __init__(self, rng: random.Random, process: Process) -> None:
        self.link = ClientLink(rng, self._hear)
        self.process = process
        self._rng = rng
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._due_s = 0.0

    def _hear(self, payload: bytes | None) -> None:
        self._heard.put_nowait(payload)

    async def read(self) -> Message:
        """The next message. Raises ConnectionError at the end, TimeoutError in silence."""
        async with asyncio.timeout(SILENCE_S):
            payload = await self._heard.get()
        if payload is None:
            raise ConnectionError
        message: Message = json.loads(payload)
        return message

    def write(self, line: bytes) -> None:
        """Says something to the node, if that is there still."""
        self._tell(line.strip())

    def close(self) -> None:
        """Is gone without a word."""
        self._tell(None)

    def cut(self) -> None:
        """Both ends find the link broken."""
        self.close()
        self._heard.put_nowait(None)

    def _tell(self, payload: bytes | None) -> None:
        loop = asyncio.get_running_loop()
        self._due_s = max(self._due_s + 1e-6, loop.time() + self._rng.uniform(*WAY_S))
        process = self.process
        loop.call_at(self._due_s, process.hear, self.link, payload, context=process.life.context)


class SimulatedPlayer(Player):
    """As Player; at whichever process takes it."""

    pick: Callable[[], Process]  # raises ConnectionError where there is none
    note: Callable[[str], None]
    think_s = 0.1
    resumed = 0
    lost = 0  # how often it was sent away as the server was lost that played its match
    wire: Wire | None = None
    _process: Process | None = None
    _session: Message | None = None
    _seq = 0
    _said: bytes | None = None  # the last request of this session, and
    _said_until = 0  # its number
    _answered: frozenset[int | None] = frozenset()  # numbers of this session's requests that were
    _is_at_table = False  # in a room whose match has begun, though it may not be stored yet

    async def play(self) -> None:
        """Until the match is over."""
        while self.over is None:
            with suppress(ConnectionError, TimeoutError):
                await self._talk()
            await asyncio.sleep(self.rng.uniform(1.0, 10.0) * CONNECT_AGAIN_S)

    async def _talk(self) -> None:
        process = self._process
        if process is None or process.life.is_over or self.rng.random() >= RETURNS:
            process = self._process = self.pick()
        wire = self.wire = Wire(self.rng, process)
        if not process.connect(wire.link):
            return
        self._writer = wire  # type: ignore[assignment]  # what a player does with a writer, it can do
        try:
            self._greet()
            while self.over is None:
                message = await wire.read()
                self.note(
                    f"{self.name} {message['type']} {message.get('ver') or message.get('code', '')}"
                )
                self._seq = max(self._seq, message.get("seq", 0))
                self._hear(message)
        finally:
            wire.close()

    def _greet(self) -> None:
        auth = {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}
        hello: dict[str, Any] = {"type": "hello", "proto": [1], "auth": auth}
        if self._session is not None and self.rng.random() < RESUMES:
            hello["resume"] = self._session | {"seq": self._seq}
        self._send(**hello)

    def _hear(self, message: Message) -> None:
        if message["type"] == "welcome":
            self._welcomed(message)
            return
        self.lost += has_lost(message)
        if message["type"] == "error" and "match_id" in message:
            self._is_at_table = True  # of a match that it cannot be shown yet
        if message["type"] == "room":
            self._is_at_table = message["room"]["status"] == "playing"
        number = message.get("re")
        if number is not None and number in self._answered:
            return  # it was said again, and so answered again
        if number == self._said_until:
            self._said = None
        self._answered |= {number}
        if message["type"] == "my_game_list":
            self._choose(message)
        super()._hear(message)

    def _welcomed(self, welcome: Message) -> None:
        numbered = self._number
        if welcome["resumed"]:
            self.resumed += 1
            self._number = max(numbered, self._said_until)
            self._say_again()
        else:
            self.logins += 1
            self._number, self._said, self._seq = 1, None, 0
            self._answered = frozenset()
            self._is_at_table = False
            asyncio.get_running_loop().call_later(SEEK_S, self._look_for_match, self._writer)
        self._session = {"session": welcome["session"], "token": welcome["resume_token"]}

    def _look_for_match(self, writer: object) -> None:
        """Unless one has begun already, or is being looked for by a session that has not ended yet."""
        if self._match_id is None and not self._is_at_table and writer is self._writer:
            self._send(type="my_games")

    def _choose(self, mine: Message) -> None:
        """A match of its own, whichever session it was looked for in, is waited for."""
        if mine["items"]:
            loop = asyncio.get_running_loop()
            loop.call_later(SEEK_S, self._look_for_match, self._writer)
        else:
            self._send(**self.seek)

    def _say_again(self) -> None:
        """In the session that goes on: what was not answered may have been lost, or its answer. It keeps its number."""
        assert self._writer is not None
        unanswered = self._match_id is None or self._sent is not None
        if unanswered and self._said is not None:
            self._acted_over = self._writer
            self._writer.write(self._said)

    def _send(self, **message: Any) -> int:
        number = super()._send(**message)
        if message["type"] != "hello":
            self._said_until = number
            self._said = json.dumps(message | {"id": number}).encode()
        return number

    def _act(self, act: Acknowledged) -> None:
        loop, writer = asyncio.get_running_loop(), self._writer
        self._acted_over = writer  # as soon as it is on its mind
        loop.call_later(self.rng.uniform(0.5, 1.5) * self.think_s, self._act_on, writer, act)

    def _act_on(self, writer: object, act: Acknowledged) -> None:
        """Unless it has come back over another connection meanwhile, where it is asked again."""
        if writer is self._writer and self._sent is act and self.over is None:
            super()._act(act)
