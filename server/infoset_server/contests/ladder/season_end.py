"""How a ladder stands at the end of a season: the final table, and who goes up and down."""

from infoset_server.contests.ladder.divisions import Placed, divide
from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.seasons import PastRow, PastSeason
from infoset_server.contests.ladder.tables import Row


def past_season(ladder: Ladder, now_ms: int) -> PastSeason:
    """The season that is on, as it would end now: who stands where, and who moves."""
    current, standings = ladder.seasons.current, ladder.standings
    going_on = [
        Placed(row.entry, ladder.seasons.division_of(entry), standings.find(row.entry) is not None)
        for row in standings.rows()
        if (entry := ladder.entries[row.entry]).state is not EntryState.RETIRED
    ]
    rules = ladder.file.divisions
    moves = {} if rules is None else divide(going_on, rules)
    ends_ms = ladder.seasons.ends_ms
    return PastSeason(
        number=current.number,
        began_ms=current.began_ms,
        ended_ms=now_ms if ends_ms is None else min(now_ms, ends_ms),
        first=current.first,
        last=ladder.next_number - 1,
        since=current.since,
        rows=tuple(_past_row(ladder, row, moves.get(row.entry, 0)) for row in standings.rows()),
        table=standings.table,
    )


def _past_row(ladder: Ladder, row: Row, moves_to: int) -> PastRow:
    entry = ladder.entries[row.entry]
    return PastRow(
        row.entry,
        entry.name,
        entry.version,
        entry.kind,
        entry.owner_name,
        ladder.seasons.division_of(entry),
        moves_to,
        row.rating,
        row.sigma,
        row.games,
        row.places,
    )
