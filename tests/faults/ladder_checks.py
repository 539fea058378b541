"""What must be true of a ladder whatever has happened to its servers: every match counts once, tables follow. No tests here."""

from collections import Counter
from collections.abc import Iterable, Iterator

from infoset_games.match import Match
from infoset_games.steps import RecordError, Step
from infoset_server.commands.ladder_views import reckon
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.results import RawResult
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import MatchHead
from infoset_server.matches.settings import read_settings
from infoset_server.storage.port import OPEN


async def check_ladder(
    journal: StoredJournal, match_ids: Iterable[str], ladder: Ladder, wrongs: list[str]
) -> int:
    """Holds results against the logs of matches, and tables against results; returns how many matches are rated.

    `ladder` is as the store has it, `match_ids` are all matches that the store has.
    """
    matches = await check_results(journal, match_ids, ladder, wrongs)
    await check_tables(ladder, wrongs)
    return matches


async def check_results(
    journal: StoredJournal, match_ids: Iterable[str], ladder: Ladder, wrongs: list[str]
) -> int:
    """Every rated match that is over has one result, the right one; and every result its match."""
    numbers = [result.number for result in ladder.results]
    if numbers != list(range(1, len(numbers) + 1)):
        wrongs.append(f"results are not numbered one by one: {numbers}")
    twice = [key for key, n in Counter(one.match_id for one in ladder.results).items() if n > 1]
    wrongs += [f"match {match_id} counts twice" for match_id in twice]
    results = {result.match_id: result for result in ladder.results}
    matches = 0
    for match_id in match_ids:
        head, status, steps = await journal.look_up(match_id)
        if head.asked.rated:  # else an upload was tried, or it is nobody's but its players'
            matches += 1
            wrongs += check_match(head, status, steps, results, ladder)
    wrongs += [f"there is no match {match_id}, but a result" for match_id in results]
    return matches


def check_match(
    head: MatchHead,
    status: str,
    steps: Iterable[Step],
    results: dict[str, RawResult],
    ladder: Ladder,
) -> Iterator[str]:
    """What is wrong with one match; its result is taken out of `results`."""
    match_id = head.match_id
    found = results.pop(match_id, None)
    is_known = any(meeting.running == match_id for meeting in ladder.meetings.values())
    if status == OPEN:
        if found is None and not is_known:
            yield f"match {match_id} goes on, and no meeting knows it"
        return
    if is_known:
        yield f"match {match_id} is over ({status}), and a meeting takes it to go on"
    if found is None:
        yield f"match {match_id} is over ({status}), and its result is lost"
        return
    try:
        places = replayed(head, steps)
    except RecordError as problem:
        yield f"the record of match {match_id}: {problem}"
        return
    if places != found.places:
        yield f"match {match_id}: its record ends otherwise than its result"


def replayed(head: MatchHead, steps: Iterable[Step]) -> tuple[int, ...] | None:
    """The places with which a match has ended, by seat; None where it goes on. Raises RecordError."""
    settings = read_settings(head.asked, RoomLimits(), may_rate=True)
    match = Match(settings.game, settings.terms, head.seed, head.deal)
    for step in steps:
        match.redo(step, 0)
    return None if match.over is None else tuple(match.over.result.places)


async def places_in_log(journal: StoredJournal, match_id: str) -> tuple[int, ...] | None:
    """As `replayed`, of a match that is stored. Raises RecordError."""
    head, _, steps = await journal.look_up(match_id)
    return replayed(head, steps)


async def check_tables(ladder: Ladder, wrongs: list[str]) -> None:
    """Every published table follows from the results, bit for bit."""
    newest = ladder.standings.table
    last = 0 if newest is None else newest.last
    kept = ladder.results
    ladder.results = [result for result in kept if result.number <= last]
    anew = await reckon(ladder)
    ladder.results = kept
    rebuilt = {table.outcomes: table for table in anew.milestones}
    wrongs += [
        f"the table after {outcomes} results cannot be calculated again"
        for outcomes, table in ladder.standings.milestones.items()
        if rebuilt.get(outcomes) != table
    ]
    if newest is not None and anew.table != newest:
        wrongs.append("the newest table cannot be calculated again")
