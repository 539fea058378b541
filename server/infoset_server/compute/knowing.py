"""Works out what seats may conclude, and how their actions change their chances, for `know`.

All of it is done by one worker of its own, which stands back and rests between pieces: whoever thinks or plays never
waits for it. What is worked out follows from the observation of a seat and a secret of the server; the match is not
looked at. So two positions that a seat cannot tell apart give the same answer, whatever is behind them.
"""

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

from infoset_games.knowledge import Tally
from infoset_games.policy_registry import default_policy
from infoset_protocol import messages as wire
from infoset_server.common.request_errors import BadOptionError
from infoset_server.compute.budget import SeatBudget
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.tasks.rollout import RolloutTask
from infoset_server.compute.tasks.task import Position, TaskContext
from infoset_server.compute.worlds import WorldStore
from infoset_server.config import ComputeLimits, KnowLimits

PIECE_S: Final = 0.05  # of work, between which others have their turn
MOST_S: Final = 20.0  # of processor time that one piece may take before its worker is ended
CONCLUDE: Final = "know"  # names the stream of worlds that are looked at
KEPT: Final = 256  # answers

Answer = dict[str, Any]


class Knowing:
    """Answers one seat after the other, piece by piece."""

    def __init__(
        self, limits: KnowLimits, compute: ComputeLimits, secret: bytes | None = None
    ) -> None:
        """The streams of worlds follow from `secret`."""
        self.limits = limits
        self._secret = secret or secrets.token_bytes(32)
        most_ms = int(MOST_S * 1000)
        alone = {"workers": 1, "nice": limits.nice, "max_request_ms": most_ms}
        self._compute = compute.model_copy(
            update=alone | {"per_decision": limits.units, "per_game": limits.units}
        )
        self.pool = WorkerPool(self._compute)
        self._turn = asyncio.Lock()  # who waits longest is next
        self._kept: dict[str, Answer] = {}  # by stream, the oldest first
        self.asked = 0  # answered since the start

    async def conclude(self, position: Position) -> Answer:
        """What a seat may conclude: `seats`, `effects` and `worlds`. Raises BadOptionError."""
        stream = self._stream(position, CONCLUDE)
        known = self._kept.get(stream)
        if known is None:
            known = await self._conclude(position, stream)
            self._keep(stream, known)
        self.asked += 1
        return known

    async def _conclude(self, position: Position, stream: str) -> Answer:
        job = {
            "do": "know",
            "game": position.game,
            "options": position.options,
            "observation": position.observation,
            "stream": stream,
            "worlds": self.limits.worlds,
            "soft_s": PIECE_S,
            "start": 0,
        }
        first = await self._piece(position, job)
        told: Answer = {"worlds": 0, "effects": first["effects"]}
        if not first["total"]:
            return told | {"seats": first["seats"]}
        tally = Tally()
        tally.take(first["next"], first["rows"])
        done = first["next"]
        while done < first["total"]:
            more = await self._piece(position, job | {"start": done})
            tally.take(more["next"] - done, more["rows"])
            done = more["next"]
        sure = {seat: frozenset(tuple(what) for what in names) for seat, names in first["sure"]}
        seats = [known.to_plain() for known in tally.facts(sure)]
        return told | {"worlds": tally.worlds, "seats": seats}

    async def weigh(self, position: Position, first: list[wire.ActRef], max_frame: int) -> Answer:
        """How often the seats win after each action: `rows` and `policy`. Raises BadOptionError."""
        label = json.dumps([act.to_plain() for act in first], sort_keys=True)
        stream = self._stream(position, label)
        known = self._kept.get(stream)
        if known is None:
            known = await self._weigh(position, first, stream, max_frame)
            self._keep(stream, known)
        self.asked += 1
        return known

    async def _weigh(
        self, position: Position, first: list[wire.ActRef], stream: str, max_frame: int
    ) -> Answer:
        policy = default_policy(position.game)
        request = wire.Rollout(
            match_id=position.match_id, k=self.limits.playouts, first=first, policy=policy
        )
        task = RolloutTask(request, [policy] * position.seats)
        context = self._context(position, stream, max_frame)
        task.begin(context)
        while not (task.is_complete or task.is_spent):
            job = task.job() | {
                "units": context.budget.left,
                "soft_s": PIECE_S,
                "hard_s": MOST_S,
            }
            result = await self._piece(position, job)
            task.charge(context, result["used"])
            task.take(job, result)
        rows = task.reply(context)["rows"]
        if not task.is_spent:  # else there were too few units for all
            check_played(first, rows)
        return {"worlds": self.limits.playouts, "rows": rows, "policy": policy}

    async def close(self) -> None:
        """Ends; whoever waits gets no answer from here."""
        await self.pool.close()

    def _stream(self, position: Position, label: str) -> str:
        """The name of the random numbers, which nobody can guess: of what the seat knows, and of nothing else."""
        known = [position.game, position.options, position.seat, position.observation, label]
        text = json.dumps(known, sort_keys=True).encode()
        return hmac.digest(self._secret, text, hashlib.sha256).hex()

    def _keep(self, stream: str, answer: Answer) -> None:
        """A client that asks again, after a reload or in a second window, need not wait."""
        self._kept[stream] = answer
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]

    def _context(self, position: Position, stream: str, max_frame: int) -> TaskContext:
        now_s = asyncio.get_running_loop().time()
        return TaskContext(
            position=position,
            worlds=WorldStore(self._secret, 1, 1, 1.0),  # no handle of a world is ever told
            budget=SeatBudget(self.limits.units, self.limits.units),
            limits=self._compute,
            stream=stream,
            root_id=stream,
            now_s=now_s,
            max_frame=max_frame,
        )

    async def _piece(self, position: Position, job: Mapping[str, Any]) -> dict[str, Any]:
        """Has a piece done when its turn comes; then the worker rests for its share."""
        async with self._turn:
            home = f"{position.match_id}/{position.seat}"
            ticket = self.pool.submit(dict(job), home, urgent=False, may_take_s=MOST_S)
            try:
                result = read(await asyncio.shield(ticket.answer))
            finally:  # whoever no longer waits needs no answer
                self.pool.interrupt(ticket)
            await asyncio.sleep(result["busy_s"] * (1 / self.limits.share - 1))
            return result


def read(frame: dict[str, Any] | None) -> dict[str, Any]:
    """What a worker found. Raises BadOptionError for a refusal, RuntimeError for a fault."""
    if frame is None:
        raise asyncio.CancelledError
    if "refused" in frame:
        raise BadOptionError(*frame["refused"])
    if "failed" in frame:
        raise RuntimeError(f"a job of `know` failed: {frame['failed']}")
    result: dict[str, Any] = frame["result"]
    return result


def check_played(first: list[wire.ActRef], rows: list[Answer]) -> None:
    """Raises BadOptionError for an action without a row: it is legal in no world, so not for the seat either."""
    played = [row["first"] for row in rows]
    for place, act in enumerate(first):
        if act.to_plain() not in played:
            raise BadOptionError(f"first.{place}", "an action that you can take now")
