"""The server's own programs on a ladder: they come, change and go by themselves."""

from tests.server.contests.ladder.made import make_ladder, offered

from infoset_server.contests.ladder.entries import EntryState
from infoset_server.contests.ladder.ladder import LadderState
from infoset_server.contests.ladder.programs import offer


def test_programs_enter_by_themselves_and_a_changed_one_as_a_new_version() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    assert [entry.state for entry in ladder.entries.values()] == [EntryState.QUEUED] * 2
    offer(ladder, [offered("x", "2")], now_s=0.0)
    states = {entry.title: entry.state for entry in ladder.entries.values()}
    assert states == {
        "x 1": EntryState.RETIRED,
        "x 2": EntryState.QUEUED,
        "y 1": EntryState.IDLE,  # not offered any more
    }


def test_a_frozen_ladder_keeps_the_versions_it_has() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x")], now_s=0.0)
    ladder.set_state(LadderState.FROZEN)
    offer(ladder, [offered("x", "2")], now_s=0.0)
    assert [entry.title for entry in ladder.entries.values()] == ["x 1"]


def test_a_benched_program_is_not_queued_again_until_it_changes() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x")], now_s=0.0)
    (entry,) = ladder.entries.values()
    ladder.roster.bench(entry, "it crashed")
    offer(ladder, [offered("x")], now_s=0.0)
    assert entry.state is EntryState.BENCHED
    offer(ladder, [offered("x", "2")], now_s=0.0)
    assert [one.state for one in ladder.entries.values()] == [
        EntryState.RETIRED,
        EntryState.QUEUED,
    ]


def test_a_version_that_was_replaced_does_not_come_back_to_a_frozen_ladder() -> None:
    ladder = make_ladder(hosted="all")
    offer(ladder, [offered("x", "1")], now_s=0.0)
    offer(ladder, [offered("x", "2")], now_s=0.0)
    ladder.set_state(LadderState.FROZEN)
    offer(ladder, [offered("x", "1")], now_s=0.0)
    states = {entry.title: entry.state for entry in ladder.entries.values()}
    assert states == {"x 1": EntryState.RETIRED, "x 2": EntryState.IDLE}
