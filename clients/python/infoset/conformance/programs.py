"""Starts a client program and tells it where to play."""

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from infoset.conformance.answers import CODE
from infoset.conformance.cases import Transport
from infoset.conformance.crash import find_message
from infoset.errors import CommandError
from infoset.starting import start_program

Dialect = Literal["words", "json"]

SCHEMES: Final[Mapping[Transport, str]] = {
    "tcp json": "infoset",
    "tcp msgpack": "infoset+msgpack",
    "ws json": "ws",
    "ws msgpack": "ws+msgpack",
}
TOKEN: Final = "inf_bot_conformance"  # no secret: the server of the cases takes any
MAX_STORY_BYTES: Final = 32_768  # of what it said last, to find an exception in
STOP_S: Final = 2.0  # between a polite and a rude end


@dataclass(frozen=True, slots=True)
class Client:
    """The program under test. `dialect` is how it talks with the bridge; None = it connects itself."""

    command: tuple[str, ...]
    dialect: Dialect | None = None

    def check(self) -> None:
        """Raises CommandError where there is no such program."""
        if shutil.which(self.command[0].replace("{python}", sys.executable)) is None:
            raise CommandError(f"{self.command[0]}: no such program, or it may not be executed")

    def words(self, values: Mapping[str, str]) -> list[str]:
        """The command line, with what `{game}` and its like stand for."""
        command = list(self.command)
        if self.dialect is not None:
            plan = ["--seek", "{game}", "--games", "{matches}", "--url", "{url}"]
            bridge = ["{python}", "-m", "infoset", "bridge", "--mode", self.dialect]
            command = [*bridge, *plan, "--", *command]
        return [_fill_in(word, values) for word in command]


def make_values(transport: Transport, port: int, game: str, matches: int) -> dict[str, str]:
    """What a program is told, by name."""
    scheme = SCHEMES[transport]
    path = "/v1" if scheme.startswith("ws") else ""
    return {
        "url": f"{scheme}://127.0.0.1:{port}{path}",
        "host": "127.0.0.1",
        "port": str(port),
        "game": game,
        "matches": str(matches),
        "code": CODE,
        "python": sys.executable,
    }


def _fill_in(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(f"{{{name}}}", value)
    return word


class Program:
    """A running client."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process: Final = process
        self._story = bytearray()
        self._readers = [
            asyncio.create_task(self._read(stream))
            for stream in (process.stdout, process.stderr)
            if stream is not None
        ]

    @classmethod
    async def start(cls, client: Client, values: Mapping[str, str]) -> "Program":
        """Starts it. Raises CommandError if it cannot be started."""
        told = {f"INFOSET_{name.upper()}": value for name, value in values.items()}
        env = os.environ | told | {"INFOSET_TOKEN": TOKEN, "INFOSET_NAME": "conformance"}
        try:
            process = await start_program(
                *client.words(values),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=env,
            )
        except OSError as error:
            raise CommandError(f"{client.command[0]}: {error.strerror}") from error
        return cls(process)

    async def wait(self) -> int:
        """Waits for its end; the exit code."""
        code = await self._process.wait()
        await asyncio.wait(self._readers, timeout=STOP_S)
        return code

    async def stop(self, grace_s: float) -> None:
        """Lets it end by itself for a while, then ends it."""
        for end in (None, self._process.terminate, self._process.kill):
            if self._process.returncode is not None:
                break
            if end is not None:
                end()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(grace_s if end is None else STOP_S):
                    await self._process.wait()
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    def last_words(self) -> str:
        """What its exception says, or the last line it has said."""
        return find_message(self._story.decode("utf-8", "replace"))

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while data := await stream.read(MAX_STORY_BYTES):
            self._story += data
            del self._story[:-MAX_STORY_BYTES]
