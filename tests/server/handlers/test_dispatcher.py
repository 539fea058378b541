"""The front desk: what is not offered, what needs a scope, and what becomes of refusals."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.server.network.conversation import Scene

from infoset_protocol.errors import ErrorCode
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import PLAY
from infoset_server.common.counters import ActCounters
from infoset_server.common.request_errors import BusyError, NotFoundError, NotYetError, RequestError
from infoset_server.handlers.dispatcher import Dispatcher, Serve

SEEK = {"type": "seek", "id": 2, "game": "catan"}
ACT = {"type": "act", "id": 2, "match_id": "m_1", "decision": 3, "index": 0}


class Counter:
    """A client at a front desk, with some scopes."""

    def __init__(self, *scopes: str, **handler_table: Serve) -> None:
        self.scene = Scene()
        self.scene.enter()
        client = SimpleNamespace(may=lambda scope, now_ms: scope in scopes)
        accounts = SimpleNamespace(now_ms=lambda: 0)
        people = SimpleNamespace(clients={self.scene.connection: client}, accounts=accounts)
        self.counters = ActCounters()
        front = Dispatcher(
            cast(ClientRegistry, people),
            self.counters,
            handler_table,
            {"seek": PLAY, "chat": "chat"},
        )
        self.scene.handlers.act = front.answer

    def ask(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """What the client hears of a request."""
        self.scene.say(request)
        return self.scene.heard()


async def test_a_request_is_answered_by_its_desk() -> None:
    counter = Counter(PLAY, seek=lambda client, request: {"type": "ok"})
    assert counter.ask(SEEK) == [{"type": "ok", "re": 2, "seq": 1}]


async def test_what_no_desk_serves_is_not_offered() -> None:
    (answer,) = Counter(PLAY).ask(SEEK)
    assert answer["code"] == ErrorCode.UNSUPPORTED
    assert answer["msg"] == "this server does not offer seek"


async def test_a_request_without_its_scope_does_not_reach_its_desk() -> None:
    reached: list[Any] = []
    (answer,) = Counter(seek=lambda client, request: reached.append(request)).ask(SEEK)
    assert (answer["code"], answer["data"]) == (ErrorCode.FORBIDDEN, {"scope": PLAY})
    assert reached == []


@pytest.mark.parametrize("refusal", [NotFoundError("match m_1"), BusyError("later", retry_ms=50)])
async def test_a_refused_act_is_counted_and_told_with_its_match(refusal: RequestError) -> None:
    def refuse(client: Any, request: Any) -> None:
        raise refusal

    counter = Counter(PLAY, act=refuse)
    (answer,) = counter.ask(ACT)
    told = answer["code"], answer["msg"], answer["match_id"], answer.get("retry_ms")
    assert told == (refusal.code, refusal.msg, "m_1", refusal.retry_ms)
    assert counter.counters.refused == {refusal.code: 1}


async def test_what_comes_too_early_is_asked_again_when_it_is_time() -> None:
    waiting: list[Callable[[], None]] = []

    def serve(client: Any, request: Any) -> dict[str, Any]:
        if not waiting:
            raise NotYetError(waiting.append)
        return {"type": "ok"}

    counter = Counter(PLAY, act=serve)
    assert counter.ask(ACT) == []
    waiting[0]()
    assert counter.scene.heard() == [{"type": "ok", "re": 2, "seq": 1}]
    assert not counter.counters.refused


async def test_a_desk_that_answers_by_itself_is_left_to_it() -> None:
    assert Counter(PLAY, act=lambda client, request: None).ask(ACT) == []
