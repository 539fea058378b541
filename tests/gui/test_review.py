"""The window asks for a review piece by piece, as long as it is open and there is more."""

from collections.abc import Callable
from typing import Any, cast

from infoset_gui.screens.review import ReviewPane
from infoset_gui.stage import Stage
from infoset_protocol.messages import Review, ReviewPart


class Server:
    """Stands for the session of a stage: keeps what is asked, answers when the test says so."""

    def __init__(self) -> None:
        self.session = self
        self.asked: list[Review] = []
        self.complaints: list[Exception] = []
        self._answer: Callable[[ReviewPart], None]
        self._refuse: Callable[[Exception], None]

    def request(
        self,
        message: Review,
        kind: type[ReviewPart],
        done: Callable[[ReviewPart], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.asked.append(message)
        self._answer, self._refuse = done, failed

    def complain(self, error: Exception) -> None:
        self.complaints.append(error)

    def tell(self, count: int, *, more: bool) -> None:
        """So many entries more."""
        entries: list[dict[str, Any]] = [{"kind": "chances"}] * count
        part = ReviewPart(replay="m_1", entries=entries, done=1, total=4, more=more)
        self._answer(part)

    def refuse(self) -> None:
        """A refusal."""
        self._refuse(RuntimeError("no"))


def opened() -> tuple[Server, ReviewPane]:
    server = Server()
    pane = ReviewPane(cast(Stage, server), "m_1")
    assert not server.asked
    pane.toggle()
    return server, pane


def firsts(server: Server) -> list[int]:
    return [one.first for one in server.asked]


def test_it_asks_on_with_as_many_entries_as_it_has_until_there_are_no_more() -> None:
    server, pane = opened()
    server.tell(3, more=True)
    server.tell(2, more=True)
    assert firsts(server) == [0, 3, 5]
    server.tell(1, more=False)
    pane.toggle()
    pane.toggle()
    assert firsts(server) == [0, 3, 5]


def test_closed_it_asks_no_more_and_opened_again_it_goes_on() -> None:
    server, pane = opened()
    pane.toggle()
    server.tell(3, more=True)
    assert firsts(server) == [0]
    pane.toggle()
    assert firsts(server) == [0, 3]


def test_a_refusal_is_told_and_closes_it() -> None:
    server, pane = opened()
    server.refuse()
    assert [str(one) for one in server.complaints] == ["no"]
    assert not pane.is_open
