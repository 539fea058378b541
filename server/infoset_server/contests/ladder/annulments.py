"""Which results of one ladder are annulled, and why.

A result is kept for ever as it was played. That it is annulled is a document of its own, so that it can be taken back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from infoset_server.storage.notes import DocumentKind, Notes


@dataclass(frozen=True)
class Annulment:
    """The result of a match does not count, by an organiser's word at `at_ms` (wall clock, since 1970).

    Whoever sees the result sees `reason`.
    """

    match_id: str
    reason: str
    at_ms: int


def annulment_kind(ladder: str) -> str:
    """The kind of documents that tell of a ladder's annulled results; their keys are ids of matches."""
    return f"ladder_annulment:{ladder}"


class Annulments:
    """Those of one ladder."""

    def __init__(self, ladder: str, notes: Notes) -> None:
        """`ladder` is its name."""
        self._kind: Final = DocumentKind(annulment_kind(ladder), Annulment)
        self._notes = notes
        self._all: dict[str, Annulment] = {}

    def __contains__(self, match_id: object) -> bool:
        return match_id in self._all

    def __len__(self) -> int:
        return len(self._all)

    @property
    def match_ids(self) -> tuple[str, ...]:
        """The matches, in an order that depends on nothing else."""
        return tuple(sorted(self._all))

    def of(self, match_id: str) -> Annulment | None:
        """That of a match."""
        return self._all.get(match_id)

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes in what was kept."""
        self._all = {one.match_id: one for one in self._kind.read(documents)}

    def add(self, match_ids: Iterable[str], reason: str, at_ms: int) -> None:
        """The results of these matches do not count any more."""
        for match_id in match_ids:
            self._all[match_id] = Annulment(match_id, reason, at_ms)
            self._notes.put(self._kind.name, match_id, self._kind.write(self._all[match_id]))

    def remove(self, match_ids: Iterable[str]) -> None:
        """They count again."""
        for match_id in match_ids:
            del self._all[match_id]
            self._notes.drop(self._kind.name, match_id)
