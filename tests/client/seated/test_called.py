"""A person between the matches of a tournament: what is told when, and when they are ready."""

import asyncio
import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from infoset.errors import CommandError, ConnectionLostError, RequestError
from infoset.seated.called import CalledPerson
from infoset.seated.desk import PlainDesk
from infoset_protocol.messages import (
    ClientMessage,
    Join,
    Ok,
    Ready,
    Room,
    ServerMessage,
    TournamentInfo,
    TournamentTable,
)


def lost() -> ServerMessage:
    raise ConnectionLostError("the line is cut")


def late() -> ServerMessage:
    raise RequestError("not_found", "there is no room R7K2")


class Somebody:
    """A person who types these lines, and what the server answers to them."""

    def __init__(self, lines: Sequence[str], *replies: Callable[[], ServerMessage]) -> None:
        self.out = io.StringIO()
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        self.desk = PlainDesk(typed, self.out, lambda: 0.0)
        self.rooms: list[str] = []
        self._replies = list(replies)
        self.called = CalledPerson(self.desk, self._request, lambda: "u_bob")
        self.is_ready = False  # of the tournament: without a word

    async def _request(self, message: ClientMessage) -> ServerMessage:
        if isinstance(message, Join):
            return room(message.room, is_ready=self.is_ready)
        assert isinstance(message, Ready)
        assert message.ready
        self.rooms.append(message.room)
        return self._replies.pop(0)() if self._replies else Ok()

    async def hear(self, table: TournamentTable) -> str:
        """What is told from there on."""
        before = len(self.out.getvalue())
        self.called.note(table)
        if table.status == "called":
            await self.called.call(table)
        return self.out.getvalue()[before:]


def room(name: str, *, is_ready: bool) -> ServerMessage:
    """The room of a table, in which the others are not ready."""
    names = {"u_ann": False, "u_bob": is_ready, "u_cleo": False}
    seats = [
        {"seat": at, "kind": "human", "user": user, "ready": ready}
        for at, (user, ready) in enumerate(names.items())
    ]
    info = {"room": name, "title": "Winter Cup R1.1", "game": "toy", "rules": "toy/1"}
    more = {"clock": {"kind": "none"}, "status": "open", "host": "u_server", "seats": seats}
    return Room.model_validate({"type": "room", "room": {**info, **more}})


def table(status: Any = "called", **more: Any) -> TournamentTable:
    if status == "called":
        more = {"room": "R7K2", "left_ms": 90_000} | more
    return TournamentTable(
        tournament="cup",
        title="Winter Cup",
        table="R1.1",
        round=1,
        status=status,
        entrants=["ann", "bob", "cleo"],
        you=1,
        **more,
    )


def cup(state: Any) -> TournamentInfo:
    return TournamentInfo.model_validate(
        {
            "tournament": "cup",
            "title": "Winter Cup",
            "state": state,
            "game": "toy",
            "rules": "toy/1",
            "seats": 2,
            "format": "swiss",
            "clock": {"kind": "none"},
            "entrants": 2,
            "most": 2,
            "page": "/tournaments/cup",
        }
    )


async def test_who_is_called_says_that_they_are_ready() -> None:
    ann = Somebody(["what?", "READY"])
    told = await ann.hear(table())
    assert "Winter Cup, round 1: you are called to your table, against ann and cleo" in told
    assert "Press Enter when you are ready; 1:30 left." in told
    assert told.count("ready?\n>\n") == 2  # what is neither yes nor no is asked again
    assert ann.rooms == ["R7K2"]


async def test_who_has_only_to_be_there_is_not_asked_to_say_so() -> None:
    ann = Somebody([])
    ann.is_ready = True
    told = await ann.hear(table())
    assert "you are called to your table, against ann and cleo" in told
    assert told.endswith("The match begins as soon as everybody is there; 1:30 left.\n")
    assert "Enter" not in told
    assert ann.rooms == []


async def test_a_new_session_that_is_called_again_is_as_ready_as_before() -> None:
    ann = Somebody([""])
    await ann.hear(table())
    assert "ready?" not in await ann.hear(table(left_ms=5_000))
    assert ann.rooms == ["R7K2", "R7K2"]
    with pytest.raises(CommandError, match="you have left"):  # the next room is another table
        await ann.hear(table(room="R8"))


async def test_what_did_not_reach_the_server_is_asked_again() -> None:
    ann = Somebody(["", ""], lost)
    told = await ann.hear(table())
    assert "not sent: " in told
    assert ann.rooms == ["R7K2", "R7K2"]


async def test_a_table_that_is_gone_is_no_failure() -> None:
    ann = Somebody([""], late)
    assert "there is no room R7K2" in await ann.hear(table())


async def test_what_becomes_of_a_table_is_told() -> None:
    ann = Somebody([])
    assert await ann.hear(table("drawn")) == "Winter Cup, round 1: you meet ann and cleo\n"
    assert await ann.hear(table("bye")) == "Winter Cup, round 1: you have a bye\n"
    assert await ann.hear(table("playing", match_id="m_1")) == ""
    rows = (await ann.hear(table("decided", places=[2, 1, 2], points=[0.5, 2, 0.5]))).splitlines()
    assert rows[1:] == ["1  bob  2", "2  ann  0.5", "2  cleo  0.5"]
    assert "not released yet" in await ann.hear(table("decided"))


async def test_the_tournament_is_told_of_once_in_each_state() -> None:
    ann = Somebody([])
    for state in ("open", "open", "running", "paused", "running", "over"):
        ann.called.note(cup(state))
    assert ann.out.getvalue().splitlines() == [
        "you take part in Winter Cup: it has not begun; your tables are called here",
        "Winter Cup: it is paused",
        "Winter Cup: it is running; your tables are called here",
        "Winter Cup: it is over",
    ]


async def test_what_is_told_while_something_is_asked_waits_for_the_answer() -> None:
    ann = Somebody([])
    ann.called.note(cup("open"))
    asked, lines = asyncio.Event(), asyncio.Event()

    async def typed() -> str:
        asked.set()
        await lines.wait()
        return "\n"

    ann.desk._next_line = typed  # type: ignore[method-assign]  # nobody has typed yet
    called = asyncio.create_task(ann.called.call(table()))
    await asked.wait()
    ann.called.note(cup("paused"))
    assert ann.out.getvalue().endswith("ready?\n>\n")
    lines.set()
    await called
    assert "it is paused" in ann.out.getvalue()
