"""Jobs done by processes of this machine; one that dies takes at most one job with it."""

from collections.abc import Generator, Iterator
from typing import Final

from infoset_bots.lab.pools.crew import Crew
from infoset_bots.lab.pools.port import Job, Outcome, Task

MAX_PROCESSES: Final = 256


class ProcessPool:
    """See `ComputePool`. Processes are started for each run and end with it."""

    def __init__(self, processes: int) -> None:
        """At most MAX_PROCESSES are started."""
        self._processes = min(processes, MAX_PROCESSES)

    def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
        """As ComputePool."""
        crew = Crew(task, self._processes)
        try:
            yield from crew.do(jobs)
        finally:
            crew.stop()
