"""Lends this server's workers to others of its cluster: tells who it is and what it can spare, does their jobs.

Own jobs are hardly held up: a worker is offered while no work of this server is there for it, and each of the others
has at most one job at a time for it. All of them wait in one queue, so several servers share a helper fairly.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from infoset_server.bus.port import Bus, Registration
from infoset_server.compute.jobs import Frame
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.process import Ticket
from infoset_server.compute.remote import (
    BEAT,
    ERRAND,
    MAX_PENDING,
    NO_MORE_S,
    STOP,
    Beat,
    Errand,
    Software,
    Stop,
)
from infoset_server.config import THINK

logger = logging.getLogger(__name__)

# How long a server that stops waits for workers to say how far they have come.
GIVE_BACK_S: Final = 1.0


class Lending:
    """One per server. Begins at once."""

    def __init__(
        self,
        bus: Bus,
        pool: WorkerPool | None,
        node: str,
        life: str,
        roles: Sequence[str],
        beat_s: float,
    ) -> None:
        """A beat comes every `beat_s`. Without `think` among the `roles` it tells that it is there, and lends nothing."""
        self.done = 0  # jobs of others
        self._bus = bus
        self._pool = pool
        self._node = node
        self._life = life
        self._roles = tuple(roles)
        self._beat_s = beat_s
        self._software = Software.here()
        self._under_way: dict[tuple[str, int], Ticket] = {}
        self._namesake = ""  # the life of another server with our name
        self._is_closing = False
        self._loop = asyncio.get_running_loop()
        self._registrations: list[Registration] = [
            bus.subscribe(
                BEAT, node, self._heard, on_gap=lambda lost: None, max_pending=MAX_PENDING
            )
        ]
        if pool is not None and THINK in self._roles:
            self._registrations += [
                bus.serve(ERRAND, node, self._serve),
                bus.subscribe(
                    STOP, node, self._stop, on_gap=lambda lost: None, max_pending=MAX_PENDING
                ),
            ]
        self._timer = self._loop.call_soon(self._beat)

    async def close(self) -> None:
        """Lends nothing more. Jobs under way are given back with what is done of them, then the others hear of the end."""
        self._timer.cancel()
        self._is_closing = True
        self._tell(self._beat_s)
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVE_BACK_S):
                await self._give_back()
        for registration in self._registrations:
            registration.close()
        self._tell(NO_MORE_S)

    async def _give_back(self) -> None:
        while self._under_way and self._pool is not None:
            tickets = list(self._under_way.values())
            for ticket in tickets:
                self._pool.interrupt(ticket)
            await asyncio.wait([ticket.answer for ticket in tickets])
            await asyncio.sleep(0)  # they are sent now

    def _beat(self) -> None:
        self._tell(self._beat_s)
        self._timer = self._loop.call_later(self._beat_s, self._beat)

    def _tell(self, every_s: float) -> None:
        beat = Beat(
            node=self._node,
            life=self._life,
            roles=self._roles,
            software=self._software,
            workers=0 if self._pool is None else self._pool.size,
            free=self._spare,
            every_s=every_s,
        )
        self._bus.publish(BEAT, self._node, beat)

    @property
    def _spare(self) -> int:
        """Workers for whom there is no work of our own, whatever they do for others."""
        if self._pool is None or THINK not in self._roles or self._is_closing:
            return 0
        own = self._pool.load - len(self._under_way)
        return max(0, self._pool.size - own)

    async def _serve(self, errand: Errand) -> Frame | None:
        """Does a job of another server. Raises WorkerLostError where it has ended its worker."""
        key = errand.owner, errand.number
        assert self._pool is not None, "it has said so"
        ticket = self._pool.submit(
            errand.frame, errand.home, urgent=errand.urgent, may_take_s=errand.may_take_s
        )
        self._under_way[key] = ticket
        try:
            return await ticket.answer
        finally:
            del self._under_way[key]
            self.done += 1

    def _stop(self, _: str, stop: Stop) -> None:
        ticket = self._under_way.get((stop.owner, stop.number))
        if ticket is not None and self._pool is not None:
            self._pool.interrupt(ticket)

    def _heard(self, _: str, beat: Beat) -> None:
        """Names are chosen by people, who may choose one twice."""
        if beat.life not in (self._life, self._namesake):
            self._namesake = beat.life
            logger.error(
                "another server of this cluster is also called %s (cluster.node)", self._node
            )
