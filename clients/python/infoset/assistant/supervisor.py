"""Runs a program as somebody's assistant: joins, carries lines both ways, and outlives whatever the program does.

The program is told the messages of the seat as they are, besides:

    {"type":"assist_start","assistant","rights","restarts"}     first of all
    {"type":"tick","seconds"}                                   once a second while a match runs
    {"type":"assist_layers","layers":{name:[ids]}}              after a restart: what is still drawn

and says what an assistant may ask for; `match_id` may be left out. Lines that are no JSON objects, and
stderr, go to the owner's log, a bounded part of them. When the program ends it is started again, after
1, 2, 4, ... seconds, and told how things stand.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TextIO

from infoset.assistant.memory import Memory
from infoset.assistant.watched import LineQuota, WatchedChild
from infoset.bridge.child import Grace
from infoset.bridge.dialects import shown, write_line, write_refusal
from infoset.bridge.lines import MAX_LINE_BYTES
from infoset.client import Client, Incoming
from infoset.errors import ConnectionLostError, InfosetError, ReplyTimeoutError, RequestError
from infoset.playing import first_of
from infoset.printing import clean
from infoset_protocol.codec import Encoding, decode
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import (
    AssistJoin,
    AssistStatus,
    MatchOver,
    MatchStart,
    Ok,
    Sync,
    Unknown,
    Welcome,
    read_client_message,
)

logger = logging.getLogger(__name__)

MAX_OPEN: Final = 8  # requests of the program on their way; then its lines wait
MAX_LOG: Final = 2_000  # characters of one line of log
LOGS_PER_S: Final = 8  # lines passed on, sustained; below what a server allows
NOISE_CHECK_S: Final = 2.0  # an owner is told so often of lines that were too many
SAID: Final = frozenset(  # what a program may ask for
    {
        *("overlay", "suggest", "stage", "commit", "act", "assist_log", "sync"),
        *("determinize", "simulate", "rollout", "release"),
    }
)

QUICK: Final = Grace(quit_s=0.5, terminate_s=1.0)


@dataclass(frozen=True)
class Patience:
    """How long a supervisor waits, in seconds."""

    first_s: float = 1.0  # before the first restart; each further one waits twice as long
    longest_s: float = 30.0
    healthy_s: float = 20.0  # a program that ran so long starts over with `first_s`
    grace: Grace = QUICK

    def wait_s(self, failures: int) -> float:
        """Before restart number `failures`, counted from 1."""
        return float(min(self.longest_s, self.first_s * 2 ** min(failures - 1, 16)))


class Supervisor:
    """One program on one seat: `await Supervisor(client, code, argv, out).run()`."""

    def __init__(
        self,
        client: Client,
        code: str,
        argv: Sequence[str],
        out: TextIO,
        patience: Patience | None = None,
    ) -> None:
        """`client` is connected; `out` shows what the program logs."""
        self.restarts = 0
        self._client = client
        self._code = code  # or the key, once there is one
        self._argv = argv
        self._out = out
        self._patience = patience or Patience()
        self._memory = Memory()
        self._child: WatchedChild | None = None
        self._joined: Mapping[str, Any] = {}
        self._is_for_match = False
        self._over = asyncio.Event()
        self._slots = asyncio.Semaphore(MAX_OPEN)
        self._quota = LineQuota(LOGS_PER_S, asyncio.get_running_loop().time())
        self._tasks: asyncio.TaskGroup | None = None
        self._seconds = 0

    async def run(self) -> None:
        """Runs until the owner sends the assistant away, its place is gone, or the connection is lost.

        Raises RequestError if it may not join, ConnectionLostError and its like.
        """
        await self._join()
        try:
            async with asyncio.TaskGroup() as self._tasks:
                works = [
                    self._tasks.create_task(work)
                    for work in (self._route(), self._keep_running(), self._tick(), self._report())
                ]
                await self._over.wait()
                for work in works:
                    work.cancel()
        except* InfosetError as group:
            raise first_of(group) from None

    # The network.

    async def _join(self) -> None:
        reply = await self._client.request(AssistJoin(code=self._code))
        data = reply.data if isinstance(reply, Ok) else None
        if data is None:
            raise ConnectionLostError("the server's answer to `assist_join` says nothing")
        self._joined = data
        self._code = str(data["key"])
        self._is_for_match = "match_id" in data
        self._say(f"attached as {data['assistant']}, rights: {', '.join(data['rights'])}")

    async def _route(self) -> None:
        while True:
            self._take(await self._client.receive())

    def _take(self, incoming: Incoming) -> None:
        message, plain = incoming.message, incoming.plain
        if isinstance(message, Welcome):
            if not message.resumed:
                self._spawn(self._join())
            return
        self._memory.take(message, plain)
        if isinstance(message, MatchStart):
            self._seconds = 0
            self._say(f"{message.game} {message.match_id}, seat {message.seat}")
        if isinstance(message, AssistStatus) and message.assistant == self._joined["assistant"]:
            self._joined = {**self._joined, "rights": message.rights or []}
            if not message.on:
                self._say("sent away")
                self._over.set()
        if not isinstance(message, Unknown):
            self._tell(plain)
        if isinstance(message, MatchOver) and self._is_for_match:
            self._over.set()

    # The program.

    async def _keep_running(self) -> None:
        failures = 0
        loop = asyncio.get_running_loop()
        while True:
            begun_s = loop.time()
            ending = await self._run_once()
            failures = 1 if loop.time() - begun_s >= self._patience.healthy_s else failures + 1
            self.restarts += 1
            wait_s = self._patience.wait_s(failures)
            await self._complain(f"the program ended ({ending}); again in {wait_s:g} s")
            await asyncio.sleep(wait_s)

    async def _run_once(self) -> str:
        """One process from start to end; returns how it ended. Raises CommandError if it cannot start."""
        child = await WatchedChild.start(self._argv, self._argv[0].rsplit("/", 1)[-1])
        try:
            self._greet(child)
            self._child = child
            await self._send_snapshot(child)
            async for line in child.lines():
                await self._hear(line)
        finally:
            self._child = None
            await child.stop((), self._patience.grace)
        words = child.last_words
        return f"{child.ending}: {words[-MAX_LOG // 2 :]}" if words else child.ending

    def _greet(self, child: WatchedChild) -> None:
        start = {
            "type": "assist_start",
            "assistant": self._joined["assistant"],
            "rights": list(self._joined["rights"]),
            "restarts": self.restarts,
        }
        for plain in (start, *self._memory.opening()):
            child.tell(write_line(plain))

    async def _send_snapshot(self, child: WatchedChild) -> None:
        """What the seat knows now, if a match runs.

        A position that newer messages have overtaken would take a question away: it is asked for again.
        """
        match_id = self._memory.match_id
        if match_id is None:
            return
        try:
            plain = await self._client.exchange(Sync(match_id=match_id).to_plain())
        except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
            logger.info("no snapshot: %s", error)
            return
        if self._memory.match_id == match_id and plain["ver"] < self._memory.ver:
            await self._send_snapshot(child)
        elif self._memory.match_id == match_id:
            child.tell(write_line({k: v for k, v in plain.items() if k not in ("re", "seq")}))

    def _tell(self, plain: Mapping[str, Any]) -> None:
        if self._child is not None:
            self._child.tell(write_line(plain))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            if self._memory.match_id is not None:
                self._seconds += 1
                self._tell({"type": "tick", "seconds": self._seconds})

    # What the program says.

    async def _hear(self, line: bytes | None) -> None:
        if line is None:
            await self._log(f"(a line over the limit of {MAX_LINE_BYTES} bytes)", "warning")
            return
        text = line.decode(errors="replace").strip()
        if not text.startswith("{"):
            if text:
                await self._log(text)
            return
        try:
            plain = self._read(line)
        except ProtocolError as error:
            await self._log(f"not sent: {error}: {shown(text)}", "warning")
            self._tell({"type": "error", "code": error.code, "msg": error.msg})
            return
        if plain["type"] == "assist_log":
            await self._log(str(plain.get("text", "")), str(plain.get("level", "info")))
            return
        await self._slots.acquire()
        self._spawn(self._send(plain))

    def _read(self, line: bytes) -> dict[str, Any]:
        """A request of the program, complete. Raises ProtocolError."""
        plain = decode(line, Encoding.JSON)
        if self._memory.match_id is not None:
            plain.setdefault("match_id", self._memory.match_id)
        if plain.get("type") not in SAID:
            raise ProtocolError(ErrorCode.UNKNOWN_TYPE, "an assistant may not ask for that")
        read_client_message(plain)
        return plain

    async def _send(self, plain: dict[str, Any]) -> None:
        number = plain.pop("id", None)
        try:
            reply = await self._client.exchange(plain)
        except RequestError as error:
            self._tell(write_refusal(error, number))
            if error.code != "stale_decision":  # it was too late, which is nobody's fault
                await self._log(f"{plain['type']} was refused: {error}", "warning")
        except (ConnectionLostError, ReplyTimeoutError) as error:
            logger.info("%s was lost: %s", plain["type"], error)
        else:
            if plain["type"] == "overlay":
                self._memory.drawn(plain)
            for warning in reply.get("warn", ()):
                self._say(f"! {warning}")
            if number is not None:
                self._tell({**reply, "re": number})
        finally:
            self._slots.release()

    # The log.

    async def _log(self, text: str, level: str = "info") -> None:
        """Shows a line here and to the owner; what is too much is counted."""
        now_s = asyncio.get_running_loop().time()
        if level == "info" and not self._quota.take(now_s):
            return
        self._say(text if level == "info" else f"{level}: {text}")
        if self._memory.match_id is not None:
            plain = {"type": "assist_log", "match_id": self._memory.match_id, "level": level}
            with suppress(RequestError, ConnectionLostError, ReplyTimeoutError):
                await self._client.exchange(plain | {"text": text[-MAX_LOG:]})

    async def _complain(self, text: str) -> None:
        await self._log(text, "error")

    async def _report(self) -> None:
        """Tells now and then how much of the program's noise is not shown."""
        while True:
            await asyncio.sleep(NOISE_CHECK_S)
            dropped = self._quota.take_dropped()
            if dropped:
                await self._log(
                    f"{dropped} lines of log were too many and are not shown", "warning"
                )

    def _say(self, text: str) -> None:
        for line in text[-MAX_LOG:].splitlines():
            self._out.write(clean(line) + "\n")
        self._out.flush()

    def _spawn(self, work: Any) -> None:
        assert self._tasks is not None
        self._tasks.create_task(work)
