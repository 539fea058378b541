"""One ladder: who may enter, versions and owners, health, who is paired, what is kept."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.ladder.made import Notepad, make_ladder, result, user

from infoset_server.ladder.entries import Entry, EntryState, read_entry
from infoset_server.ladder.errors import EntryUnknownError, LadderClosedError
from infoset_server.ladder.ladder import Ladder, LadderState
from infoset_server.ladder.meetings import Meeting, read_meeting
from infoset_server.ladder.reckoner import Reckoned
from infoset_server.ladder.reckoning import Reckoning
from infoset_server.ladder.results import read_results, result_kind
from infoset_server.ladder.sources import OfferedBot
from infoset_server.people import Client
from infoset_server.requests import BusyError, ForbiddenError, WrongStateError

HERE = cast(Client, SimpleNamespace(connection=SimpleNamespace(is_here=True)))
AWAY = cast(Client, SimpleNamespace(connection=SimpleNamespace(is_here=False)))


def enter(ladder: Ladder, name: str, version: str = "1", owner: str = "", **more: Any) -> Entry:
    """An entry in the queue, of an owner of its own."""
    entry = ladder.register(user(owner or name), name, version, more.pop("kind", "bot"), {})
    asked: dict[str, Any] = {"client": HERE, "parallel": 1, "games": None, "now_s": 0.0} | more
    ladder.queue(entry, **asked)
    return entry


def offered(name: str, version: str = "1") -> OfferedBot:
    return OfferedBot(name, name, version, f"house:{name}")


def meet(ladder: Ladder, now_s: float = 0.0) -> Meeting | None:
    """The next meeting, which goes on from now."""
    meeting = ladder.next_meeting(now_s)
    if meeting is not None:
        ladder.meet(meeting)
    return meeting


def play(ladder: Ladder, meeting: Meeting, number: int, **changed: Any) -> None:
    """The meeting's only match; the first seat wins."""
    one = result(number, meeting.seating(), (1, 2), meeting=meeting.id, **changed)
    meeting.results.append(one)
    ladder.count(one)
    ladder.part(meeting, now_s=1.0)


# Entering.


def test_a_new_version_is_a_new_entry_and_the_older_one_is_retired() -> None:
    ladder = make_ladder()
    one = enter(ladder, "ann", "1")
    two = enter(ladder, "ann", "2")
    assert one is not two
    assert (one.state, one.why) == (EntryState.RETIRED, "replaced by version 2")
    assert enter(ladder, "ann", "1") is one  # back to the older one
    assert (one.state, two.state) == (EntryState.QUEUED, EntryState.RETIRED)


def test_an_older_version_plays_its_matches_to_the_end_before_it_is_retired() -> None:
    ladder = make_ladder()
    one, _ = enter(ladder, "ann"), enter(ladder, "bob")
    meeting = meet(ladder)
    assert meeting is not None
    enter(ladder, "ann", "2")
    states = [one.state]
    play(ladder, meeting, 1)
    assert [*states, one.state] == [EntryState.DRAINING, EntryState.RETIRED]


def test_an_owner_has_at_most_so_many_entries_and_a_ladder_so_many_in_all() -> None:
    ladder = make_ladder(max_entries=3, max_entries_each=2)
    for name in ("a", "b"):
        ladder.register(user("ann"), name, "1", "bot", {})
    with pytest.raises(BusyError, match="at most 2 entries each"):
        ladder.register(user("ann"), "c", "1", "bot", {})
    ladder.register(user("bob"), "c", "1", "bot", {})
    with pytest.raises(BusyError, match="as many as it may"):
        ladder.register(user("cat"), "d", "1", "bot", {})


def test_a_name_is_its_first_owners() -> None:
    ladder = make_ladder()
    entry = enter(ladder, "ann")
    with pytest.raises(ForbiddenError, match="somebody else's"):
        ladder.register(user("bob"), "ann", "2", "bot", {})
    with pytest.raises(EntryUnknownError):
        ladder.find(user("bob"), entry.id)


def test_people_play_one_match_at_a_time_and_programs_as_many_as_the_ladder_lets_them() -> None:
    ladder = make_ladder(pairing={"parallel": 3})
    assert enter(ladder, "ann", kind="human", parallel=5).parallel == 1
    assert enter(ladder, "bob", parallel=5).parallel == 3


# Programs of the server.


