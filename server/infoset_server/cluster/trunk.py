"""A trunk: what passes between two nodes, in order and without a gap, or else an end.

The bus may lose anything. Batches are numbered; where one is missing, or none has come for long, the trunk is broken
for good, and who depends on it begins anew. Nothing is sent again: there is no second TCP here.

Each end says up to which batch it has read. At most `UNDER_WAY` are on their way; what is sent meanwhile waits, and goes
in fewer and larger ones. So nobody floods the inbox of a node that is busy for a while.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from infoset_server.bus.port import Bus, Form, Topic
from infoset_server.cluster.frames import (
    VERSION,
    Batch,
    Frame,
    Presence,
    pack_frame,
    raw,
    read_batch,
    read_frames,
    read_presence,
    write_batch,
    write_presence,
)

logger = logging.getLogger(__name__)

MAX_PENDING: Final = 10_000  # batches that wait to be read, of all trunks of a node
UNDER_WAY: Final = 256  # of one trunk, if the other end says what it has read
UNSAID: Final = 64  # batches that are read at most until that is said
MOST_WAITING_BYTES: Final = 64 * 1024 * 1024  # until they may go; then the other end is given up
FULL_BYTES: Final = (
    256 * 1024
)  # frames that go at once; a server of NATS takes four times as much in a message
BROKEN: Final = 0  # number of the batch that says: whatever you have there, here is no such trunk

ENDED: Final = -2  # in place of what was read: it is not broken, whoever was there needs it no more

TRUNK: Final[Topic[Batch]] = Topic("trunk", Form(write_batch, read_batch), is_addressed=True)
PLAY: Final[Topic[Batch]] = Topic("play", Form(write_batch, read_batch), is_addressed=True)
HALL: Final[Topic[Presence]] = Topic("hall", Form(write_presence, read_presence))


@dataclass(frozen=True, slots=True)
class End:
    """One end of a trunk: a node, and the name it has drawn for this trunk."""

    node: str
    name: str


@dataclass(frozen=True, slots=True)
class Route:
    """On which topic trunks of a kind run, and how their frames are read: those understood, and how many are not."""

    topic: Topic[Batch]
    read: Callable[[Iterable[bytes | msgspec.Raw]], tuple[list[Frame], int]]


TO_EDGES: Final = Route(TRUNK, read_frames)


def send_broken(bus: Bus, here: End, there: End, topic: Topic[Batch] = TRUNK) -> None:
    """Tells the other end that its trunk leads nowhere."""
    bus.publish(
        topic, f"{there.node}.{here.node}", Batch(VERSION, here.name, there.name, BROKEN, ())
    )


class Trunk:
    """One end of it. `is_broken` says that nothing more comes or goes."""

    def __init__(
        self,
        bus: Bus,
        here: End,
        there: End,
        take: Callable[[Sequence[Frame]], None],
        on_broken: Callable[[str], None],
        route: Route = TO_EDGES,
    ) -> None:
        """`take` gets the frames of each batch; `on_broken` is told once, and why."""
        self.here = here
        self.there = there
        self.is_broken = False
        self.has_ended = False  # in order: the other end needs it no more
        self.unknown = 0  # frames that were not understood
        self._loop = asyncio.get_running_loop()
        self.heard_s = self._loop.time()  # when something came last, by the loop's clock
        self._bus = bus
        self._take = take
        self._on_broken = on_broken
        self._route = route
        self._subject = f"{there.node}.{here.node}"
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._is_due = False  # at the end of this turn
        self._ready: deque[list[bytes]] = deque()  # full batches that may not go yet
        self._sent = 0
        self._read = -1  # of those, by the other end, as far as it says
        self._got = 0
        self._said = 0  # of those, to the other end
        self._was_sent = False  # since the last beat
        self._silent_beats = 0

    @property
    def silent_beats(self) -> int:
        """How many beats ago something was heard."""
        return self._silent_beats

    def send(self, frame: Frame) -> None:
        """Sends a frame behind all before it, with those that come in this turn of the loop."""
        if self.is_broken:
            return
        packed = pack_frame(frame)
        if self._waiting_bytes + len(packed) > FULL_BYTES:
            self._fill()
        self._waiting.append(packed)
        self._waiting_bytes += len(packed)
        self._wake()

    def beat(self, patience: int) -> None:
        """To be called again and again: the other end hears that nothing is missing.

        The trunk breaks where nothing has come for `patience` beats. They are counted rather than timed, so that a
        process that stood still does not blame others.
        """
        if not self._was_sent and not self.is_broken:
            self._flush()
            if not self._was_sent:
                self._publish([])
        self._was_sent = False
        self._silent_beats += 1
        if self._silent_beats > patience:
            self.give_up(f"nothing was heard for {patience} beats")

    def receive(self, batch: Batch) -> None:
        """Takes a batch that names these two ends."""
        if self.is_broken:
            return
        self._silent_beats = 0
        self.heard_s = self._loop.time()
        if batch.number == BROKEN and batch.read == ENDED:
            self._end_in_order()
        elif batch.number == BROKEN:
            self.give_up("the other end knows nothing of it")
        elif batch.number == self._got + 1:
            self._got = batch.number
            self._note_read(batch.read)
            frames, unknown = self._route.read(batch.frames)
            self.unknown += unknown
            if frames:
                self._take(frames)
        elif batch.number > self._got:
            self.give_up(f"{batch.number - self._got - 1} batches were lost")

    def give_up(self, why: str) -> None:
        """The trunk is broken."""
        if not self.is_broken:
            logger.warning("the trunk to %s is broken: %s", self.there.node, why)
            self.close()
            self._on_broken(why)

    def end(self) -> None:
        """Sends what waits, and that nothing follows since this end needs the trunk no more."""
        self.finish()
        here, there = self.here.name, self.there.name
        self._bus.publish(
            self._route.topic, self._subject, Batch(VERSION, here, there, BROKEN, (), ENDED)
        )

    def _end_in_order(self) -> None:
        """The other end has."""
        self.has_ended = True
        logger.info("the trunk to %s has ended: that server stops, or begins anew", self.there.node)
        self.close()
        self._on_broken("the other end has ended it")

    def close(self) -> None:
        """Sends nothing more, and tells nobody."""
        self.is_broken = True

    def finish(self) -> None:
        """Sends what waits, then nothing more."""
        if not self.is_broken:
            self._read = -1
            self._flush()
            self.close()

    def _end_turn(self) -> None:
        self._is_due = False
        if not self.is_broken:
            self._flush()
            if self._got - self._said >= UNSAID:
                self._publish([])
        if len(self._ready) * FULL_BYTES > MOST_WAITING_BYTES:
            self.give_up("too much waits for it to read")

    def _fill(self) -> None:
        """What waits is as much as goes at once."""
        self._ready.append(self._waiting)
        self._waiting = []
        self._waiting_bytes = 0
        self._flush()

    def _flush(self) -> None:
        """Sends what may go."""
        while self._ready and self._may_send:
            self._publish(self._ready.popleft())
        if self._waiting and self._may_send:
            waiting, self._waiting = self._waiting, []
            self._waiting_bytes = 0
            self._publish(waiting)

    @property
    def _may_send(self) -> bool:
        return self._read < 0 or self._sent - self._read < UNDER_WAY

    def _note_read(self, read: int) -> None:
        """The other end has read up to there; now and then it hears the same."""
        could_send = self._may_send
        self._read = max(self._read, read)
        if (self._waiting or self._ready) and not could_send:
            self._wake()
        if self._got - self._said >= UNSAID:
            self._wake()

    def _wake(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._bus.at_end_of_turn(self._end_turn)

    def _publish(self, packed: list[bytes]) -> None:
        self._sent += 1
        self._was_sent = True
        self._said = self._got
        here, there = self.here.name, self.there.name
        batch = Batch(VERSION, here, there, self._sent, raw(packed), self._got)
        self._bus.publish(self._route.topic, self._subject, batch)
