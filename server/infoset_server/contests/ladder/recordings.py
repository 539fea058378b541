"""Which matches of one ladder are recorded in the store, so that they can be seen again, and how long each stays so.

A recording is the steps of a match. Results are kept apart from it, for ever, and every table follows from results
alone: so a recording may go, and nothing of the ladder changes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from infoset_server.config import LadderRecordLimits
from infoset_server.contests.ladder.results import RawResult
from infoset_server.matches.replays import is_sample, is_upset
from infoset_server.storage.notes import DocumentKind, Notes

DAY_MS: Final = 86_400_000
MEGABYTE: Final = 1_000_000


class Interest(StrEnum):
    """Why a recording is kept."""

    ROUTINE = "routine"  # between programs, and it came out as expected
    CHOSEN = "chosen"  # an upset, or a sample
    PEOPLE = "people"  # a person played, or may have helped: kept for ever


@dataclass(frozen=True)
class Recording:
    """The match ended at `at_ms` (wall clock); `size` is about how many bytes it takes in the store."""

    match_id: str
    at_ms: int
    size: int
    interest: Interest


def recording_kind(ladder: str) -> str:
    """The kind of documents that tell of a ladder's recordings; their keys are ids of matches."""
    return f"ladder_record:{ladder}"


def interest_in(result: RawResult, ratings: Sequence[int], may_assist: bool) -> Interest:
    """Why the match of a result is worth to be seen again; `ratings` are those of its entries, by seat."""
    if may_assist or any(result.people):
        return Interest.PEOPLE
    is_surprise = not result.is_void and is_upset(ratings, result.places)
    if is_surprise or is_sample(result.match_id):
        return Interest.CHOSEN
    return Interest.ROUTINE


class Recordings:
    """The recordings of one ladder that are known of."""

    def __init__(self, ladder: str, notes: Notes) -> None:
        """`ladder` is its name."""
        self.sizes: dict[Interest, int] = dict.fromkeys(Interest, 0)  # bytes of all of them
        self.looked_at = 0  # of so many results it is known whether there is a recording
        self._kind: Final = DocumentKind(recording_kind(ladder), Recording)
        self._notes = notes
        self._all: dict[Interest, dict[str, Recording]] = {one: {} for one in Interest}

    def __contains__(self, match_id: str) -> bool:
        return any(match_id in found for found in self._all.values())

    def __iter__(self) -> Iterator[str]:
        """The ids of their matches."""
        return (match_id for found in self._all.values() for match_id in found)

    def of(self, interest: Interest) -> Sequence[Recording]:
        """Those that are kept for this reason, oldest first."""
        return list(self._all[interest].values())

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what was noted before a restart."""
        for one in sorted(self._kind.read(documents), key=lambda one: (one.at_ms, one.match_id)):
            self._enter(one)

    def add(self, recording: Recording) -> None:
        """Notes one that is newer than those before."""
        self._enter(recording)
        self._notes.put(self._kind.name, recording.match_id, self._kind.write(recording))

    def _enter(self, recording: Recording) -> None:
        self._all[recording.interest][recording.match_id] = recording
        self.sizes[recording.interest] += recording.size

    def remove(self, recording: Recording) -> None:
        """It is not stored any more."""
        del self._all[recording.interest][recording.match_id]
        self.sizes[recording.interest] -= recording.size
        self._notes.drop(self._kind.name, recording.match_id)

    def due(self, limits: LadderRecordLimits, now_ms: int) -> Iterator[Recording]:
        """Those that have been kept for long enough or are too many, oldest first; nothing may change meanwhile."""
        yield from self._due(Interest.ROUTINE, limits.routine_days, limits.routine_mb, now_ms)
        yield from self._due(Interest.CHOSEN, limits.chosen_days, limits.chosen_mb, now_ms)

    def _due(self, interest: Interest, days: int, mb: int, now_ms: int) -> Iterator[Recording]:
        left = self.sizes[interest]
        for one in self._all[interest].values():
            if one.at_ms >= now_ms - days * DAY_MS and left <= mb * MEGABYTE:
                return
            left -= one.size
            yield one