def test_programs_enter_by_themselves_and_a_changed_one_as_a_new_version() -> None:
    ladder = make_ladder(hosted="all")
    ladder.offer([offered("x"), offered("y")], now_s=0.0)
    assert [entry.state for entry in ladder.entries.values()] == [EntryState.QUEUED] * 2
    ladder.offer([offered("x", "2")], now_s=0.0)
    states = {entry.title: entry.state for entry in ladder.entries.values()}
    assert states == {
        "x 1": EntryState.RETIRED,
        "x 2": EntryState.QUEUED,
        "y 1": EntryState.IDLE,  # not offered any more
    }


def test_a_frozen_ladder_keeps_the_versions_it_has() -> None:
    ladder = make_ladder(hosted="all")
    ladder.offer([offered("x")], now_s=0.0)
    ladder.set_state(LadderState.FROZEN)
    ladder.offer([offered("x", "2")], now_s=0.0)
    assert [entry.title for entry in ladder.entries.values()] == ["x 1"]


def test_a_benched_program_is_not_queued_again_until_it_changes() -> None:
    ladder = make_ladder(hosted="all")
    ladder.offer([offered("x")], now_s=0.0)
    (entry,) = ladder.entries.values()
    ladder.bench(entry, "it crashed")
    ladder.offer([offered("x")], now_s=0.0)
    assert entry.state is EntryState.BENCHED
    ladder.offer([offered("x", "2")], now_s=0.0)
    assert [one.state for one in ladder.entries.values()] == [
        EntryState.RETIRED,
        EntryState.QUEUED,
    ]


# Health.


def test_so_many_faults_in_a_row_bench_an_entry_and_a_match_played_on_forgives() -> None:
    ladder = make_ladder(health={"faults": 2})
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    faults = [("timeout", ""), ("", ""), ("forfeit", ""), ("resign", "")]
    for number, fault in enumerate(faults, 1):
        assert ladder.count(result(number, (ann.id, bob.id), (2, 1), faults=fault)) == []
    assert ladder.count(result(8, (ann.id, bob.id), (2, 1), faults=("timeout", ""))) == []
    assert ladder.count(result(9, (ann.id, bob.id), (2, 1), faults=("timeout", ""))) == [ann]
    assert ann.state is EntryState.BENCHED
    assert "2 matches in a row" in ann.why
    assert "m_9" in ann.log[-2]
    with pytest.raises(WrongStateError, match="benched"):
        ladder.queue(ann, HERE, 1, None, 0.0)
    ladder.unbench(ann)
    ladder.queue(ann, HERE, 1, None, 0.0)
    with pytest.raises(WrongStateError, match="not benched"):
        ladder.unbench(ann)


def test_a_match_without_a_result_is_kept_and_blames_nobody() -> None:
    ladder = make_ladder(health={"faults": 1})
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    void = result(1, (ann.id, bob.id), (1, 1), reason="aborted", faults=("timeout", ""))
    assert ladder.count(void) == []
    assert (len(ladder.results), ladder.statistics.void, ann.faults) == (1, 1, 0)


# Pairing.


def test_only_who_is_here_and_free_is_paired() -> None:
    ladder = make_ladder()
    enter(ladder, "ann")
    gone = enter(ladder, "bob", client=AWAY)
    assert meet(ladder) is None
    gone.client = HERE
    assert meet(ladder) is not None
    assert meet(ladder) is None  # both are busy
    enter(ladder, "cat")
    enter(ladder, "dan")
    assert meet(ladder) is not None


def test_a_ladder_has_at_most_so_many_matches_at_once() -> None:
    ladder = make_ladder(matches=2)
    for number in range(8):
        enter(ladder, f"bot{number}")
    assert [meet(ladder) is None for _ in range(4)] == [False, False, True, True]


def test_kinds_of_tables_take_turns_by_their_shares() -> None:
    tables = [{"options": {"seats": 3}, "share": 1}, {"options": {"seats": 4}, "share": 3}]
    ladder = make_ladder(game="catan", tables=tables, matches=1000)
    for number in range(300):
        enter(ladder, f"bot{number}")
    sizes = [len(meeting.entries) for _ in range(60) if (meeting := meet(ladder)) is not None]
    assert (sizes.count(3), sizes.count(4)) == (15, 45)


def test_who_is_free_waits_for_a_table_whose_turn_it_is_unless_nobody_plays() -> None:
    tables = [{"options": {"seats": 3}}, {"options": {"seats": 4}}]
    ladder = make_ladder(game="catan", tables=tables)
    for number in range(6):
        enter(ladder, f"bot{number}")
    first = meet(ladder)
    assert first is not None
    assert len(first.entries) == 3
    assert meet(ladder) is None  # three are free, and it is the turn of a table for four
    ladder.part(first, now_s=1.0)
    second = meet(ladder)
    assert second is not None
    assert len(second.entries) == 4


