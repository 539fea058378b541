"""The window plays on from a moment of a finished match: it opens the room, sits down where that is needed, and begins."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from infoset_gui.screens import trying
from infoset_gui.stage import Stage
from infoset_protocol.messages import CreateRoom, Room, Sit, Start


class Server:
    """Stands for a stage and its session: keeps what is asked."""

    def __init__(self) -> None:
        self.session = self
        self.asked: list[Any] = []
        self.taken: list[Room] = []
        self.pushed: list[object] = []
        self._done: Callable[[Room], None] = lambda room: None

    def request(
        self, message: object, kind: type, done: Callable[[Room], None] = lambda room: None
    ) -> None:
        self.asked.append(message)
        self._done = done

    enter = request

    def take_room(self, room: Room) -> None:
        self.taken.append(room)

    def push(self, screen: object) -> None:
        self.pushed.append(screen)

    def answer(self, *kinds: str) -> None:
        seats = [{"seat": number, "kind": kind} for number, kind in enumerate(kinds)]
        values = {"room": "R7K2", "title": "t", "game": "catan", "rules": "catan/1", "seats": seats}
        room = {**values, "clock": {"kind": "none"}, "status": "open", "host": "u_1"}
        self._done(Room.model_validate({"type": "room", "room": room}))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr(trying, "RoomScreen", lambda stage, name: name)
    return Server()


def test_who_has_played_goes_on_at_once(server: Server) -> None:
    trying.try_here(cast(Stage, server), "catan", "m_1", 40, 1)
    (asked,) = server.asked
    assert isinstance(asked, CreateRoom)
    assert asked.start_from is not None
    assert asked.start_from.to_plain() == {"replay": "m_1", "ver": 40, "seat": 1}
    server.answer("open", "human")
    assert server.pushed == ["R7K2"]
    assert isinstance(server.asked[-1], Start)


def test_who_has_only_looked_on_sits_down_first(server: Server) -> None:
    trying.try_here(cast(Stage, server), "catan", "m_1", 40, None)
    server.answer("open", "open")
    assert isinstance(server.asked[-1], Sit)
    assert server.asked[-1].seat == 0
    server.answer("human", "open")
    assert isinstance(server.asked[-1], Start)
