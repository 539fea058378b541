"""Ladders as competitions that others may know of (`contests/contest.py`)."""

from infoset_server.accounts.classrooms import Classrooms
from infoset_server.contests.contest import Contest, ContestMatch, ContestSeat
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.results import RawResult


def contest_of(ladder: Ladder, classrooms: Classrooms) -> Contest:
    """A ladder. That of a class is its teacher's business, the others are the administrators'."""
    classroom = ladder.file.classroom
    teachers = {one.teacher for one in classrooms if one.id == classroom}
    return Contest(
        "ladder",
        ladder.name,
        ladder.title,
        classroom or "",
        frozenset(teacher for teacher in teachers if teacher is not None),
        f"/#/ladder/{ladder.name}",
        is_for_all=classroom is None,
    )


def contest_match_of(contest: Contest, ladder: Ladder, match_id: str) -> ContestMatch | None:
    """A match that has a result on a ladder; quick for one that has just ended."""
    if not ladder.has_result(match_id):
        return None
    result = next(one for one in reversed(ladder.results) if one.match_id == match_id)
    seats = tuple(seat_of(ladder, result, seat) for seat in range(len(result.entries)))
    return ContestMatch(contest, seats, result.number, result.counts)


def seat_of(ladder: Ladder, result: RawResult, seat: int) -> ContestSeat:
    """Whose seat it was."""
    entry = result.entries[seat]
    known = ladder.entries.get(entry)
    return ContestSeat(entry=entry, version="" if known is None else known.version)
