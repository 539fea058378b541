"""Annulled results: kept and shown, and everything that is counted is what it would be without them."""

from collections.abc import Sequence
from typing import Any

import orjson
import pytest
from tests.server.contests.ladder.made import (
    Notepad,
    enter,
    ladder_page,
    make_ladder,
    result,
    user,
)

from infoset_server.common.request_errors import NotFoundError, WrongStateError
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.annulling import annul, reinstate
from infoset_server.contests.ladder.annulments import annulment_kind
from infoset_server.contests.ladder.calculation import TableCalculation
from infoset_server.contests.ladder.catalogue import StoredLadders, restore_ladder
from infoset_server.contests.ladder.entries import ENTRY
from infoset_server.contests.ladder.ladder import LADDER, Ladder
from infoset_server.contests.ladder.rating_worker import Calculated
from infoset_server.contests.ladder.results import VOID, RawResult, result_kind
from infoset_server.contests.ladder.season_end import past_season
from infoset_server.contests.ladder.statistics import Statistics
from infoset_server.contests.ladder.tables import NEWEST, table_kind

SPOILT = 37  # the number of the result that is annulled


def a_ladder(notes: Notepad | None = None, **fields: Any) -> tuple[Ladder, list[RawResult]]:
    """One with two entries and fifty results."""
    ladder = make_ladder(notes or Notepad(), **fields)
    pair = [enter(ladder, name).id for name in ("ann", "bob")]
    played = [
        result(number, pair if number % 2 else pair[::-1], (1, 2) if number % 3 else (2, 1))
        for number in range(1, 51)
    ]
    for one in played:
        ladder.count(one)
    return ladder, played


def calculated(ladder: Ladder, results: Sequence[RawResult] | None = None) -> Calculated:
    """All its tables."""
    calculation = TableCalculation(ladder.terms())
    for one in ladder.results if results is None else results:
        calculation.add(one)
    return Calculated(tuple(calculation.due()), calculation.table())


def published(ladder: Ladder) -> None:
    """Its newest table is calculated and kept."""
    ladder.standings.publish(calculated(ladder), len(ladder.results))


def restored(ladder: Ladder, notes: Notepad) -> Ladder:
    """As another server reads what was kept of it."""
    stored = StoredLadders(
        notes.of(LADDER),
        {ladder.name: list(notes.of(ENTRY).values())},
        results={ladder.name: notes.of(result_kind(ladder.name))},
        tables={ladder.name: notes.of(table_kind(ladder.name))},
        annulments={ladder.name: notes.of(annulment_kind(ladder.name))},
    )
    return restore_ladder(ladder.name, ladder.file, stored, RoomLimits(), Notepad())


def statistics_of(results: Sequence[RawResult]) -> Statistics:
    found = Statistics()
    for one in results:
        found.add(one)
    return found


def test_tables_and_statistics_are_bit_for_bit_those_of_a_ladder_without_the_result() -> None:
    ladder, played = a_ladder()
    published(ladder)
    annul(ladder, f"m_{SPOILT}", "a power cut", 5)
    assert ladder.is_stale
    others = [one for one in played if one.number != SPOILT]
    without, _ = a_ladder()
    without.results.clear()
    assert calculated(ladder) == calculated(without, others)
    assert ladder.statistics == statistics_of(others)
    assert ladder.results == played  # it is kept as it was played


def test_what_is_taken_back_counts_again_as_if_nothing_had_been() -> None:
    ladder, played = a_ladder()
    before, counted = calculated(ladder), statistics_of(played)
    annul(ladder, f"m_{SPOILT}", "a power cut", 5)
    reinstate(ladder, f"m_{SPOILT}")
    assert calculated(ladder) == before
    assert ladder.statistics == counted
    with pytest.raises(WrongStateError, match="is not annulled"):
        reinstate(ladder, f"m_{SPOILT}")


def test_an_opponent_who_was_met_only_then_is_gone_from_the_statistics() -> None:
    ladder = make_ladder()
    ann, bob = (enter(ladder, name).id for name in ("ann", "bob"))
    ladder.count(result(1, (ann, bob), (1, 2)))
    annul(ladder, "m_1", "it was the wrong game", 5)
    assert ladder.statistics == Statistics()


def test_it_stays_annulled_after_a_restart_and_tables_that_rest_on_it_are_not_kept() -> None:
    notes = Notepad()
    ladder, _ = a_ladder(notes)
    published(ladder)
    assert {"10", "20", "30", "40", "50", NEWEST} == set(notes.of(table_kind("open")))
    annul(ladder, f"m_{SPOILT}", "a power cut", 5)
    assert set(notes.of(table_kind("open"))) == {"10", "20", "30"}
    again = restored(ladder, notes)
    assert again.annulments.of(f"m_{SPOILT}") == ladder.annulments.of(f"m_{SPOILT}")
    assert again.terms() == ladder.terms()
    assert again.statistics == ladder.statistics
    assert again.is_stale
    published(ladder)
    assert set(ladder.standings.milestones) == {10, 20, 30, 40}  # 49 results count
    reinstate(ladder, f"m_{SPOILT}")
    assert restored(ladder, notes).terms().annulled == ()
    assert set(notes.of(table_kind("open"))) == {"10", "20", "30"}


def test_a_ladder_that_was_kept_before_there_were_annulments_is_read() -> None:
    notes = Notepad()
    ladder, _ = a_ladder(notes)
    body = orjson.loads(notes.of(result_kind("open"))["m_1"])
    assert "annulled" not in body  # results stay as they are stored, and older servers read them
    assert "annulled" not in ladder.terms().to_plain()
    assert restored(ladder, notes).terms() == ladder.terms()


