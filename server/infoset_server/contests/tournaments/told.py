"""Tournaments as competitions that others may know of (`contests/contest.py`)."""

from infoset_server.contests.contest import Contest, ContestMatch, ContestSeat
from infoset_server.contests.tournaments.tournament import Tournament


def contest_of(one: Tournament, address: str) -> Contest:
    """A tournament, whose page has this address."""
    return Contest(
        "tournament",
        one.id,
        one.title,
        one.key,
        frozenset(() if one.owner is None else (one.owner,)),
        f"/#/tournaments/{address}",
        one.visible_round,
        is_for_all=one.file.classroom is None,
    )


def contest_match_of(contest: Contest, one: Tournament, match_id: str) -> ContestMatch | None:
    """A match that counts at a table of a tournament."""
    for sitting in one.course.sittings:
        for played in sitting.played:
            if played.match == match_id:
                seats = tuple(ContestSeat(entrant=entrant + 1) for entrant in played.seating)
                table = sitting.draw.name
                return ContestMatch(contest, seats, table=table, round=sitting.draw.round)
    return None
