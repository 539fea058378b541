"""Ways: the trunks between edges and play nodes, past the hall, as one server has them.

A way leads from one life of an edge to one life of a play node: both lives are named as their ends of the trunks to the
hall are. The edge begins it, and adds to the name of its life which of its ways this is, so that none is taken for
another. Where both are one server, the bus carries what passes inside the process.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from infoset_server.bus.port import Bus, Form, Topic
from infoset_server.cluster.frames import Batch, Frame, read_batch, read_way_frames, write_batch
from infoset_server.cluster.trunk import BROKEN, MAX_PENDING, End, Route, Trunk, send_broken

NUMBER: Final = "+"  # between a life and the number of a way of it
WAY: Final[Topic[Batch]] = Topic("way", Form(write_batch, read_batch), is_addressed=True)
TO_NODES: Final = Route(WAY, read_way_frames)


Take: TypeAlias = Callable[[End, Sequence[Frame]], None]


class Ways:
    """The ends of one server, as an edge or as a play node, between `open` and `close`. Those of before are nobody's."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        take: Take,
        lost: Callable[[End], None],
        *,
        patience: int,
        admits: Callable[[End], bool] = lambda there: False,
    ) -> None:
        """`take` gets what comes from an end, `lost` is told of those that are gone, after `patience` beats of silence.
        `admits` says who may begin a way to here.
        """
        self._bus = bus
        self._node = node
        self._take = take
        self._lost = lost
        self._patience = patience
        self._admits = admits
        self._here: End | None = None
        self._begun = 0
        self._trunks: dict[End, Trunk] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._subscription = bus.subscribe(
            WAY, f"{node}.*", self._receive, on_gap=self._missed, max_pending=MAX_PENDING
        )

    def __len__(self) -> int:
        return len(self._trunks)

    def open(self, name: str, beat_s: float) -> None:
        """A life of this name begins here."""
        self.clear()
        self._here = End(self._node, name)
        self._beat(asyncio.get_running_loop(), beat_s)

    def clear(self) -> None:
        """No way leads here any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for trunk in self._trunks.values():
            trunk.end()
        self._trunks.clear()
        self._here = None

    def close(self) -> None:
        """Nor ever again."""
        self.clear()
        self._subscription.close()

    def send(self, there: End, frame: Frame) -> None:
        """Sends a frame to that end; lost where no way leads there."""
        trunk = self._trunks.get(there)
        if trunk is not None:
            trunk.send(frame)

    def begin(self, there: End) -> None:
        """There is a way from this edge to that node from now on."""
        if self._here is not None and there not in self._trunks:
            self._begun += 1
            self._begin(End(self._node, f"{self._here.name}{NUMBER}{self._begun}"), there)

    def give_up(self, there: End, why: str) -> None:
        """The way there is broken."""
        trunk = self._trunks.get(there)
        if trunk is not None:
            trunk.give_up(why)

    def _begin(self, here: End, there: End) -> Trunk:
        trunk = self._trunks[there] = Trunk(
            self._bus,
            here,
            there,
            lambda batch: self._take(there, batch),
            lambda why: self._end(trunk),
            TO_NODES,
        )
        return trunk

    def _send_broken(self, here: End, there: End) -> None:
        send_broken(self._bus, here, there, WAY)

    def _end(self, trunk: Trunk) -> None:
        self._send_broken(trunk.here, trunk.there)
        if self._trunks.get(trunk.there) is trunk:
            del self._trunks[trunk.there]
            self._lost(trunk.there)

    def _beat(self, loop: asyncio.AbstractEventLoop, beat_s: float) -> None:
        self._timer = loop.call_later(beat_s, self._beat, loop, beat_s)
        for trunk in list(self._trunks.values()):
            trunk.beat(self._patience)

    def _missed(self, lost: int) -> None:
        for trunk in list(self._trunks.values()):
            trunk.give_up("the bus has lost messages")

    def _receive(self, subject: str, batch: Batch) -> None:
        here, there = self._here, End(subject.rpartition(".")[2], batch.source)
        trunk = self._trunks.get(there)
        if trunk is None or trunk.here.name != batch.target:
            if here is None or batch.target != here.name or batch.number == BROKEN:
                return  # for an earlier life, or for the other end that this server has
            if batch.number != 1 or not self._admits(there):
                self._send_broken(here, there)
                return
            trunk = self._begin(here, there)
        trunk.receive(batch)


def life_of(end: End) -> str:
    """The life of an edge at whose end of a way this is, as `FarLine.edge` has it."""
    return f"{end.node}/{end.name.partition(NUMBER)[0]}"
