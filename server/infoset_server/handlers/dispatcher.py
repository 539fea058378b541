"""Hands each request to whoever it concerns, and answers it. The one place where refusals become `error` messages.

Everything runs on one event loop; no request waits for another client.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.common.counters import ActCounters
from infoset_server.common.request_errors import (
    AwayError,
    ForbiddenError,
    NotYetError,
    RequestError,
    UnsupportedError,
)
from infoset_server.network.connection import Connection
from infoset_server.storage.node import Node

Serve: TypeAlias = Callable[[Client, Any], dict[str, Any] | None]


class Dispatcher:
    """Serves the clients of `people`."""

    def __init__(
        self,
        people: ClientRegistry,
        counters: ActCounters,
        handler_table: Mapping[str, Serve],
        needed: Mapping[str, str],
        node: Node | None = None,
    ) -> None:
        """`handler_table` serve requests by type, and may raise RequestError; what they do not serve is not offered.

        `needed` is the scope that a request needs, for those that need one. `counters` counts refused acts. While
        another server may have this one's place in a shared store, requests wait: `node` knows.
        """
        self._node = node
        self._people = people
        self._counters = counters
        now_ms = people.accounts.now_ms
        self._handler_table: dict[str, Serve] = {
            name: guarded(serve, needed[name], now_ms) if name in needed else serve
            for name, serve in handler_table.items()
        }

    def answer(self, connection: Connection, message: wire.ClientMessage) -> None:
        """Answers one request, now or later."""
        client = self._people.clients[connection]
        serve = self._handler_table.get(message.type)
        try:
            if self._node is not None and not self._node.is_held:
                raise self._not_now(self._node)
            if serve is None:
                raise UnsupportedError(message.type, f"this server does not offer {message.type}")
            reply = serve(client, message)
        except NotYetError as not_yet:
            not_yet.when_kept(partial(connection.take_again, message))
            return
        except RequestError as refusal:
            self._refuse(connection, message, refusal)
            return
        if reply is not None:
            connection.reply(message, reply)

    @staticmethod
    def _not_now(node: Node) -> Exception:
        """Where the claim is merely late, as after a pause of this process, the answer is a moment away."""
        return NotYetError(node.when_renewed) if node.trouble is None else AwayError()

    def _refuse(
        self, connection: Connection, message: wire.ClientMessage, refusal: RequestError
    ) -> None:
        if message.type == "act":
            self._counters.refused[refusal.code] += 1
        connection.error(
            refusal.code,
            refusal.msg,
            request=message,
            data=refusal.data,
            retry_ms=refusal.retry_ms,
            match_id=getattr(message, "match_id", None),
        )


def guarded(serve: Serve, scope: str, now_ms: Callable[[], int]) -> Serve:
    """`serve` for clients that have this scope; others are told that they lack it."""

    def serve_if_allowed(client: Client, request: Any) -> dict[str, Any] | None:
        if not client.may(scope, now_ms()):
            raise ForbiddenError(f"{request.type} needs the scope {scope}", {"scope": scope})
        return serve(client, request)

    return serve_if_allowed
