"""The entries of a ladder: versions and owners, how many there may be, faults, who stops when."""

from typing import Any

import pytest
from tests.server.contests.ladder.made import (
    HERE,
    Notepad,
    enter,
    make_ladder,
    meet,
    play,
    result,
    user,
)

from infoset_server.accounts.users import Role
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import BusyError, ForbiddenError, WrongStateError
from infoset_server.contests.ladder.entries import ENTRY, EntryState, EntryUnknownError
from infoset_server.contests.ladder.tables import RatingTable, Row


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
        enter(ladder, name, owner="ann")
    with pytest.raises(BusyError, match="at most 2 entries each"):
        ladder.register(user("ann"), "c", "1", "bot", {})
    enter(ladder, "c", owner="bob")
    with pytest.raises(BusyError, match="as many as it may"):
        ladder.register(user("cat"), "d", "1", "bot", {})


def test_a_name_is_its_first_owners() -> None:
    ladder = make_ladder()
    entry = enter(ladder, "ann")
    with pytest.raises(ForbiddenError, match="somebody else's"):
        ladder.register(user("bob"), "ann", "2", "bot", {})
    with pytest.raises(EntryUnknownError):
        ladder.roster.find(user("bob"), entry.id)


def test_people_play_one_match_at_a_time_and_programs_as_many_as_the_ladder_lets_them() -> None:
    ladder = make_ladder(pairing={"parallel": 3})
    assert enter(ladder, "ann", kind="human", parallel=5).parallel == 1
    assert enter(ladder, "bob", parallel=5).parallel == 3


def test_who_wanted_so_many_matches_stops_after_them() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann", games=2), enter(ladder, "bob")
    for number in (1, 2):
        meeting = meet(ladder)
        assert meeting is not None
        play(ladder, meeting, number)
    assert (ann.state, bob.state) == (EntryState.IDLE, EntryState.QUEUED)


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
    ladder.roster.unbench(ann)
    ladder.queue(ann, HERE, 1, None, 0.0)
    with pytest.raises(WrongStateError, match="not benched"):
        ladder.roster.unbench(ann)


# Entries that only take up space.


def test_a_class_of_guests_behind_one_address_enters() -> None:
    ladder = make_ladder()
    for number in range(40):
        name = f"guest{number}"
        ladder.register(user(name, Role.GUEST), name, "1", "bot", {}, "192.0.2.1")
    assert len(ladder.entries) == 40


def test_guests_of_one_address_have_so_many_entries_and_accounts_as_many_as_they_answer_for() -> (
    None
):
    ladder = make_ladder(max_entries_per_address=2, max_entries_each=2)
    for name in ("a", "b"):
        ladder.register(user(name, Role.GUEST), name, "1", "bot", {}, "192.0.2.1")
    with pytest.raises(BusyError, match="at most 2 entries of guests from one address"):
        ladder.register(user("c", Role.GUEST), "c", "1", "bot", {}, "192.0.2.1")
    ladder.register(user("c", Role.GUEST), "c", "1", "bot", {}, "192.0.2.2")
    ladder.register(user("ann"), "ann", "1", "human", {}, "192.0.2.1")
    one, other = user("ferris"), user("gopher")
    for bot in (one, other):
        bot.is_bot, bot.owner = True, UserId("u_ann")
    ladder.register(one, "ferris", "1", "bot", {})
    with pytest.raises(BusyError, match="at most 2 entries each"):
        ladder.register(other, "gopher", "1", "bot", {})


def test_a_full_ladder_gives_the_place_of_who_never_played_and_is_not_there() -> None:
    notes = Notepad()
    ladder = make_ladder(notes, max_entries=3)
    enter(ladder, "ann")
    enter(ladder, "bob")
    meeting = meet(ladder)
    assert meeting is not None
    play(ladder, meeting, 1)
    squatter = ladder.register(user("eve"), "eve", "1", "bot", {})
    ladder.register(user("cat"), "cat", "1", "bot", {})
    assert [one.name for one in ladder.entries.values()] == ["ann", "bob", "cat"]
    assert not any(key.endswith(squatter.id) for key in notes.of(ENTRY))
    enter(ladder, "cat")
    with pytest.raises(BusyError, match="as many as it may"):
        ladder.register(user("dan"), "dan", "1", "bot", {})


def test_an_entry_without_a_match_is_forgotten_after_its_time_and_stands_last_before() -> None:
    ladder = make_ladder(unplayed_hours=1)
    for name in ("ann", "bob"):
        enter(ladder, name)
    meeting = meet(ladder)
    assert meeting is not None
    play(ladder, meeting, 1)
    table = RatingTable(
        1,
        1,
        1,
        0,
        tuple(Row(entry, -900.0, 100.0, 1, (1, 0), 0) for entry in meeting.entries),
        {},
        (),
        (1500.0, 260.0),
    )
    ladder.standings.enter(table)
    squatter = ladder.register(user("eve"), "eve", "1", "bot", {})
    waiting = enter(ladder, "cat")
    rows = [row.entry for row in ladder.standings.rows()]
    assert {*rows[:2]} == {*meeting.entries}
    ladder.roster.expire(0.0)
    ladder.roster.expire(3599.0)
    assert squatter.id in ladder.entries
    ladder.roster.expire(3600.0)
    assert squatter.id not in ladder.entries
    assert waiting.id in ladder.entries, "it is there, and may be paired"
    assert {*meeting.entries} <= {*ladder.entries}


