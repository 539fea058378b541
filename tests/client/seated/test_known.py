"""`know` and `weigh` at a seat: what the server tells as lines of text, and why it tells nothing."""

from collections.abc import Callable

import pytest
from tests.client.seated.tables import begin, turn_of

from infoset.errors import ConnectionLostError, RequestError
from infoset.seated.known import obey_know
from infoset.seated.sitting import Sitting
from infoset.seated.wording import wording_for
from infoset.turn import Turn
from infoset.watching.text import Style
from infoset_protocol.messages import ClientMessage, Know, Known, ServerMessage

SEATS = [{"seat": 1, "facts": [{"what": ["resource", 3], "chance": 1, "mean": 1, "sure": True}]}]
LISTED = ["accept", "reject"]


def a_turn() -> Turn:
    match = begin("catan")
    return turn_of(match, match.open[0])


class Server:
    """Answers `know` as the test says, and keeps what was asked."""

    def __init__(self, answer: Callable[[Know], ServerMessage]) -> None:
        self.asked: list[Know] = []
        self._answer = answer

    async def request(self, message: ClientMessage) -> ServerMessage:
        assert isinstance(message, Know)
        self.asked.append(message)
        return self._answer(message)

    async def obey(self, line: str, turn: Turn) -> str | None:
        return await obey_know(line, turn.match, turn, wording_for(turn.match), self.request)


def tell(message: Know) -> Known:
    rows = [
        {"first": act.to_plain(), "n": 100, "mean": [0] * 4, "sd": [0] * 4, "moves": 9}
        | {"win": [at / 100, 0, 0, 0]}
        for at, act in enumerate(message.first or ())
    ]
    told = {"seats": [] if message.first else SEATS, "rows": rows or None}
    return Known.model_validate({"match_id": "m_1", "ver": 3, "worlds": 0} | told)


async def test_what_is_known_is_told_with_names_and_words() -> None:
    server = Server(tell)
    told = await server.obey(" Know ", a_turn())
    assert told is not None
    assert told.splitlines()[-2:] == ["Bob", "  wheat: certain"]
    assert server.asked == [Know(match_id="m_1")]


async def test_actions_are_weighed_the_best_first_as_the_list_has_them() -> None:
    server, turn = Server(tell), a_turn()
    told = await server.obey("weigh", turn)
    assert told is not None
    lines = told.splitlines()
    assert lines[0] == "Your chances to win"
    assert len(lines) == 2 + 16
    assert lines[2].strip().startswith("place a settlement") or "settlement" in lines[2]
    assert "15 % (" in lines[2]
    assert [act.index for act in server.asked[0].first or ()] == list(range(16))


async def test_other_lines_are_none_of_its_business() -> None:
    server = Server(tell)
    assert await server.obey("knowledge", a_turn()) is None
    assert server.asked == []


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RequestError("compute_off", "no"), "This room allows no aids."),
        (RequestError("wrong_state", "it is over"), "it is over"),
        (ConnectionLostError("the connection is gone"), "the connection is gone"),
    ],
)
async def test_why_nothing_is_told_is_said(error: Exception, words: str) -> None:
    def refuse(message: Know) -> ServerMessage:
        raise error

    told = await Server(refuse).obey("know", a_turn())
    assert told is not None
    assert words in told


async def test_a_game_that_tells_nothing_and_a_moment_without_choice_are_said() -> None:
    def nothing(message: Know) -> Known:
        return Known(match_id="m_1", ver=3, worlds=0)

    turn = a_turn()
    assert await Server(nothing).obey("know", turn) == (
        "This game tells no chances of what is hidden."
    )
    wording = wording_for(turn.match)
    told = await obey_know("weigh", turn.match, None, wording, Server(tell).request)
    assert told == "you have no choice of actions to weigh now"


def test_a_long_note_stands_alone_until_the_next_line() -> None:
    sitting = Sitting(a_turn().match, Style())
    sitting.note = "\n".join(f"line {number}" for number in range(30))
    assert sitting.screen(80, 24) == [f"line {number}" for number in range(24)]
    sitting.answer("")
    assert "line 0" not in sitting.screen(80, 24)
