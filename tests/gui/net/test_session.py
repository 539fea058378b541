"""What a session hands to its tables, where answers and pushes overtake each other."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.gui.test_table import START, asked, happened

from infoset.client import Incoming
from infoset_gui.net.network import Network, ignore
from infoset_gui.net.session import Login, Session
from infoset_gui.table import Table
from infoset_protocol.messages import ClientMessage, Sync, Welcome, read_server_message


class HeldBack(Session):
    """A session whose requests are answered when the test says so; what is pushed comes at once."""

    def __init__(self, speed: float) -> None:
        self.asked: list[tuple[ClientMessage, Callable[[Any], None]]] = []
        super().__init__(
            cast("Network", None), Login("", "ada"), lambda text, kind: None, lambda: speed
        )

    def request(
        self,
        message: ClientMessage,
        kind: type[Any],
        done: Callable[[Any], None] = ignore,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Keeps who waits for the answer."""
        self.asked.append((message, done))

    def push(self, *messages: Any) -> None:
        """The server says something of the match."""
        for message in messages:
            self._take(Incoming({}, message, 0))

    def begin(self) -> tuple[Table, Callable[[Any], None]]:
        """A match begins: its table, and what is to be called with the answer to its `sync`."""
        self.push(read_server_message(START))
        [seen] = [done for message, done in self.asked if isinstance(message, Sync)]
        return self.tables[START["match_id"]], seen


def position(ver: int) -> Any:
    """A snapshot in which nothing is asked."""
    plain = {"type": "snapshot", "match_id": START["match_id"], "ver": ver, "obs": {"ver": ver}}
    return read_server_message(plain)


def test_who_is_not_asked_first_sees_the_table() -> None:
    table, seen = HeldBack(speed=1.0).begin()
    seen(position(0))
    table.advance(1.0)
    assert table.looks.obs == {"ver": 0}


@pytest.mark.parametrize("speed", [0.0, 1.0])
@pytest.mark.parametrize("is_shown", [False, True])
def test_a_position_that_is_overtaken_takes_no_question_away(speed: float, is_shown: bool) -> None:
    session = HeldBack(speed)
    table, seen = session.begin()
    session.push(happened(1), asked(1, 1))
    if is_shown:
        table.advance(1.0)
    seen(position(0))
    table.flush()
    assert table.turn is not None
    assert table.tracker.is_open(table.turn.decision)
    assert table.looks.ver == 1
    assert table.looks.obs == {"ver": 1}
    assert not [line for line in table.log if "closed" in line.text]


def test_what_only_waits_to_be_shown_has_come() -> None:
    session = HeldBack(speed=1.0)
    table, seen = session.begin()
    session.push(happened(1))
    seen(position(0))
    table.flush()
    assert table.looks.ver == 1


def said(text: str, ago_ms: int | None = None) -> Any:
    plain = {"type": "chat_msg", "match_id": START["match_id"], "user": "u_2", "name": "Lin"}
    told = {} if ago_ms is None else {"ago_ms": ago_ms}
    return read_server_message({**plain, "to": "all", "text": text, **told})


def come_back(session: HeldBack) -> None:
    """The connection is back, and the server knows nothing of the session that was."""
    welcome: Any = Welcome
    session._come_back(welcome.model_construct(user="u_1", resumed=False))


@pytest.mark.parametrize(
    ("again", "lines"),
    [
        ([], ["one", "two", "one"]),  # a server that has ended remembers nothing
        (["one", "two", "one"], ["one", "two", "one"]),
        (["two", "one"], ["one", "two", "one"]),
        (["one", "four"], ["one", "two", "one", "four"]),  # said while nobody was here
        (["four"], ["one", "two", "one", "four"]),
    ],
)
def test_what_was_said_is_there_once_after_a_break(again: list[str], lines: list[str]) -> None:
    session = HeldBack(speed=1.0)
    session.begin()
    session.push(said("one"), said("two"), said("one"))
    come_back(session)
    session.push(read_server_message(START))
    session.push(*[said(text, ago_ms=900) for text in again])
    assert [line.text for line in session.chats[START["match_id"]]] == lines
    session.push(said("five"))
    assert [line.text for line in session.chats[START["match_id"]]] == [*lines, "five"]
    assert session.heard[START["match_id"]] == 4