def test_a_series_counts_as_one_result_and_is_annulled_as_one() -> None:
    ladder = make_ladder(best_of=3)
    ann, bob = (enter(ladder, name).id for name in ("ann", "bob"))
    series = [
        result(1, (ann, bob), (1, 2), meeting="x_1", ends_meeting=False),
        result(2, (bob, ann), (1, 2), meeting="x_1", ends_meeting=False),
        result(3, (ann, bob), (1, 2), meeting="x_1"),
    ]
    for one in series:
        ladder.count(one)
    assert annul(ladder, "m_2", "a power cut", 5) == series
    assert calculated(ladder) == calculated(ladder, [])
    assert reinstate(ladder, "m_3") == series
    assert calculated(ladder).table.outcomes == 1


def test_a_series_that_goes_on_is_not_annulled_yet() -> None:
    ladder = make_ladder(best_of=3)
    for name in ("ann", "bob"):
        enter(ladder, name)
    meeting = ladder.next_meeting(0.0)
    assert meeting is not None
    ladder.meet(meeting)
    first = result(1, meeting.seating(), (1, 2), meeting=meeting.id, ends_meeting=False)
    ladder.count(first)
    with pytest.raises(WrongStateError, match="its series goes on"):
        annul(ladder, "m_1", "a power cut", 5)
    meeting.running = "m_2"
    with pytest.raises(WrongStateError, match="is being played"):
        annul(ladder, "m_2", "a power cut", 5)
    assert not ladder.annulments


def test_what_does_not_count_or_is_not_there_is_refused_and_nothing_changes() -> None:
    notes = Notepad()
    ladder, _ = a_ladder(notes)
    pair = ladder.results[0].entries
    ladder.count(result(51, pair, (1, 1), reason=VOID))
    ladder.count(result(52, pair, (1, 2), unrated=True))
    annul(ladder, "m_1", "a power cut", 5)
    kept = dict(notes.kept)
    for match_id, told in {
        "m_51": "does not count: it has no result",
        "m_52": "does not count: it was played out of the ratings",
        "m_1": "is annulled already: a power cut",
    }.items():
        with pytest.raises(WrongStateError, match=told):
            annul(ladder, match_id, "why not", 6)
    with pytest.raises(NotFoundError):
        annul(ladder, "m_99", "why not", 6)
    assert notes.kept == kept


@pytest.mark.parametrize("ratings", ["carried", "fresh"])
def test_the_table_of_a_season_that_is_over_stays(ratings: str) -> None:
    ladder, _ = a_ladder(seasons={"ratings": ratings})
    annul(ladder, "m_36", "a power cut", 5)
    published(ladder)
    ladder.end_season()
    for match_id, change in (("m_37", "annul"), ("m_36", "reinstate")):
        with pytest.raises(WrongStateError, match="season 1 is over"):
            annul(ladder, match_id, "too late", 6) if change == "annul" else reinstate(
                ladder, match_id
            )
    past = past_season(ladder, 10)
    ladder.begin_season(past, 10)
    with pytest.raises(WrongStateError, match="in a season that is over"):
        annul(ladder, "m_37", "too late", 6)
    assert past.table is not None
    assert past.table.outcomes == 49
    pair = ladder.results[0].entries
    ladder.count(result(51, pair, (1, 2)))
    annul(ladder, "m_51", "in time", 7)
    assert ladder.statistics.games_of(pair[0]) == (49 if ratings == "carried" else 0)


def test_a_version_gets_another_match_and_so_does_a_batch() -> None:
    ladder = make_ladder(batches={"submission": 1, "rated": True})
    ann, bob = (enter(ladder, name) for name in ("ann", "bob"))
    batch = ladder.ask_batch(ann, [bob], 1, "", 5)
    ladder.count(result(1, (ann.id, bob.id), (1, 2), batch=batch.id))
    assert (ladder.batches.left(batch), ladder.has_played_enough(ann)) == (0, True)
    annul(ladder, "m_1", "a power cut", 5)
    assert (ladder.batches.left(batch), ladder.has_played_enough(ann)) == (1, False)
    reinstate(ladder, "m_1")
    assert (ladder.batches.left(batch), ladder.has_played_enough(ann)) == (0, True)


def test_owners_find_it_among_the_lines_of_their_entries() -> None:
    ladder, _ = a_ladder()
    annul(ladder, "m_1", "a power cut", 5)
    reinstate(ladder, "m_1")
    told = ["match m_1 is annulled: a power cut", "match m_1 counts again"]
    assert all(entry.log == told for entry in ladder.entries.values())


def test_the_page_shows_it_as_annulled_with_the_reason() -> None:
    ladder, _ = a_ladder()
    annul(ladder, "m_50", "a power cut", 5)
    page = ladder_page("/ladder/open/results", ladder)
    assert page is not None
    assert [one.get("annulled") for one in page["results"][:2]] == ["a power cut", None]
    table = ladder_page("/ladder/open", ladder)
    assert table is not None
    assert (table["results"], table["annulled"]) == (50, 1)
    entry = ladder_page(f"/ladder/open/entry/{ladder.results[0].entries[0]}", ladder)
    assert entry is not None
    assert entry["results"][0]["annulled"] == "a power cut"


def test_a_retired_entry_may_have_its_result_annulled() -> None:
    ladder = make_ladder()
    ann, bob = (enter(ladder, name) for name in ("ann", "bob"))
    ladder.count(result(1, (ann.id, bob.id), (1, 2)))
    newer = ladder.register(user("ann"), "ann", "2", "bot", {})
    ladder.queue(newer, None, 1, None, 0.0)
    annul(ladder, "m_1", "it cheated", 5)
    assert ladder.statistics == Statistics()
