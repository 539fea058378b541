"""From the name of a task's function to what does its jobs. Runs wherever the jobs are done."""

import importlib
import traceback
from contextlib import AbstractContextManager
from typing import Final

from infoset_bots.lab.pools.port import Bench, Done, Failed, Job, Maker, Outcome, Task, Work

MAX_ERROR: Final = 200  # characters of an error


def make(task: Task, bench: Bench) -> AbstractContextManager[Work]:
    """What does the jobs of a task, inside a `with` block. Raises what the task's maker raises."""
    module, _, name = task.function.partition(":")
    maker: Maker = getattr(importlib.import_module(module), name)
    return maker(task.setup, bench)


def attempt(work: Work, job: Job) -> Outcome:
    """Does a job. An exception is an outcome like others: the jobs beside it go on."""
    try:
        return Done(job.key, work(job.body))
    except Exception as error:  # noqa: BLE001 (whatever a job may raise)
        words = f"{type(error).__name__}: {error}"[:MAX_ERROR]
        return Failed(job.key, words, traceback.format_exc())
