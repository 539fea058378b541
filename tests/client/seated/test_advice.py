"""Programs that help a person in the terminal: what they say is shown, and what is said to them is done."""

import asyncio
import io
from typing import TYPE_CHECKING, Any

from tests.client.seated.tables import begin, start_of, your_turn

from infoset.assistant.owner import Owner
from infoset.client import Incoming
from infoset.seated.desk import PlainDesk
from infoset.seated.seat import PersonSeat
from infoset.seated.sitting import Sitting
from infoset.watching.text import Style
from infoset_protocol.messages import ClientMessage, Suggestion, read_server_message

if TYPE_CHECKING:
    from infoset_protocol.messages import ServerMessage, Unknown

HELPER = {"type": "assist_status", "on": True, "assistant": "a_1", "name": "helper"}
OVER = {
    "type": "match_over",
    "match_id": "m_1",
    "reason": "finished",
    "places": [1, 2, 2, 2],
    "scores": [10, 2, 2, 2],
    "returns": [1, 0, 0, 0],
}


def suggestion(index: int) -> Suggestion:
    message = read_server_message(
        {
            "type": "suggestion",
            "match_id": "m_1",
            "decision": 0,
            "assistant": "a_1",
            "by": "helper",
            "suggestion": 1,
            "top": [{"index": index, "text": "three sixes"}],
        }
    )
    assert isinstance(message, Suggestion)
    return message


def sitting() -> Sitting:
    """A seat of Catan that is asked for its first settlement."""
    match = begin("catan")
    made = Sitting(start_of(match, 0), Style())
    made.take(your_turn(match, match.open[0]), 0.0)
    return made


def test_a_suggestion_is_told_once_in_the_words_of_the_game() -> None:
    seat = sitting()
    seat.take(read_server_message(HELPER), 0.0)
    news = seat.take(suggestion(30), 0.0)
    assert len(news) == 1
    assert news[0].startswith("helper suggests #1 ")
    assert "30" in news[0]
    assert news[0].endswith(": three sixes")
    assert seat.take(suggestion(30), 0.0) == []


def test_advice_stands_on_the_screen_until_it_is_old() -> None:
    seat = sitting()
    seat.take(suggestion(30), 0.0)
    assert any("helper suggests" in line for line in seat.screen(100, 60))
    seat.take(read_server_message(OVER), 0.0)
    assert not any("helper suggests" in line for line in seat.screen(100, 60))


async def test_an_accepted_suggestion_answers_the_question() -> None:
    asked: list[dict[str, Any]] = []
    made = sitting()
    out = io.StringIO()
    desk = PlainDesk(io.StringIO("accept 9.x\naccept 1\n"), out, lambda: 0.0)

    async def request(message: ClientMessage) -> "ServerMessage | Unknown":
        asked.append(message.to_plain())
        over = read_server_message(OVER)
        asyncio.get_running_loop().call_soon(lambda: seat.take(Incoming({}, over)))
        return read_server_message(
            {"type": "act_ok", "match_id": "m_1", "decision": 0, "elapsed_ms": 5}
        )

    owner = Owner(request, "m_1", "infoset://here:7421", made.advice)
    seat = PersonSeat(made, desk, request, lambda: 0.0, owner)
    seat.take(Incoming({}, suggestion(30)))
    await seat.play()
    assert [(one["type"], one.get("suggestion")) for one in asked] == [("accept", 1)]
    assert "expected: accept N" in out.getvalue()
    assert made.turn is None
    assert "played" in out.getvalue()
