"""What a person at a terminal or a window can take back, and whom they let do so."""

import asyncio
from typing import Any

from tests.client.seated.tables import begin, start_of, your_turn

from infoset.seated.second_thoughts import obey_undo
from infoset.seated.sitting import Sitting
from infoset.watching.text import Style
from infoset.watching.undoing import Undoing
from infoset_protocol.messages import (
    AnswerUndo,
    ClientMessage,
    Ok,
    ServerMessage,
    Undo,
    Unknown,
    read_server_message,
)

M = {"match_id": "m_1"}


def heard(kind: str, **fields: Any) -> ServerMessage | Unknown:
    """A message of the server."""
    return read_server_message({"type": kind, **M, **fields})


def events(ver: int, kind: str, by: int) -> ServerMessage | Unknown:
    return heard("events", ver=ver, items=[{"e": kind, "by": by}])


def sitting() -> Sitting:
    """Bob's seat in a match of Catan."""
    return Sitting(start_of(begin("catan"), 1), Style())


def asked(status: str, *waits_for: int, seat: int = 0) -> ServerMessage | Unknown:
    return heard("undo_status", seat=seat, decision=3, status=status, waits_for=list(waits_for))


def test_a_step_can_be_taken_back_until_somebody_else_acts() -> None:
    undoing = Undoing(sitting().match)
    undoing.take(heard("act_ok", decision=2, elapsed_ms=0, undo=2))
    undoing.take(events(3, "road", 1))
    assert undoing.request() == Undo(match_id="m_1", decision=2)
    undoing.take(events(4, "road", 2))
    assert undoing.request() is None


def test_who_is_asked_may_answer_and_nobody_else() -> None:
    undoing = Undoing(sitting().match)
    assert undoing.answer(agree=True) is None
    assert undoing.take(asked("asked", 1, 2)) == "Ada would like to take the last step back"
    assert undoing.answer(agree=False) == AnswerUndo(
        match_id="m_1", seat=0, decision=3, agree=False
    )
    assert undoing.take(asked("asked", 2)) is None
    assert undoing.answer(agree=True) is None
    assert undoing.take(asked("lapsed")) == "Ada asked to take a step back: the match went on"
    assert undoing.vote is None


def test_typed_words_become_requests() -> None:
    sent: list[ClientMessage] = []

    async def request(message: ClientMessage) -> ServerMessage | Unknown:
        sent.append(message)
        return Ok()

    def obey(line: str, undoing: Undoing) -> str | None:
        return asyncio.run(obey_undo(line, undoing, request))

    undoing = Undoing(sitting().match)
    assert obey("undo", undoing) == "there is nothing to take back now"
    assert obey("agree", undoing) == "nobody asks you for a step back"
    assert obey("road 3", undoing) is None
    undoing.take(heard("act_ok", decision=2, elapsed_ms=0, undo=2))
    assert obey(" Undo ", undoing) == ""
    undoing.take(asked("asked", 1))
    assert obey("decline", undoing) == ""
    assert sent == [
        Undo(match_id="m_1", decision=2),
        AnswerUndo(match_id="m_1", seat=0, decision=3, agree=False),
    ]


def test_a_question_that_is_withdrawn_is_not_called_late() -> None:
    match = begin("catan")
    seat = Sitting(start_of(match, 0), Style())
    seat.take(your_turn(match, match.open[0], None), now_s=0.0)
    seat.take(heard("turn_closed", decision=1, why="withdrawn"), now_s=1.0)
    assert seat.turn is None
    assert seat.note == ""
    news = seat.take(events(1, "undone", 0), now_s=1.0)
    assert [line for line in news if "takes the last step back" in line]
