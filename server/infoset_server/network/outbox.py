"""The bounded queue of messages one client has not taken yet. Knows no sockets and no encodings.

While the link takes bytes, messages go straight through. While it does not:

| class     | while it waits                        | when the queue is full                        |
| --------- | ------------------------------------- | --------------------------------------------- |
| MUST      | keeps its place                       | overflow: the client is too slow to be kept   |
| LATEST    | makes way for a newer one of its key  | as MUST                                       |
| STREAM    | keeps its place                       | its whole stream is dropped until the queue is |
|           |                                       | empty; then the owner sends a snapshot        |
| DROPPABLE | keeps its place                       | dropped and counted                           |

Before a MUST overflows, first everything droppable and then the streams are given up for it.
Messages get their `seq` when they leave the queue, so what is dropped here leaves no gap.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from infoset_protocol.codec import Prepared


class Delivery(Enum):
    """What may happen to a message whose reader is slow. The table above has the rules."""

    MUST = auto()
    LATEST = auto()
    STREAM = auto()
    DROPPABLE = auto()


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """A queued message: `re` names the request it answers, `key` its stream or subject."""

    message: Prepared
    re: int | None
    delivery: Delivery
    key: str | None
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Loss:
    """Messages given up: those of the stream `key`, or droppable ones where `key` is `None`."""

    key: str | None
    dropped: int


class Outbox:
    """Queues what `transmit` cannot take yet.

    `transmit(message, re)` hands one message to the link and may call `pause`. `size_of` gives its
    bytes. `on_overflow()` is called once, when a message that must arrive does not fit; from then
    on everything is ignored. `on_loss(loss)` is called when the queue has emptied again, once for
    every stream that lost messages and once for the droppable ones.
    """

    __slots__ = (
        "_bytes",
        "_closed",
        "_latest",
        "_losses",
        "_max_bytes",
        "_max_messages",
        "_next",
        "_on_loss",
        "_on_overflow",
        "_paused",
        "_queue",
        "_size_of",
        "_transmit",
    )

    def __init__(
        self,
        *,
        transmit: Callable[[Prepared, int | None], None],
        size_of: Callable[[Prepared], int],
        on_overflow: Callable[[], None],
        on_loss: Callable[[Loss], None],
        max_bytes: int,
        max_messages: int,
    ) -> None:
        self._transmit = transmit
        self._size_of = size_of
        self._on_overflow = on_overflow
        self._on_loss = on_loss
        self._max_bytes = max_bytes
        self._max_messages = max_messages
        self._paused = False
        self._closed = False
        self._bytes = 0
        self._next = 0
        self._queue: OrderedDict[int, WaitingMessage] = OrderedDict()
        self._latest: dict[str | None, int] = {}
        self._losses: dict[str | None, int] = {}

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def is_open(self) -> bool:
        """Does a message that is put in now leave at once?"""
        return not (self._paused or self._closed or self._queue)

    @property
    def fill(self) -> float:
        """How full the queue is: 0.0 empty, 1.0 at one of its limits."""
        return max(self._bytes / self._max_bytes, len(self._queue) / self._max_messages)

    def put(
        self,
        message: Prepared,
        delivery: Delivery = Delivery.MUST,
        key: str | None = None,
        re: int | None = None,
    ) -> None:
        """Sends or queues one message; never waits. LATEST and STREAM need a `key`."""
        if self._closed:
            return
        if not self._paused and not self._queue:
            self._transmit(message, re)
        elif delivery is Delivery.STREAM and key in self._losses:
            self._losses[key] += 1
        else:
            self._enqueue(WaitingMessage(message, re, delivery, key, self._size_of(message)))

    def widen(self, factor: int) -> None:
        """Makes both limits `factor` times as large."""
        self._max_bytes *= factor
        self._max_messages *= factor

    def pause(self) -> None:
        """The link takes no more for now."""
        self._paused = True

    def resume(self) -> None:
        """The link takes messages again: sends what waits, as far as it goes."""
        self._paused = False
        while self._queue and not self._paused and not self._closed:
            one = self._remove(next(iter(self._queue)))
            self._transmit(one.message, one.re)
        if not self._queue and not self._paused and not self._closed:
            self._report_losses()

    def close(self) -> list[WaitingMessage]:
        """Ignores everything from now on; hands back what was still waiting, in order."""
        self._closed = True
        rest = list(self._queue.values())
        self._queue.clear()
        self._latest.clear()
        self._bytes = 0
        return rest

    def park(self) -> tuple[list[WaitingMessage], list[Loss]]:
        """As `close`; hands back what waited, and what was given up and not told yet."""
        losses = [Loss(key, dropped) for key, dropped in self._losses.items()]
        self._losses = {}
        return self.close(), losses

    def _enqueue(self, new: WaitingMessage) -> None:
        if new.delivery is Delivery.LATEST and new.key in self._latest:
            self._remove(self._latest[new.key])
        if not self._fits(new) and not self._make_room(new):
            return
        number = self._next
        self._next += 1
        self._queue[number] = new
        self._bytes += new.size_bytes
        if new.delivery is Delivery.LATEST:
            self._latest[new.key] = number

    def _fits(self, new: WaitingMessage) -> bool:
        roomy = self._bytes + new.size_bytes <= self._max_bytes
        return roomy and len(self._queue) < self._max_messages

    def _make_room(self, new: WaitingMessage) -> bool:
        """Gives up lesser messages until `new` fits; says whether it now does."""
        if new.delivery is Delivery.DROPPABLE:
            self._count_loss(new)
            return False
        self._drop_all(Delivery.DROPPABLE)
        if self._fits(new):
            return True
        self._drop_all(Delivery.STREAM)
        if new.delivery is Delivery.STREAM:
            self._count_loss(new)
            return False
        if self._fits(new):
            return True
        self._closed = True
        self._on_overflow()
        return False

    def _drop_all(self, delivery: Delivery) -> None:
        doomed = [number for number, one in self._queue.items() if one.delivery is delivery]
        for number in doomed:
            self._count_loss(self._remove(number))

    def _remove(self, number: int) -> WaitingMessage:
        one = self._queue.pop(number)
        self._bytes -= one.size_bytes
        if one.delivery is Delivery.LATEST:
            del self._latest[one.key]
        return one

    def _count_loss(self, lost: WaitingMessage) -> None:
        stream = lost.key if lost.delivery is Delivery.STREAM else None
        self._losses[stream] = self._losses.get(stream, 0) + 1

    def _report_losses(self) -> None:
        losses, self._losses = self._losses, {}
        for key, dropped in losses.items():
            self._on_loss(Loss(key, dropped))
