"""Who meets on a ladder: free entries, turns of tables, line-ups that come again, people and programs."""

from collections import Counter
from typing import Any, Final

from tests.server.contests.ladder.made import AWAY, HERE, enter, make_ladder, meet, offered, play

from infoset_server.contests.ladder.programs import offer


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


FOUR: Final[dict[str, Any]] = {"game": "catan", "options": {"seats": 4}, "hosted": "all"}


def test_bots_of_the_server_take_several_seats_only_where_the_ladder_says_so_and_others_are_too_few() -> (
    None
):
    for copies, bots, seats in (
        (1, 3, None),
        (2, 3, [1, 1, 2]),
        (2, 4, [1, 1, 1, 1]),
        (2, 1, None),
    ):
        ladder = make_ladder(**FOUR, pairing={"copies": copies})
        offer(ladder, [offered(f"bot{number}") for number in range(bots)], now_s=0.0)
        meeting = meet(ladder)
        if seats is None:
            assert meeting is None
        else:
            assert meeting is not None
            assert sorted(Counter(meeting.entries).values()) == seats
            assert {one.running for one in ladder.entries.values()} == {1}


def test_a_program_from_outside_sits_on_one_seat_whatever_the_ladder_says() -> None:
    ladder = make_ladder(**FOUR, pairing={"copies": 3})
    for name in ("ann", "bob", "cat"):
        enter(ladder, name)
    assert meet(ladder) is None
    offer(ladder, [offered("bot")], now_s=0.0)
    meeting = meet(ladder)
    assert meeting is not None
    assert len(set(meeting.entries)) == 4


def test_a_person_meets_copies_where_bots_are_too_few() -> None:
    ladder = make_ladder(**FOUR, pairing={"copies": 2}, people={"bots_after_s": 10})
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    enter(ladder, "ann", kind="human")
    for entry in ladder.entries.values():
        entry.parallel = 2
    first = meet(ladder, now_s=11.0)
    assert first is not None
    assert sorted(Counter(first.entries).values()) == [1, 1, 2]


def test_a_ladder_says_what_it_lacks() -> None:
    ladder = make_ladder(game="catan", options={"seats": 4}, hosted=["x", "y", "nobody"])
    offer(ladder, [offered("x"), offered("y")], now_s=0.0)
    absent, seats = ladder.lacks()
    assert absent == "hosted: no bot nobody of this server that plays catan has come"
    assert seats.startswith("2 play, and a table has 4 seats: expected more entries")
    for name in ("ann", "bob"):
        enter(ladder, name)
    assert ladder.lacks() == [absent]
    with_copies = make_ladder(**FOUR, pairing={"copies": 2})
    offer(with_copies, [offered("x"), offered("y")], now_s=0.0)
    assert with_copies.lacks() == []
