"""What the server of A-B tests is asked, over HTTP: each call is one of its console's commands."""

import base64
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset.address import Address
from infoset.web import post
from infoset_bots.lab.abtests.submitting import Program

PIECE: Final = 30_000  # bytes of a program in one request

Post = Callable[[Address, str, Mapping[str, Any], str | None], dict[str, Any]]


@dataclass(frozen=True)
class AbServer:
    """A server, and the token with which it is asked. Everything raises WebError, ConnectError or AddressError."""

    address: Address
    token: str
    post: Post = post

    def ask(self, command: str, **asked: Any) -> dict[str, Any]:
        """What the server answers to a command; arguments that are None are left out."""
        body = {name: value for name, value in asked.items() if value is not None}
        return self.post(self.address, f"/admin/{command}", body, self.token)

    def told(self, command: str, **asked: Any) -> dict[str, Any]:
        """The first row of the answer; an empty one where it has none."""
        rows: list[dict[str, Any]] = self.ask(command, **asked).get("rows", [])
        return rows[0] if rows else {}

    def send(self, program: Program) -> None:
        """Hands a program over, as far as the server does not have it."""
        size, have = len(program.archive), 0
        while have < size:
            piece = base64.b64encode(program.archive[have : have + PIECE]).decode()
            told = self.told("ab-piece", digest=program.digest, size=size, offset=have, data=piece)
            have = int(told["have"])

    def fetch(self, test: str, digest: str) -> bytes:
        """The archive of a program of a test."""
        return base64.b64decode(self.ask("ab-program", test=test, program=digest)["file"])


def is_orphan(parent: int | None) -> bool:
    """Is the process that started this one, and shall outlive it, gone?"""
    return parent is not None and os.getppid() != parent
