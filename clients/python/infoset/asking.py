"""An open request and the reply it waits for. No network; answers in parts are in parts.py."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from infoset.errors import RequestError


@dataclass(frozen=True)
class Reply:
    """What the server answered. `arrival` is its number among all that arrived."""

    plain: dict[str, Any]
    arrival: int


@dataclass(frozen=True)
class OpenRequest:
    """A request that was sent, or will be as soon as there is a link again."""

    plain: dict[str, Any]
    reply: asyncio.Future[Reply]

    def take(self, reply: Reply) -> None:
        """The server has answered."""
        if not self.reply.done():
            self.reply.set_result(reply)

    def fail(self, error: Exception) -> None:
        """There will be no reply."""
        if not self.reply.done():
            self.reply.set_exception(error)


def read_error(plain: Mapping[str, Any]) -> RequestError:
    """The `error` that answers a request, as the exception for whoever asked."""
    return RequestError(
        str(plain.get("code", "")),
        str(plain.get("msg", "")),
        plain.get("data"),
        plain.get("retry_ms"),
    )
