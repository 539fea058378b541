"""What a report says of a match that is over, and of how each seat was played."""

import pytest

from infoset_games.clocks import Clock
from infoset_games.crossfire import Crossfire
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.terms import Terms
from infoset_games.testing.toys import Ambush, Leduc
from infoset_server.matches.report import Conduct, conduct_of, outcome_of

NONE = Conduct(decisions=0, took_ms=0, timeouts=0, illegal=0, fault="")


def begun(terms: Terms | None = None) -> Match:
    """A match of Leduc poker, at 0 ms."""
    match = Match(Leduc(), terms or Terms(), "seed")
    match.start(0)
    return match


def act(match: Match, now_ms: int, index: int = 0) -> int:
    """Whoever is to act does so; returns the seat."""
    (asked,) = match.open.values()
    match.start_clock(asked.seat, asked.opened_ms)
    match.submit(asked.seat, asked.number, Choice(index), now_ms)
    return asked.seat


def test_a_match_that_was_played_to_its_end_has_the_places_of_its_rules() -> None:
    match = begun()
    while match.over is None:
        act(match, 0)
    outcome = outcome_of(match)
    assert outcome.reason == "finished"
    assert not outcome.is_void
    assert outcome.places == tuple(match.over.result.places)
    assert outcome.scores == tuple(match.over.result.scores)
    assert {type(outcome.places), type(outcome.scores)} == {tuple}


@pytest.mark.parametrize("is_void", [True, False])
def test_only_a_match_that_was_aborted_is_void(is_void: bool) -> None:
    match = begun()
    if is_void:
        match.abort("shutdown")
    else:
        match.forfeit(0, "resign", 0)
    outcome = outcome_of(match)
    assert outcome.is_void is is_void
    assert outcome.reason == ("aborted" if is_void else "resign")


def test_each_decision_counts_for_its_seat_with_what_was_charged() -> None:
    match = begun(Terms(clock=Clock("bank", main_ms=60_000)))
    first = act(match, 1_500)
    second = act(match, 2_000)
    conduct = conduct_of(match)
    assert conduct[first] == Conduct(1, 1_500, 0, 0, "")
    assert conduct[second] == Conduct(1, 500, 0, 0, "")


def test_a_seat_that_never_decided_has_done_nothing() -> None:
    assert conduct_of(begun()) == (NONE, NONE)


def test_illegal_tries_and_missed_deadlines_are_counted() -> None:
    match = begun(Terms(clock=Clock("per_move", move_ms=1_000), max_timeouts=9))
    (asked,) = match.open.values()
    match.submit(asked.seat, asked.number, Choice(99), 0)
    match.tick(1_000)
    conduct = conduct_of(match)[asked.seat]
    assert (conduct.decisions, conduct.timeouts, conduct.illegal) == (1, 1, 1)
    assert conduct.fault == ""  # it may play on


@pytest.mark.parametrize("reason", ["resign", "forfeit"])
def test_why_a_seat_did_not_play_on_is_what_its_leaving_says(reason: str) -> None:
    match = Match(Ambush(seats=3), Terms(), "seed")
    match.start(0)
    match.forfeit(1, reason, 0)
    assert [one.fault for one in conduct_of(match)] == ["", reason, ""]
    assert [one.decisions for one in conduct_of(match)] == [0, 0, 0]


def test_a_seat_that_missed_too_much_is_at_fault_without_a_step_that_says_so() -> None:
    terms = Terms(clock=Clock("per_move", move_ms=1_000), max_timeouts=1, on_timeout="forfeit")
    match = begun(terms)
    (seat,) = match.open
    match.tick(1_000)
    assert conduct_of(match)[seat].fault == "timeout"
    assert conduct_of(match)[1 - seat].fault == ""


def test_who_left_and_whose_time_is_up_after_that_has_left() -> None:
    terms = Terms(clock=Clock("per_move", move_ms=1_000))
    match = Match(Ambush(seats=3), terms, "seed")
    match.start(0)
    match.forfeit(0, "resign", 0)
    match.tick(1_000)
    assert [one.fault for one in conduct_of(match)] == ["resign", "", ""]


def test_options_that_deal_the_same_map_again_come_from_the_customs_of_the_game() -> None:
    match = Match(Crossfire(preset="mini"), Terms(), "seed")
    match.start(0)
    match.forfeit(0, "resign", 0)
    again = Match(Crossfire(preset="mini", **outcome_of(match).same_map), Terms(), "another")
    assert again.deal["map"] == match.deal["map"]
    plain = begun()
    plain.forfeit(0, "resign", 0)
    assert outcome_of(plain).same_map == {}


def test_a_match_that_goes_on_has_no_outcome() -> None:
    with pytest.raises(AssertionError):
        outcome_of(begun())
