"""A person as a bot: asked without a server, and heard."""

import io
import sys
from collections.abc import Callable

import pytest
from tests.client.seated.tables import begin, played, turn_of

from infoset.seated.person import Person
from infoset.turn import MatchResult

Seat = Callable[..., tuple[Person, io.StringIO]]


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Seat:
    def make(*lines: str) -> tuple[Person, io.StringIO]:
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setattr(sys, "__stdout__", out)
        return Person(), out

    return make


def test_a_program_may_always_answer_with_a_position(seat: Seat) -> None:
    person, out = seat("0")
    match = begin("catan")
    person.on_start(played(match, 0))
    assert person.decide(turn_of(match, match.open[0])) == 0
    assert " 0=0   1=1 " in out.getvalue()
    assert out.getvalue().endswith("place a settlement:\n>\n")


def test_a_person_answers_after_a_mistake(seat: Seat) -> None:
    person, out = seat("fly", "30")
    match = begin("catan")
    person.on_start(played(match, 0))
    assert person.decide(turn_of(match, match.open[0])) == 30
    assert "fly: no such action" in out.getvalue()


def test_a_joint_order_is_returned_by_its_options(seat: Seat) -> None:
    person, _ = seat("1 0 0 2")
    match = begin("crossfire", preset="mini")
    assert person.decide(turn_of(match, match.open[0])) == [1, 0, 0, 2]


@pytest.mark.parametrize("lines", [(), ("q",)])
def test_who_leaves_stops_the_series(seat: Seat, lines: tuple[str, ...]) -> None:
    person, _ = seat(*lines)
    match = begin("catan")
    with pytest.raises(KeyboardInterrupt):
        person.decide(turn_of(match, match.open[0]))


def test_what_happens_and_the_end_are_shown(seat: Seat) -> None:
    person, out = seat()
    match = played(begin("catan"), 1)
    person.on_start(match)
    person.on_events(match, [{"e": "dice", "by": 0, "dice": [3, 3]}])
    person.on_over(match, MatchResult("finished", (1, 2, 2, 2), (10, 2, 2, 2), (1, 0, 0, 0), 1))
    assert "Ada rolls 3+3 = 6" in out.getvalue()
    assert "1. Ada                  10" in out.getvalue()
