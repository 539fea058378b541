"""Hands each request to the handler of its type, now or in its turn, and has its client told what comes of it.

Everything runs on one event loop; no request waits for another client.
"""

from collections.abc import Callable, Iterable
from functools import partial

from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.common.counters import ActCounters
from infoset_server.common.request_errors import (
    AwayError,
    ForbiddenError,
    RequestError,
    UnsupportedError,
)
from infoset_server.handlers.requests import Reply, RequestHandler, Turn
from infoset_server.network.line import EntryLine
from infoset_server.storage.node import Node


class Dispatcher:
    """Serves the clients of `people`."""

    def __init__(
        self,
        people: ClientRegistry,
        counters: ActCounters,
        handlers: Iterable[RequestHandler],
        node: Node | None = None,
        pass_on: Callable[[Client, wire.ClientMessage, float], bool] | None = None,
    ) -> None:
        """Of two handlers for one type the later is meant; a type without one is not offered.

        `counters` counts refused acts. While another server may have this one's place in a shared store, requests
        wait: `node` knows. `pass_on` takes
        those that another server is to answer.
        """
        self._node = node
        self._pass_on = pass_on
        self._people = people
        self._counters = counters
        self._now_ms = people.accounts.now_ms
        self._handlers = {handler.type: handler for handler in handlers}

    def answer(self, connection: EntryLine, message: wire.ClientMessage, arrived_s: float) -> None:
        """Answers one request, now or later."""
        if self._node is not None and not self._node.is_held:
            self._hold(self._node, connection, message, arrived_s)
            return
        client = self._people.clients[connection]
        try:
            handler = self._handler_for(client, message)
            if self._pass_on is not None and self._pass_on(client, message, arrived_s):
                return
            if handler.find is None:
                self._reply(client, message, handler.serve(client, message))
                return
            turn = handler.turn(client, message, arrived_s)
            if turn.makes_wait(client):
                late = partial(self._serve_late, client, message, handler, turn)
                turn.wait(late)
            else:
                self._reply(client, message, handler.serve(client, message, turn))
        except Exception as error:  # noqa: BLE001  # whatever it is, it ends this one request
            self._refuse(client, message, error)

    def _hold(
        self, node: Node, connection: EntryLine, message: wire.ClientMessage, arrived_s: float
    ) -> None:
        """Where the claim is merely late, as after a pause of this process, the answer is a moment away."""
        if node.trouble is None:
            node.when_renewed(partial(self._answer_late, connection, message, arrived_s))
        else:
            connection.refuse(message, AwayError())

    def _answer_late(
        self, connection: EntryLine, message: wire.ClientMessage, arrived_s: float
    ) -> None:
        if connection.is_open:
            self.answer(connection, message, arrived_s)

    def _handler_for(self, client: Client, message: wire.ClientMessage) -> RequestHandler:
        """Raises UnsupportedError where there is none, ForbiddenError where the client lacks its scope."""
        name = wire.TYPE_NAMES[type(message)]
        handler = self._handlers.get(name)
        if handler is None:
            raise UnsupportedError(name, f"this server does not offer {name}")
        scope = handler.scope
        if scope is not None and not client.may(scope, self._now_ms()):
            raise ForbiddenError(f"{name} needs the scope {scope}", {"scope": scope})
        return handler

    def _serve_late(
        self, client: Client, message: wire.ClientMessage, handler: RequestHandler, turn: Turn
    ) -> None:
        """Its turn has come: what it waited for is stored, and may have been the end of the match, or the last here."""
        if not client.line.is_open:
            return
        try:
            if turn.is_over:
                if self._pass_on is not None and self._pass_on(client, message, turn.arrived_s):
                    return
                turn = handler.turn(client, message, turn.arrived_s)  # says what became of it
            self._reply(client, message, handler.serve(client, message, turn))
        except Exception as error:  # noqa: BLE001  # as in `answer`
            self._refuse(client, message, error)

    def _reply(self, client: Client, message: wire.ClientMessage, reply: Reply | None) -> None:
        if reply is not None:
            client.line.reply(message, reply)

    def _refuse(self, client: Client, message: wire.ClientMessage, error: Exception) -> None:
        if message.type == "act" and isinstance(error, RequestError):
            self._counters.refused[error.code] += 1
        client.line.refuse(message, error)
