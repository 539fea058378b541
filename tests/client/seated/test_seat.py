"""A person on a server, by lines: what is shown, what is sent, how it ends."""

import asyncio
import io
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from tests.client.seated.tables import begin, start_of, your_turn

from infoset.client import Incoming
from infoset.errors import CommandError, ConnectionLostError, RequestError
from infoset.seated.desk import DescriptorLines, PlainDesk
from infoset.seated.seat import PersonSeat
from infoset.seated.sitting import Sitting
from infoset.watching.text import Style
from infoset_games.match import Match
from infoset_protocol.messages import Act, ActOk, ClientMessage, ServerMessage, read_server_message

if TYPE_CHECKING:
    from infoset_protocol.messages import Unknown

OVER = {
    "type": "match_over",
    "match_id": "m_1",
    "reason": "finished",
    "places": [1, 2, 2, 2],
    "scores": [10, 2, 2, 2],
    "returns": [1, 0, 0, 0],
}


class Desk(PlainDesk):
    """Typed lines from a list; an end of input after them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.out = io.StringIO()
        super().__init__(io.StringIO("".join(f"{line}\n" for line in lines)), self.out, lambda: 0.0)


class Table:
    """A seat, and what it asks of the server: each answer comes from `replies`, in order."""

    def __init__(self, lines: Sequence[str], *replies: Callable[[], ServerMessage]) -> None:
        self.match: Match = begin("catan")
        self.desk = Desk(lines)
        self.acts: list[Act] = []
        self._replies = list(replies)
        sitting = Sitting(start_of(self.match, 0), Style())
        self.seat = PersonSeat(sitting, self.desk, self._request, lambda: 0.0)

    async def _request(self, message: ClientMessage) -> "ServerMessage | Unknown":
        assert isinstance(message, Act)
        self.acts.append(message)
        return self._replies.pop(0)()

    def take(self, message: Any) -> None:
        self.seat.take(Incoming({}, message))

    def soon(self, message: Any) -> None:
        """The message comes after whatever happens now."""
        asyncio.get_running_loop().call_soon(self.take, message)

    def ask(self) -> None:
        self.take(your_turn(self.match, self.match.open[0]))

    def end(self) -> ServerMessage:
        """The match is over with the reply."""
        self.take(read_server_message(OVER))
        return accepted()


def accepted() -> ServerMessage:
    return ActOk(match_id="m_1", decision=1, elapsed_ms=5)


def refused(code: str) -> Callable[[], ServerMessage]:
    def reply() -> ServerMessage:
        raise RequestError(code, "the server says no")

    return reply


async def test_what_is_typed_is_sent_and_the_result_is_shown() -> None:
    table = Table(["what?", "30"])
    table._replies.append(table.end)
    table.ask()
    await table.seat.play()
    assert [act.index for act in table.acts] == [30]
    shown = table.desk.out.getvalue()
    assert shown.startswith("catan/1.0  match m_1")
    assert "what?: no such action" in shown
    assert shown.count("place a settlement:\n>\n") == 2
    assert "place a settlement:\n>\n30\n" in shown
    assert shown.endswith(
        "result (finished):\n  1. Ada                  10\n  2. Bob                  2\n"
        "  2. Cyd                  2\n  2. Dan                  2\n"
    )
    assert table.seat.result is not None


async def test_a_refusal_is_told_and_the_question_stays() -> None:
    table = Table(["30", "31"], refused("illegal_action"))
    table._replies.append(table.end)
    table.ask()
    await table.seat.play()
    assert [act.index for act in table.acts] == [30, 31]
    assert "the server says no" in table.desk.out.getvalue()


async def test_an_answer_that_comes_too_late_closes_the_question() -> None:
    table = Table(["30"])

    def too_late() -> ServerMessage:
        asyncio.get_running_loop().call_soon(end)
        return refused("stale_decision")()

    def end() -> None:
        assert table.seat.sitting.turn is None
        table.take(read_server_message(OVER))

    table._replies.append(too_late)
    table.ask()
    await table.seat.play()
    assert "place a settlement:\n>\n30\nthe server says no\n" in table.desk.out.getvalue()
    assert table.seat.result is not None


async def test_what_could_not_be_sent_can_be_sent_again() -> None:
    def lost() -> ServerMessage:
        raise ConnectionLostError("the line is cut")

    table = Table(["30", "30"], lost)
    table._replies.append(table.end)
    table.ask()
    await table.seat.play()
    assert len(table.acts) == 2
    assert "not sent: the line is cut" in table.desk.out.getvalue()


@pytest.mark.parametrize(
    ("lines", "reason"), [([], "the input has ended"), (["q", "q"], "you have left the seat")]
)
async def test_who_leaves_or_types_no_more_ends_the_program(lines: list[str], reason: str) -> None:
    table = Table(lines)
    table.ask()
    with pytest.raises(CommandError, match=reason):
        await table.seat.play()


async def test_lines_typed_ahead_wait_for_their_question() -> None:
    table = Table(["30"])
    sitting, desk = table.seat.sitting, table.desk
    await desk.open(sitting)
    desk.show(sitting, ())
    reading = asyncio.create_task(desk.read_line(sitting))
    await asyncio.sleep(0)  # it has got as far as it can
    assert desk._worker is None  # nothing has been read
    table.ask()
    desk.show(sitting, ())
    assert await reading == "30\n"
    await desk.close(sitting)


async def test_the_next_question_may_come_before_the_answer_to_the_last() -> None:
    table = Table(["30", "31"])
    question = your_turn(table.match, table.match.open[0])

    def accepted_at_last() -> ServerMessage:
        table.take(question.model_copy(update={"decision": 2}))
        return accepted()

    table._replies += [accepted_at_last, table.end]
    table.ask()
    await table.seat.play()
    assert [act.decision for act in table.acts] == [1, 2]


async def test_a_line_begun_in_one_match_belongs_to_the_next() -> None:
    """A read cannot be taken back when a match ends: its line must not be lost."""
    ours, theirs = os.pipe()
    first, second = Table([]), Table([])
    desk = PlainDesk(DescriptorLines(ours), io.StringIO(), lambda: 0.0)
    for table in (first, second):
        table.seat._desk = desk
        table.ask()
    playing = asyncio.create_task(first.seat.play())
    while desk._reading is None:  # noqa: ASYNC110 (no event tells it)
        await asyncio.sleep(0)
    first.take(read_server_message(OVER))
    await playing
    os.write(theirs, b"31\n")
    second._replies.append(second.end)
    await second.seat.play()
    assert [act.index for act in second.acts] == [31]
    os.close(ours)
    os.close(theirs)


def test_lines_of_a_descriptor_end_where_it_ends() -> None:
    ours, theirs = os.pipe()
    lines = DescriptorLines(ours)
    os.write(theirs, "roll\nend_turn\nhälf".encode())
    os.close(theirs)
    assert [lines.readline() for _ in range(4)] == ["roll\n", "end_turn\n", "hälf", ""]
    assert not lines.isatty()
    os.close(ours)


async def test_what_is_asked_again_while_its_answer_is_on_its_way_is_not_asked_twice() -> None:
    """As behind a cut connection. A program that plays along would answer the next question with it."""
    table = Table(["30"])

    def late() -> ServerMessage:
        table.ask()
        return table.end()

    table._replies.append(late)
    table.ask()
    await table.seat.play()
    assert table.desk.out.getvalue().count("\n>\n") == 1


async def test_what_is_asked_again_while_its_answer_gets_lost_is_asked_again() -> None:
    table = Table(["30", "31"])

    def lost() -> ServerMessage:
        table.ask()
        raise ConnectionLostError("cut off")

    table._replies += [lost, table.end]
    table.ask()
    await table.seat.play()
    assert [act.index for act in table.acts] == [30, 31]
    assert table.desk.out.getvalue().count("\n>\n") == 2
