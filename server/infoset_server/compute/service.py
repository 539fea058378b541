"""The seats that think: each works off its requests in order, and is told what ends them.

A seat's requests are served one after the other, the seats beside each other. What is little is done
at once; the rest goes to the workers in slices, so that a request can be ended between any two of
them: taken back (`cancelled`), overtaken by the closing of its decision (`stale`), or too slow
(`deadline`). Exactly one final reply goes out for each.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.policy_registry import known_policies
from infoset_protocol import messages as wire
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ErrorCode
from infoset_server.compute.budget import SeatBudget, SessionRate
from infoset_server.compute.gauge import Gauge
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.process import Ticket, WorkerLostError
from infoset_server.compute.tasks import Desk, Ending, Position, Task
from infoset_server.compute.workbench import RefusedJobError, Result, Workbench
from infoset_server.compute.worlds import WorldStore
from infoset_server.config import ComputeLimits
from infoset_server.ids import MatchId
from infoset_server.live_match import LiveMatch
from infoset_server.outbox import Delivery
from infoset_server.people import Client
from infoset_server.requests import BadOptionError, BusyError, RequestError

logger = logging.getLogger(__name__)

Request = wire.Determinize | wire.Simulate | wire.Rollout

INLINE_SLACK: Final = 10  # an inline slice that takes so many times longer than expected ends early
SIZE_SLACK: Final = 64  # bytes that `seq` and `re` add to a message
FREE_WAIT_S: Final = 0.25  # what a request may wait for a worker at its seat's own expense
SEQUEL_MS: Final = 100  # suggested wait where too much is waiting


@dataclass(eq=False)
class Pending:
    """A request that has not been answered yet."""

    client: Client
    request: Request
    task: Task
    desk: Desk
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    ticket: Ticket | None = None
    timer: asyncio.TimerHandle | None = None
    told_s: float = 0.0  # when the last `progress` went out
    waited_s: float = 0.0  # for a free worker, in all


@dataclass(eq=False)
class Thinker:
    """A seat that has asked for compute in its match."""

    live: LiveMatch
    seat: int
    budget: SeatBudget
    session: str
    worlds: WorldStore
    aide: str  # the session of the assistant that it is, "" for who plays on the seat
    decision: int | None  # the open one, if one is
    queue: deque[Pending] = field(default_factory=deque)
    current: Pending | None = None
    asked: int = 0  # requests so far

    @property
    def home(self) -> str:
        """The seat's name for the workers."""
        return f"{self.live.id}/{self.seat}" + (f"/{self.aide}" if self.aide else "")

    @property
    def is_on_the_clock(self) -> bool:
        """Does the match wait for this seat?"""
        asked = self.live.match.open.get(self.seat)
        return asked is not None and asked.sealed is None

    def pendings(self) -> Iterator[Pending]:
        """Everything unanswered, the one being served first."""
        if self.current is not None:
            yield self.current
        yield from self.queue


