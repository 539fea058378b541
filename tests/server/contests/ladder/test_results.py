"""What is kept of a match: places, faults by seat, time; and that it can be read again."""

import orjson
import pytest
from tests.server.contests.ladder.made import result

from infoset_games.clocks import Clock
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.registry import make_game
from infoset_games.terms import Terms
from infoset_server.contests.ladder.calculation import places_of
from infoset_server.contests.ladder.results import (
    RawResult,
    Seating,
    points_of,
    read_result,
    read_results,
    result_of,
    walkover,
)
from infoset_server.matches.report import outcome_of

SEATING = Seating(("a", "b"), (True, False), "x_1")


def crossfire(terms: Terms) -> Match:
    match = Match(make_game("crossfire", {"preset": "mini"}), terms, seed="s")
    match.start(0)
    return match


def played_out(match: Match, idle: int | None = None) -> RawResult:
    """Everybody plays index 0 after 30 ms; `idle` lets every deadline pass."""
    now_ms = 0
    while match.over is None:
        for seat, asked in list(match.open.items()):
            if seat != idle and asked.sealed is None:
                match.submit(seat, asked.number, Choice(index=0), now_ms + 30)
        deadline_ms = match.next_deadline_ms()
        now_ms = now_ms + 30 if deadline_ms is None else deadline_ms
        match.tick(now_ms)
    return result_of(7, "m_1", outcome_of(match), SEATING, 1000)


def test_a_match_played_out_blames_nobody() -> None:
    match = crossfire(Terms())
    found = played_out(match)
    assert match.over is not None
    assert (found.places, found.reason) == (tuple(match.over.result.places), "finished")
    assert (found.faults, found.entries, found.people) == (("", ""), ("a", "b"), (True, False))
    assert found.decisions == tuple(match._asked[seat] for seat in range(2))
    assert not found.is_void
    assert found.ends_meeting


def test_a_seat_that_missed_too_much_is_at_fault_and_last() -> None:
    clock = Clock("per_move", move_ms=100)
    match = crossfire(Terms(clock=clock, max_timeouts=2, absent="forfeit"))
    found = played_out(match, idle=1)
    assert (found.places, found.reason) == ((1, 2), "forfeit")
    assert (found.faults[0], bool(found.faults[1])) == ("", True)
    assert found.timeouts == (0, 2)
    assert found.took_ms[0] == 30 * found.decisions[0]


def test_who_resigns_is_told_apart() -> None:
    match = crossfire(Terms())
    match.forfeit(0, "resign", 0)
    found = result_of(1, "m_1", outcome_of(match), SEATING, 0)
    assert (found.faults, found.places) == (("resign", ""), (2, 1))


def test_a_match_without_a_result_is_void() -> None:
    match = crossfire(Terms())
    match.abort("shutdown")
    assert result_of(1, "m_1", outcome_of(match), SEATING, 0).is_void


def test_results_are_read_in_the_order_in_which_they_count() -> None:
    results = [result(number, ("a", "b"), (1, 2)) for number in (1, 2, 10)]
    documents = {one.match_id: orjson.dumps(one.to_plain()) for one in reversed(results)}
    assert read_results(documents) == results


WHOLE = result(1, ("a", "b"), (1, 2)).to_plain()
NO_RESULTS = [
    b"",
    b"1",
    b"[]",
    b"{}",
    b'{"number": 1}',
    b'{"x": 1}',
    orjson.dumps(WHOLE | {"x": 1}),
    orjson.dumps(WHOLE | {"places": ["first", "second"]}),
    b"[" + orjson.dumps(WHOLE)[1:],
]


@pytest.mark.parametrize("body", NO_RESULTS)
def test_what_is_no_result_is_named(body: bytes) -> None:
    with pytest.raises(ValueError, match="m_9"):
        read_result("m_9", body)


def test_the_points_of_a_meeting_make_its_places() -> None:
    met = [
        result(1, ("a", "b", "c"), (1, 2, 3)),
        result(2, ("b", "c", "a"), (1, 1, 3)),
    ]
    assert points_of(met) == {"a": 2.0, "b": 2.5, "c": 1.5}
    assert places_of(met) == (1, 3, 2)  # by seat of the last match
    assert places_of(met[:1]) == (1, 2, 3)


def test_who_does_not_come_is_behind_who_does() -> None:
    found = walkover(3, SEATING, [True, False], 5)
    assert (found.places, found.faults) == ((2, 1), ("absent", ""))
    assert (found.match_id, found.ends_meeting) == ("x_1-walkover", True)
