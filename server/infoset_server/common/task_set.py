"""Tasks with an owner: held while they run, and none left when the owner goes."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class TaskSet:
    """What an object has under way. Each errand sees to its own failures."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None], name: str | None = None) -> None:
        """Does the work beside everything else."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Waits for all that is under way now. Raises what one of them raises."""
        await asyncio.gather(*self._tasks)

    async def give_up(self) -> None:
        """Ends all that is under way now."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def outcome_of(task: asyncio.Task[T]) -> T:
    """Returns or raises what `task` does. Where whoever waits is cancelled, the task goes on to its end.

    With `asyncio.shield` a failure of which nobody is left to hear would be logged as if it were a fault.
    """
    task.add_done_callback(hear)
    await asyncio.wait((task,))
    return task.result()


def hear(task: asyncio.Task[Any]) -> None:
    """Marks a failure as known: asyncio logs those that nobody has asked for."""
    if not task.cancelled():
        task.exception()
