"""One request as slices of work, and its reply. Knows messages and handles; runs nothing.

A task is begun when its turn has come, hands out jobs for the workbench until it is complete, takes
in what came back, and makes the reply: after the last slice, or earlier where it was ended.
"""

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from infoset_protocol import messages as wire
from infoset_protocol.messages.compute import MAX_ROWS
from infoset_server.compute.budget import SeatBudget
from infoset_server.compute.errors import (
    BudgetExhaustedError,
    CancelledRequestError,
    StaleDecisionError,
    WorldGoneError,
)
from infoset_server.compute.workbench import MILLION, Result
from infoset_server.compute.worlds import Root, World, WorldStore
from infoset_server.config import ComputeLimits
from infoset_server.requests import BadOptionError

EXPORT_FACTOR: Final = 10  # what a position costs beside a handle
ENVELOPE_BYTES: Final = 512  # a reply without its list
ROW_BYTES: Final = 96  # a row without what follows
SEAT_BYTES: Final = 40  # of mean, sd and win of one seat
WORLD_BYTES: Final = 64  # a handle in a reply
WALK_BYTES: Final = 192  # a job's answer without what it wants
HASH_BYTES: Final = 80
PLAY_WEIGHT: Final = 200  # transitions expected of a playout
VIEW_WEIGHT: Final = 10  # writing a view is worth so many transitions

Ending = Literal["cancelled", "stale", "deadline"]


@dataclass(frozen=True)
class Position:
    """What a task is told of the match: the seat's own view, and never more."""

    match_id: str
    seat: int
    seats: int
    game: str
    options: dict[str, Any]
    ver: int
    observation: dict[str, Any]


@dataclass(frozen=True)
class Desk:
    """What a task works with: its seat's worlds and budget, and the stream it draws from."""

    position: Position
    worlds: WorldStore
    budget: SeatBudget
    limits: ComputeLimits
    stream: str
    root_id: str
    now_s: float
    max_frame: int

    def fresh_root(self) -> Root:
        """Where new worlds are drawn from."""
        position = self.position
        view = f"{position.match_id}/{position.seat}/{position.ver}"
        return Root(self.root_id, view, position.observation, self.stream)


class Task(ABC):
    """One request. `kind` names it in measurements."""

    kind: str

    def __init__(self) -> None:
        self.used = 0
        self.begun = False
        self.ending: Ending | None = None
        self.is_spent = False
        self.open_now: tuple[int, ...] = ()  # the seat's open decisions when it became stale

    @property
    @abstractmethod
    def is_complete(self) -> bool:
        """Is there nothing left to do?"""

    @property
    @abstractmethod
    def weight(self) -> int:
        """Roughly how many transitions it is worth, to tell little work from much."""

    @abstractmethod
    def begin(self, desk: Desk) -> None:
        """Looks up its worlds and pays for fresh ones. Raises RequestError; then nothing has changed."""

    @abstractmethod
    def job(self) -> dict[str, Any]:
        """The next slice."""

    @abstractmethod
    def take(self, result: Result) -> None:
        """Takes in what a slice brought."""

    @abstractmethod
    def reply(self, desk: Desk) -> dict[str, Any]:
        """The final reply. Raises RequestError where it was ended before there was anything to tell."""

    def progress(self) -> dict[str, Any] | None:
        """A `progress` message of what is there so far, if that is worth telling."""
        return None

    def charge(self, desk: Desk, units: int) -> None:
        """Books units."""
        self.used += units
        desk.budget.charge(units)

    def written_budget(self, desk: Desk) -> dict[str, int]:
        """The `Budget` of the reply."""
        budget = desk.budget
        return {"used": self.used, "left": budget.left, "left_game": budget.left_game}

    def refuse_if_ended(self) -> None:
        """Raises the error for a request that was ended with nothing to tell."""
        if self.ending == "cancelled":
            raise CancelledRequestError
        if self.ending == "stale":
            raise StaleDecisionError(self.open_now)


