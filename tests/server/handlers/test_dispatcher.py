"""The dispatcher: what is not offered, what needs a scope, what waits its turn, and what becomes of refusals."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.network.conversation import Scene

from infoset_protocol.errors import CloseCode, ErrorCode
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import PLAY
from infoset_server.common.counters import ActCounters
from infoset_server.common.request_errors import (
    BusyError,
    NotFoundError,
    RequestError,
    WrongStateError,
)
from infoset_server.handlers.dispatcher import Dispatcher
from infoset_server.handlers.requests import RequestHandler, Turn
from infoset_server.storage.node import Node

SEEK = {"type": "seek", "id": 2, "game": "catan"}
ACT = {"type": "act", "id": 2, "match_id": "m_1", "decision": 3, "index": 0}
OK = {"type": "ok"}


class Counter:
    """A client before a dispatcher, with some scopes."""

    def __init__(self, *scopes: str, handlers: list[RequestHandler], node: Any = None) -> None:
        self.scene = Scene()
        self.scene.enter()
        client = SimpleNamespace(
            may=lambda scope, now_ms: scope in scopes, line=self.scene.connection
        )
        accounts = SimpleNamespace(now_ms=lambda: 0)
        people = SimpleNamespace(clients={self.scene.connection: client}, accounts=accounts)
        self.counters = ActCounters()
        dispatcher = Dispatcher(
            cast(ClientRegistry, people), self.counters, handlers, cast(Node | None, node)
        )
        self.scene.handlers.act = dispatcher.answer

    def ask(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """What the client hears of a request."""
        self.scene.say(request)
        return self.scene.heard()


class BusyMatch:
    """A match that is being stored until `settle`."""

    def __init__(self) -> None:
        self.is_over = False
        self.is_writing = True
        self.inbox: list[Callable[[], None]] = []
        self.when_settled = self.inbox.append

    def makes_wait(self, client: Any) -> bool:
        return self.is_writing

    def settle(self) -> None:
        """It is stored: what waits has its turn."""
        self.is_writing = False
        for call in self.inbox:
            call()
        self.inbox.clear()


class Playing:
    """Serves acts of one match, and notes when they came."""

    def __init__(self) -> None:
        self.match = BusyMatch()
        self.served: list[float] = []
        self.looked_up = 0

    def find(self, client: Any, request: Any) -> Any:
        self.looked_up += 1
        if self.match.is_over:
            raise WrongStateError("the match is over")
        return self.match

    def act(self, client: Any, request: Any, turn: Turn) -> dict[str, Any]:
        self.served.append(turn.arrived_s)
        return OK

    def handlers(self) -> list[RequestHandler]:
        return [RequestHandler("act", self.act, find=self.find)]


def seeking(answer: Callable[[Any, Any], dict[str, Any] | None]) -> list[RequestHandler]:
    return [RequestHandler("seek", answer, PLAY)]


async def test_a_request_is_answered_by_its_handler() -> None:
    counter = Counter(PLAY, handlers=seeking(lambda client, request: OK))
    assert counter.ask(SEEK) == [{"type": "ok", "re": 2, "seq": 1}]


async def test_of_two_handlers_the_later_is_meant() -> None:
    def fail(client: Any, request: Any) -> None:
        raise AssertionError("taken over by the next")

    counter = Counter(PLAY, handlers=seeking(fail) + seeking(lambda client, request: OK))
    assert counter.ask(SEEK) == [{"type": "ok", "re": 2, "seq": 1}]


async def test_what_no_handler_serves_is_not_offered() -> None:
    (answer,) = Counter(PLAY, handlers=[]).ask(SEEK)
    assert answer["code"] == ErrorCode.UNSUPPORTED
    assert answer["msg"] == "this server does not offer seek"


async def test_a_request_without_its_scope_does_not_reach_its_handler() -> None:
    reached: list[Any] = []
    (answer,) = Counter(handlers=seeking(lambda client, request: reached.append(request))).ask(SEEK)
    assert (answer["code"], answer["data"]) == (ErrorCode.FORBIDDEN, {"scope": PLAY})
    assert reached == []


@pytest.mark.parametrize("refusal", [NotFoundError("match m_1"), BusyError("later", retry_ms=50)])
async def test_a_refused_act_is_counted_and_told_with_its_match(refusal: RequestError) -> None:
    def refuse(client: Any, request: Any) -> None:
        raise refusal

    counter = Counter(PLAY, handlers=[RequestHandler("act", refuse)])
    (answer,) = counter.ask(ACT)
    told = answer["code"], answer["msg"], answer["match_id"], answer.get("retry_ms")
    assert told == (refusal.code, refusal.msg, "m_1", refusal.retry_ms)
    assert counter.counters.refused == {refusal.code: 1}


async def test_a_handler_that_answers_by_itself_is_left_to_it() -> None:
    assert Counter(PLAY, handlers=seeking(lambda client, request: None)).ask(SEEK) == []


# Requests to a match.


async def test_a_request_to_a_match_that_is_being_stored_is_served_once_with_its_arrival() -> None:
    playing = Playing()
    counter = Counter(PLAY, handlers=playing.handlers())
    assert counter.ask(ACT) == []
    counter.scene.now_s += 5
    playing.match.settle()
    assert counter.scene.heard() == [{"type": "ok", "re": 2, "seq": 1}]
    assert playing.served == [1_000.0]
    assert playing.looked_up == 1
    assert not counter.counters.refused


async def test_a_request_that_waited_for_the_end_of_its_match_is_told_so() -> None:
    playing = Playing()
    counter = Counter(PLAY, handlers=playing.handlers())
    counter.ask(ACT)
    playing.match.is_over = True
    playing.match.settle()
    (answer,) = counter.scene.heard()
    assert (answer["code"], answer["re"]) == (ErrorCode.WRONG_STATE, 2)
    assert playing.served == []


async def test_a_failure_in_its_turn_is_answered_too(caplog: pytest.LogCaptureFixture) -> None:
    def fail(client: Any, request: Any, turn: Turn) -> None:
        raise RuntimeError("the hand is red 7")

    playing = Playing()
    counter = Counter(handlers=[RequestHandler("act", fail, find=playing.find)])
    counter.ask(ACT)
    playing.match.settle()
    (answer,) = counter.scene.heard()
    assert (answer["code"], answer["re"]) == (ErrorCode.INTERNAL, 2)
    assert answer["data"]["incident"] in caplog.text


async def test_who_has_gone_meanwhile_is_served_no_more() -> None:
    playing = Playing()
    counter = Counter(PLAY, handlers=playing.handlers())
    counter.ask(ACT)
    counter.scene.connection.close(CloseCode.NORMAL, "bye")
    playing.match.settle()
    assert playing.served == []


# A store that is shared.


class LateNode:
    """A claim that is late, and renewed with `renew`."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.is_held = False
        self.trouble = trouble
        self.waiting: list[Callable[[], None]] = []
        self.when_renewed = self.waiting.append

    def renew(self) -> None:
        self.is_held = True
        for call in self.waiting:
            call()


async def test_while_the_claim_is_late_requests_wait_at_the_door_with_their_arrival() -> None:
    node, playing = LateNode(), Playing()
    playing.match.is_writing = False
    counter = Counter(handlers=playing.handlers(), node=node)
    assert counter.ask(ACT) == []
    counter.scene.now_s += 5
    node.renew()
    assert counter.scene.heard() == [{"type": "ok", "re": 2, "seq": 1}]
    assert playing.served == [1_000.0]


async def test_while_the_store_does_not_answer_nothing_is_accepted() -> None:
    playing = Playing()
    counter = Counter(handlers=playing.handlers(), node=LateNode(OSError("no route")))
    (answer,) = counter.ask(ACT)
    assert (answer["code"], answer["retry_ms"]) == (ErrorCode.UNAVAILABLE, 1_000)
    assert playing.served == []