def test_the_account_of_a_bot_does_not_enter_as_a_person() -> None:
    ladder = make_ladder()
    bot = user("ferris")
    bot.is_bot, bot.owner = True, UserId("u_ann")
    with pytest.raises(ForbiddenError, match="expected the kind bot"):
        ladder.register(bot, "ferris", "1", "human", {})
    ladder.register(bot, "ferris", "1", "bot", {})


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"undecided": (3, 0)}, "3 of 3 decisions were left to fallbacks (0 deadlines missed, 3 "),
        ({"timeouts": (2, 0)}, "2 of 3 decisions were left to fallbacks (2 deadlines missed, 0 "),
        ({"timeouts": (1, 0), "undecided": (1, 0)}, "2 of 3 decisions were left to fallbacks"),
        ({"faults": ("crash", "")}, "the seat did not play on (crash; 0 deadlines missed"),
    ],
)
def test_exceptions_silence_and_leaving_are_faults_alike(told: dict[str, Any], why: str) -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    benched = [
        ladder.count(result(number, (ann.id, bob.id), (2, 1), **told)) for number in range(1, 4)
    ]
    assert benched == [[], [], [ann]]
    assert why in ann.why
    assert why in ann.log[0]
    assert bob.faults == 0


def test_now_and_then_a_fallback_is_no_fault() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    few = {"decisions": (30, 30), "undecided": (5, 0), "timeouts": (5, 0)}
    for number in range(1, 10):
        assert ladder.count(result(number, (ann.id, bob.id), (2, 1), **few)) == []
    assert ann.faults == 0


def test_copies_of_an_entry_at_one_table_are_at_fault_once() -> None:
    ladder = make_ladder()
    ann, bob = enter(ladder, "ann"), enter(ladder, "bob")
    seats = (ann.id, bob.id, ann.id)
    ladder.count(result(1, seats, (2, 1, 2), faults=("crash", "", "crash")))
    assert ann.faults == 1


def test_only_an_organiser_enters_an_anchor() -> None:
    """Its rating is given: whoever came first with the name would have it for ever."""
    ladder = make_ladder(anchors=[{"name": "rock", "version": "2", "rating": 1900}])
    with pytest.raises(ForbiddenError, match="rock 2 is an anchor of open: an organiser enters it"):
        ladder.register(user("eve"), "rock", "2", "bot", {})
    assert not ladder.entries
    entry = enter(ladder, "rock", "2", role=Role.ORGANISER)
    assert ladder.standings.row(entry.id).rating == 1900
    assert enter(ladder, "paper", "2").owner == user("paper").id


def test_an_entry_under_the_name_of_its_owner_is_called_as_they_are() -> None:
    ladder = make_ladder(anchors=[{"name": "rock", "rating": 1900}])
    one, two = enter(ladder, "ann", "1"), enter(ladder, "ann", "2")
    other = enter(ladder, "tool", owner="ann")
    enter(ladder, "bob")
    for name in ("bob", "tool", "rock"):
        with pytest.raises(WrongStateError, match=f"name: {name} is another entry's on the ladder"):
            ladder.roster.to_rename(user("ann"), name)
    theirs = ladder.roster.to_rename(user("ann"), "anna")
    assert theirs == [one, two, other]
    ladder.roster.rename(theirs, "ann", "anna")
    assert [one.title, two.title, other.title] == ["anna 1", "anna 2", "tool 1"]
    assert {one.owner_name, two.owner_name, other.owner_name} == {"anna"}
    assert ladder.roster.to_rename(user("cat"), "bob") == []


def test_the_entries_of_a_deleted_account_end_and_leave_their_names_to_others() -> None:
    ladder = make_ladder()
    one, two = enter(ladder, "ann", "1"), enter(ladder, "ann", "2")
    other = enter(ladder, "bob")
    ladder.roster.meet([two.id])
    ladder.roster.leave(user("ann").id)
    assert (one.state, two.state) == (EntryState.RETIRED, EntryState.DRAINING)
    assert other.state is not EntryState.RETIRED
    ladder.roster.part([two.id], 0.0, is_counted=True)
    assert two.state is EntryState.RETIRED
    assert {one.owner_name, two.owner_name} == {"ann"}
    again = ladder.register(user("eve"), "ann", "1", "bot", {})
    assert again is not one
    assert ladder.roster.find(user("eve"), again.id) is again


def test_the_entries_of_a_bot_that_is_taken_over_are_the_new_owners_with_their_results() -> None:
    ladder = make_ladder(max_entries_each=1)
    entry, other = enter(ladder, "ferris", owner="ann"), enter(ladder, "gull", owner="bob")
    ladder.roster.hand_over("ferris", user("ann").id, user("eve"))
    assert entry.owner == user("ann").id  # one from outside has an account of its own
    entry.bot = other.bot = "ferris@1"
    ladder.roster.hand_over("ferris", user("ann").id, user("eve"))
    assert (entry.owner, entry.owner_name, entry.keeper) == (user("eve").id, "eve", user("eve").id)
    assert other.owner == user("bob").id
    assert entry.is_of(user("eve"))
    assert not entry.is_of(user("ann"))


def test_an_anchor_keeps_its_name() -> None:
    ladder = make_ladder(anchors=[{"name": "rock", "rating": 1900}])
    enter(ladder, "rock", role=Role.ORGANISER)
    with pytest.raises(WrongStateError, match="rock is an anchor of the ladder open"):
        ladder.roster.to_rename(user("rock"), "stone")


def test_one_that_is_there_already_stays_its_owners() -> None:
    ladder = make_ladder()
    entry = enter(ladder, "rock")
    ladder.roster._file = make_ladder(anchors=[{"name": "rock", "rating": 1500}]).file
    assert ladder.register(user("rock"), "rock", "1", "bot", {}) is entry