def test_two_alone_meet_again_and_again_on_changing_seats() -> None:
    ladder = make_ladder()
    enter(ladder, "ann")
    enter(ladder, "bob")
    firsts = []
    for number in range(1, 21):
        meeting = meet(ladder)
        assert meeting is not None
        firsts.append(meeting.entries[0])
        play(ladder, meeting, number)
    assert firsts.count(firsts[0]) == 10


def test_entries_of_one_owner_meet_only_where_the_ladder_says_so() -> None:
    for own in (False, True):
        ladder = make_ladder(pairing={"own": own})
        enter(ladder, "a", owner="ann")
        enter(ladder, "b", owner="ann")
        assert (meet(ladder) is not None) is own


def test_a_person_gets_a_program_only_after_some_waiting() -> None:
    ladder = make_ladder(people={"bots_after_s": 10})
    enter(ladder, "ann", kind="human")
    enter(ladder, "bot")
    assert meet(ladder, now_s=9.0) is None
    assert meet(ladder, now_s=11.0) is not None


def test_who_wanted_so_many_matches_stops_after_them() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann", games=2), enter(ladder, "bob")
    for number in (1, 2):
        meeting = meet(ladder)
        assert meeting is not None
        play(ladder, meeting, number)
    assert (ann.state, bob.state) == (EntryState.IDLE, EntryState.QUEUED)


@pytest.mark.parametrize("state", [LadderState.PAUSED, LadderState.CLOSING, LadderState.CLOSED])
def test_no_match_begins_where_the_ladder_does_not_play(state: LadderState) -> None:
    ladder = make_ladder()
    enter(ladder, "ann")
    enter(ladder, "bob")
    ladder.set_state(state)
    assert meet(ladder) is None


def test_a_closing_ladder_is_closed_with_its_last_match_and_for_ever() -> None:
    ladder = make_ladder()
    ann, _ = enter(ladder, "ann"), enter(ladder, "bob")
    meeting = meet(ladder)
    assert meeting is not None
    ladder.set_state(LadderState.CLOSING)
    assert ladder.state is LadderState.CLOSING
    play(ladder, meeting, 1)
    assert (ladder.state, ann.state) == (LadderState.CLOSED, EntryState.IDLE)
    with pytest.raises(WrongStateError, match="for ever"):
        ladder.set_state(LadderState.OPEN)
    with pytest.raises(LadderClosedError):
        ladder.register(user("cat"), "cat", "1", "bot", {})


# What is kept.


def test_what_was_noted_makes_entries_results_and_meetings_again() -> None:
    notes = Notepad()
    ladder = make_ladder(notes)
    ann, _ = enter(ladder, "ann"), enter(ladder, "bob")
    first = meet(ladder)
    assert first is not None
    play(ladder, first, 1)
    second = meet(ladder)
    assert second is not None
    ladder.note_meeting(second)
    (kept,) = (
        read_entry(body) for body in notes.of("ladder_entry").values() if ann.id.encode() in body
    )
    assert kept.to_plain() == ann.to_plain()
    assert read_results(notes.of(result_kind("open"))) == ladder.results
    (meeting,) = notes.of("ladder_meeting").values()
    assert read_meeting(meeting, ladder.results).to_plain() == second.to_plain()
    for damaged in (b"{}", b"[]", b'{"state": "asleep"}'):
        with pytest.raises(ValueError, match=r"entry|asleep"):
            read_entry(damaged)
        with pytest.raises(ValueError, match="meeting"):
            read_meeting(damaged, [])


def test_the_table_orders_by_what_is_proved_and_knows_who_has_not_played() -> None:
    notes = Notepad()
    ladder = make_ladder(notes, anchors=[{"name": "rock", "rating": 1500}])
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    rock = enter(ladder, "rock")
    reckoning = Reckoning(ladder.terms())
    for number in range(1, 31):
        one = result(number, (ann.id, bob.id), (1, 2) if number % 5 else (2, 1))
        ladder.count(one)
        reckoning.add(one)
    assert ladder.is_stale
    ladder.publish(Reckoned(tuple(reckoning.due()), reckoning.table()), len(ladder.results))
    assert not ladder.is_stale
    names = [ladder.entries[row.entry].name for row in ladder.rows()]
    assert names[:2] == ["ann", "rock"]
    assert ladder.rating_of(rock.id) == 1500
    assert ladder.row(rock.id).sigma == 0
    assert ladder.rating_of(enter(ladder, "new").id) == 1500
    assert set(notes.of("ladder_table:open")) == {"10", "20", "30", "newest"}
