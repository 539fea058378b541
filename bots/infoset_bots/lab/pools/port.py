"""What a pool of workers promises, whatever they are, and the values that pass through it. Does no work itself.

A run has one `Task`, made once by every worker, and jobs, each with a key. Jobs are **pure**: what comes of one
depends on the task and its body alone, not on who does it, when, or how often. So a job may be done again
where a worker was lost (at least once), and its outcome is the same; it is handed out under its key and
counts **exactly once**. Nothing else is promised: outcomes come in the order in which they are ready.

Bodies and results are bytes, so that nothing of a run depends on the process or the machine where it is done.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True)
class Task:
    """What all jobs of a run have in common.

    `function` is `package.module:name` of a `Maker`, which every worker can import; `setup` is its argument.
    """

    function: str
    setup: bytes


@dataclass(frozen=True)
class Job:
    """One piece of a run. No two of a run have the same `key`."""

    key: int
    body: bytes


@dataclass(frozen=True)
class Done:
    """What came of a job."""

    key: int
    result: bytes


@dataclass(frozen=True)
class Failed:
    """The job raised `error` (type and words); doing it again would end in the same way."""

    key: int
    error: str
    trace: str


@dataclass(frozen=True)
class Died:
    """The job has ended its worker more than once. `ending` says how, `note` is the last note."""

    key: int
    ending: str
    note: int


Outcome: TypeAlias = Done | Failed | Died


@dataclass(frozen=True)
class Bench:
    """Where a job is done. `note` keeps a number that outlives the worker: what it is at just now.

    `is_shared`: in the process of whoever started the run, with its terminal and its debugger.
    """

    note: Callable[[int], None]
    is_shared: bool = False


NOTHING_NOTED = -1

Work: TypeAlias = Callable[[bytes], bytes]  # body of a job -> its result
Maker: TypeAlias = Callable[[bytes, Bench], AbstractContextManager[Work]]


class ComputePool(Protocol):
    """Workers, however many and wherever."""

    def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
        """Does the jobs and yields outcomes as they come, one for each job. Takes jobs as it needs them.

        Closing the generator ends the run early, whatever the workers are doing. Raises InfosetError
        where a worker cannot make the task: its words are for people.
        """
        ...
