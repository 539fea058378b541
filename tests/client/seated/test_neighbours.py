"""The words that keep somebody away: whom they mean, what they ask for, and what is said of others."""

from typing import Any

import pytest
from tests.client.seated.tables import begin, start_of, your_turn
from tests.client.seated.test_seat import Desk

from infoset.client import Incoming
from infoset.errors import CommandError, RequestError
from infoset.seated.neighbours import Neighbours
from infoset.seated.seat import PersonSeat
from infoset.seated.sitting import Sitting
from infoset.watching.text import Style
from infoset_protocol.messages import (
    ClientMessage,
    SeatInfo,
    ServerMessage,
    Unknown,
    read_client_message,
    read_server_message,
)

SEATS = (
    SeatInfo(seat=0, kind="human", user="u_1", name="Ada"),
    SeatInfo(seat=1, kind="human", user="u_2", name="Bob the Great"),
    SeatInfo(seat=2, kind="bot", user="u_3", name="heuristic"),
)


class Server:
    """Keeps away whom it is told to."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.kept: dict[str, str] = {}
        self.refusal = ""
        self.neighbours = Neighbours(self.request, SEATS, own=0)

    async def request(self, message: ClientMessage) -> ServerMessage | Unknown:
        plain = message.to_plain()
        read_client_message(plain)
        self.asked.append(plain)
        if self.refusal:
            raise RequestError("busy", self.refusal, None)
        user = plain.get("user")
        if user is not None and plain.get("on", True):
            self.kept[user] = next(seat.name or "" for seat in SEATS if seat.user == user)
        elif user is not None:
            self.kept.pop(user)
        blocked = [{"user": user, "name": name} for user, name in self.kept.items()]
        return read_server_message({"type": "ok", "data": {"blocked": blocked}})


@pytest.fixture
def server() -> Server:
    return Server()


async def test_somebody_at_the_table_is_kept_away_and_let_near_again(server: Server) -> None:
    obey = server.neighbours.obey
    assert await obey("block bob the great") == "kept away from you: Bob the Great"
    assert server.kept == {"u_2": "Bob the Great"}
    assert await obey("block") == "kept away from you: Bob the Great"
    assert await obey("unblock Bob the Great") == "kept away from you: nobody"
    assert server.kept == {}


@pytest.mark.parametrize("name", ["Ada", "heuristic", "nobody here"])
async def test_only_other_people_are_kept_away(server: Server, name: str) -> None:
    said = await server.neighbours.obey(f"block {name}")
    assert said is not None
    assert "there are: bob the great" in said
    assert server.asked == [], "nothing is asked of the server"


async def test_who_is_not_kept_away_cannot_be_let_near(server: Server) -> None:
    said = await server.neighbours.obey("unblock cyd")
    assert said == "expected: unblock NAME. kept away from you: nobody"


async def test_other_lines_are_for_others(server: Server) -> None:
    for line in ("", "road 17", "blocks", "block17"):
        assert await server.neighbours.obey(line) is None


async def test_a_refusal_is_said(server: Server) -> None:
    server.refusal = "at most 100"
    said = await server.neighbours.obey("block bob the great")
    assert said is not None
    assert "at most 100" in said


async def test_a_person_on_a_seat_can_say_it() -> None:
    server = Server()
    desk, made = Desk(["block bob the great", "q", "q"]), begin("catan")
    sitting = Sitting(start_of(made, 0), Style())
    seat = PersonSeat(sitting, desk, server.request, lambda: 0.0, neighbours=server.neighbours)
    seat.take(Incoming({}, your_turn(made, made.open[0])))
    with pytest.raises(CommandError, match="left the seat"):
        await seat.play()
    assert "kept away from you: Bob the Great" in desk.out.getvalue()
