"""Players that survive anything: they come back, repeat what was not acknowledged, and note what was.

Each plays one seat with a secret of its own over JSON lines. No tests here.
"""

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

CONNECT_AGAIN_S: Final = 0.05
LINE_LIMIT: Final = 1 << 20

LATER: Final = ("storage_full", "unavailable")  # nothing has changed; try again

Message = dict[str, Any]


@dataclass(frozen=True)
class Acknowledged:
    """An act that the server said it has taken."""

    match_id: str
    seat: int
    decision: int
    index: int
    at_s: float = 0.0  # when it said so, by the wall clock


@dataclass
class Player:
    """One player of one match. `wrongs` are answers that must not happen.

    `refused` are acts for decisions that others had closed by then, such as that about a trade which somebody else has
    taken. None of them may be in the log.
    """

    port: int
    name: str
    rng: random.Random
    seek: Message
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[Acknowledged] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)  # by code: asked to come again later
    timeouts: int = 0  # that it was told of
    sent_away: int = 0  # how often it was told to come back
    over: Message | None = None
    logins: int = 0
    _match_id: str | None = None
    _seat: int = -1
    _sent: Acknowledged | None = None  # not acknowledged yet
    _asked: Message | None = None  # not answered yet
    _acted_over: asyncio.StreamWriter | None = None  # where something was said last
    _number: int = 0
    _writer: asyncio.StreamWriter | None = None

    @property
    def auth(self) -> Message:
        """Who it is."""
        return {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}

    async def play(self) -> None:
        """Until the match is over."""
        while self.over is None:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._talk()
            await asyncio.sleep(CONNECT_AGAIN_S)

    async def _talk(self) -> None:
        reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=LINE_LIMIT
        )
        try:
            self._send(type="hello", proto=[1], auth=self.auth)
            while self.over is None:
                line = await reader.readuntil(b"\n")
                if line.strip():  # else a keep-alive
                    self._hear(json.loads(line))
        finally:
            self._writer.close()

    def _send(self, **message: Any) -> int:
        self._number += 1
        assert self._writer is not None
        self._writer.write(json.dumps(message | {"id": self._number}).encode() + b"\n")
        return self._number

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self.logins += 1
                self._number = 1
                if self._match_id is None:
                    self._send(**self.seek)
            case "match_start":
                self._match_id, self._seat = message["match_id"], message["seat"]
            case "your_turn":
                self._decide(message)
            case "snapshot":
                self._see(message)
            case "act_ok":
                assert self._sent is not None
                self.acknowledged.append(replace(self._sent, at_s=datetime.now(UTC).timestamp()))
                self._go_on()
            case "timeout":
                self.timeouts += 1
            case "match_over":
                self.over = message
            case "bye":
                self.sent_away += 1
            case "error":
                self._complain(message)

    def _see(self, snapshot: Message) -> None:
        """Back at the table: either the last answer arrived, or its question is open still."""
        pending = snapshot.get("pending", [])
        if pending:
            self._decide(pending[0])
        else:
            self._repeat()

    def _decide(self, decision: Message) -> None:
        number = decision["decision"]
        if self._sent is not None and self._sent.decision != number:
            self._asked = decision
            self._repeat()  # taken before the cut, or else it would be open
            return
        self._asked = None
        if self._sent is None:
            assert self._match_id is not None
            index = self.rng.randrange(decision["n"])
            self._sent = Acknowledged(self._match_id, self._seat, number, index)
            self._act(self._sent)
        else:
            self._repeat()

    def _go_on(self) -> None:
        """Something is answered: the next question, if it is there already."""
        self._sent = None
        if self._asked is not None:
            self._decide(self._asked)

    def _repeat(self) -> None:
        """Says the last act over a connection over which it has not been said."""
        if self._sent is not None and self._acted_over is not self._writer:
            self._act(self._sent)

    def _act(self, act: Acknowledged) -> None:
        self._acted_over = self._writer
        self._send(type="act", match_id=act.match_id, decision=act.decision, index=act.index)

    def _complain(self, error: Message) -> None:
        if error["code"] in LATER:
            self.refusals[error["code"]] += 1
            if "re" in error and self._sent is not None and self._writer is not None:
                loop, pause_s = asyncio.get_running_loop(), error["retry_ms"] / 1000
                loop.call_later(pause_s, self._try_again, self._sent, self._writer)
            return
        if error["code"] == "shutting_down":
            return
        if error["code"] == "stale_decision" and self._sent is not None:
            self.refused.append(self._sent)
            self._go_on()
            return
        self.wrongs.append(f"{self.name}: {error} after {self._sent}")
        self.over = error

    def _try_again(self, act: Acknowledged, writer: asyncio.StreamWriter) -> None:
        """The server is asked once more, unless it has been meanwhile, over another connection."""
        if self._sent is act and self._writer is writer and self.over is None:
            self._act(act)
