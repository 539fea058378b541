"""Reviews of matches in a worker: pieces of work for whatever is installed under the entry point `infoset.reviews`."""

import time
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from infoset_server.compute.jobs import Job, RefusedJobError, Result

GROUP: Final = "infoset.reviews"


class Reviewer(Protocol):
    """What reviews matches: for the lines of a record, piece by piece. ValueError: this match cannot be reviewed."""

    def plan(self, lines: list[str], seed: str, budget_s: float) -> tuple[dict[str, Any], int]:
        """Settings that take about so much processor time, and the number of pieces."""
        ...

    def pieces(self, lines: list[str], settings: dict[str, Any]) -> int:
        """How many there are under given settings."""
        ...

    def piece(
        self, lines: list[str], settings: dict[str, Any], number: int, before: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """The entries of a piece, a function of the arguments; `before` are those of all pieces before it."""
        ...


class ReviewBench:
    """Does the jobs of `reviews.py`. Loads the reviewer when the first one comes."""

    def __init__(self) -> None:
        self._reviewer: Reviewer | None = None

    def run(self, job: Job) -> Result:
        """With `busy_s`, the processor time it took.

        Raises RefusedJobError for a match that cannot be reviewed, or where no reviewer is installed.
        """
        began_s = time.process_time()
        result = self._do(job)
        result["busy_s"] = time.process_time() - began_s
        return result

    def _do(self, job: Job) -> Result:
        reviewer = self._find()
        try:
            match job["step"]:
                case "plan":
                    settings, total = reviewer.plan(job["lines"], job["seed"], job["budget_s"])
                    return {"settings": settings, "total": total}
                case "resume":
                    return {"total": reviewer.pieces(job["lines"], job["settings"])}
                case _:
                    found = reviewer.piece(
                        job["lines"], job["settings"], job["number"], job["before"]
                    )
                    return {"entries": found}
        except ValueError as error:
            raise RefusedJobError("replay", f"a match that can be reviewed ({error})") from None

    def _find(self) -> Reviewer:
        if self._reviewer is None:
            found = next(iter(entry_points(group=GROUP)), None)
            if found is None:
                raise RefusedJobError("replay", "a server that can review matches")
            made: Reviewer = found.load()()
            self._reviewer = made
        return self._reviewer
