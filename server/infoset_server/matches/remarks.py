"""What the player of a seat remarked with their acts, told again: to them, and to others once it is published."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from infoset_games.record import Record
from infoset_server.matches.step_records import Remark
from infoset_server.storage.notes import Notes

KIND: Final = "remarks"  # of documents, one kind for each match
Entry = dict[str, Any]


@dataclass(frozen=True)
class RemarkTelling:
    """The remarks of one seat from version `first` to `last`; `remarks` are those of all seats, by the number of the step."""

    record: Record
    remarks: Mapping[int, Remark]
    seat: int
    first: int
    last: int | None

    def entries(self) -> Iterator[Entry | None]:
        """The entries in order. Raises RecordError where the record cannot be played."""
        for number, (step, match, _) in enumerate(self.record.play()):
            if self.last is not None and match.ver > self.last:
                return
            remark = self.remarks.get(number)
            if remark is None or step.seat != self.seat or match.ver < self.first:
                yield None
                continue
            yield {
                "seat": step.seat,
                "decision": step.decision,
                "ver": match.ver,
                "ms": step.elapsed_ms,
                **remark,
            }


def published_kind(match_id: str) -> str:
    """The kind of documents that say whose remarks on a match everybody may read."""
    return f"{KIND}:{match_id}"


class Publishing:
    """Who has published their remarks."""

    def __init__(self, notes: Notes, when_stored: Callable[[Callable[[], None]], None]) -> None:
        """`when_stored` calls back when all that was noted by now is stored."""
        self._notes = notes
        self._when_stored = when_stored

    def publish(
        self, match_id: str, seats: Sequence[int], done: Callable[[], None], *, on: bool
    ) -> None:
        """Everybody may read the remarks of these seats from now on, or nobody else any longer.

        `done` is called when that is stored.
        """
        for seat in seats:
            if on:
                self._notes.put(published_kind(match_id), str(seat), {"on": True})
            else:
                self._notes.drop(published_kind(match_id), str(seat))
        self._when_stored(done)
