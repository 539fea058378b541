"""Results of ladder matches as they are kept for ever. Every number of a ladder follows from them; rates nothing.

One document for each match, under the match's id: a result that is told twice, after a crash, is one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
import orjson

if TYPE_CHECKING:  # the process that calculates tables needs none of the messages that come with it
    from infoset_server.matches.report import Outcome

WALKOVER: Final = "walkover"  # the reason of a result where somebody did not come to the next match
VOID: Final = (
    "aborted"  # the reason of a match that has no result: the server's fault, not a seat's
)
GIVEN_UP: Final = "resign"  # the reason of a seat that has left by its own will


class RawResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one match. Lists are by seat.

    `number` is the order in which results are counted, from 1. `people` tells whose strength may change.
    `faults` are the reasons why seats did not play on; "" for those that did. `meeting` is the id of the
    line-up's meeting and `ends_meeting` whether nothing more is played in it.
    """

    number: int
    match_id: str
    at_ms: int  # wall clock, since 1970
    entries: tuple[str, ...]
    people: tuple[bool, ...]
    places: tuple[int, ...]
    scores: tuple[int | float, ...]
    reason: str
    faults: tuple[str, ...]
    timeouts: tuple[int, ...]
    illegal: tuple[int, ...]
    decisions: tuple[int, ...]
    took_ms: tuple[int, ...]  # charged for all decisions of a seat
    meeting: str
    ends_meeting: bool = True
    undecided: tuple[int, ...] = ()  # decisions that a program said it could not take
    batch: str = ""  # the batch it was asked for with
    unrated: bool = False  # asked for, and does not count

    def failures(self, seat: int) -> int:
        """Decisions that were not the seat's own: deadlines that it missed, and what it could not decide."""
        return self.timeouts[seat] + (self.undecided[seat] if self.undecided else 0)

    @property
    def is_void(self) -> bool:
        """Has it no result, so that it is kept and not counted?"""
        return self.reason == VOID

    @property
    def counts(self) -> bool:
        """Do ratings and statistics follow from it?"""
        return not (self.is_void or self.unrated)

    def to_plain(self) -> dict[str, Any]:
        """The values to be kept."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "match_id"}


_RESULTS: Final = msgspec.json.Decoder(RawResult)


def result_kind(ladder: str) -> str:
    """The kind of documents that hold the results of a ladder; their keys are ids of matches."""
    return f"ladder_result:{ladder}"


def read_result(match_id: str, body: bytes) -> RawResult:
    """Raises ValueError for what `to_plain` did not make."""
    try:
        if not body.startswith(b"{"):
            raise msgspec.DecodeError("expected an object")
        return _RESULTS.decode(b'{"match_id":%b,%b' % (orjson.dumps(match_id), body[1:]))
    except msgspec.DecodeError as problem:
        raise ValueError(f"result of match {match_id}: {problem}") from None


def read_results(documents: Mapping[str, bytes]) -> list[RawResult]:
    """All results in the order in which they count. Raises ValueError for one that cannot be read."""
    found = [read_result(match_id, body) for match_id, body in documents.items()]
    return sorted(found, key=lambda result: (result.number, result.match_id))


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sat in a match: entries by seat, which of them are people, and for which meeting."""

    entries: tuple[str, ...]
    people: tuple[bool, ...]
    meeting: str


def result_of(
    number: int, match_id: str, outcome: "Outcome", seating: Seating, at_ms: int
) -> RawResult:
    """The result of a match that is over, taken to be the last of its meeting."""
    conduct = outcome.conduct
    return RawResult(
        number=number,
        match_id=match_id,
        at_ms=at_ms,
        entries=seating.entries,
        people=seating.people,
        places=outcome.places,
        scores=outcome.scores,
        reason=outcome.reason,
        faults=tuple(one.fault for one in conduct),
        timeouts=tuple(one.timeouts for one in conduct),
        illegal=tuple(one.illegal for one in conduct),
        decisions=tuple(one.decisions for one in conduct),
        took_ms=tuple(one.took_ms for one in conduct),
        meeting=seating.meeting,
        undecided=tuple(one.undecided for one in conduct),
    )


def walkover(number: int, seating: Seating, absent: Sequence[bool], at_ms: int) -> RawResult:
    """The last result of a series to whose next match a player did not come: they are behind all others."""
    here = absent.count(False)
    none = (0,) * len(absent)
    return RawResult(
        number=number,
        match_id=f"{seating.meeting}-{WALKOVER}",
        at_ms=at_ms,
        entries=seating.entries,
        people=seating.people,
        places=tuple(1 + here * away for away in absent),
        scores=(0.0,) * len(absent),
        reason=WALKOVER,
        faults=tuple("absent" if away else "" for away in absent),
        timeouts=none,
        illegal=none,
        decisions=none,
        took_ms=none,
        meeting=seating.meeting,
    )


def points_of(results: Sequence[RawResult]) -> dict[str, float]:
    """The points of a meeting's entries: for each match, one for each other that came in behind, half for a tie."""
    points: dict[str, float] = {}
    for result in results:
        for entry, place in zip(result.entries, result.places, strict=True):
            behind = sum(place < other for other in result.places)
            level = sum(place == other for other in result.places) - 1
            points[entry] = points.get(entry, 0.0) + behind + level / 2
    return points
