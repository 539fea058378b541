"""Holds the published dialogues with a running server: does it answer as the protocol says?

The dialogues are the transcripts beside the golden vectors. Each is held over every transport, with links of its own,
so it works against one server, and against several behind one address.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import msgspec
import orjson

from infoset.address import Address
from infoset.links import Link, LinkClosedError, open_link
from infoset_protocol.codec import Encoding, decode
from infoset_protocol.conformance.transcripts import (
    Bound,
    Drop,
    Expect,
    ExpectClose,
    MismatchError,
    Play,
    Send,
    Step,
    Transcript,
    fill_in,
    match,
    read_transcript,
)

NORMAL: Final = 1000  # closed without a reason
OF_OTHER_SERVERS: Final = frozenset({"114_not_offered"})  # that have most features switched off
WITH_DIALOGUES: Final = "1 to 8 but for 4 and 7"
ENCODING_LEVEL: Final = 2
WEBSOCKET_LEVEL: Final = 3
PACK: Final[dict[Encoding, Callable[[Any], bytes]]] = {  # what is no message, too
    Encoding.JSON: orjson.dumps,
    Encoding.MSGPACK: msgspec.msgpack.encode,
}


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A transcript over one transport. `level` is the one that it counts for."""

    transcript: Transcript
    level: int
    address: Address

    @property
    def title(self) -> str:
        """`100_login, websocket json`."""
        return f"{self.transcript.name}, {self.address.transport} {self.address.encoding}"


class DialogueError(Exception):
    """The server did not answer as the dialogue says; the text says what was expected and what came."""


def find_dialogues(folder: Path, address: Address, levels: Sequence[int]) -> list[Dialogue]:
    """Those for a server at `address`: level 1 over TCP in JSON, 2 in msgpack, 3 over WebSocket, others over all."""
    found = []
    for path in sorted((folder / "transcripts").glob("*.ndjson")):
        transcript = read_transcript(path.read_text("ascii"))
        if transcript.name not in OF_OTHER_SERVERS:
            found += [one for one in _over_all(transcript, address) if one.level in levels]
    return found


def _over_all(transcript: Transcript, address: Address) -> Iterator[Dialogue]:
    for encoding in Encoding:
        if encoding is Encoding.MSGPACK and any(
            isinstance(step, Send) and step.text is not None for step in transcript.steps
        ):
            continue  # its broken frames are broken JSON
        for transport in ("tcp", "websocket"):
            level = transcript.level
            if level == 1 and encoding is Encoding.MSGPACK:
                level = ENCODING_LEVEL
            elif level == 1 and transport == "websocket":
                level = WEBSOCKET_LEVEL
            way = replace(address, transport=transport, encoding=encoding)
            yield Dialogue(transcript, level, way)


async def hold(dialogue: Dialogue, secret: str, patience_s: float) -> None:
    """Says what the dialogue says. Raises DialogueError and ConnectError.

    `secret` is put behind the secrets of its guests, so that they are others each time.
    """
    parties: dict[str, Party] = {}
    bound: Bound = {}
    try:
        for number, step in enumerate(dialogue.transcript.steps, start=2):
            if step.client not in parties:
                parties[step.client] = Party(dialogue, secret)
            try:
                async with asyncio.timeout(patience_s):
                    bound = await parties[step.client].take(step, bound)
            except MismatchError as error:
                raise DialogueError(f"line {number}: {error}") from None
            except TimeoutError:
                raise DialogueError(
                    f"line {number}: nothing came within {patience_s:g} s; expected {step}"
                ) from None
            except LinkClosedError as error:
                raise DialogueError(
                    f"line {number}: the connection ended ({error}); expected {step}"
                ) from None
    finally:
        for party in parties.values():
            await party.leave()


class Party:
    """One client in a dialogue."""

    def __init__(self, dialogue: Dialogue, secret: str) -> None:
        self._address = dialogue.address
        self._skip = dialogue.transcript.skip
        self._secret = secret
        self._link: Link | None = None
        self._bye: int | None = None
        self._early: list[dict[str, Any]] = []

    async def take(self, step: Step, bound: Bound) -> Bound:
        """Does a step; what is bound afterwards. Raises MismatchError and LinkClosedError."""
        match step:
            case Send(_, message, text):
                await self._send(fill_in(message, bound) if text is None else text)
            case Expect(_, pattern):
                return await self._expect(pattern, bound)
            case ExpectClose(_, code):
                self._check_code(code, await self._end())
            case Drop():
                await self.cut()
            case Play(_, until):
                await self._play(until, bound)
        return bound

    async def leave(self) -> None:
        """Says goodbye, so that the server keeps nothing for it, not even its name."""
        if self._link is not None:
            with suppress(LinkClosedError):
                await self._send({"type": "bye"})
        await self.cut()

    async def cut(self) -> None:
        """The connection ends, if there is one."""
        link, self._link = self._link, None
        if link is not None:
            await link.close()

    async def _send(self, what: dict[str, Any] | str) -> None:
        if self._link is None:
            self._link, self._bye = await open_link(self._address), None
        if isinstance(what, str):
            await self._link.send(what.encode())
            return
        auth = what.get("auth")
        if isinstance(auth, dict) and auth.get("kind") == "guest" and "token" in auth:
            what = what | {"auth": auth | {"token": auth["token"] + self._secret}}
        await self._link.send(PACK[self._address.encoding](what))

    async def _receive(self) -> dict[str, Any]:
        assert self._link is not None, "a dialogue begins with what the client says"
        while not (payload := await self._link.receive()):
            pass  # a sign of life
        message = decode(payload, self._address.encoding)
        if message["type"] == "bye":
            self._bye = message["code"]
        return message

    async def _expect(self, pattern: dict[str, Any], bound: Bound) -> Bound:
        """What is bound by the message that fits.

        What may come in between is passed over where it does not fit. An answer may come before or behind what it has
        caused: the one waits until the other was heard.
        """
        for place, message in enumerate(self._early):
            with suppress(MismatchError):
                bound = match(pattern, message, bound)
                del self._early[place]
                return bound
        while True:
            message = await self._receive()
            try:
                return match(pattern, message, bound)
            except MismatchError:
                if ("re" in message) != ("re" in pattern):
                    self._early.append(message)
                elif message["type"] not in self._skip:
                    raise

    async def _end(self) -> int:
        """The code with which the server closes."""
        while True:
            try:
                await self._receive()
            except LinkClosedError as closed:
                return closed.code or self._bye or NORMAL

    def _check_code(self, wanted: int, code: int) -> None:
        if code != wanted:
            raise MismatchError("close code", wanted, code)

    async def _play(self, until: dict[str, Any], bound: Bound) -> None:
        while True:
            message = await self._receive()
            try:
                match(until, message, bound)
            except MismatchError:
                if message["type"] == "your_turn":
                    await self._send(_fallback(message))
            else:
                return


def _fallback(turn: dict[str, Any]) -> dict[str, Any]:
    asked = {"match_id": turn["match_id"], "decision": turn["decision"]}
    return {"type": "act", **asked, "index": turn.get("fallback", 0)}
