"""A session that leaves its edge: what is said to its client meanwhile, and where it goes."""

import asyncio
from collections.abc import Callable
from typing import Final

from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.errors import CloseCode
from infoset_server.config import QueueLimits
from infoset_server.network.connection import COME_AGAIN
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Delivery, Loss, Outbox, WaitingMessage
from infoset_server.network.parked import ParkedLine, read_parked, write_parked

HAND_OVER_S: Final = (
    2.0  # after which a client need not wait any longer for an edge to give its session up
)


TIMES: Final = 4  # what is kept for a session here: so much an edge may send, which may keep more


class Leaving:
    """Begins when the edge is asked for the session, or gives it up because it stops.

    | | the edge has it | `is_whole`: it is here |
    | --- | --- | --- |
    | `is_awaited`: a newcomer wants it | what is said waits | it goes there at once |
    | nobody does | what is said waits | it waits for its client, as a session does that is away |
    """

    def __init__(
        self, encoding: Encoding, queues: QueueLimits, on_overflow: Callable[[], None]
    ) -> None:
        """`on_overflow` is called where more is said than may wait."""
        self._encoding = encoding
        self._most_bytes = TIMES * (queues.resume_bytes + queues.max_bytes)
        self._parts: list[bytes] = []
        self._bytes = 0  # of these
        self._parked: ParkedLine | None = None
        self._newcomer: EntryLine | None = None
        self._then: Callable[[bytes], None] | None = None
        self._has_failed = False
        self._timer: asyncio.TimerHandle | None = None
        self._outbox = Outbox(
            transmit=_nobody_hears,
            size_of=lambda message: len(message.frame_body(encoding)),
            on_overflow=on_overflow,
            on_loss=_nobody_is_told,
            max_bytes=queues.max_bytes,
            max_messages=queues.max_messages,
        )
        self._outbox.pause()

    @property
    def is_whole(self) -> bool:
        """Whether the edge has given it up, and all of it has come."""
        return self._parked is not None

    @property
    def is_awaited(self) -> bool:
        """Whether there is a client that waits for it."""
        return self._newcomer is not None and self._newcomer.is_open

    @property
    def is_free(self) -> bool:
        """Whether a client may wait for it: nobody does, and nobody has waited in vain for the edge to give it up."""
        return not self.is_awaited and (self.is_whole or not self._has_failed)

    def hold(
        self, message: Prepared, delivery: Delivery, key: str | None, re: int | None = None
    ) -> None:
        """Something is said to the client."""
        self._outbox.put(message, delivery, key, re)

    def held(self) -> list[WaitingMessage]:
        """What was said meanwhile, for an edge that has the session still."""
        return self._outbox.park()[0]

    def take(self, part: bytes, more: bool) -> None:
        """A piece of the session; the last one without `more`. Raises ValueError where it is none, or too large."""
        self._bytes += len(part)
        if self._bytes > self._most_bytes:
            self._parts.clear()
            raise ValueError(f"a session of more than {self._most_bytes} bytes")
        self._parts.append(part)
        if not more:
            self._parked = read_parked(b"".join(self._parts))
            self._parts.clear()

    def go_to(self, newcomer: EntryLine, then: Callable[[bytes], None]) -> None:
        """`then` is to hear of it, while `newcomer` is there. That one is sent away if it takes too long."""
        self._newcomer = newcomer
        self._then = then
        if not self.is_whole:
            self._timer = asyncio.get_running_loop().call_later(HAND_OVER_S, self.fail)

    def arrive(self) -> None:
        """It goes to whoever waits for it, with what was said meanwhile."""
        assert self._parked is not None, "it is whole"
        assert self._then is not None, "somebody waits for it"
        waiting, losses = self._outbox.park()
        then = self._then
        self._forget_newcomer()
        then(write_parked(self._parked.with_more(waiting, losses, self._encoding)))

    def fail(self) -> None:
        """A client that waits for it is to come again, and not for this session."""
        newcomer = self._newcomer
        self._has_failed = True
        self._forget_newcomer()
        if newcomer is not None:
            newcomer.close(CloseCode.RESTARTING, COME_AGAIN, retry_ms=0)

    def _forget_newcomer(self) -> None:
        self._newcomer = self._then = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _nobody_hears(message: Prepared, re: int | None) -> None:
    raise AssertionError("everything waits")


def _nobody_is_told(loss: Loss) -> None:
    raise AssertionError("everything waits")
