"""The trunk to the hall, wherever that is: looks for it, and for the next one when it has gone."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from infoset_server.bus.port import Bus
from infoset_server.cluster.frames import Batch, Frame, Presence
from infoset_server.cluster.trunk import HALL, MAX_PENDING, End, Route, Trunk
from infoset_server.common.ids import fresh_id

logger = logging.getLogger(__name__)

QUIET_BEATS: Final = 3  # without a word, after which something may be wrong
FORGOTTEN: Final = 2  # times the patience without a word, after which a claim counts for nothing


class HallTrunk:
    """Begins to look as soon as it is made. Of two halls it believes the one with the newer claim.

    That of a hall that was long silent is forgotten: claims may count from an earlier one again, since an older backup of
    their store was restored.
    """

    def __init__(
        self,
        bus: Bus,
        node: str,
        route: Route,
        patience: int,
        *,
        on_open: Callable[[], None],
        on_broken: Callable[[str], None],
        take: Callable[[Sequence[Frame]], None],
        on_quiet: Callable[[bool], None] = lambda is_quiet: None,
    ) -> None:
        """The hall is gone after `patience` of its own beats without a word; `on_quiet` hears much earlier that it may
        be, and that it is not.
        """
        self.trunk: Trunk | None = None
        self.broken = 0  # trunks that were, since the start; those that a hall has ended in order do not count
        self._unknown = 0  # of those
        self._bus = bus
        self._node = node
        self._route = route
        self._patience = patience
        self._on_open = on_open
        self._on_broken = on_broken
        self._take = take
        self._on_quiet = on_quiet
        self._loop = asyncio.get_running_loop()
        self._hall: Presence | None = None
        self._heard_s = 0.0  # when it said last that it is
        self._is_quiet = False
        self._timer: asyncio.TimerHandle | None = None
        self._subscriptions = [
            bus.subscribe(
                route.topic,
                f"{node}.*",
                self._receive,
                on_gap=self._missed,
                max_pending=MAX_PENDING,
            ),
            bus.subscribe(
                HALL, "*", self._heard, on_gap=lambda lost: None, max_pending=MAX_PENDING
            ),
        ]

    @property
    def node(self) -> str | None:
        """The node that is the hall, as far as is known."""
        return None if self.trunk is None else self.trunk.there.node

    @property
    def epoch(self) -> int:
        """That of the claim of the hall that was heard of last; 0 where none was."""
        return 0 if self._hall is None else self._hall.epoch

    @property
    def life(self) -> str:
        """The name of this end of the trunk, which is there."""
        assert self.trunk is not None, "there is a hall"
        return self.trunk.here.name

    @property
    def every_s(self) -> float:
        """How often it beats."""
        assert self._hall is not None, "there is a hall"
        return self._hall.every_s

    @property
    def unknown(self) -> int:
        """How many frames were not understood."""
        return self._unknown + (0 if self.trunk is None else self.trunk.unknown)

    def send(self, frame: Frame) -> None:
        """To the hall; lost where there is none."""
        if self.trunk is not None:
            self.trunk.send(frame)

    def close(self) -> None:
        """Passes on what there is, then nothing more."""
        for subscription in self._subscriptions:
            subscription.close()
        if self._timer is not None:
            self._timer.cancel()
        trunk, self.trunk = self.trunk, None
        if trunk is not None:
            trunk.end()

    def _heard(self, node: str, presence: Presence) -> None:
        hall = self._hall
        if presence.node != node or self._is_outdated(presence):
            return
        if self.trunk is not None and hall is not None:
            is_another = presence.node != hall.node and presence.epoch == hall.epoch
            if hall.end == presence.end:
                self._heard_s = self._loop.time()
                return
            if is_another:
                return  # a claim has one holder: whoever says so too, is none
            self.trunk.give_up("there is another hall")
        self._attach(presence)

    def _is_outdated(self, presence: Presence) -> bool:
        """Is it that of a former hall?"""
        hall = self._hall
        if hall is None or presence.epoch >= hall.epoch:
            return False
        silent_s = self._loop.time() - self._heard_s
        return self.trunk is not None or silent_s < FORGOTTEN * self._patience * hall.every_s

    def _attach(self, presence: Presence) -> None:
        self._hall, self._heard_s = presence, self._loop.time()
        here, there = End(self._node, fresh_id("t")), End(presence.node, presence.end)
        self.trunk = Trunk(self._bus, here, there, self._take, self._broken, self._route)
        self._hear_again()
        self._on_open()
        if self._timer is None:
            self._beat()
        else:
            self.trunk.beat(self._patience)
        logger.info("the hall is %s", presence.node)

    def _beat(self) -> None:
        hall, trunk = self._hall, self.trunk
        assert hall is not None, "beats follow those of a hall"
        self._timer = self._loop.call_later(hall.every_s, self._beat)
        if trunk is None:
            return
        trunk.beat(self._patience)
        if trunk.silent_beats >= QUIET_BEATS and not self._is_quiet:
            self._is_quiet = True
            self._on_quiet(True)

    def _hear_again(self) -> None:
        if self._is_quiet:
            self._is_quiet = False
            self._on_quiet(False)

    def _receive(self, subject: str, batch: Batch) -> None:
        trunk = self.trunk
        if trunk is None or (trunk.here.name, trunk.there.name) != (batch.target, batch.source):
            return
        if subject.rpartition(".")[2] != trunk.there.node:
            return  # NATS vouches for the subject alone
        self._hear_again()
        trunk.receive(batch)

    def _missed(self, lost: int) -> None:
        if self.trunk is not None:
            self.trunk.give_up("the bus has lost messages")

    def _broken(self, why: str) -> None:
        if self.trunk is None or not self.trunk.has_ended:
            self.broken += 1
        self._unknown = self.unknown
        self.trunk = None
        self._on_broken(why)