def require(desk: Desk, need: int) -> None:
    """Raises BudgetExhaustedError where `need` units are more than are left."""
    if need > desk.budget.left:
        raise BudgetExhaustedError(desk.budget.left, need)


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

    def begin(self, desk: Desk) -> None:
        k, limits = self._request.k, desk.limits
        refuse_large("k", k, WORLD_BYTES + bool(self._request.export) * limits.answer_bytes, desk)
        price = limits.per_world * (EXPORT_FACTOR if self._request.export else 1)
        require(desk, k * price)
        root = desk.fresh_root()
        first = self._request.start
        self._worlds = [
            desk.worlds.add(desk.worlds.fresh_ref(), root, index)
            for index in range(first, first + k)
        ]
        self._frame = opening(desk, "export") | pack_worlds(self._worlds)
        self.charge(desk, k * price)

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": len(self._states)}

    def take(self, result: Result) -> None:
        self._states += result["states"]

    def reply(self, desk: Desk) -> dict[str, Any]:
        if not self.is_complete:
            self.refuse_if_ended()
        worlds: list[dict[str, Any]] = [{"w": world.ref} for world in self._worlds]
        for world, state in zip(worlds, self._states, strict=False):
            world["state"] = state
        return {
            "type": "worlds",
            "match_id": desk.position.match_id,
            "ver": desk.position.ver,
            "worlds": worlds,
            "budget": self.written_budget(desk),
            "ttl_ms": desk.limits.ttl_ms,
        }


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

    def begin(self, desk: Desk) -> None:
        request = self._request
        want = set(request.want)
        wide = len(want & {"legal", "keys", "obs", "events"})
        per_job = WALK_BYTES + wide * desk.limits.answer_bytes + ("hash" in want) * HASH_BYTES
        refuse_large("jobs", len(request.jobs), per_job, desk)
        require(desk, sum(len(job.acts) for job in request.jobs))
        self._sources = [desk.worlds.get(job.w, desk.now_s) for job in request.jobs]
        packed = pack_worlds([world for world in self._sources if world is not None])
        rows = iter(packed["worlds"])
        walks = [
            {
                "world": None if world is None else next(rows),
                "acts": [act.to_plain() for act in job.acts],
                "chance": job.chance,
                "fill": job.fill,
                "keep": desk.worlds.fresh_ref() if job.keep else None,
                "luck": place if job.luck is None else job.luck,
                "policy": job.policy,
                "horizon": job.horizon,
            }
            for place, (job, world) in enumerate(zip(request.jobs, self._sources, strict=True))
        ]
        self._frame = opening(desk, "walk") | {
            "roots": packed["roots"],
            "walks": walks,
            "want": list(request.want),
            "view": request.view,
            "chance_bytes": self._room_for_odds(desk, per_job) if "legal" in want else 0,
            "stream": desk.stream,
        }

    def _room_for_odds(self, desk: Desk, per_job: int) -> int:
        """What one walk may tell of a chance node: `legal` is not told there, and a share of what is left."""
        jobs = self._request.jobs
        stops = sum(job.chance == "stop" for job in jobs)
        spare = desk.max_frame - ENVELOPE_BYTES - per_job * len(jobs)
        return desk.limits.answer_bytes + spare // max(1, stops)

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": len(self._outs)}

    def take(self, result: Result) -> None:
        self._outs += result["outs"]
        self.is_spent = result["spent"]

    def reply(self, desk: Desk) -> dict[str, Any]:
        if not self.is_complete:
            self.refuse_if_ended()
            self._outs += [
                {"status": "gone" if world is None else "budget", "applied": 0}
                for world in self._sources[len(self._outs) :]
            ]
        for out, source in zip(self._outs, self._sources, strict=True):
            self._keep(desk, out, source)
        return {
            "type": "sims",
            "match_id": desk.position.match_id,
            "results": self._outs,
            "budget": self.written_budget(desk),
        }

    def _keep(self, desk: Desk, out: dict[str, Any], source: World | None) -> None:
        """Stores the end of a walk under the handle that was made for it."""
        path = out.pop("path", None)
        if path is None or source is None:
            return
        whole = (*source.path, *path)
        if len(whole) > desk.limits.max_depth:
            del out["w"]
            return
        desk.worlds.add(out["w"], source.root, source.index, whole, source.epoch)


