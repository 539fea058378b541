"""The task `rollout`: playouts by the hundred, and the rows in which they are told."""

import json
import math
from collections.abc import Sequence
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_protocol.messages.compute import MAX_ROWS
from infoset_server.compute.errors import WorldGoneError
from infoset_server.compute.jobs import MILLION, Job, Result
from infoset_server.compute.tasks.task import (
    ENVELOPE_BYTES,
    VIEW_WEIGHT,
    Task,
    TaskContext,
    expected_plies,
    opening,
    pack_root,
    pack_worlds,
    require,
)
from infoset_server.compute.tasks.undone import Span, Undone
from infoset_server.compute.worlds import World

ROW_BYTES: Final = 96  # a row without what follows
SEAT_BYTES: Final = 40  # of mean, sd and win of one seat


def add_rows(known: list[Any], sums: list[Any]) -> list[Any]:
    """Two parts of one row as one."""
    first, n, returns, squares, wins, plies = known
    return [
        first,
        n + sums[0],
        *(
            [a + b for a, b in zip(old, new, strict=True)]
            for old, new in zip((returns, squares, wins), sums[1:4], strict=True)
        ),
        plies + sums[4],
    ]


def write_row(
    first: Any, n: int, returns: list[int], squares: list[int], wins: list[int], plies: int
) -> dict[str, Any]:
    """A row as `RollRow` values. Worked out in whole numbers, so equal playouts give equal bytes."""
    mean, sd, win = [], [], []
    scale: Any = n * MILLION  # not `int`: compiled division of that is rounded twice beyond 2^53
    for total, square, won in zip(returns, squares, wins, strict=True):
        mean.append(rounded(total / scale) + 0.0)
        variance = n * square - total * total
        sd.append(rounded(math.sqrt(variance) / scale) if variance else 0.0)
        win.append(rounded(won / n))
    row = {"n": n, "mean": mean, "sd": sd, "win": win, "moves": round(plies / n, 2)}
    return row if first is None else {"first": first, **row}


def rounded(value: float) -> float:
    """To six digits. `round` writes a number out and reads it again, which whole ones need not go through."""
    return value if value == int(value) else round(value, 6)


class RolloutTask(Task):
    """`rollout`: playouts by the hundred."""

    def __init__(self, request: wire.Rollout, policies: Sequence[str]) -> None:
        super().__init__()
        self.kind = "play " + " ".join(sorted(set(policies)))  # they decide what a transition costs
        self._request = request
        self._policies = list(policies)
        self._frame: dict[str, Any] = {}
        self._worlds = len(request.worlds or ()) or request.k
        self._total: int | None = None
        if request.first != "all":
            self._total = self._worlds * request.n * len(request.first or [0])
        self._undone = Undone(self._total or 0)
        self._weight = self._weigh()
        self._is_begun = False
        self._rows: dict[int, list[Any]] = {}

    @property
    def is_complete(self) -> bool:
        return self._is_begun and not self._undone.left

    @property
    def total(self) -> int | None:
        return self._total

    @property
    def left(self) -> int:
        return self._undone.left

    @property
    def weight(self) -> int:
        return self._weight

    def _weigh(self) -> int:
        firsts = len(self._request.first or [0]) if self._request.first != "all" else 2
        plies = expected_plies(self._request.horizon)
        return self._worlds * self._request.n * firsts * (VIEW_WEIGHT + plies)

    def begin(self, context: TaskContext) -> None:
        request = self._request
        if request.worlds is None:
            price = request.k * context.limits.per_world
            require(context, price + 1)
            root = context.fresh_root()
            packed: dict[str, Any] = {
                "roots": [pack_root(root)],
                "worlds": request.k,
            }
        else:
            price = 0
            require(context, 1)
            packed = pack_worlds([find_world(context, ref) for ref in request.worlds])
        self._frame = opening(context, "play") | {
            **packed,
            "first": plain_first(request.first),
            "n": request.n,
            "policies": self._policies,
            "horizon": request.horizon,
            "stream": context.stream,
            "max_rows": self._max_rows(context),
        }
        self.charge(context, price)

    def _max_rows(self, context: TaskContext) -> int:
        """As many rows as surely fit into one answer."""
        row = ROW_BYTES + SEAT_BYTES * context.position.seats
        if isinstance(self._request.first, list):
            firsts = plain_first(self._request.first)
            row += max(len(json.dumps(first)) for first in firsts or ())
        return max(1, min(MAX_ROWS, (context.max_frame - ENVELOPE_BYTES) // row))

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": 0} if self._total is None else self._job(self._undone.first)

    def jobs(self, most: int, size: int) -> list[dict[str, Any]]:
        return [self._job(span) for span in self._undone.parts(most, size)]

    def _job(self, span: Span) -> dict[str, Any]:
        """A slice that plays these; servers of the last release know no `end`, and are not told of one that is the last."""
        start, end = span
        job = self._frame | {"start": start}
        return job if end == self._total else job | {"end": end}

    def take(self, job: Job, result: Result) -> None:
        if self._total is None:
            self._total = int(result["total"])
            self._undone = Undone(self._total)
        self._is_begun = True
        self._undone.strike(job["start"], result["next"])
        self.is_spent = result["spent"]
        for number, first, *sums in result["rows"]:
            known = self._rows.get(number)
            self._rows[number] = [first, *sums] if known is None else add_rows(known, sums)

    def progress(self) -> dict[str, Any] | None:
        if not self._is_begun or not self._total:
            return None
        done = round((self._total - self._undone.left) / self._total, 3)
        return {"type": "progress", "done": done, "data": {"rows": self._written_rows()}}

    def reply(self, context: TaskContext) -> dict[str, Any]:
        if not self._is_begun:
            self.refuse_if_ended()
        status: str = "done"
        if not self.is_complete:
            status = self.ending or "budget"
        return {
            "type": "rollouts",
            "match_id": context.position.match_id,
            "status": status,
            "rows": self._written_rows(),
            "budget": self.written_budget(context),
        }

    def _written_rows(self) -> list[dict[str, Any]]:
        return [write_row(*self._rows[number]) for number in sorted(self._rows)]


def find_world(context: TaskContext, ref: str) -> World:
    """The world of a handle. Raises WorldGoneError."""
    world = context.worlds.get(ref, context.now_s)
    if world is None:
        raise WorldGoneError(ref)
    return world


def plain_first(first: Any) -> Any:
    """`Rollout.first` as plain values."""
    return [act.to_plain() for act in first] if isinstance(first, list) else first