class ComputeService:
    """Serves `determinize`, `simulate` and `rollout` of all matches."""

    def __init__(
        self, limits: ComputeLimits, house_factor: int = 1, secret: bytes | None = None
    ) -> None:
        """All handles, and the streams of requests without a seed, follow from `secret`.

        A house bot plays many seats: its session has `house_factor` times as many units per second.
        """
        self.limits = limits
        self.pool = WorkerPool(limits)
        self.bench = Workbench(limits.cached_states)
        self.gauge = Gauge()
        self._house_factor = house_factor
        self._secret = secret or secrets.token_bytes(32)
        self.units = 0  # spent by all seats together
        self._thinkers: dict[MatchId, dict[tuple[int, str], Thinker]] = {}  # by seat and aide
        self._rates: dict[Client, SessionRate] = {}
        self._runners: set[asyncio.Task[None]] = set()
        self._roots = 0

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
        thinkers = (one for seats in self._thinkers.values() for one in seats.values())
        return sum(len(thinker.queue) + (thinker.current is not None) for thinker in thinkers)

    # What the desk asks for.

    def submit(
        self, client: Client, live: LiveMatch, seat: int, request: Request, task: Task
    ) -> None:
        """Serves a request, now or as soon as its turn comes. Raises RequestError."""
        thinker = self._thinker(client, live, seat)
        if len(thinker.queue) >= self.limits.max_queued:
            raise BusyError("too many of your requests are waiting", retry_ms=SEQUEL_MS)
        desk = self._desk(thinker, client, request)
        pending = Pending(client, request, task, desk)
        if thinker.current is None:
            task.begin(desk)
            task.begun = True
            self._try_inline(pending)
            if task.is_complete or task.is_spent:
                self._answer(pending)
                return
        pending.timer = self._loop().call_later(
            self._patience_ms(request) / 1000, self._end, pending, "deadline"
        )
        thinker.queue.append(pending)
        if thinker.current is None:
            thinker.current = thinker.queue.popleft()
            runner = self._loop().create_task(self._run(thinker), name=f"compute {thinker.home}")
            self._runners.add(runner)
            runner.add_done_callback(self._runners.discard)

    def release(self, client: Client, live: LiveMatch, seat: int, refs: list[str] | None) -> None:
        """Forgets worlds; those that are gone do not matter."""
        thinker = self._thinkers.get(live.id, {}).get((seat, aide_of(client, live.id)))
        if thinker is not None:
            thinker.worlds.release(refs)

    def cancel(self, client: Client, target: int | None) -> None:
        """Ends one request of a client, or all. What is answered already does not matter."""
        for pending in self._pendings_of(client):
            if target is None or pending.request.id == target:
                self._end(pending, "cancelled")

    # What happens around it.

    def moved(self, live: LiveMatch) -> None:
        """Something happened in a match: closes what was for decisions that are closed."""
        is_over = live.match.over is not None
        for thinker in self._thinkers.get(live.id, {}).values():
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
            self._thinkers.pop(live.id, None)

    def closed(self, client: Client) -> None:
        """A client is gone: nobody waits for its requests."""
        for pending in self._pendings_of(client):
            self._end(pending, "cancelled")
        for match_id in client.aiding:
            self._forget_aide(client, match_id)
        self._rates.pop(client, None)

    def dismiss(self, client: Client, match_id: MatchId) -> None:
        """`client` is no assistant in a match any more: what it asked for there is ended, its worlds are gone."""
        for pending in self._pendings_of(client):
            if pending.desk.position.match_id == match_id:
                self._end(pending, "cancelled")
        self._forget_aide(client, match_id)

    def _forget_aide(self, client: Client, match_id: MatchId) -> None:
        place = client.aiding.get(match_id, -1), aide_of(client, match_id)
        self._thinkers.get(match_id, {}).pop(place, None)

    async def close(self) -> None:
        """Ends everything, workers included."""
        for runner in list(self._runners):
            runner.cancel()
        if self._runners:
            await asyncio.wait(self._runners)
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

    def _pendings_of(self, client: Client) -> list[Pending]:
        seats = [*client.seats.items(), *client.aiding.items()]
        thinkers = (
            self._thinkers.get(match_id, {}).get((seat, aide_of(client, match_id)))
            for match_id, seat in seats
        )
        return [
            pending
            for thinker in thinkers
            if thinker is not None
            for pending in thinker.pendings()
            if pending.client is client
        ]

    def _thinker(self, client: Client, live: LiveMatch, seat: int) -> Thinker:
        """The seat's own desk. Another session of its user starts with no worlds, but the same budget.

        An assistant has worlds of its own; it spends what its seat has.
        """
        thinkers = self._thinkers.setdefault(live.id, {})
        session = client.connection.session_id
        aide = aide_of(client, live.id)
        if (seat, "") not in thinkers:
            live.on_moved = partial(self.moved, live)
            budget = SeatBudget(self.limits.per_decision, self.limits.per_game)
            thinkers[seat, ""] = self._new_thinker(live, seat, budget, session, "")
        if (seat, aide) not in thinkers:
            budget = thinkers[seat, ""].budget
            thinkers[seat, aide] = self._new_thinker(live, seat, budget, session, aide)
        thinker = thinkers[seat, aide]
        if thinker.session != session:
            thinker.session = session
            thinker.worlds = self._world_store(live, seat, session)
        return thinker

    def _new_thinker(
        self, live: LiveMatch, seat: int, budget: SeatBudget, session: str, aide: str
    ) -> Thinker:
        asked = live.match.open.get(seat)
        return Thinker(
            live=live,
            seat=seat,
            aide=aide,
            budget=budget,
            session=session,
            worlds=self._world_store(live, seat, session),
            decision=None if asked is None else asked.number,
        )

    def _world_store(self, live: LiveMatch, seat: int, session: str) -> WorldStore:
        limits = self.limits
        return WorldStore(
            names=self._derive("names", live.id, str(seat), session),
            max_count=limits.max_worlds,
            max_bytes=limits.max_worlds_bytes,
            ttl_s=limits.ttl_ms / 1000,
        )

    def _derive(self, *labels: str) -> bytes:
        return hmac.digest(self._secret, "\x1f".join(labels).encode(), hashlib.sha256)

    def _desk(self, thinker: Thinker, client: Client, request: Request) -> Desk:
        """What the task may know: the view of its seat at this moment, nothing of the position."""
        thinker.asked += 1
        self._roots += 1
        match = thinker.live.match
        stream = str(request.seed)  # whoever knows the seed can draw the same worlds elsewhere
        if request.seed is None:
            who = (thinker.aide,) if thinker.aide else ()
            labels = (thinker.live.id, str(thinker.seat), str(thinker.asked), *who)
            stream = self._derive("stream", *labels).hex()
        return Desk(
            position=Position(
                match_id=thinker.live.id,
                seat=thinker.seat,
                seats=match.game.seats,
                game=match.game.name,
                options=match.game.options(),
                ver=match.ver,
                observation=match.observation(thinker.seat),
            ),
            worlds=thinker.worlds,
            budget=thinker.budget,
            limits=self.limits,
            stream=stream,
            root_id=f"r{self._roots}",
            now_s=self._now_s(),
            max_frame=client.connection.max_frame_out,
        )

    def _rate(self, client: Client) -> SessionRate:
        rate = self._rates.get(client)
        if rate is None:
            factor = self._house_factor if client.user.is_trusted else 1
            rate = self._rates[client] = SessionRate(
                self.limits.units_per_s * factor, self._now_s()
            )
        return rate

    # Doing the work.

    def _try_inline(self, pending: Pending) -> None:
        """Does at once what is expected to be little."""
        task = pending.task
        if task.is_complete:
            return
        label = f"{task.kind} {pending.desk.position.game}"
        if self.gauge.estimate_s(label, task.weight) > self.limits.inline_us / 1e6:
            return
        if self._rate(pending.client).wait_s(self._now_s()) > 0:
            return
        slack_s = INLINE_SLACK * self.limits.inline_us / 1e6
        job = task.job() | {
            "units": pending.desk.budget.left,
            "soft_s": slack_s,
            "hard_s": slack_s * INLINE_SLACK,
        }
        try:
            result = self.bench.run(job)
        except RefusedJobError as refusal:
            raise BadOptionError(refusal.path, refusal.want) from None
        self._take(pending, result)

    def _take(self, pending: Pending, result: Result) -> None:
        """Books what a slice has cost and brought."""
        task = pending.task
        is_whole = result["next"] == result["total"] and task.used == 0
        task.charge(pending.desk, result["used"])
        self.units += result["used"]
        self._rate(pending.client).charge(result["used"])
        task.take(result)
        if task.kind == "play" and result["used"]:
            self.gauge.learn(f"play {pending.desk.position.game}", result["used"], result["busy_s"])
        elif is_whole and task.weight:
            label = f"{task.kind} {pending.desk.position.game}"
            self.gauge.learn(label, task.weight, result["busy_s"])

    async def _run(self, thinker: Thinker) -> None:
        """Works off the queue of a seat."""
        while thinker.current is not None:
            pending = thinker.current
            try:
                await self._serve(thinker, pending)
                self._answer(pending)
            except RequestError as refusal:
                self._refuse(pending, refusal.code, refusal.msg, refusal.data, refusal.retry_ms)
            except Exception as error:  # noqa: BLE001  # whatever happens ends this one request
                self._fail(pending, error)
            finally:
                if pending.timer is not None:
                    pending.timer.cancel()
                thinker.current = thinker.queue.popleft() if thinker.queue else None

    async def _serve(self, thinker: Thinker, pending: Pending) -> None:
        """Slice after slice, until the task is complete or was ended."""
        task = pending.task
        if not task.begun:
            if task.ending is not None:
                task.refuse_if_ended()
                raise BusyError("its turn did not come in time", retry_ms=SEQUEL_MS)
            task.begin(pending.desk)
            task.begun = True
        while not (task.is_complete or task.is_spent or task.ending):
            await self._wait_for_units(pending)
            if task.ending is None:
                frame = await self._slice(thinker, pending)
                if frame is not None:
                    self._take(pending, self._read(pending, frame))
                    self._tell_progress(pending)

    async def _slice(self, thinker: Thinker, pending: Pending) -> dict[str, Any] | None:
        hard_s = self.limits.max_request_ms / 1000
        job = pending.task.job() | {
            "units": pending.desk.budget.left,
            "soft_s": self.limits.slice_ms / 1000,
            "hard_s": hard_s,
        }
        pending.ticket = self.pool.submit(
            job,
            thinker.home,
            urgent=thinker.is_on_the_clock,
            may_take_s=hard_s + self.limits.hang_s,
        )
        try:
            answer = await pending.ticket.answer
            if answer is not None:
                self._credit(thinker, pending, pending.ticket)
            return answer
        finally:
            pending.ticket = None

    def _credit(self, thinker: Thinker, pending: Pending, ticket: Ticket) -> None:
        """Nobody's clock pays for a crowded server: long waits for a worker are given back."""
        before_s = pending.waited_s
        pending.waited_s += max(0.0, ticket.begun_s - ticket.submitted_s)
        owed_s = pending.waited_s - max(FREE_WAIT_S, before_s)
        if owed_s > 0 and thinker.is_on_the_clock:
            thinker.live.clock.credit(thinker.seat, int(owed_s * 1000))

    def _read(self, pending: Pending, frame: dict[str, Any]) -> Result:
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
            if pending.ticket is not None:
                self.pool.interrupt(pending.ticket)

    # Answering.

    def _answer(self, pending: Pending) -> None:
        """Sends the final reply. Raises what `Task.reply` raises."""
        connection = pending.client.connection
        message = Prepared(pending.task.reply(pending.desk))
        size = len(message.frame_body(connection.encoding)) + SIZE_SLACK
        if size > connection.max_frame_out:
            raise BadOptionError("max_frame", f"at least {size} to hold this answer")
        connection.reply(pending.request, message)

    def _tell_progress(self, pending: Pending) -> None:
        request = pending.request
        if not isinstance(request, wire.Rollout) or request.progress_ms is None:
            return
        now_s = self._now_s()
        if pending.task.is_complete or now_s < pending.told_s + request.progress_ms / 1000:
            return
        told = pending.task.progress()
        if told is not None:
            pending.told_s = now_s
            connection = pending.client.connection
            connection.send(Prepared(told), Delivery.DROPPABLE, re=request.id)

    def _refuse(
        self,
        pending: Pending,
        code: ErrorCode,
        msg: str,
        data: Mapping[str, Any] | None,
        retry_ms: int | None = None,
    ) -> None:
        connection = pending.client.connection
        if connection.is_open:
            match_id = pending.desk.position.match_id
            connection.error(
                code,
                msg,
                request=pending.request,
                data=data,
                match_id=match_id,
                retry_ms=retry_ms,
            )

    def _fail(self, pending: Pending, error: Exception) -> None:
        """A fault of ours, or of a game: the story goes to the log."""
        incident = secrets.token_hex(4)
        is_known = isinstance(error, WorkerLostError)
        match_id = pending.desk.position.match_id
        words = "compute: incident %s: match %s: %s"
        logger.error(words, incident, match_id, error, exc_info=None if is_known else error)
        msg = "the server failed; its log knows more"
        self._refuse(pending, ErrorCode.INTERNAL, msg, {"incident": incident})


def aide_of(client: Client, match_id: MatchId) -> str:
    """The session of an assistant, "" for a client that plays on a seat itself."""
    return client.connection.session_id if match_id in client.aiding else ""