class RolloutTask(Task):
    """`rollout`: playouts by the hundred."""

    kind = "play"

    def __init__(self, request: wire.Rollout, policies: Sequence[str]) -> None:
        super().__init__()
        self._request = request
        self._policies = list(policies)
        self._frame: dict[str, Any] = {}
        self._next = 0
        self._total: int | None = None
        self._rows: dict[int, list[Any]] = {}

    @property
    def is_complete(self) -> bool:
        return self._total is not None and self._next >= self._total

    @property
    def weight(self) -> int:
        worlds = len(self._request.worlds or ()) or self._request.k
        firsts = len(self._request.first or [0]) if self._request.first != "all" else 2
        plies = expected_plies(self._request.horizon)
        return worlds * self._request.n * firsts * (VIEW_WEIGHT + plies)

    def begin(self, desk: Desk) -> None:
        request = self._request
        if request.worlds is None:
            price = request.k * desk.limits.per_world
            require(desk, price + 1)
            root = desk.fresh_root()
            packed: dict[str, Any] = {
                "roots": [pack_root(root)],
                "worlds": request.k,
            }
        else:
            price = 0
            require(desk, 1)
            packed = pack_worlds([find_world(desk, ref) for ref in request.worlds])
        self._frame = opening(desk, "play") | {
            **packed,
            "first": plain_first(request.first),
            "n": request.n,
            "policies": self._policies,
            "horizon": request.horizon,
            "stream": desk.stream,
            "max_rows": self._max_rows(desk),
        }
        self.charge(desk, price)

    def _max_rows(self, desk: Desk) -> int:
        """As many rows as surely fit into one answer."""
        row = ROW_BYTES + SEAT_BYTES * desk.position.seats
        if isinstance(self._request.first, list):
            firsts = plain_first(self._request.first)
            row += max(len(json.dumps(first)) for first in firsts or ())
        return max(1, min(MAX_ROWS, (desk.max_frame - ENVELOPE_BYTES) // row))

    def job(self) -> dict[str, Any]:
        return self._frame | {"start": self._next}

    def take(self, result: Result) -> None:
        self._next = result["next"]
        self._total = result["total"]
        self.is_spent = result["spent"]
        for number, first, *sums in result["rows"]:
            known = self._rows.get(number)
            self._rows[number] = [first, *sums] if known is None else add_rows(known, sums)

    def progress(self) -> dict[str, Any] | None:
        if not self._total:
            return None
        done = round(self._next / self._total, 3)
        return {"type": "progress", "done": done, "data": {"rows": self._written_rows()}}

    def reply(self, desk: Desk) -> dict[str, Any]:
        if self._total is None:
            self.refuse_if_ended()
        status: str = "done"
        if not self.is_complete:
            status = self.ending or "budget"
        return {
            "type": "rollouts",
            "match_id": desk.position.match_id,
            "status": status,
            "rows": self._written_rows(),
            "budget": self.written_budget(desk),
        }

    def _written_rows(self) -> list[dict[str, Any]]:
        return [write_row(*self._rows[number]) for number in sorted(self._rows)]


def expected_plies(horizon: int | None) -> int:
    """How long a playout may be."""
    return PLAY_WEIGHT if horizon is None else min(horizon, PLAY_WEIGHT)


def opening(desk: Desk, kind: str) -> dict[str, Any]:
    """What every job begins with."""
    position = desk.position
    return {
        "do": kind,
        "game": position.game,
        "options": position.options,
        "seat": position.seat,
    }


def pack_root(root: Root) -> dict[str, Any]:
    """A root as plain values."""
    return {
        "id": root.id,
        "view": root.view,
        "observation": root.observation,
        "stream": root.stream,
    }


def pack_worlds(worlds: Sequence[World]) -> dict[str, Any]:
    """Worlds as plain values, each root told once."""
    roots = list(dict.fromkeys(world.root for world in worlds))
    number = {root: i for i, root in enumerate(roots)}
    return {
        "roots": [pack_root(root) for root in roots],
        "worlds": [[world.ref, number[world.root], world.index, world.path] for world in worlds],
    }


def find_world(desk: Desk, ref: str) -> World:
    """The world of a handle. Raises WorldGoneError."""
    world = desk.worlds.get(ref, desk.now_s)
    if world is None:
        raise WorldGoneError(ref)
    return world


def refuse_large(field: str, count: int, each_bytes: int, desk: Desk) -> None:
    """Refuses a request whose answer might not fit into one frame. Raises BadOptionError."""
    most = max(0, (desk.max_frame - ENVELOPE_BYTES) // each_bytes)
    if count > most:
        want = f"at most {most}: more of these might not fit into one answer (`hello.max_frame`)"
        raise BadOptionError(field, want)


def plain_first(first: Any) -> Any:
    """`Rollout.first` as plain values."""
    return [act.to_plain() for act in first] if isinstance(first, list) else first


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
    variances = [n * square - total * total for total, square in zip(returns, squares, strict=True)]
    row = {
        "n": n,
        "mean": [round(total / (n * MILLION), 6) + 0.0 for total in returns],
        "sd": [round(math.sqrt(variance) / (n * MILLION), 6) for variance in variances],
        "win": [round(won / n, 6) for won in wins],
        "moves": round(plies / n, 2),
    }
    return row if first is None else {"first": first, **row}
