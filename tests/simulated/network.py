"""What lies between the nodes: a bus for each, messages that take their time, get lost, or find the way cut. No tests here."""

import asyncio
import random
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from tests.simulated.virtual_time import Life

from infoset_server.bus.embedded import EmbeddedBus, Inbox, check_subject
from infoset_server.bus.port import Topic

T = TypeVar("T")
QUICK_S: Final = (0.0002, 0.002)  # how long a message takes, as a rule
SLOW_S: Final = (0.05, 0.8)  # and now and then
IN_ORDER_S: Final = 1e-6  # between two messages of a pair


class Network:
    """Carries messages between nodes, in order for each pair of them. Chance decides about each."""

    def __init__(self, rng: random.Random) -> None:
        self.loss = 0.0  # share of messages that are lost without a word
        self.doubling = 0.0  # share of messages that come twice
        self.slowness = 0.0  # share of messages that take long, and hold up those behind them
        self.lost = 0
        self._rng = rng
        self._buses: dict[str, SimulatedBus] = {}
        self._cut: set[tuple[str, str]] = set()
        self._last_s: dict[tuple[str, str], float] = {}  # when the last message arrives

    def join(self, bus: "SimulatedBus") -> None:
        """The node's bus from now on; an earlier one of the same node hears nothing more."""
        self._buses[bus.node] = bus

    def leave(self, bus: "SimulatedBus") -> None:
        """It hears nothing more."""
        if self._buses.get(bus.node) is bus:
            del self._buses[bus.node]

    @property
    def nodes(self) -> list[str]:
        """Those that are there."""
        return list(self._buses)

    def cut(self, source: str, target: str) -> None:
        """Nothing gets from one to the other."""
        self._cut.add((source, target))

    def join_again(self, cuts: Iterable[tuple[str, str]]) -> None:
        """Those ways are open again."""
        self._cut.difference_update(cuts)

    def mend(self) -> None:
        """Everything gets everywhere again."""
        self._cut.clear()
        self.loss = self.doubling = self.slowness = 0.0

    def tell_gap(self, node: str) -> None:
        """The node's bus has been without its server for a moment, and says that something may be lost."""
        bus = self._buses.get(node)
        if bus is not None:
            asyncio.get_running_loop().call_soon(bus.tell_gap, context=bus.life.context)

    def carry(self, source: str, arrive: Callable[["SimulatedBus"], None]) -> None:
        """To all others."""
        for target, bus in list(self._buses.items()):
            if target == source:
                continue
            times = 1 + (self._rng.random() < self.doubling)
            for _ in range(times):
                if (source, target) in self._cut or self._rng.random() < self.loss:
                    self.lost += 1
                else:
                    self._deliver(source, target, bus, arrive)

    def _deliver(
        self,
        source: str,
        target: str,
        bus: "SimulatedBus",
        arrive: Callable[["SimulatedBus"], None],
    ) -> None:
        loop = asyncio.get_running_loop()
        span_s = SLOW_S if self._rng.random() < self.slowness else QUICK_S
        due_s = max(
            loop.time() + self._rng.uniform(*span_s),
            self._last_s.get((source, target), 0.0) + IN_ORDER_S,
        )
        self._last_s[source, target] = due_s
        loop.call_at(due_s, arrive, bus, context=bus.life.context)


class SimulatedBus(EmbeddedBus):
    """The bus of one life of a node. To its own subscribers messages get as they are; to others as bytes."""

    def __init__(self, node: str, life: Life, network: Network) -> None:
        super().__init__()
        self.node = node
        self.life = life
        self._network = network
        network.join(self)

    def publish(self, topic: Topic[T], subject: str, body: T) -> None:
        """As Bus."""
        super().publish(topic, subject, body)
        data = topic.form.write(body)
        whole = check_subject(topic.subject(subject))

        def arrive(bus: SimulatedBus) -> None:
            for inbox in bus._listeners(whole):
                bus.hear(inbox, subject, topic.form.read(data))

        self._network.carry(self.node, arrive)

    def hear(self, inbox: Inbox, subject: str, body: object) -> None:
        """Something has come from another node."""
        self._put(inbox, subject, body)

    def tell_gap(self) -> None:
        """All subscribers hear that something may be missing."""
        for routes in (self._by_subject, self._by_pattern):
            for inboxes in routes.values():
                for inbox in inboxes:
                    inbox.put_gap()
                    self._due.append(inbox)
        self._deliver_soon()

    async def close(self) -> None:
        """Its node hears nothing more."""
        self._network.leave(self)
