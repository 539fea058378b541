"""An organiser annuls a result of a ladder, or takes that back.

What counts as one result is annulled as one: a match, or all matches of a series. The table of a season that is over
never changes, and rests on the results that counted then. So a result can be annulled as long as its season is on.
"""

from collections.abc import Sequence

from infoset_server.common.request_errors import NotFoundError, WrongStateError
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.results import RawResult


def annul(ladder: Ladder, match_id: str, reason: str, now_ms: int) -> list[RawResult]:
    """The result of a match, or of the series that it is part of, does not count any more; returns what is annulled.

    Raises NotFoundError or WrongStateError, and has changed nothing then.
    """
    found = find_results(ladder, match_id)
    annulment = ladder.annulments.of(found[0].match_id)
    if annulment is not None:
        raise WrongStateError(f"match {match_id} is annulled already: {annulment.reason}")
    for one in found:
        ladder.tally(one, -1)
    ladder.annulments.add((one.match_id for one in found), reason, now_ms)
    _tell(ladder, found, f"match {match_id} is annulled: {reason}")
    return found


def reinstate(ladder: Ladder, match_id: str) -> list[RawResult]:
    """What was annulled counts again; returns which results that are. Raises as `annul`."""
    found = find_results(ladder, match_id)
    if found[0].match_id not in ladder.annulments:
        raise WrongStateError(f"match {match_id} is not annulled")
    for one in found:
        ladder.tally(one)
    ladder.annulments.remove(one.match_id for one in found)
    _tell(ladder, found, f"match {match_id} counts again")
    return found


def find_results(ladder: Ladder, match_id: str) -> list[RawResult]:
    """What counts as one with the result of a match, oldest first. Raises as `annul` where that cannot change."""
    if any(meeting.running == match_id for meeting in ladder.meetings.values()):
        raise WrongStateError(f"match {match_id} is being played; it has no result yet")
    result = next((one for one in reversed(ladder.results) if one.match_id == match_id), None)
    if result is None:
        raise NotFoundError(f"match {match_id} among the results of ladder {ladder.name}")
    _require_open(ladder, result)
    found = [result]
    if ladder.file.best_of > 1:
        if result.meeting in ladder.meetings:
            raise WrongStateError(f"match {match_id}: its series goes on and has no result yet")
        found = [one for one in ladder.results if one.meeting == result.meeting]
    if counting := [one for one in found if one.counts]:
        return counting
    why = "it has no result" if result.is_void else "it was played out of the ratings"
    raise WrongStateError(f"match {match_id} does not count: {why}")


def _require_open(ladder: Ladder, result: RawResult) -> None:
    """Raises WrongStateError where the season of a result is over."""
    current = ladder.seasons.current
    if result.number <= current.first:
        raise WrongStateError(
            f"match {result.match_id} was played in a season that is over; the table of that season stays as it is"
        )
    if ladder.seasons.is_over:
        raise WrongStateError(f"season {current.number} is over; its table stays as it is")


def _tell(ladder: Ladder, results: Sequence[RawResult], line: str) -> None:
    """Notes it for the owners of the entries that played."""
    played = dict.fromkeys(entry for one in results for entry in one.entries)
    for entry in (ladder.entries[one] for one in played if one in ladder.entries):
        entry.note(line)
        ladder.roster.note(entry)
