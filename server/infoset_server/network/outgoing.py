"""The half of a connection that speaks: what a client is sent, through its outbox, its session and its link."""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import ClientMessage, Ping
from infoset_protocol.session import Refused, Request, ServerSession, SessionLimits
from infoset_server.common.request_errors import refusal_of
from infoset_server.config import ServerConfig
from infoset_server.network.caller import Caller
from infoset_server.network.lag import NO_LAG, Lag
from infoset_server.network.line import EntryLine
from infoset_server.network.link import Link
from infoset_server.network.outbox import Delivery, Loss, Outbox
from infoset_server.network.rate_limits import Intake, Rate

logger = logging.getLogger(__name__)


class OutgoingLine(EntryLine):
    """A line over a link. Messages are numbered when they leave, and wait while the link takes none."""

    def __init__(
        self,
        link: Link,
        config: ServerConfig,
        rates: Mapping[str, Rate],
        clock_s: Callable[[], float],
    ) -> None:
        super().__init__()
        self._link = link
        self._clock_s = clock_s
        self._session = ServerSession(
            link.encoding,
            SessionLimits(
                max_frame_before=config.frames.max_in_before_welcome_bytes,
                max_frame_in=config.frames.max_in_bytes,
                max_inflight=config.queues.max_inflight,
                max_kept_bytes=config.queues.resume_bytes,
                max_kept_messages=config.queues.resume_messages,
            ),
        )
        self._outbox = Outbox(
            transmit=self._transmit,
            size_of=lambda message: len(message.frame_body(link.encoding)),
            on_overflow=lambda: self.close(CloseCode.SLOW_CONSUMER, "messages were not read"),
            on_loss=self._tell_loss,
            max_bytes=config.queues.max_bytes,
            max_messages=config.queues.max_messages,
        )
        self._opened_s = clock_s()
        self._intake = Intake(link, config.rates, rates, self._opened_s)
        self._is_active = False  # since it was looked at last
        self._is_link_full = False
        self._current: Request | None = None  # what the handler answers now
        self._is_debug = logger.isEnabledFor(logging.DEBUG)

    def __str__(self) -> str:
        return f"{self._link.peer} {self._link.name} {self.session_id or '-'}"

    @property
    def peer(self) -> str:
        """As Line."""
        return self._link.peer

    @property
    def caller(self) -> Caller:
        """As EntryLine."""
        return self._link.caller

    @property
    def transport(self) -> str:
        """As Line."""
        return self._link.name

    @property
    def encoding(self) -> Encoding:
        """As Line."""
        return self._link.encoding

    @property
    def max_frame_out(self) -> int:
        """As Line."""
        return self._session.max_frame_out

    @property
    def is_flowing(self) -> bool:
        """As Line."""
        return not self._is_link_full and not self.is_away and len(self._outbox) == 0

    def lag(self) -> Lag:
        """How slow the way to the client is; none while it has no link."""
        return NO_LAG if self.is_away else self._link.lag(self._clock_s())

    def measure(self) -> None:
        """As Line."""
        if self.is_here:
            self._link.measure(self._clock_s())

    def send(
        self,
        message: Prepared,
        delivery: Delivery = Delivery.MUST,
        key: str | None = None,
        *,
        re: int | None = None,
    ) -> None:
        """As Line."""
        if self._outbox.is_open:  # as nearly always
            self._transmit(message, re)
        else:
            self._outbox.put(message, delivery, key, re)

    def reply(self, request: ClientMessage, message: Prepared | dict[str, Any]) -> None:
        """As Line."""
        number = request.id
        if number is None:
            return
        if not isinstance(message, Prepared):
            message = Prepared(with_warnings(message, request, self._current))
        self.send(message, re=number)

    def refuse(self, request: ClientMessage | None, error: Exception) -> None:
        """As Line."""
        self.answer_with(refusal_of(error, request, self), None if request is None else request.id)

    def close(self, code: CloseCode, reason: str, *, retry_ms: int | None = None) -> None:
        """As Line."""
        if self.is_open:
            farewell = self._session.close(code, reason, retry_ms)
            self._end(code, reason, [(farewell.message, farewell.re)])

    @abstractmethod
    def on_closed(self) -> None:
        """The link is gone, or there was none when the line was closed."""

    @abstractmethod
    def _tell_loss(self, loss: Loss) -> None:
        """A slow client missed messages and reads again."""

    def answer_with(self, error: ProtocolError, number: int | None = None) -> None:
        """Answers request `number` with an error, or just tells it; a fatal one ends the line."""
        if self.is_open:
            self._send_refused(self._session.refuse(error, number))

    def _send_refused(self, refused: Refused) -> None:
        error = refused.error
        if self._is_debug:
            logger.debug("! %s: %s", self, error)
        if self.caller.tell is not None:
            self.caller.tell(f"the server refused what the program asked for: {error}")
        if refused.close is not None:
            self._end(refused.close, error.msg, list(refused.replies))
            return
        for outgoing in refused.replies:
            self._outbox.put(outgoing.message, re=outgoing.re)

    def _transmit(self, message: Prepared, re: int | None) -> None:
        """Numbers one message and hands it to the link: its turn has come."""
        try:
            frame = self._session.send(message, re)
        except ProtocolError as error:
            logger.warning("x %s: %s", self, error.msg)
            self.close(CloseCode.FRAME_TOO_BIG, "a message is larger than you can take")
            return
        if self._is_debug:
            logger.debug("> %s: %s, %d bytes", self, message.type, len(frame))
        self._is_active = True
        if message.type == "your_turn":
            self._intake.credit()
        self._link.send(frame)

    def _end(self, code: CloseCode, reason: str, last: list[tuple[Prepared, int | None]]) -> None:
        """Sends what waits, unless the client does not read, then the last words; closes the link."""
        self.close_code = int(code)
        waiting = self._outbox.close()
        if self.is_away:
            asyncio.get_running_loop().call_soon(self.on_closed)  # there is no link to tell it
            return
        if code is not CloseCode.SLOW_CONSUMER:
            for one in waiting:
                self._transmit(one.message, one.re)
        for message, re in last:
            self._transmit(message, re)
        if self._is_debug:
            logger.debug("= %s: closing with %d, %s", self, code, reason)
        self._link.close(int(code), reason)


def with_warnings(
    message: dict[str, Any], request: ClientMessage, current: Request | None
) -> dict[str, Any]:
    """A reply; a plain `ok` to the `current` request also says what was ignored in it."""
    if current is None or current.message is not request or message["type"] != "ok":
        return message
    return message | {"warn": current.warnings} if current.unknown else message


def pong_to(ping: Ping, now_ms: int) -> dict[str, Any]:
    """The answer to a `ping`; `now_ms` is the time of day."""
    pong: dict[str, Any] = {"type": "pong", "now_ms": now_ms}
    return pong if ping.t is None else pong | {"t": ping.t}
