"""The task `determinize`: new handles. The worlds are drawn when they are first used."""

from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_server.compute.jobs import Job, Result
from infoset_server.compute.tasks.task import (
    VIEW_WEIGHT,
    Task,
    TaskContext,
    opening,
    pack_worlds,
    refuse_large,
    require,
)
from infoset_server.compute.worlds import World

EXPORT_FACTOR: Final = 10  # what a position costs beside a handle
WORLD_BYTES: Final = 64  # a handle in a reply


class DeterminizeTask(Task):
    """`determinize`: new handles. The worlds are drawn when they are first used."""

    kind = "export"

    def __init__(self, request: wire.Determinize) -> None:
        super().__init__()
        self._request = request
        self._frame: dict[str, Any] = {}
        self._worlds: list[World] = []
        self._states: list[dict[str, Any]] = []

    @property
    def is_complete(self) -> bool:
        return not self._request.export or len(self._states) == len(self._worlds)

    @property
    def weight(self) -> int:
        return self._request.k * VIEW_WEIGHT if self._request.export else 0

    def begin(self, context: TaskContext) -> None:
        k, limits = self._request.k, context.limits
        refuse_large(
            "k", k, WORLD_BYTES + bool(self._request.export) * limits.answer_bytes, context
        )
        price = limits.per_world * (EXPORT_FACTOR if self._request.export else 1)
        require(context, k * price)
        root = context.fresh_root()
        first = self._request.start
        self._worlds = [
            context.worlds.add(context.worlds.fresh_ref(), root, index)
            for index in range(first, first + k)
        ]
        self._frame = opening(context, "export") | pack_worlds(self._worlds)
        self.charge(context, k * price)

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": len(self._states)}

    def take(self, job: Job, result: Result) -> None:
        self._states += result["states"]

    def reply(self, context: TaskContext) -> dict[str, Any]:
        if not self.is_complete:
            self.refuse_if_ended()
        worlds: list[dict[str, Any]] = [{"w": world.ref} for world in self._worlds]
        for world, state in zip(worlds, self._states, strict=False):
            world["state"] = state
        return {
            "type": "worlds",
            "match_id": context.position.match_id,
            "ver": context.position.ver,
            "worlds": worlds,
            "budget": self.written_budget(context),
            "ttl_ms": context.limits.ttl_ms,
        }
