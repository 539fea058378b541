"""A connection: one client's session, link, outbox and limits, as one object the rooms can talk to.

It parses, answers pings, refuses what is over a limit, and hands requests to the handler. It knows
no users, rooms or games. Whatever goes wrong here or in the handler stays with this one client.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import TYPE_NAMES, Ack, AuthAnswer, ClientMessage, Ping
from infoset_protocol.session import (
    Incoming,
    Left,
    Opening,
    Proof,
    Refused,
    Repeated,
    Request,
)
from infoset_server.common.clock import clock_of, wall_clock_ms
from infoset_server.config import ServerConfig
from infoset_server.network.caller import is_exempt
from infoset_server.network.connection_gate import ConnectionGate
from infoset_server.network.handler import GuardedHandler, Handler
from infoset_server.network.line import EntryLine
from infoset_server.network.link import Link
from infoset_server.network.outbox import Loss
from infoset_server.network.outgoing import OutgoingLine, pong_to
from infoset_server.network.parked import ParkedLine, read_parked, write_parked
from infoset_server.network.rate_limits import PLAYING, Rate, rate_limited

logger = logging.getLogger(__name__)

CROWDED: Final = 0.5  # fill of the outbox at which no more requests are read
ROOMY: Final = 0.25  # and at which reading goes on
COME_AGAIN: Final = "please come again"


class Connection(OutgoingLine):
    """A line to a client that is connected to this server.

    A connection may outlive its link: while it `is_away`, what it is given to send waits in the
    outbox, and `go_on` takes the link of a later connection over.
    """

    def __init__(
        self,
        link: Link,
        handler: Handler["Connection"],
        config: ServerConfig,
        *,
        gate: ConnectionGate,
        rates: Mapping[str, Rate],
        clock_s: Callable[[], float] | None = None,
        now_ms: Callable[[], int] = wall_clock_ms,
        answers_pings: bool = True,
    ) -> None:
        """Without `answers_pings` a `ping` is a request like others, for a handler that has those before it elsewhere."""
        super().__init__(link, config, rates, clock_s or clock_of(asyncio.get_running_loop()))
        self._now_ms = now_ms
        self._answers_pings = answers_pings
        self._handler: GuardedHandler[Connection] = GuardedHandler(handler)
        self._config = config
        self._gate = gate
        self._active_s = self._opened_s
        self._is_known = False  # the handler has seen its hello
        self._is_in_handler = False
        self._is_settled = True  # no `welcome` is out that the client may not have seen
        self._judge: Callable[[EntryLine, AuthAnswer], None] | None = None
        self._released: list[Incoming] = []  # requests that waited for `welcome`
        if is_exempt(link.caller.address, config.connections):
            self.rate_factor = config.queues.house_factor
            self._intake.widen(self.rate_factor, self._opened_s, PLAYING)

    @property
    def is_welcomed(self) -> bool:
        """Whether the client has been let in, if only earlier."""
        return self.session_id != ""

    @property
    def ignored(self) -> tuple[str, ...]:
        """Unknown fields of the request that is being handled."""
        return () if self._current is None else self._current.unknown

    # What the rooms ask for.

    def now_ms(self) -> int:
        """As EntryLine."""
        return self._now_ms()

    def welcome(self, message: dict[str, Any]) -> None:
        """As EntryLine."""
        if not self.is_open:
            return
        outgoing, released = self._session.welcome(message)
        self.session_id = message["session"]
        self.features = frozenset(message["features"])
        self._let_in()
        self._outbox.put(outgoing.message, re=outgoing.re)
        self._released += released
        if not self._is_in_handler:
            self._handle_released()

    def can_resume(self, newcomer: EntryLine, seq: int) -> bool:
        """As EntryLine; only over the link of another connection."""
        if not isinstance(newcomer, Connection) or not self.is_open:
            return False
        return self._session.can_resume(newcomer._session, seq)

    def go_on(self, newcomer: EntryLine, welcome: dict[str, Any], seq: int) -> None:
        """As EntryLine."""
        assert isinstance(newcomer, Connection), "`can_resume` has said so"
        if not self.is_away:
            self._cut_off(CloseCode.REPLACED, "replaced by a newer connection")
        outgoing, missed, released = self._session.resume(newcomer._session, welcome, seq)
        self._link = newcomer._give_up_link(self)
        self._intake.move(self._link)
        self.is_away = self._is_link_full = False
        self._active_s = self._clock_s()
        self._let_in()
        self._transmit(outgoing.message, outgoing.re)
        for frame in missed:
            self._link.send(frame)
        self._handler.on_back(self)
        if not self._is_link_full:
            self._outbox.resume()
        self._released = released
        self._handle_released()

    @property
    def can_adopt(self) -> bool:
        """As EntryLine."""
        return True

    def can_move(self, newcomer: EntryLine, seq: int) -> bool:
        """As EntryLine."""
        elsewhere = not isinstance(newcomer, Connection) and newcomer.can_adopt
        same = self.encoding is newcomer.encoding
        return elsewhere and same and self.keeps(seq, newcomer.max_frame_out)

    def hand_over(self, newcomer: EntryLine, seq: int, then: Callable[[bytes], None]) -> None:
        """As EntryLine."""
        then(self.park(CloseCode.REPLACED, "replaced by a newer connection"))

    def keeps(self, seq: int, max_frame: int) -> bool:
        """Whether a client that has all up to `seq` can go on elsewhere, in frames of at most `max_frame` bytes."""
        return self.is_open and self.is_welcomed and self._session.keeps(seq, max_frame)

    def park(self, code: CloseCode, reason: str, *, retry_ms: int | None = None) -> bytes:
        """Gives the session up, to go on elsewhere. The client hears `bye`; the handler hears nothing more."""
        if not self.is_away:
            self._cut_off(code, reason, retry_ms)
        self.close_code = int(CloseCode.NORMAL)
        waiting, losses = self._outbox.park()
        parked = ParkedLine(self._session.park()).with_more(waiting, losses, self.encoding)
        return write_parked(parked)

    def adopt(self, parked: bytes, welcome: dict[str, Any], seq: int) -> None:
        """As EntryLine."""
        if not self.is_open:
            return
        try:
            line = read_parked(parked)
            outgoing, missed, released = self._session.adopt(line.session, welcome, seq)
        except ValueError as problem:
            logger.warning("%s cannot go on with session %s: %s", self, welcome["session"], problem)
            self.close(CloseCode.RESTARTING, COME_AGAIN, retry_ms=0)
            return
        self.session_id = welcome["session"]
        self.features = frozenset(welcome["features"])
        self._let_in()
        self._transmit(outgoing.message, outgoing.re)
        for frame in missed:
            self._link.send(frame)
        self._handler.on_back(self)
        for one in line.messages(self.encoding):
            self._outbox.put(one.message, one.delivery, one.key, one.re)
        for key, dropped in line.losses:
            self._tell_loss(Loss(key, dropped))
        self._released += released
        if not self._is_in_handler:
            self._handle_released()

    def challenge(
        self, nonce: str, server: str, judge: Callable[[EntryLine, AuthAnswer], None]
    ) -> None:
        """As EntryLine. An answer that does not come in time ends the connection, as a missing `hello` does."""
        outgoing = self._session.challenge(nonce, server)
        self._judge = judge
        self._outbox.put(outgoing.message, re=outgoing.re)

    def trust(self) -> None:
        """As EntryLine."""
        self.rate_factor = self._config.queues.house_factor
        self._intake.widen(self.rate_factor, self._clock_s())
        self._outbox.widen(self.rate_factor)

    # What the link tells.

    def on_timeout(self, code: CloseCode, reason: str) -> None:
        """Ends the link after a time limit of it."""
        self.cut(code, reason)

    def on_frame(self, payload: bytes) -> None:
        """Handles one frame, whatever is in it."""
        if not self.is_open:
            return
        if self._is_debug:
            logger.debug("< %s: %d bytes", self, len(payload))
        self._is_active = True
        if not self._is_settled:
            self._is_settled = True
            self._handler.on_settled(self)
        for item in self._session.receive_frame(payload):
            self._handle(item)
        if len(self._outbox) and self._outbox.fill >= CROWDED and self.is_open:
            self._intake.hold("crowded")

    def on_fault(self, error: ProtocolError) -> None:
        """Answers broken framing."""
        if self.is_open:
            self.answer_with(error)

    def cut(self, code: CloseCode, reason: str) -> None:
        """As Line; a client that was not welcomed has no session and is closed."""
        if not self.is_welcomed:
            self.close(code, reason)
        elif self.is_open:
            self._cut_off(code, reason)
            self._lose_link(int(code))

    def on_pause(self) -> None:
        """Queues from now on."""
        self._is_link_full = True
        self._outbox.pause()

    def on_resume(self) -> None:
        """Sends what was queued."""
        self._is_link_full = False
        self._outbox.resume()
        if self._outbox.fill <= ROOMY:
            self._intake.release("crowded")

    def on_tick(self, now_s: float) -> None:
        """Looks at the clock of the conversation."""
        if self._is_active:
            self._is_active = False
            self._active_s = now_s
        self._intake.tick(now_s)
        times = self._config.times
        if not self.is_welcomed:
            if now_s - self._opened_s >= times.hello_s:
                self.close(CloseCode.NO_HELLO, f"no valid hello within {times.hello_s:g} s")
        elif now_s - self._active_s >= times.idle_s and not self._handler.may_idle(self):
            self.close(CloseCode.IDLE, f"silent for {times.idle_s:g} s")

    def on_closed(self) -> None:
        """The link is gone without a word, or because this connection has ended it."""
        self._lose_link(1006)

    def _lose_link(self, code: int) -> None:
        """Waits for the client to come back, or tells the handler, if that knows of it at all."""
        if self.close_code is None:
            if self.is_welcomed and self._go_away():
                logger.info("%s is away", self)
                return
            self.close_code = code
            self._outbox.close()
        logger.info("%s closed (%d)", self, self.close_code)
        self._session.let_go()
        if self._is_known:
            self._handler.on_closed(self)

    def _go_away(self) -> bool:
        """Asks whether the session is to be kept; if so, whatever it is told waits from now on."""
        self.is_away = True
        self._outbox.pause()
        self.is_away = self._handler.on_away(self)
        return self.is_away

    # From link to link.

    def _let_in(self) -> None:
        """Tells gate and link that their client is welcome."""
        self._gate.welcomed(self.peer)
        self._link.is_welcomed = True
        self._link.expects_pong = "pong" in self.features
        self._link.set_max_frame(self._session.max_frame_in)
        self._is_settled = False

    def _cut_off(self, code: CloseCode, reason: str, retry_ms: int | None = None) -> None:
        """Says `bye` and ends the link, but not the session."""
        self._transmit(self._session.farewell(code, reason, retry_ms).message, None)
        self._link.close(int(code), reason)
        self._link.hand_over(None)

    def _give_up_link(self, heir: "Connection") -> Link:
        """Ends without a word; the link is the heir's."""
        self.close_code = int(CloseCode.NORMAL)
        self._outbox.close()
        self._link.hand_over(heir)
        return self._link

    # Incoming.

    def _handle(self, item: Incoming) -> None:
        if not self.is_open:
            return
        match item:
            case Request():
                self._serve(item)
            case Opening():
                self._open(item)
            case Refused():
                if item.close is None:
                    self._intake.count_waste(self._clock_s())
                self._send_refused(item)
            case Repeated():
                self._intake.count_waste(self._clock_s())
                for answer in item.answers:
                    self._outbox.put(answer.message, re=answer.re)
            case Left():
                self._end(CloseCode.NORMAL, "bye", [])
            case Proof():
                self._prove(item)

    def _open(self, opening: Opening) -> None:
        """A valid hello: the gate, then the handler."""
        number = opening.hello.id
        wait_ms = self._gate.logins.wait_ms(self.peer, self._clock_s())
        if wait_ms:
            self.answer_with(rate_limited("hello", wait_ms, fatal=True), number)
            return
        self._is_known = True
        self._is_in_handler = True
        refusal = self._handler.on_hello(self, opening.hello)
        self._is_in_handler = False
        if refusal is not None:
            self.answer_with(refusal, number)
        self._handle_released()

    def _prove(self, proof: Proof) -> None:
        """An answer to the challenge: whoever asked decides."""
        judge, self._judge = self._judge, None
        assert judge is not None, "the session lets `auth` through once for each challenge"
        self._is_in_handler = True
        refusal = self._handler.on_proof(self, proof.auth, judge)
        self._is_in_handler = False
        if refusal is not None:
            self.answer_with(refusal, proof.auth.id)
        self._handle_released()

    def _handle_released(self) -> None:
        released, self._released = self._released, []
        for item in released:
            self._handle(item)

    def _serve(self, request: Request) -> None:
        """A valid request: the limits, then the handler."""
        message = request.message
        arrived_s = self._clock_s()
        if self._is_over_limit(message, arrived_s):
            return
        if type(message) is Ping and self._answers_pings:
            self.reply(message, pong_to(message, self._now_ms()))
            return
        if type(message) is Ack:
            self._acknowledge(message)
            return
        self._current = request
        refusal = self._handler.on_request(self, message, arrived_s)
        self._current = None
        if refusal is not None:
            self.answer_with(refusal, message.id)

    def _acknowledge(self, ack: Ack) -> None:
        """The client has what was sent up to there: it needs to be kept no longer."""
        try:
            self._session.acknowledge(ack.seq)
        except ProtocolError as error:
            self.answer_with(error, ack.id)

    def _is_over_limit(self, message: ClientMessage, now_s: float) -> bool:
        """Counts a request; one over a limit is refused here, and after a while closes."""
        refusal = self._intake.refusal(TYPE_NAMES[type(message)], now_s)
        if refusal is None:
            return False
        self.answer_with(refusal, message.id)
        if self.is_open:
            self._intake.slow_down(now_s)
        return True

    def _tell_loss(self, loss: Loss) -> None:
        self._handler.on_loss(self, loss)
