"""The task `simulate`: walks from worlds."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.compute.jobs import Job, Result
from infoset_server.compute.tasks.task import (
    ENVELOPE_BYTES,
    VIEW_WEIGHT,
    Task,
    TaskContext,
    expected_plies,
    opening,
    pack_worlds,
    refuse_large,
    require,
)
from infoset_server.compute.worlds import World

WALK_BYTES: Final = 192  # a job's answer without what it wants
HASH_BYTES: Final = 80


class SimulateTask(Task):
    """`simulate`: walks from worlds."""

    kind = "walk"

    def __init__(self, request: wire.Simulate) -> None:
        super().__init__()
        if any(job.chance == "stop" for job in request.jobs):
            self.kind = "stop"  # a list of outcomes may be long
        elif any(job.policy is not None for job in request.jobs):
            self.kind = "finish"  # a transition of a playout costs much less than one of a walk
        self._request = request
        self._frame: dict[str, Any] = {}
        self._sources: list[World | None] = []
        self._outs: list[dict[str, Any]] = []

    @property
    def is_complete(self) -> bool:
        return len(self._outs) == len(self._request.jobs)

    @property
    def weight(self) -> int:
        views = 1 + len(self._request.want)
        jobs = self._request.jobs
        steps = sum(len(job.acts) + VIEW_WEIGHT * views for job in jobs)
        return steps + sum(expected_plies(job.horizon) for job in jobs if job.policy is not None)

    def begin(self, context: TaskContext) -> None:
        request = self._request
        want = set(request.want)
        wide = len(want & {"legal", "keys", "obs", "events"})
        per_job = WALK_BYTES + wide * context.limits.answer_bytes + ("hash" in want) * HASH_BYTES
        refuse_large("jobs", len(request.jobs), per_job, context)
        require(context, sum(len(job.acts) for job in request.jobs))
        self._sources = [context.worlds.get(job.w, context.now_s) for job in request.jobs]
        packed = pack_worlds([world for world in self._sources if world is not None])
        rows = iter(packed["worlds"])
        walks = [
            {
                "world": None if world is None else next(rows),
                "acts": [act.to_plain() for act in job.acts],
                "chance": job.chance,
                "fill": job.fill,
                "keep": context.worlds.fresh_ref() if job.keep else None,
                "luck": place if job.luck is None else job.luck,
                "policy": job.policy,
                "horizon": job.horizon,
            }
            for place, (job, world) in enumerate(zip(request.jobs, self._sources, strict=True))
        ]
        self._frame = opening(context, "walk") | {
            "roots": packed["roots"],
            "walks": walks,
            "want": list(request.want),
            "view": request.view,
            "chance_bytes": self._room_for_odds(context, per_job) if "legal" in want else 0,
            "stream": context.stream,
        }

    def _room_for_odds(self, context: TaskContext, per_job: int) -> int:
        """What one walk may tell of a chance node: `legal` is not told there, and a share of what is left."""
        jobs = self._request.jobs
        stops = sum(job.chance == "stop" for job in jobs)
        spare = context.max_frame - ENVELOPE_BYTES - per_job * len(jobs)
        return context.limits.answer_bytes + spare // max(1, stops)

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": len(self._outs)}

    def take(self, job: Job, result: Result) -> None:
        self._outs += result["outs"]
        self.is_spent = result["spent"]

    def reply(self, context: TaskContext) -> dict[str, Any]:
        if not self.is_complete:
            self.refuse_if_ended()
            self._outs += [
                {"status": "gone" if world is None else "budget", "applied": 0}
                for world in self._sources[len(self._outs) :]
            ]
        for out, source in zip(self._outs, self._sources, strict=True):
            self._keep(context, out, source)
        return {
            "type": "sims",
            "match_id": context.position.match_id,
            "results": self._outs,
            "budget": self.written_budget(context),
        }

    def _keep(self, context: TaskContext, out: dict[str, Any], source: World | None) -> None:
        """Stores the end of a walk under the handle that was made for it."""
        path = out.pop("path", None)
        if path is None or source is None:
            return
        whole = (*source.path, *path)
        if len(whole) > context.limits.max_depth:
            del out["w"]
            return
        context.worlds.add(out["w"], source.root, source.index, whole, source.epoch)
