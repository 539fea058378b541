"""Who decides what requests mean, and the arm's length at which a connection calls it."""

import logging
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from infoset_protocol.errors import ProtocolError
from infoset_protocol.messages import AuthAnswer, ClientMessage, Hello
from infoset_server.common.request_errors import log_incident, refusal_of
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss

logger = logging.getLogger(__name__)

ConnectionT_contra = TypeVar("ConnectionT_contra", contravariant=True)
CallerT = TypeVar("CallerT", bound=EntryLine)


class Handler(Protocol[ConnectionT_contra]):
    """Who decides what requests mean. Exceptions are caught, logged and answered `internal`."""

    def on_hello(self, connection: ConnectionT_contra, hello: Hello) -> None:
        """Calls `connection.welcome` or `challenge`, now or later, or raises ProtocolError to turn it away."""

    def on_request(
        self, connection: ConnectionT_contra, message: ClientMessage, arrived_s: float
    ) -> None:
        """Answers with `reply` or `refuse`, now or later. `arrived_s` is when it came, on the loop's clock."""

    def on_loss(self, connection: ConnectionT_contra, loss: Loss) -> None:
        """A slow client missed messages and reads again: sends `lagged` and what repairs it."""

    def on_settled(self, connection: ConnectionT_contra) -> None:
        """The first frame behind a `welcome` has arrived: the client knows what that one said."""

    def on_away(self, connection: ConnectionT_contra) -> bool:
        """The link of a welcomed client is lost. Whether its session is to be kept for a resume.

        A handler that keeps it sees to it that it is resumed (`go_on`) or closed.
        """
        ...

    def on_back(self, connection: ConnectionT_contra) -> None:
        """A session was resumed, and what it missed is sent.

        What waited for it, and what is sent now, follows; what came with the `hello` is done last.
        """

    def on_closed(self, connection: ConnectionT_contra) -> None:
        """A connection that said a valid hello is gone for good. Called once."""

    def may_idle(self, connection: ConnectionT_contra) -> bool:
        """Whether this client may be silent for as long as it likes: seated, or waiting for a match."""
        ...


class GuardedHandler(Generic[CallerT]):
    """A handler that raises nothing: a refusal is returned, and a failure stays with its one client.

    A failure goes to the log; where somebody waits for an answer, its number is in the refusal.
    """

    def __init__(self, handler: Handler[CallerT]) -> None:
        self._handler = handler

    def on_hello(self, connection: CallerT, hello: Hello) -> ProtocolError | None:
        """As `Handler.on_hello`; a failure ends the connection."""
        try:
            self._handler.on_hello(connection, hello)
        except Exception as error:  # noqa: BLE001  # whatever the handler does stays with this client
            return refusal_of(error, hello, connection, fatal=True)
        return None

    def on_proof(
        self,
        connection: CallerT,
        auth: AuthAnswer,
        judge: Callable[[EntryLine, AuthAnswer], None],
    ) -> ProtocolError | None:
        """An answer to a challenge goes to whoever asked; a failure ends the connection."""
        try:
            judge(connection, auth)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            return refusal_of(error, auth, connection, fatal=True)
        return None

    def on_request(
        self, connection: CallerT, message: ClientMessage, arrived_s: float
    ) -> ProtocolError | None:
        """As `Handler.on_request`."""
        try:
            self._handler.on_request(connection, message, arrived_s)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            return refusal_of(error, message, connection)
        return None

    def on_loss(self, connection: CallerT, loss: Loss) -> None:
        """As `Handler.on_loss`."""
        try:
            self._handler.on_loss(connection, loss)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)

    def on_settled(self, connection: CallerT) -> None:
        """As `Handler.on_settled`."""
        try:
            self._handler.on_settled(connection)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)

    def on_away(self, connection: CallerT) -> bool:
        """As `Handler.on_away`; after a failure nothing is kept."""
        try:
            return self._handler.on_away(connection)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)
            return False

    def on_back(self, connection: CallerT) -> None:
        """As `Handler.on_back`."""
        try:
            self._handler.on_back(connection)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)

    def on_closed(self, connection: CallerT) -> None:
        """As `Handler.on_closed`."""
        try:
            self._handler.on_closed(connection)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)

    def may_idle(self, connection: CallerT) -> bool:
        """As `Handler.may_idle`; after a failure it may not."""
        try:
            return self._handler.may_idle(connection)
        except Exception as error:  # noqa: BLE001  # as in `on_hello`
            log_incident(logger, connection, error)
            return False
