"""This server as one of those that share a store: its name, its claim on it, and whether the others live.

Matches belong to nodes, and a node is whoever has the newest claim on its name. The claim is renewed all the time.

| the claim is | means | and then |
| --- | --- | --- |
| held | matches are played here | not renewed in time: overdue; another has claimed the name: lost |
| overdue | the store has not answered for a whole lease: nothing is accepted | renewed: held; another has claimed the name: lost |
| lost | another server has taken over; nothing that is left here counts | the server ends |

A node is gone for others when it has given up its claim, or when that has run out and was not renewed for a whole
lease by the clock of whoever looks, while the database answered all the time. So nobody robs the others after a
failover of the database, which stops all renewals at once.

Where a store is this process's alone, whoever had it before is gone, or it could not have been opened; there is
nothing to renew then.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset_server.common.ids import fresh_id
from infoset_server.storage.errors import StoreError, StoreInUseError, UnavailableError
from infoset_server.storage.port import NODE, Claim, HeldBy, MatchStore, SeenClaim
from infoset_server.storage.turn import Turn

logger = logging.getLogger(__name__)

FOREVER_S: Final = 10 * 365 * 86_400.0
LOOKS: Final = 3  # renewals, and looks at the others, in the time of one lease
RETRIES: Final = 10  # the same while the store does not answer
FILE_NAME: Final = "server.node"  # in the data folder
NOT_TRIED: Final = "this process had not come to renew its claim"


@dataclass(slots=True)
class Sighting:
    """A claim as it was seen last, and since when it looks like that, by our own clock."""

    claim: SeenClaim
    since_s: float
    is_renewed: bool = False  # while we looked


class LeaseWatch:
    """Which claims have not been renewed for a whole lease. Reads nothing: it is told what others have read."""

    def __init__(self, lease_s: float, monotonic_s: Callable[[], float]) -> None:
        self._lease_s = lease_s
        self._monotonic_s = monotonic_s
        self._looked_s = -FOREVER_S
        self._sightings: dict[str, Sighting] = {}

    def look(self, claims: Iterable[SeenClaim]) -> None:
        """What the database says now. After a gap everything is looked at anew: it may not have answered others."""
        now_s = self._monotonic_s()
        if now_s - self._looked_s > 1.5 * self._lease_s / LOOKS:
            self._sightings.clear()
        self._looked_s = now_s
        for claim in claims:
            before = self._sightings.get(claim.task)
            if before is None or before.claim.epoch != claim.epoch:
                self._sightings[claim.task] = Sighting(claim, now_s)
            elif before.claim.until_ms != claim.until_ms:
                self._sightings[claim.task] = Sighting(claim, now_s, is_renewed=True)

    def is_gone(self, claim: SeenClaim) -> bool:
        """May another have this task, as it was just looked at?"""
        if claim.until_ms == 0:
            return True
        seen_s = self._looked_s - self._sightings[claim.task].since_s
        return claim.left_s <= 0.0 and seen_s >= self._lease_s

    def is_renewed(self, claim: SeenClaim) -> bool:
        """Has it been renewed before our eyes?"""
        return self._sightings[claim.task].is_renewed


class Node:
    """One per server. `take` before anything is read, `close` last. `lost` is set when another has taken over."""

    def __init__(
        self, store: MatchStore, name: str, lease_s: float, monotonic_s: Callable[[], float]
    ) -> None:
        """A node that has shown no sign of life for `lease_s` may be replaced by another."""
        self.name = name
        self.lost = asyncio.Event()
        self._store = store
        self._holder = fresh_id(name)
        self._lease_s = lease_s
        self._monotonic_s = monotonic_s
        self._watch = LeaseWatch(lease_s, monotonic_s)
        self._claim: Claim | None = None
        self._tried_s = 0.0  # when we last made the claim, or began to renew it and had an answer
        self._trouble: StoreError | None = None  # with the last renewal
        self._seen: list[SeenClaim] = []  # of the others, at the last look
        self._settled: dict[str, tuple[int, int]] = {}  # those that have left nothing more for us
        self._held_up: list[Callable[[], None]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def claim(self) -> Claim:
        """The newest, even if it is overdue or lost: the store knows, and refuses what is stored under it."""
        assert self._claim is not None, "it is taken before anything is stored"
        return self._claim

    @property
    def is_held(self) -> bool:
        """Can nobody else have this node's matches now?"""
        return self._monotonic_s() < self.claim.deadline_s and not self.lost.is_set()

    @property
    def trouble(self) -> StoreError | None:
        """Why the claim could not be renewed when that was tried last."""
        return self._trouble

    def when_renewed(self, call: Callable[[], None]) -> None:
        """Calls back when the claim was renewed, or could not be; never where it is lost."""
        self._held_up.append(call)
        self._wake.set()

    # The claim.

    async def take(self) -> None:
        """Becomes the node, and stays it. Waits for at least a lease where an earlier run did not end in order.

        Raises StoreInUseError where another server is this node, and StoreError.
        """
        while (claimed := await self._claim_if_gone(NODE + self.name)) is None:
            if self._is_renewed():
                raise StoreInUseError(
                    f"another server on this database is node {self.name!r}; give this one another name "
                    f"(store.node, or the file {FILE_NAME} in its data folder)"
                )
            await asyncio.sleep(self._lease_s / LOOKS)
        self._hold(claimed)

    async def stand_by(self, turn: Turn) -> None:
        """Becomes the node once the server that is it has gone and the `turn` has come, and stays it.

        `turn` is told when another server is seen to be it. Raises StoreError where the store cannot be read at first;
        later it may be away for any time.
        """
        claimed = await self._claim_if_gone(NODE + self.name)
        while claimed is None:
            if self._is_renewed():
                turn.is_waited_for.set()
            await turn.pause(self._lease_s / LOOKS)
            try:
                if turn.has_come:
                    claimed = await self._claim_if_gone(NODE + self.name)
                else:
                    await self._look()
            except StoreError as problem:
                logger.warning("whether node %s lives cannot be told: %s", self.name, problem)
        self._hold(claimed)

    def _is_renewed(self) -> bool:
        """Has another server been seen to be this node, since we look?"""
        task = NODE + self.name
        return any(self._watch.is_renewed(seen) for seen in self._seen if seen.task == task)

    def _hold(self, claimed: Claim) -> None:
        self._claim, self._tried_s = claimed, self._monotonic_s()
        if self._store.is_shared:
            self._spawn(self._renew_always(), "node")

    def keep(self, take_over: Callable[[str], Awaitable[None]]) -> None:
        """From now on `take_over(node)` is called, and awaited, for each node that is gone. It may raise StoreError."""
        if self._store.is_shared:
            self._spawn(self._succeed_always(take_over), "nodes that are gone")

    def refused(self, claim: Claim) -> None:
        """The store has refused what was to be stored under `claim`: if it is this node's, that is lost."""
        if (claim.task, claim.epoch) == (self.claim.task, self.claim.epoch):
            self._lose()

    def check(self) -> None:
        """Looks at once whether the claim still holds: something has gone to another node."""
        self._wake.set()

    async def holds(self) -> bool:
        """Does the claim still hold, as the store answers from now on? It holds for another lease then. Raises StoreError."""
        if self._store.is_shared and not self.lost.is_set():
            await self._renew()
        return not self.lost.is_set()

    async def close(self) -> None:
        """Lets others have what is left here, at once. Everything should be stored by now."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._claim is not None and not self.lost.is_set():
            with suppress(StoreError):  # then others wait for the end of the lease
                await self._store.give_up(self._claim)

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        self._tasks.append(asyncio.get_running_loop().create_task(work, name=name))

    async def _renew_always(self) -> None:
        while not self.lost.is_set():
            self._wake.clear()
            try:
                await self._renew()
                self._call_held_up()  # before anything that comes now, which is served at once
                await self._look()
            except StoreError as problem:
                if self._trouble is None:
                    logger.warning("node %s cannot be renewed: %s", self.name, problem)
                self._trouble = problem
            self._call_held_up()
            pause_s = self._lease_s / (LOOKS if self._trouble is None else RETRIES)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._wake.wait()

    async def _renew(self) -> None:
        began_s = self._monotonic_s()
        try:
            renewed = await self._store.renew_claim(self.claim, self._lease_s)
            if renewed is None:
                self._lose()
                return
        finally:
            self._tried_s = began_s
        if self._trouble is not None:
            logger.warning("node %s is renewed again", self.name)
        self._claim, self._trouble = renewed, None

    def _call_held_up(self) -> None:
        calls, self._held_up = self._held_up, []
        if not self.lost.is_set():
            for call in calls:
                call()

    def _lose(self) -> None:
        """Another has taken over. Says whether that was our own fault: this process, or its machine, stood still or had
        too much to do.
        """
        if self.lost.is_set():
            return
        idle_s = self._monotonic_s() - self._tried_s
        why = f"; {NOT_TRIED} for {idle_s:.1f} s" if idle_s >= self._lease_s else ""
        logger.error("node %s is another server now: nothing more counts here%s", self.name, why)
        self.lost.set()

    # The others.

    async def succeed(self, node: str) -> Claim | None:
        """The claim on a node under which its matches can be taken; None where it lives. Raises StoreError.

        Give it back to `part_with` when they are.
        """
        return self.claim if node == self.name else await self._claim_if_gone(NODE + node)

    async def living(self, node: str) -> Claim:
        """The claim of another node, under which it can be given matches. Raises UnavailableError where it does not
        live, and StoreError.
        """
        seen = next((claim for claim in await self._look() if claim.task == NODE + node), None)
        if seen is None or not seen.until_ms or seen.left_s <= 0.0:
            raise UnavailableError(f"there is no node {node}")
        return Claim(seen.task, "", seen.epoch, 0.0)

    async def part_with(self, claim: Claim) -> None:
        """A node that is gone has left nothing more. Raises StoreError."""
        if claim.task != self.claim.task:
            await self._store.give_up(claim)

    async def known(self, nodes: Iterable[str]) -> set[str]:
        """Those of these that live, apart from this one, as soon as that is known of each. Raises StoreError."""
        tasks = {NODE + node for node in nodes if node != self.name}
        while True:
            theirs = [claim for claim in await self._look() if claim.task in tasks]
            if all(claim.left_s > 0.0 or self._watch.is_gone(claim) for claim in theirs):
                living = (claim.task for claim in theirs if not self._watch.is_gone(claim))
                return {task.removeprefix(NODE) for task in living}
            await asyncio.sleep(self._lease_s / LOOKS)

    async def _look(self) -> list[SeenClaim]:
        self._seen = await self._store.claims(NODE)
        self._watch.look(self._seen)
        return self._seen

    async def _claim_if_gone(self, task: str) -> Claim | None:
        seen = next((claim for claim in await self._look() if claim.task == task), None)
        if seen is not None and not self._watch.is_gone(seen):
            return None
        lease_s = self._lease_s if self._store.is_shared else FOREVER_S
        claimed = await self._store.claim(task, self._holder, lease_s)
        return None if isinstance(claimed, HeldBy) else claimed

    async def _succeed_always(self, take_over: Callable[[str], Awaitable[None]]) -> None:
        while not self.lost.is_set():
            for seen in self._seen:
                is_other = seen.task != self.claim.task
                state = (seen.epoch, seen.until_ms)
                if is_other and self._watch.is_gone(seen) and self._settled.get(seen.task) != state:
                    try:
                        await take_over(seen.task.removeprefix(NODE))
                    except StoreError as problem:
                        logger.warning("what %s has left is not taken yet: %s", seen.task, problem)
                    else:
                        self._settled[seen.task] = state
            await asyncio.sleep(self._lease_s / LOOKS)


def node_name(data_dir: Path, named: str | None) -> str:
    """The name of this server's node: as configured, or made at its first start and kept beside its data.

    Raises OSError.
    """
    if named is not None:
        return named
    path = data_dir / FILE_NAME
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    name = fresh_id("n")
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(name + "\n")
    return name
