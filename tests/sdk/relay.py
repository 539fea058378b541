"""A rogue server: whoever logs in to it by key logs it in to another server, if the key lets it. No tests here."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Relay:
    """Listens on `port` and passes logins on. It hides from clients that the true server is a new one with `is_old`."""

    true_host: str
    true_port: int
    is_old: bool = False
    address: str | None = None  # to say to the true server, where the client has said another one
    port: int = 0
    challenges: int = 0
    proofs: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)  # of the true server to a proof

    @property
    def is_in(self) -> bool:
        """Has the true server taken the relay for its client?"""
        return any(answer["type"] == "welcome" for answer in self.answers)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client: JSON lines over TCP."""
        there, back = await asyncio.open_connection(self.true_host, self.true_port)
        try:
            back.write(await reader.readline())  # `hello`
            challenge = json.loads(await there.readline())
            self.challenges += challenge["type"] == "challenge"
            if self.is_old:
                challenge.pop("address", None)
            writer.write(json.dumps(challenge).encode() + b"\n")
            told = json.loads(await reader.readline() or b"{}")
            if told.get("type") != "auth":
                return  # the client has signed nothing, and leaves
            self.proofs.append(told)
            if self.address is not None:
                told["address"] = self.address
            back.write(json.dumps(told).encode() + b"\n")
            answer = await there.readline()
            self.answers.append(json.loads(answer))
            writer.write(answer)
        finally:
            back.close()
            writer.close()


@contextlib.asynccontextmanager
async def relay_to(port: int, host: str = "127.0.0.1", **ways: Any) -> AsyncIterator[Relay]:
    """A rogue server on a port of its own, in front of the true one."""
    relay = Relay(host, port, **ways)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()
        await server.wait_closed()
