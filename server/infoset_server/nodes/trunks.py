"""The hall's trunks to all play nodes: a node has one from its first word on, and a new one for each of its lives."""

import asyncio
from collections.abc import Callable, Sequence

from infoset_server.bus.port import Bus
from infoset_server.cluster.frames import Batch, Frame
from infoset_server.cluster.trunk import MAX_PENDING, PLAY, End, send_broken
from infoset_server.nodes.node_trunk import NodeTrunk


class NodeTrunks(dict[str, NodeTrunk]):
    """By the name of the node. Looks for nodes as soon as it is made."""

    def __init__(
        self,
        bus: Bus,
        here: End,
        take: Callable[[NodeTrunk, Sequence[Frame]], None],
        lost: Callable[[NodeTrunk], None],
        *,
        beat_s: float,
        patience: int,
    ) -> None:
        """`take` serves what a node says; `lost` hears that one is gone, or has lost messages."""
        super().__init__()
        self._bus = bus
        self._here = here
        self._take = take
        self._on_lost = lost
        self._beat_s = beat_s
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._subscription = bus.subscribe(
            PLAY, f"{here.node}.*", self._receive, on_gap=self._missed, max_pending=MAX_PENDING
        )
        self._timer = self._loop.call_later(beat_s, self._beat)

    def close(self) -> None:
        """Tells all nodes that this is not the hall any more."""
        self._timer.cancel()
        self._subscription.close()
        for node in self.values():
            node.trunk.end()
        self.clear()

    def let_go(self, node: NodeTrunk) -> None:
        """A node has said its last word."""
        node.trunk.close()
        if self.get(node.name) is node:
            del self[node.name]

    def _send_broken(self, there: End) -> None:
        send_broken(self._bus, self._here, there, PLAY)

    def _beat(self) -> None:
        self._timer = self._loop.call_later(self._beat_s, self._beat)
        for node in list(self.values()):
            node.trunk.beat(self._patience)

    def _missed(self, lost: int) -> None:
        for node in list(self.values()):
            node.trunk.give_up("the bus has lost messages")

    def _receive(self, subject: str, batch: Batch) -> None:
        if batch.target != self._here.name:
            return  # for an earlier hall, or for this server's own node
        name = subject.rpartition(".")[2]
        node = self.get(name)
        if node is None or node.trunk.there.name != batch.source:
            there = End(name, batch.source)
            if batch.number != 1:
                self._send_broken(there)
                return
            if node is not None:
                node.trunk.give_up("the node has begun anew")
            node = self[name] = NodeTrunk(self._bus, self._here, there, self._take, self._lost)
        node.trunk.receive(batch)

    def _lost(self, node: NodeTrunk) -> None:
        self._send_broken(node.trunk.there)
        if self.get(node.name) is node:
            del self[node.name]
        self._on_lost(node)
