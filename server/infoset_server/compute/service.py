"""Serves the seats that think: each has its requests worked off in order, and is told what ends them.

A seat's requests are served one after the other, the seats beside each other. What is little is done
at once; the rest goes to the workers in slices, so that a request can be ended between any two of
them: taken back (`cancelled`), overtaken by the closing of its decision (`stale`), or too slow
(`deadline`). Exactly one final reply goes out for each.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.policy_registry import known_policies
from infoset_protocol import messages as wire
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import BadOptionError, BusyError
from infoset_server.common.task_set import TaskSet
from infoset_server.compute.answers import answer, refuse, tell_progress
from infoset_server.compute.budget import Gauge, InlineAllowance, SessionRate
from infoset_server.compute.jobs import Frame, Job, RefusedJobError, Result
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.process import Ticket
from infoset_server.compute.slicing import Slicer
from infoset_server.compute.tasks.task import Ending, Task
from infoset_server.compute.thinkers import Pending, Request, Thinker, Thinkers
from infoset_server.compute.workbench import Workbench
from infoset_server.config import ComputeLimits
from infoset_server.matches.runner import MatchRunner

INLINE_SLACK: Final = 10  # an inline slice that takes so many times longer than expected ends early
FREE_WAIT_S: Final = 0.25  # what a request may wait for a worker at its seat's own expense
LOOK_S: Final = 0.001  # the first slice of a request that is as long as its position has actions
TRAVEL_S: Final = 0.005  # what takes longer is worth the way to another server
SEQUEL_MS: Final = 100  # suggested wait where too much is waiting


class ComputeService:
    """Serves `determinize`, `simulate` and `rollout` of all matches."""

    def __init__(
        self,
        limits: ComputeLimits,
        secret: bytes | None = None,
        pool: WorkerPool | None = None,
        matches: Callable[[], int] = lambda: 1,
    ) -> None:
        """All handles, and the streams of requests without a seed, follow from `secret`. A `pool` that is given has
        other users, and is theirs to close. `matches` counts those that are played here now.
        """
        self.limits = limits
        self.pool = pool or WorkerPool(limits)
        self._has_own_pool = pool is None
        self._matches = matches
        self.bench = Workbench(limits.cached_states)
        self.gauge = Gauge()
        self._slicer = Slicer(limits.slice_ms / 1000)
        self.thinkers = Thinkers(limits, secret)
        self.units = 0  # spent by all seats together
        self._rates: dict[Client, SessionRate] = {}
        # By who has asked; their match, or their seat in it, may be gone meanwhile.
        self._unanswered: dict[Client, list[Pending]] = {}
        self._inline: InlineAllowance | None = None  # until the first request comes
        self._runners = TaskSet()

    def offer(self, game: Game) -> dict[str, Any]:
        """What `match_start.compute` says."""
        limits = self.limits
        return {
            "per_decision": limits.per_decision,
            "per_game": limits.per_game,
            "per_world": limits.per_world,
            "max_k": limits.max_k,
            "max_worlds": limits.max_worlds,
            "policies": list(known_policies(game.name)),
        }

    @property
    def waiting(self) -> int:
        """Requests that are not answered yet."""
        return sum(map(len, self._unanswered.values()))

    def owes(self, client: Client) -> bool:
        """Is a request of a client not answered yet?"""
        return client in self._unanswered

    # What the handler asks for.

    def submit(
        self, client: Client, live: MatchRunner, seat: int, request: Request, task: Task
    ) -> None:
        """Serves a request, now or as soon as its turn comes. Raises RequestError."""
        if live.id not in self.thinkers:
            live.on_moved.append(partial(self.moved, live))
        thinker = self.thinkers.settle(client, live, seat)
        if len(thinker.queue) >= self.limits.max_queued:
            raise BusyError("too many of your requests are waiting", retry_ms=SEQUEL_MS)
        context = self.thinkers.context(thinker, client, request, self._now_s())
        pending = Pending(client, request, task, context)
        if thinker.current is None:
            task.begin(context)
            task.begun = True
            if not live.match.game.slow_worlds:
                self._try_inline(pending, thinker.home)
            if task.is_complete or task.is_spent:
                answer(pending)
                return
        pending.timer = self._loop().call_later(
            self._patience_ms(request) / 1000, self._end, pending, "deadline"
        )
        thinker.queue.append(pending)
        self._unanswered.setdefault(client, []).append(pending)
        if thinker.current is None:
            thinker.current = thinker.queue.popleft()
            self._runners.start(self._run(thinker), f"compute {thinker.home}")

    def release(self, client: Client, live: MatchRunner, seat: int, refs: list[str] | None) -> None:
        """Forgets worlds; those that are gone do not matter."""
        thinker = self.thinkers.find(client, live.id, seat)
        if thinker is not None:
            thinker.worlds.release(refs)

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends one request of a client, or all. What is answered already does not matter."""
        for pending in self._unanswered.get(client, ()):
            if target is None or pending.request.id == target:
                self._end(pending, "cancelled")

    # What happens around it.

    def moved(self, live: MatchRunner) -> None:
        """Something happened in a match: closes what was for decisions that are closed."""
        is_over = live.match.over is not None
        for thinker in self.thinkers.of_match(live.id):
            asked = live.match.open.get(thinker.seat)
            number = None if asked is None else asked.number
            if is_over or (thinker.decision is not None and thinker.decision != number):
                thinker.budget.renew()
                thinker.worlds.close_epoch(self._now_s())
                for pending in thinker.pendings():
                    pending.task.open_now = () if number is None else (number,)
                    self._end(pending, "stale")
            thinker.decision = number
        if is_over:
            self.thinkers.forget_match(live.id)

    def left(self, live: MatchRunner) -> None:
        """A match is over, or goes on elsewhere, and may come back as another object. What was asked before is answered."""
        self.thinkers.forget_match(live.id)

    def closed(self, client: Client) -> None:
        """A client is gone: nobody waits for its requests."""
        for pending in self._unanswered.get(client, ()):
            self._end(pending, "cancelled")
        for match_id in client.aiding:
            self.thinkers.forget_assistant(client, match_id)
        self._rates.pop(client, None)

    def dismiss(self, client: Client, match_id: MatchId) -> None:
        """`client` is no assistant in a match any more: what it asked for there is ended, its worlds are gone."""
        for pending in self._unanswered.get(client, ()):
            if pending.context.position.match_id == match_id:
                self._end(pending, "cancelled")
        self.thinkers.forget_assistant(client, match_id)

    async def close(self) -> None:
        """Ends everything, its own workers included."""
        await self._runners.give_up()
        if self._has_own_pool:
            await self.pool.close()

    # Inside.

    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def _now_s(self) -> float:
        return self._loop().time()

    def _patience_ms(self, request: Request) -> int:
        asked = request.max_ms if isinstance(request, wire.Rollout) else None
        return min(
            self.limits.max_request_ms, self.limits.max_request_ms if asked is None else asked
        )

    def _rate(self, client: Client) -> SessionRate:
        rate = self._rates.get(client)
        if rate is None:
            units_per_s = self.limits.units_per_s * client.line.rate_factor
            rate = self._rates[client] = SessionRate(units_per_s, self._now_s())
        return rate

    # Doing the work.

    def _try_inline(self, pending: Pending, home: str) -> None:
        """Does at once what is expected to be little."""
        task = pending.task
        if task.is_complete:
            return
        now_s = pending.context.now_s
        if self._inline is None:
            self._inline = InlineAllowance(self.limits.inline_us / 1e6, now_s)
        if self._estimate_s(pending) > self._inline.most_s(home, now_s):
            return
        if self._rate(pending.client).wait_s(now_s) > 0:
            return
        slack_s = INLINE_SLACK * self.limits.inline_us / 1e6
        job = task.job()
        job["units"] = pending.context.budget.left
        job["soft_s"] = slack_s
        job["hard_s"] = slack_s * INLINE_SLACK
        try:
            result = self.bench.run(job)
        except RefusedJobError as refusal:
            raise BadOptionError(refusal.path, refusal.want) from None
        self._inline.charge(result["busy_s"])
        self._take(pending, job, result)

    def _estimate_s(self, pending: Pending) -> float:
        """How long all of a request will take."""
        return self.gauge.estimate_s(pending.label, pending.task.weight)

    def _take(self, pending: Pending, job: Job, result: Result) -> None:
        """Books what a slice has cost and brought."""
        task = pending.task
        left = pending.context.budget.left
        task.charge(pending.context, result["used"])
        self.units += result["used"]
        self._rate(pending.client).charge(result["used"])
        if job["units"] < left:  # a share is spent, and there is more
            result["spent"] = False
        task.take(job, result)
        if (done := result["next"] - job["start"]) and task.weight:
            weight = task.weight * done / result["total"]
            self.gauge.learn(pending.label, weight, result["busy_s"])
            self._slicer.learn(pending.label, weight, result["used"])

    async def _run(self, thinker: Thinker) -> None:
        """Works off the queue of a seat."""
        while thinker.current is not None:
            pending = thinker.current
            try:
                await self._serve(thinker, pending)
                answer(pending)
            except Exception as error:  # noqa: BLE001  # whatever happens ends this one request
                refuse(pending, error)
            finally:
                if pending.timer is not None:
                    pending.timer.cancel()
                self._settle(pending)
                thinker.current = thinker.queue.popleft() if thinker.queue else None

    def _settle(self, pending: Pending) -> None:
        mine = self._unanswered[pending.client]
        mine.remove(pending)
        if not mine:
            del self._unanswered[pending.client]

    async def _serve(self, thinker: Thinker, pending: Pending) -> None:
        """Slice after slice, until the task is complete or was ended."""
        task = pending.task
        if not task.begun:
            if task.ending is not None:
                task.refuse_if_ended()
                raise BusyError("its turn did not come in time", retry_ms=SEQUEL_MS)
            task.begin(pending.context)
            task.begun = True
        while not (task.is_complete or task.is_spent or task.ending):
            await self._wait_for_units(pending)
            if task.ending is None:
                await self._slice(thinker, pending)

    async def _slice(self, thinker: Thinker, pending: Pending) -> None:
        """Has workers do the next slices, side by side where others are idle, and takes what they bring."""
        jobs = self._next_jobs(pending)
        tickets = pending.tickets
        for job in jobs:
            tickets.append(self._hand_over(thinker, pending, job))
        try:
            frames = [await ticket.answer for ticket in tickets]
            if frames[0] is not None:
                self._credit(thinker, pending, tickets[0])
        finally:
            for ticket in tickets:
                self.pool.interrupt(ticket)  # where another has failed nobody waits for the rest
            tickets.clear()
        for job, frame in zip(jobs, frames, strict=True):
            if frame is not None:
                self._take(pending, job, self._read(frame))
        tell_progress(pending, self._now_s())

    def _next_jobs(self, pending: Pending) -> list[Frame]:
        """The next slices with their allowance, which they share."""
        task, idle = pending.task, self._idle
        units = pending.context.budget.left
        jobs = self._slicer.cut(task, pending.label, self.gauge, idle, units)
        is_unknown = task.total is None and idle > 1  # a look tells how much there is to share
        allowance = {
            "units": units // len(jobs),
            "soft_s": LOOK_S if is_unknown else self.limits.slice_ms / 1000,
            "hard_s": self.limits.max_request_ms / 1000,
        }
        extras = [job | allowance | {"gives_way": True} for job in jobs[1:]]
        return [jobs[0] | allowance, *extras]

    @property
    def _idle(self) -> int:
        """How many idle workers a request may have. Where others play, too, one processor is left to their acts."""
        idle = self.pool.idle
        return idle if self._matches() <= 1 else idle - 1

    def _hand_over(self, thinker: Thinker, pending: Pending, job: Frame) -> Ticket:
        """Gives a slice to the workers. One with an end stays here, where everybody knows what that is."""
        is_long = self._estimate_s(pending) >= TRAVEL_S
        gives_way = "gives_way" in job
        return self.pool.submit(
            job,
            thinker.home,
            urgent=thinker.is_on_the_clock,
            may_take_s=self.limits.max_request_ms / 1000 + self.limits.hang_s,
            may_travel=is_long and not gives_way and "end" not in job,
            gives_way=gives_way,
        )

    def _credit(self, thinker: Thinker, pending: Pending, ticket: Ticket) -> None:
        """Nobody's clock pays for a crowded server: long waits for a worker are given back."""
        before_s = pending.waited_s
        pending.waited_s += max(0.0, ticket.begun_s - ticket.submitted_s)
        owed_s = pending.waited_s - max(FREE_WAIT_S, before_s)
        if owed_s > 0 and thinker.is_on_the_clock:
            thinker.live.clock.credit(thinker.seat, int(owed_s * 1000))

    def _read(self, frame: Frame) -> Result:
        if "refused" in frame:
            raise BadOptionError(*frame["refused"])
        if "failed" in frame:
            raise RuntimeError(f"a compute job failed: {frame['failed']}")
        result: Result = frame["result"]
        return result

    async def _wait_for_units(self, pending: Pending) -> None:
        """Waits until the session may spend again, or the request is ended."""
        wait_s = self._rate(pending.client).wait_s(self._now_s())
        if wait_s > 0:
            try:
                async with asyncio.timeout(wait_s):
                    await pending.wake.wait()
            except TimeoutError:
                return

    def _end(self, pending: Pending, why: Ending) -> None:
        """Makes the reply come now. Only the first reason counts."""
        if pending.task.ending is None:
            pending.task.ending = why
            pending.wake.set()
            for ticket in pending.tickets:
                self.pool.interrupt(ticket)
