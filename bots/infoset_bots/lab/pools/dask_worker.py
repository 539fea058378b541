"""What a Dask worker does with the jobs it is sent: has them done by a process of its own. Knows no Dask.

In the worker itself bots would run in a thread, where nobody can interrupt them, and take the worker along
when they crash. So each of its threads keeps a crew of one process, with the bots loaded, from one chunk of
jobs to the next.
"""

import multiprocessing
import platform
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from infoset.errors import CommandError
from infoset_bots.lab.pools.crew import Crew
from infoset_bots.lab.pools.port import Job, Outcome, Task

KEPT: Final = 2  # crews of one thread: one for each run that shares the workers, while they are few

_mine = threading.local()


@dataclass(frozen=True)
class Chunk:
    """What came of some jobs, and how long they took. With a `refusal` nothing did."""

    outcomes: Sequence[Outcome] = ()
    took_s: float = 0.0
    refusal: str | None = None


def do_chunk(wanted: str, task: Task, jobs: Sequence[Job]) -> Chunk:
    """Does the jobs of a run that was started with version `wanted` of this package."""
    refusal = unfit(wanted)
    if refusal is not None:
        return Chunk(refusal=f"{platform.node()}: {refusal}")
    crews: OrderedDict[Task, Crew] = _mine.__dict__.setdefault("crews", OrderedDict())
    crew = crews.pop(task, None) or Crew(task, 1)
    try:
        begun_s = time.perf_counter()
        outcomes = [one for batch in crew.do(iter(jobs)) for one in batch]
    except CommandError as refused:
        crew.stop()
        return Chunk(refusal=f"{platform.node()}: {refused}")
    except BaseException:
        crew.stop()
        raise
    crews[task] = crew
    while len(crews) > KEPT:
        crews.popitem(last=False)[1].stop()
    return Chunk(outcomes, time.perf_counter() - begun_s)


def unfit(wanted: str) -> str | None:
    """Why this worker cannot take part; None if it can."""
    here = version("infoset")
    if here != wanted:
        return f"expected infoset {wanted}, {here} is installed"
    if multiprocessing.current_process().daemon:
        return (
            "the worker may not start processes; start it with "
            "DASK_DISTRIBUTED__WORKER__DAEMON=False in its environment"
        )
    return None
