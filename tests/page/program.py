"""Another client on a plain connection, for somebody at the page to meet. Knows no game."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit


class Program:
    """Another client, on a plain connection."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._lines = stream.makefile("rb")
        self._id = 0
        self.name = ""  # as the server calls it: others may have come by the same one

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Sends a request; returns its answer. What comes before it is let go."""
        self._id += 1
        self._stream.sendall(json.dumps({"type": kind, "id": self._id, **fields}).encode() + b"\n")
        answer = self._next(lambda message: message.get("re") == self._id)
        assert answer["type"] != "error", answer
        return answer

    def hear(self, kind: str) -> dict[str, Any]:
        """Waits for a message of this type."""
        return self._next(lambda message: message.get("type") == kind)

    def _next(self, is_meant: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for line in self._lines:
            message: dict[str, Any] = json.loads(line) if line.strip() else {}
            if is_meant(message):
                return message
        raise AssertionError("the server hung up")


@contextmanager
def a_program(url: str, name: str = "", auth: dict[str, str] | None = None) -> Iterator[Program]:
    """Comes as a guest of this name, or as `auth` says, and goes in the end."""
    place = urlsplit(url)
    with socket.create_connection((place.hostname, place.port), timeout=100) as stream:
        program = Program(stream)
        hello = {"proto": [1], "auth": auth or {"kind": "guest", "name": name}}
        program.name = program.ask("hello", **hello)["name"]
        yield program
        stream.shutdown(socket.SHUT_RDWR)  # lines that are read keep it open
