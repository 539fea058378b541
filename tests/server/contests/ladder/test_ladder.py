"""One ladder: what it plays in which state, what counts, what is kept."""

import pytest
from tests.server.contests.ladder.made import Notepad, enter, make_ladder, meet, play, result, user

from infoset_server.common.request_errors import WrongStateError
from infoset_server.contests.ladder.entries import EntryState, LadderClosedError, read_entry
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.contests.ladder.meetings import read_meeting
from infoset_server.contests.ladder.results import read_results, result_kind


def test_a_ladder_has_at_most_so_many_matches_at_once() -> None:
    ladder = make_ladder(matches=2)
    for number in range(8):
        enter(ladder, f"bot{number}")
    assert [meet(ladder) is None for _ in range(4)] == [False, False, True, True]


def test_a_match_without_a_result_is_kept_and_blames_nobody() -> None:
    ladder = make_ladder(health={"faults": 1})
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    void = result(1, (ann.id, bob.id), (1, 1), reason="aborted", faults=("timeout", ""))
    assert ladder.count(void) == []
    assert (len(ladder.results), ladder.statistics.void, ann.faults) == (1, 1, 0)


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
