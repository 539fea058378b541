"""The words with which a person directs assistants: what they ask the server for, and what is said to nonsense."""

import re
from typing import Any

import pytest

from infoset.assistant import Advice, Owner
from infoset.errors import RequestError
from infoset.pseudo_words import PSEUDO
from infoset.wording import speaking
from infoset_protocol.messages import (
    ClientMessage,
    ServerMessage,
    Unknown,
    read_client_message,
    read_server_message,
)

STATUS = {"type": "assist_status", "on": True, "assistant": "a_1", "name": "helper"}
STAGED = {"type": "staged", "match_id": "m_1", "decision": 4, "orders": {"u": 1}, "left": []}


class Server:
    """Notes requests, and answers them as it was told."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: dict[str, Any] = {"type": "ok", "data": {"code": "ac_1"}}
        self.owner = Owner(self.request, "m_1", "infoset://here:7421", Advice())

    async def request(self, message: ClientMessage) -> ServerMessage | Unknown:
        plain = message.to_plain()
        read_client_message(plain)
        self.asked.append(plain)
        if self.answer["type"] == "error":
            raise RequestError(self.answer["code"], self.answer["msg"], None)
        return read_server_message(self.answer)


@pytest.fixture
def server() -> Server:
    """One assistant is attached, and something is laid ready."""
    made = Server()
    for plain in (STATUS, STAGED):
        made.owner.advice.take(read_server_message(plain))
    return made


async def test_an_invitation_comes_as_a_line_to_paste(server: Server) -> None:
    said = await server.owner.obey("assist view act")
    assert said == (
        "infoset assist --url infoset://here:7421 --code ac_1 -- python my_assistant.py"
    )
    assert server.asked[0]["rights"] == ["view", "act"]
    await server.owner.obey("assist")
    assert server.asked[1]["rights"] == ["view", "draw", "suggest"]


@pytest.mark.parametrize(
    ("line", "answer", "asked", "said"),
    [
        ("grant helper draw", {"type": "ok"}, {"assistant": "a_1", "rights": ["draw"]}, "may now"),
        ("dismiss helper", {"type": "ok"}, {"assistant": "a_1"}, "sent away"),
        ("dismiss", {"type": "ok"}, {}, "all assistants"),
        (
            "accept 7.1",
            {"type": "act_ok", "match_id": "m_1", "decision": 4, "elapsed_ms": 0},
            {"suggestion": 7, "choice": 1},
            "played",
        ),
        ("accept #7", STAGED, {"suggestion": 7, "choice": 0}, "laid ready"),
        (
            "commit",
            {"type": "act_ok", "match_id": "m_1", "decision": 4, "elapsed_ms": 0},
            {"decision": 4, "rest": "first"},
            "played",
        ),
    ],
)
async def test_a_sentence_becomes_a_request(
    line: str, answer: dict[str, Any], asked: dict[str, Any], said: str, server: Server
) -> None:
    server.answer = answer
    assert said in (await server.owner.obey(line) or "")
    assert asked.items() <= server.asked[0].items()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("assist fly", "no right 'fly'; there are: view, draw, suggest, compute, act"),
        ("grant", "expected: grant ASSISTANT"),
        ("grant nobody draw", "no assistant 'nobody'; there are: helper"),
        ("dismiss one two", "expected: dismiss"),
        ("accept", "expected: accept N"),
        ("accept one", "expected: accept N"),
        ("accept 1.x", "expected: accept N"),
        ("commit now", "expected: commit"),
    ],
)
async def test_nonsense_is_answered_and_nothing_is_sent(
    line: str, complaint: str, server: Server
) -> None:
    assert complaint in (await server.owner.obey(line) or "")
    assert server.asked == []


@pytest.mark.parametrize("line", ["grant", "dismiss one two", "accept", "commit now"])
async def test_no_word_of_an_answer_is_left_in_the_code(line: str, server: Server) -> None:
    with speaking(PSEUDO):
        told = await server.owner.obey(line) or ""
    words = re.findall(r"[A-Za-z]{3,}", told)
    assert told
    assert set(words) <= {"grant", "dismiss", "accept", "commit"}


async def test_a_refusal_is_said(server: Server) -> None:
    server.answer = {"type": "error", "code": "assist_off", "msg": "the policy `advice`"}
    assert "the policy `advice`" in (await server.owner.obey("accept 1") or "")


@pytest.mark.parametrize("line", ["", "3", "build 5", "assistant"])
async def test_other_lines_are_none_of_its_business(line: str, server: Server) -> None:
    assert await server.owner.obey(line) is None
    assert "assist" in server.owner.verbs
