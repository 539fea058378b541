"""One request as slices of work, and its reply.

A task knows messages and handles of worlds; it runs nothing itself. Worlds travel to a job as recipes, in plain values.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from infoset_server.common.request_errors import BadOptionError
from infoset_server.compute.budget import SeatBudget
from infoset_server.compute.errors import (
    BudgetExhaustedError,
    CancelledRequestError,
    StaleDecisionError,
)
from infoset_server.compute.jobs import Job, Result
from infoset_server.compute.worlds import Root, World, WorldStore
from infoset_server.config import ComputeLimits

ENVELOPE_BYTES: Final = 512  # a reply without its list
PLAY_WEIGHT: Final = 200  # transitions expected of a playout
VIEW_WEIGHT: Final = 10  # writing a view is worth so many transitions

Ending = Literal["cancelled", "stale", "deadline"]


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
class TaskContext:
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
    def begin(self, context: TaskContext) -> None:
        """Looks up its worlds and pays for fresh ones. Raises RequestError; then nothing has changed."""

    @abstractmethod
    def job(self) -> dict[str, Any]:
        """The next slice."""

    @property
    def total(self) -> int | None:
        """How many equal pieces it is that can be done side by side: 0 for none, None where that is not known yet."""
        return 0

    @property
    def left(self) -> int:
        """How many of these are not done yet."""
        return 0

    def jobs(self, most: int, size: int) -> list[dict[str, Any]]:
        """At most so many slices, of at most so many pieces each, that can be done side by side."""
        return [self.job()]

    @abstractmethod
    def take(self, job: Job, result: Result) -> None:
        """Takes in what a slice brought."""

    @abstractmethod
    def reply(self, context: TaskContext) -> dict[str, Any]:
        """The final reply. Raises RequestError where it was ended before there was anything to tell."""

    def progress(self) -> dict[str, Any] | None:
        """A `progress` message of what is there so far, if that is worth telling."""
        return None

    def charge(self, context: TaskContext, units: int) -> None:
        """Books units."""
        self.used += units
        context.budget.charge(units)

    def written_budget(self, context: TaskContext) -> dict[str, int]:
        """The `Budget` of the reply."""
        budget = context.budget
        return {"used": self.used, "left": budget.left, "left_game": budget.left_game}

    def refuse_if_ended(self) -> None:
        """Raises the error for a request that was ended with nothing to tell."""
        if self.ending == "cancelled":
            raise CancelledRequestError
        if self.ending == "stale":
            raise StaleDecisionError(self.open_now)


def require(context: TaskContext, need: int) -> None:
    """Raises BudgetExhaustedError where `need` units are more than are left."""
    if need > context.budget.left:
        raise BudgetExhaustedError(context.budget, need)


def refuse_large(field: str, count: int, each_bytes: int, context: TaskContext) -> None:
    """Refuses a request whose answer might not fit into one frame. Raises BadOptionError."""
    most = max(0, (context.max_frame - ENVELOPE_BYTES) // each_bytes)
    if count > most:
        want = f"at most {most}: more of these might not fit into one answer (`hello.max_frame`)"
        raise BadOptionError(field, want)


def expected_plies(horizon: int | None) -> int:
    """How long a playout may be."""
    return PLAY_WEIGHT if horizon is None else min(horizon, PLAY_WEIGHT)


def opening(context: TaskContext, kind: str) -> dict[str, Any]:
    """What every job begins with."""
    position = context.position
    return {
        "do": kind,
        "game": position.game,
        "options": position.options,
        "seat": position.seat,
    }
