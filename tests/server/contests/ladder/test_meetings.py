"""What a line-up plays: one match, a series, one deal in every rotation; and when it is over."""

import orjson
import pytest
from tests.server.contests.ladder.made import result

from infoset_server.contests.ladder.meetings import MOST_VOID, Meeting, deals_in, read_meeting
from infoset_server.storage.seed_box import SeedBox, SeedBoxError

BOX = SeedBox(bytes(32))


def won_by(meeting: Meeting, winner: str) -> None:
    """The meeting's next match."""
    seats = meeting.seating()
    places = [1 if seat == winner else 2 for seat in seats]
    meeting.results.append(result(len(meeting.results) + 1, seats, places))


def test_a_single_match_is_over_after_one_result_or_too_many_without() -> None:
    meeting = Meeting("x", "open", 0, ("a", "b"))
    assert not meeting.is_over
    meeting.voids = MOST_VOID
    assert meeting.is_over
    meeting.voids = 0
    won_by(meeting, "a")
    assert meeting.is_over


def test_a_series_changes_seats_and_ends_when_it_is_decided() -> None:
    meeting = Meeting("x", "open", 0, ("a", "b"), best_of=3)
    seatings = []
    for winner in ("a", "b", "b"):
        assert not meeting.is_over
        seatings.append(meeting.seating())
        won_by(meeting, winner)
    assert seatings == [("a", "b"), ("b", "a"), ("a", "b")]
    assert meeting.is_over


def test_a_deal_is_played_once_in_every_rotation() -> None:
    meeting = Meeting("x", "open", 0, ("a", "b", "c"), same_deal=True)
    seatings = []
    while not meeting.is_over:
        seatings.append(meeting.seating())
        meeting.results.append(result(1, meeting.seating(), (1, 2, 3)))
    assert seatings == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_a_meeting_that_was_given_up_is_over() -> None:
    assert Meeting("x", "open", 0, ("a", "b"), best_of=3, is_given_up=True).is_over


def test_the_seed_of_a_deal_is_kept_sealed_and_is_the_same_for_all_its_matches() -> None:
    meeting = Meeting("x", "open", 0, ("a", "b"), same_deal=True)
    deal = meeting.open_deal(BOX)
    assert deal is not None
    body = orjson.dumps(meeting.to_plain())
    assert deal.seed.encode() not in body
    assert deal.seed.encode().hex().encode() not in body
    assert deal.seed.encode() not in deal.box
    assert read_meeting(body, []).open_deal(BOX) == deal
    with pytest.raises(SeedBoxError):
        read_meeting(body, []).open_deal(SeedBox(bytes(31) + b"1"))
    assert Meeting("y", "open", 0, ("a", "b"), same_deal=True).open_deal(BOX) != deal
    assert Meeting("z", "open", 0, ("a", "b")).open_deal(BOX) is None


def test_a_meeting_that_was_kept_with_a_plain_seed_is_given_up() -> None:
    plain = Meeting("x", "open", 0, ("a", "b")).to_plain()
    for name in ("same_deal", "seed_box", "played"):
        del plain[name]
    assert not read_meeting(orjson.dumps(plain | {"seed": None}), []).is_over
    old = read_meeting(orjson.dumps(plain | {"seed": "5eed"}), [])
    assert old.is_over
    assert b"5eed" not in orjson.dumps(old.to_plain())


def test_the_matches_whose_deal_is_shared_are_told_by_the_document() -> None:
    meeting = Meeting("x", "open", 0, ("a", "b"), same_deal=True, running="m_2", played=["m_1"])
    assert set(deals_in(orjson.dumps(meeting.to_plain()))) == {"m_1", "m_2"}
    meeting.same_deal = False
    assert deals_in(orjson.dumps(meeting.to_plain())) == []


def test_a_deal_of_which_one_match_was_drawn_in_another_way_is_not_played_on() -> None:
    """Its seed is from before `infoset-luck/1`: from the same seed another deal is drawn now."""
    meeting = Meeting("x", "open", 0, ("a", "b"), same_deal=True)
    meeting.seed_box = BOX.seal("x", b"0123456789abcdef0123456789abcdef").hex()
    deal = meeting.open_deal(BOX)
    assert deal is not None
    assert deal.seed == "0123456789abcdef0123456789abcdef"
    won_by(meeting, "a")
    with pytest.raises(SeedBoxError, match="drawn in another way"):
        meeting.open_deal(BOX)
