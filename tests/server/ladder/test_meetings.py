"""What a line-up plays: one match, a series, one deal in every rotation; and when it is over."""

from tests.server.ladder.made import result

from infoset_server.ladder.meetings import MOST_VOID, Meeting


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
    meeting = Meeting("x", "open", 0, ("a", "b", "c"), seed="s_1")
    seatings = []
    while not meeting.is_over:
        seatings.append(meeting.seating())
        meeting.results.append(result(1, meeting.seating(), (1, 2, 3)))
    assert seatings == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_a_meeting_that_was_given_up_is_over() -> None:
    assert Meeting("x", "open", 0, ("a", "b"), best_of=3, is_given_up=True).is_over
