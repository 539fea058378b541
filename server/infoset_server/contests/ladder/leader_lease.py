"""Whether this server is the one that runs the ladders of its store.

Several servers may share a database, and one at a time pairs: the one whose claim is the newest. Safety does not
rest on clocks: what a server notes of ladders it notes under its claim, and the store refuses that once another
has claimed them. The lease only says when another may.

| state | means | and then |
| --- | --- | --- |
| elsewhere | another server has them | its claim runs out: ours |
| ours | matches begin | not renewed in time: stalled; another has claimed them: elsewhere |
| stalled | the store did not answer for a whole lease | renewed: ours; another has claimed them: elsewhere |
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from infoset_server.common.ids import fresh_id
from infoset_server.storage.errors import StoreError
from infoset_server.storage.port import Claim, HeldBy, TaskDirectory

logger = logging.getLogger(__name__)

TASK: Final = "ladders"
RENEWALS: Final = 3  # attempts in the time of one lease


class LeaderLease:
    """This server's claim on the ladders, if it has one."""

    def __init__(
        self, tasks: TaskDirectory, lease_s: float, monotonic_s: Callable[[], float]
    ) -> None:
        """A server that has shown no sign of life for `lease_s` may be replaced by another."""
        self.claim: Claim | None = None
        self._tasks = tasks
        self._lease_s = lease_s
        self._monotonic_s = monotonic_s
        self._holder = fresh_id("n")
        self._is_ready = False  # is everything set up under the claim?
        self._lost: Callable[[], None] = lambda: None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Are the ladders run here, as far as this server knows, and set up?"""
        return self._is_ready and self.claim is not None

    @property
    def is_ours(self) -> bool:
        """May matches begin here now, as nobody else may have the ladders?"""
        claim = self.claim
        return self.is_open and claim is not None and self._monotonic_s() < claim.deadline_s

    def held(self) -> Callable[[], Claim | None]:
        """Asks for the claim as it is held now, for as long as it is: a later one belongs to other ladders."""
        epoch = None if self.claim is None else self.claim.epoch

        def ask() -> Claim | None:
            return self.claim if self.claim is not None and self.claim.epoch == epoch else None

        return ask

    async def take(self) -> bool:
        """Claims the ladders; False where another server has them. Raises StoreError."""
        claimed = await self._tasks.claim(TASK, self._holder, self._lease_s)
        if isinstance(claimed, HeldBy):
            logger.debug("ladders are run by server %s", claimed.holder)
            return False
        self.claim = claimed
        return True

    def keep(self, gained: Callable[[], Awaitable[None]], lost: Callable[[], None]) -> None:
        """What was taken is ready; from now on it is renewed, and taken where another server lets go.

        `gained` sets up ladders that were run elsewhere, and may raise StoreError: then they are let go
        again. `lost` is called when another server has them.
        """
        self._is_ready = self.claim is not None
        self._lost = lost
        work = self._work(gained)
        self._task = asyncio.get_running_loop().create_task(work, name="ladders' tenure")

    async def let_go(self) -> None:
        """Another server may have the ladders, or this one later. Raises StoreError."""
        claim, self.claim = self.claim, None
        if claim is not None:
            await self._tasks.give_up(claim)

    def refused(self, claim: Claim) -> None:
        """The store has refused what was noted under `claim`."""
        mine = self.claim
        if mine is not None and (mine.task, mine.epoch) == (claim.task, claim.epoch):
            self._lose()

    async def close(self) -> None:
        """Lets another server have the ladders. What was noted should be stored by now."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        claim, self.claim = self.claim, None
        if claim is not None:
            with suppress(StoreError):  # then others wait for the end of the lease
                await self._tasks.give_up(claim)

    async def _work(self, gained: Callable[[], Awaitable[None]]) -> None:
        while True:  # first at once: starting may have taken longer than a lease
            try:
                if self.claim is not None:
                    await self._renew(self.claim)
                elif await self.take():
                    await self._set_up(gained)
            except StoreError as problem:
                logger.warning("who runs the ladders cannot be told: %s", problem)
            await asyncio.sleep(self._lease_s / RENEWALS)

    async def _renew(self, claim: Claim) -> None:
        renewed = await self._tasks.renew_claim(claim, self._lease_s)
        if self.claim is not claim:
            return  # refused meanwhile
        if renewed is None:
            self._lose()
        else:
            self.claim = renewed

    async def _set_up(self, gained: Callable[[], Awaitable[None]]) -> None:
        logger.info("this server runs the ladders from now on")
        try:
            await gained()
        except StoreError:
            await self.let_go()
            raise
        self._is_ready = True

    def _lose(self) -> None:
        logger.error("another server runs the ladders now")
        self.claim = None
        self._is_ready = False
        self._lost()
