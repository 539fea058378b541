"""A line-up and the matches it plays: one, a series, or one deal in every rotation of the seats. Starts none."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from infoset_games.series import Series
from infoset_server.ladder.results import RawResult

MEETING: Final = "ladder_meeting"  # kind of documents; keys: `LADDER:MEETING`
MOST_VOID: Final = 3  # matches of a meeting without a result; then it is over


@dataclass(eq=False)
class Meeting:
    """`entries` by seat of its first match, `table` the kind of table. `running` is the match that is on.

    `seed` is that of all its matches where they share a deal. `options` are those of the next match where
    they differ from the table's. `voids` counts the matches that had no result; `is_given_up` when somebody
    did not come to the next.
    """

    id: str
    ladder: str
    table: int
    entries: tuple[str, ...]
    best_of: int = 1
    seed: str | None = None
    options: dict[str, Any] | None = None
    running: str | None = None
    voids: int = 0
    is_given_up: bool = False
    results: list[RawResult] = field(default_factory=list)  # that count
    due_s: float = 0.0  # between two matches: until then everybody is waited for

    @property
    def is_over(self) -> bool:
        """Is nothing more played?"""
        if self.is_given_up or self.voids >= MOST_VOID:
            return True
        if self.seed is not None:
            return len(self.results) >= len(self.entries)
        return bool(self.results) if self.best_of == 1 else self.series().is_over

    def series(self) -> Series:
        """The score; side 0 is who sat on seat 0 in the first match."""
        series = Series(self.best_of)
        for result in self.results:
            first, second = result.places
            series = series.after(0.5 if first == second else float(first < second))
        return series

    def seating(self) -> tuple[str, ...]:
        """Who sits where in the next match."""
        if self.seed is not None:
            turn = len(self.results)
            return self.entries[turn:] + self.entries[:turn]
        if self.best_of > 1 and self.series().is_swapped:
            return self.entries[::-1]
        return self.entries

    def to_plain(self) -> dict[str, Any]:
        """The values to be kept; results are kept for themselves."""
        return {
            "id": self.id,
            "ladder": self.ladder,
            "table": self.table,
            "entries": list(self.entries),
            "best_of": self.best_of,
            "seed": self.seed,
            "options": self.options,
            "running": self.running,
            "voids": self.voids,
            "is_given_up": self.is_given_up,
        }


def meeting_key(meeting: Meeting) -> str:
    """The key of its document."""
    return f"{meeting.ladder}:{meeting.id}"


def read_meeting(body: bytes, results: Sequence[RawResult]) -> Meeting:
    """The meeting of a document; `results` are all of its ladder. Raises ValueError for anything else."""
    try:
        values: dict[str, Any] = orjson.loads(body)
        mine = [one for one in results if one.meeting == values["id"] and not one.is_void]
        values["entries"] = tuple(values["entries"])
        return Meeting(**values, results=mine)
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a ladder's meeting: {problem}") from None
