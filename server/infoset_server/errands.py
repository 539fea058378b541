"""Tasks with an owner: held while they run, and none left when the owner goes. Starts none by itself."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Errands:
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
