"""Thinking where there is no server: the same tasks on the same bench, at once, for one seat of a local match.

Found by its entry point `infoset.compute`, so that the arena need not know the server. There is no rate and no
queue; budgets and limits are those that a server has unless it is told otherwise.
"""

import itertools
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.policy_registry import known_policies
from infoset_protocol import messages as wire
from infoset_server.common.request_errors import BadOptionError, RequestError
from infoset_server.compute.budget import SeatBudget
from infoset_server.compute.jobs import RefusedJobError
from infoset_server.compute.tasks.making import Request, make_task
from infoset_server.compute.tasks.task import Position, Task, TaskContext
from infoset_server.compute.workbench import Workbench
from infoset_server.compute.worlds import WorldStore
from infoset_server.config import ComputeLimits

MAX_STATES: Final = 512  # positions that are remembered to save time
MAX_FRAME: Final = 1 << 20

Clock = Callable[[], float]


class SeatCompute:
    """Answers the compute requests of one seat. Its own numbers come from `secret`, never from the match."""

    def __init__(
        self,
        game: Game,
        match_id: str,
        seat: int,
        secret: str | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """`secret` opens the worlds of requests without a seed; without one they are others in every run."""
        self._game = game
        self._match_id = match_id
        self._seat = seat
        self._secret = secret or secrets.token_hex(16)
        self._clock = clock
        self._limits = ComputeLimits()
        self._bench = Workbench(MAX_STATES)
        self._budget = SeatBudget(self._limits.per_decision, self._limits.per_game)
        self._worlds = WorldStore(
            names=self._secret.encode(),
            max_count=self._limits.max_worlds,
            max_bytes=self._limits.max_worlds_bytes,
            ttl_s=self._limits.ttl_ms / 1000,
        )
        self._numbers = itertools.count(1)

    def offer(self) -> dict[str, Any]:
        """What may be spent, as it stands in `match_start.compute`."""
        limits = self._limits
        told = ("per_decision", "per_game", "per_world", "max_k", "max_worlds")
        offer = {name: getattr(limits, name) for name in told}
        return offer | {"policies": list(known_policies(self._game.name))}

    def closed(self) -> None:
        """A decision of the seat is closed: the next has its full share, old worlds go."""
        self._budget.renew()
        self._worlds.close_epoch(self._clock())

    def answer(self, request: Request, ver: int, observation: dict[str, Any]) -> dict[str, Any]:
        """The final reply to a request about what the seat knows now; a refusal is an `error`."""
        try:
            task = make_task(request, self._game, self._limits)
            context = self._context(request, ver, observation)
            task.begin(context)
            self._work(task, context, request)
            return task.reply(context)
        except RefusedJobError as refusal:
            return refused(BadOptionError(refusal.path, refusal.want))
        except RequestError as refusal:
            return refused(refusal)

    def release(self, refs: list[str] | None) -> None:
        """Forgets these worlds, or all."""
        self._worlds.release(refs)

    def _work(self, task: Task, context: TaskContext, request: Request) -> None:
        """Slice after slice, until there is nothing left to do, to spend, or no time."""
        asked_ms = request.max_ms if isinstance(request, wire.Rollout) else None
        most_ms = self._limits.max_request_ms
        over_s = self._clock() + min(most_ms, most_ms if asked_ms is None else asked_ms) / 1000
        while not (task.is_complete or task.is_spent or task.ending):
            job = task.job() | {
                "units": self._budget.left,
                "soft_s": self._limits.slice_ms / 1000,
                "hard_s": most_ms / 1000,
            }
            result = self._bench.run(job)
            task.charge(context, result["used"])
            task.take(job, result)
            if self._clock() >= over_s:
                task.ending = "deadline"

    def _context(self, request: Request, ver: int, observation: dict[str, Any]) -> TaskContext:
        number = next(self._numbers)
        stream = f"{self._secret}/{number}" if request.seed is None else str(request.seed)
        return TaskContext(
            position=Position(
                match_id=self._match_id,
                seat=self._seat,
                seats=self._game.seats,
                game=self._game.name,
                options=self._game.options(),
                ver=ver,
                observation=observation,
            ),
            worlds=self._worlds,
            budget=self._budget,
            limits=self._limits,
            stream=stream,
            root_id=f"r{number}",
            now_s=self._clock(),
            max_frame=MAX_FRAME,
        )


def refused(refusal: RequestError) -> dict[str, Any]:
    """A refusal as an `error` in plain values."""
    plain = {
        "type": "error",
        "code": refusal.code,
        "msg": refusal.msg,
        "data": refusal.data,
        "retry_ms": refusal.retry_ms,
    }
    return {name: value for name, value in plain.items() if value is not None}
