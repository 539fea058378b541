"""Seasons: when they begin and end, what is kept of them, what begins anew, and what no deadline takes any more."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.server.contests.ladder.made import (
    Notepad,
    enter,
    ladder_page,
    make_ladder,
    meet,
    offered,
    play,
    user,
)

from infoset_server.commands.ladder_results import as_published, compare_seasons
from infoset_server.commands.ladder_views import calculate
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.catalogue import StoredLadders, restore_ladder
from infoset_server.contests.ladder.definition import LadderFileError
from infoset_server.contests.ladder.entries import ENTRY, LadderClosedError
from infoset_server.contests.ladder.ladder import LADDER, Ladder
from infoset_server.contests.ladder.programs import offer
from infoset_server.contests.ladder.results import result_kind
from infoset_server.contests.ladder.season_end import past_season
from infoset_server.contests.ladder.seasons import SEASON
from infoset_server.contests.ladder.tables import table_kind

DAY_MS = 86_400_000
WEEK = {"begins": "1970-01-02T00:00:00Z", "days": 7}


def play_some(ladder: Ladder, count: int) -> None:
    """So many matches, all in the table."""
    for _ in range(count):
        meeting = meet(ladder)
        assert meeting is not None
        play(ladder, meeting, ladder.next_number)
    ladder.standings.publish(
        asyncio.run(calculate(ladder.name, ladder.terms(), ladder.results)), len(ladder.results)
    )


def end(ladder: Ladder, now_ms: int) -> None:
    """As the server does it."""
    ladder.look(now_ms)
    assert ladder.may_end_season
    past = past_season(ladder, now_ms)
    ladder.keep_season(past)
    ladder.begin_season(past, now_ms)
    ladder.look(now_ms)


def restored(ladder: Ladder, notes: Notepad) -> Ladder:
    """What another server reads of it."""
    stored = StoredLadders(
        notes.of(LADDER),
        {ladder.name: list(notes.of(ENTRY).values())},
        {},
        {ladder.name: notes.of(result_kind(ladder.name))},
        {},
        {ladder.name: notes.of(table_kind(ladder.name))},
        {ladder.name: list(notes.of(SEASON).values())},
    )
    return restore_ladder(ladder.name, ladder.file, stored, RoomLimits(), notes)


def test_a_season_waits_for_its_beginning_and_ends_with_what_is_played() -> None:
    ladder = make_ladder(seasons=WEEK)
    enter(ladder, "a")
    enter(ladder, "b")
    ladder.look(DAY_MS - 1)
    assert meet(ladder) is None
    assert ladder.lacks()[0] == "the first season begins at 1970-01-02 00:00 UTC"
    ladder.look(DAY_MS)
    meeting = meet(ladder)
    assert meeting is not None
    ladder.look(8 * DAY_MS)
    assert meet(ladder) is None
    assert not ladder.may_end_season  # something is played
    play(ladder, meeting, 1)
    assert not ladder.may_end_season  # it is in no table yet
    assert ladder.lacks()[0].startswith("season 1 is over")


@pytest.mark.parametrize(("ratings", "carried"), [("fresh", 0), ("carried", 6)])
def test_a_season_that_is_over_stays_as_it_was_and_outlives_the_server(
    ratings: str, carried: int
) -> None:
    notes = Notepad()
    ladder = make_ladder(notes, seasons={**WEEK, "ratings": ratings})
    for name in "abc":
        enter(ladder, name)
    ladder.note()
    ladder.look(DAY_MS)
    play_some(ladder, 6)
    end(ladder, 8 * DAY_MS)
    past = ladder.seasons.past[1]
    assert (past.first, past.last, past.ended_ms, len(past.rows)) == (0, 6, 8 * DAY_MS, 3)
    assert ladder.seasons.current.number == 2
    assert sum(row.games for row in ladder.standings.rows()) == 2 * carried
    play_some(ladder, 5)
    table = ladder.standings.table
    assert table is not None
    assert table.results == 5 + carried
    again = restored(ladder, notes)
    assert again.seasons.past == ladder.seasons.past
    assert again.seasons.current == ladder.seasons.current
    assert again.standings.table == table
    assert again.statistics == ladder.statistics
    assert compare_seasons(as_published(again)) == 0
    page = ladder_page("/ladder/open/season/1", again)
    assert page is not None
    assert [row["name"] for row in page["rows"]] == [row.name for row in past.rows]
    assert ladder_page("/ladder/open/season/2", again) is None
    seasons = ladder_page("/ladder/open/seasons", again)
    assert seasons is not None
    assert seasons["seasons"][0]["results"] == 6


def test_a_table_of_a_past_season_that_was_changed_is_found_out() -> None:
    ladder = make_ladder(seasons={**WEEK, "ratings": "fresh"})
    enter(ladder, "a")
    enter(ladder, "b")
    ladder.look(DAY_MS)
    play_some(ladder, 4)
    end(ladder, 8 * DAY_MS)
    ladder.results[0] = ladder.results[1]  # not what the table was made of
    ladder.results = ladder.results[1:]
    assert compare_seasons(as_published(ladder)) == 1


def test_a_server_that_was_killed_in_between_ends_the_season_once() -> None:
    notes = Notepad()
    ladder = make_ladder(notes, seasons={**WEEK, "ratings": "fresh"})
    enter(ladder, "a")
    enter(ladder, "b")
    ladder.look(DAY_MS)
    play_some(ladder, 4)
    ladder.look(8 * DAY_MS)
    ladder.keep_season(past_season(ladder, 8 * DAY_MS))  # and killed here
    again = restored(ladder, notes)
    assert again.seasons.past == {}
    again.standings.reckoned = len(again.results)
    end(again, 9 * DAY_MS)
    assert sorted(again.seasons.past) == [1]
    assert again.seasons.past[1].ended_ms == 8 * DAY_MS


def test_seasons_that_no_server_was_there_for_are_left_out() -> None:
    ladder = make_ladder(seasons=WEEK)
    ladder.look(DAY_MS)
    end(ladder, 30 * DAY_MS)
    assert (ladder.seasons.current.number, ladder.seasons.current.began_ms) == (2, 29 * DAY_MS)
    assert ladder.seasons.ends_ms == 36 * DAY_MS


def test_a_ladder_that_is_made_late_begins_with_the_season_of_now() -> None:
    ladder = make_ladder(seasons={**WEEK, "freeze_days": 1})
    ladder.look(24 * DAY_MS)
    assert not ladder.seasons.is_over
    assert ladder.takes_versions
    assert (ladder.seasons.current.number, ladder.seasons.current.began_ms) == (1, 22 * DAY_MS)


def test_the_organiser_ends_a_season_without_an_end() -> None:
    ladder = make_ladder(seasons={})
    ladder.look(1000)
    assert not ladder.seasons.is_over
    ladder.end_season()
    ladder.look(2000)
    end(ladder, 3000)
    assert (ladder.seasons.current.number, ladder.seasons.current.began_ms) == (2, 3000)


def test_from_the_deadline_on_what_stood_plays_on_and_nothing_new_comes() -> None:
    ladder = make_ladder(hosted="all", deadline="1970-01-02T00:00:00Z")
    mine = enter(ladder, "ann", "1")
    offer(ladder, [offered("house@1")], now_s=0.0)
    ladder.look(DAY_MS)
    with pytest.raises(LadderClosedError) as refused:
        ladder.register(user("ann"), "ann", "2", "bot", {})
    assert refused.value.msg == (
        "open takes no new entries and versions: the deadline was 1970-01-02 00:00 UTC; what stood then plays on"
    )
    assert ladder.register(user("ann"), "ann", "1", "bot", {}) is mine
    with pytest.raises(LadderClosedError):  # it is not theirs
        ladder.register(user("bob"), "ann", "1", "bot", {})
    offer(ladder, [offered("house@2")], now_s=0.0, is_kept=lambda bot: bot == "house@1")
    assert [one.name for one in ladder.entries.values() if one.is_needed] == ["ann", "house@1"]
    offer(ladder, [offered("house@2")], now_s=0.0)  # and where its bytes are gone
    assert [one.name for one in ladder.entries.values() if one.is_needed] == ["ann"]


def test_a_season_freezes_versions_before_its_end_only() -> None:
    ladder = make_ladder(seasons={**WEEK, "freeze_days": 2})
    ladder.look(DAY_MS)
    assert ladder.takes_versions
    ladder.look(6 * DAY_MS)
    assert not ladder.takes_versions
    end(ladder, 8 * DAY_MS)
    assert ladder.takes_versions


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"seasons": {"days": 0}}, "seasons.days"),
        ({"seasons": {"days": 1, "ends": ["2026-01-01T00:00:00Z"]}}, "ends: expected none"),
        ({"seasons": {"ends": [datetime(2026, 1, 1)]}}, "expected a time zone"),  # noqa: DTZ001
        ({"seasons": {"days": 1, "freeze_days": 1}}, "freeze_days"),
        ({"deadline": datetime(2026, 1, 1)}, "deadline: expected a time zone"),  # noqa: DTZ001
        ({"divisions": {"sizes": [4]}}, "divisions: expected seasons"),
        ({"seasons": {}, "divisions": {"sizes": [4, 4], "moves": 3}}, "moves: expected"),
        ({"batches": {"submission": 0}}, "batches.submission"),
    ],
)
def test_what_a_file_says_wrongly_is_named(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(LadderFileError, match=path):
        make_ladder(**fields)


def test_seasons_may_end_at_given_times() -> None:
    ends = [datetime(2026, month, 1, tzinfo=UTC) for month in (4, 7)]
    ladder = make_ladder(seasons={"begins": datetime(2026, 1, 1, tzinfo=UTC), "ends": ends})
    ladder.look(int(datetime(2026, 2, 1, tzinfo=UTC).timestamp() * 1000))
    assert ladder.seasons.ends_ms == ends[0].timestamp() * 1000
    end(ladder, int(datetime(2026, 4, 2, tzinfo=UTC).timestamp() * 1000))
    assert ladder.seasons.ends_ms == ends[1].timestamp() * 1000
