"""Batches: matches that somebody asks for, and those that each new version gets; budgets of owners."""

from typing import Any

import pytest
from tests.server.contests.ladder.made import (
    Notepad,
    enter,
    make_ladder,
    meet,
    play,
    result,
)

from infoset_server.common.request_errors import BadOptionError, BusyError
from infoset_server.contests.ladder.batches import BATCH, Batch
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder


def ask(ladder: Ladder, entry: Entry, *against: Entry, matches: int = 3, **more: Any) -> Batch:
    asked: dict[str, Any] = {"asked_by": entry.owner, "now_ms": 0} | more
    return ladder.ask_batch(entry, against, matches, **asked)


def play_next(ladder: Ladder) -> set[str]:
    """Who meets next; the match is played as it was begun."""
    meeting = meet(ladder)
    assert meeting is not None
    number = ladder.next_number
    play(ladder, meeting, number, batch=meeting.batch, unrated=meeting.unrated)
    return {ladder.entries[one].name for one in meeting.entries}


def test_so_many_matches_are_played_in_turn_with_others_and_do_not_count() -> None:
    ladder = make_ladder()
    ann, bob, _ = (enter(ladder, name) for name in "abc")
    batch = ask(ladder, ann, bob)
    met = [play_next(ladder) for _ in range(7)]
    assert [one.batch for one in ladder.results] == [batch.id, "", batch.id, "", batch.id, "", ""]
    assert met[0:5:2] == [{"a", "b"}] * 3
    assert (ladder.batches.played(batch), ladder.batches.state(batch)) == (3, "done")
    assert [one.counts for one in ladder.results] == [not one.batch for one in ladder.results]
    assert sum(one.games for one in ladder.statistics.conduct.values()) == 2 * 4


def test_nobody_asks_for_matches_with_people() -> None:
    ladder = make_ladder()
    ann, person = enter(ladder, "a"), enter(ladder, "p", kind="human")
    with pytest.raises(BadOptionError, match="programs; p 1 is a person"):
        ask(ladder, ann, person)


def test_where_the_ladder_wishes_it_they_count_and_owners_cannot_meet_themselves() -> None:
    ladder = make_ladder(batches={"rated": True})
    ann, bob = enter(ladder, "a"), enter(ladder, "b")
    other = enter(ladder, "a2", owner="a")
    ask(ladder, ann, bob, matches=1)
    play_next(ladder)
    assert ladder.results[-1].counts
    with pytest.raises(BadOptionError, match="against"):
        ask(ladder, ann, other)


def test_a_batch_goes_on_after_a_restart_where_it_was() -> None:
    notes = Notepad()
    ladder = make_ladder(notes)
    ann, bob = enter(ladder, "a"), enter(ladder, "b")
    batch = ask(ladder, ann, bob)
    play_next(ladder)
    again = make_ladder()
    for entry in (ann, bob):
        again.roster.add(entry)
    again.batches.restore(list(notes.of(BATCH).values()))
    for one in ladder.results:
        again.enter_result(one)
    (known,) = again.batches
    assert known == batch
    assert again.batches.left(known) == 2


def test_a_batch_that_is_cancelled_or_whose_entry_is_replaced_begins_nothing() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "a"), enter(ladder, "b")
    first, second = ask(ladder, ann, bob), ask(ladder, bob)
    ladder.batches.cancel(first)
    enter(ladder, "b", "2")
    states = [ladder.batches.state(one) for one in (first, second)]
    assert states == ["cancelled", "ended"]
    play_next(ladder)
    assert ladder.results[-1].batch == ""


def test_matches_without_a_result_do_not_keep_a_batch_going_for_ever() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "a"), enter(ladder, "b")
    batch = ask(ladder, ann, bob, matches=1)
    for number in range(3):
        assert ladder.batches.left(batch) == 1
        pair = (ann.id, bob.id)
        ladder.count(result(number + 1, pair, (1, 2), reason="aborted", batch=batch.id))
    assert ladder.batches.state(batch) == "ended"


def test_an_owner_has_a_budget_for_a_day_and_the_organiser_none() -> None:
    ladder = make_ladder(batches={"owner_per_day": 10, "most": 8})
    ann, bob = enter(ladder, "a"), enter(ladder, "b")
    ask(ladder, ann, bob, matches=8)
    with pytest.raises(BusyError, match="2 are left"):
        ask(ladder, ann, bob, matches=3)
    ask(ladder, ann, bob, matches=3, asked_by="")
    ask(ladder, bob, ann, matches=3)
    ask(ladder, ann, bob, matches=3, now_ms=86_400_001)
    with pytest.raises(BadOptionError, match="matches"):
        ask(ladder, bob, ann, matches=9)


def test_opponents_that_cannot_be_are_refused() -> None:
    ladder = make_ladder()
    ann, bob, cat = (enter(ladder, name) for name in "abc")
    for against in ([ann], [bob, bob], [bob, cat]):
        with pytest.raises(BadOptionError, match="against"):
            ask(ladder, ann, *against)
    ladder.roster.bench(bob, "it crashed")
    with pytest.raises(BadOptionError, match="b 1 is benched"):
        ask(ladder, ann, bob)


def test_a_version_plays_its_matches_and_then_only_with_those_who_have_not() -> None:
    ladder = make_ladder(batches={"submission": 2}, pairing={"repeats": 100})
    for name in "abc":
        enter(ladder, name)
    while meet_one(ladder):
        pass
    games = {one.name: ladder.statistics.games_of(one.id) for one in ladder.entries.values()}
    assert min(games.values()) >= 2
    assert sum(games.values()) <= 2 * 4
    assert ladder.lacks() == ["every version has had its 2 matches (batches.submission)"]
    enter(ladder, "new")
    assert "new" in play_next(ladder)
    assert "new" in play_next(ladder)
    assert meet(ladder) is None


def meet_one(ladder: Ladder) -> bool:
    meeting = meet(ladder)
    if meeting is not None:
        play(ladder, meeting, ladder.next_number)
    return meeting is not None


def test_all_entries_of_an_owner_share_a_budget_of_matches() -> None:
    pace = {"owner_per_hour": 3, "settled_per_hour": 1000}
    ladder = make_ladder(pace=pace, max_entries_each=9)
    for name in ("x", "y"):
        enter(ladder, name, owner="ann")
    for name in ("p", "q"):
        enter(ladder, name)
    begun: list[set[str]] = []
    while (meeting := meet(ladder)) is not None:
        ladder.pace.begun(meeting.entries, 1)
        begun.append({ladder.entries[one].owner for one in meeting.entries})
        play(ladder, meeting, ladder.next_number)
    of_ann = [one for one in begun if "u_ann" in one]
    assert len(of_ann) <= 3
    again = make_ladder(pace=pace, max_entries_each=9)
    for entry in ladder.entries.values():
        again.roster.add(entry)
    again.pace.recall(ladder.results, now_ms=20_000)
    mine = next(one for one in again.entries.values() if one.owner == "u_ann")
    assert again.pace.is_rested(mine, 0.0) == (len(of_ann) < 3)
