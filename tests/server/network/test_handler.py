"""A handler that refuses or fails: what the client is told, and what the log."""

import json
import logging

import pytest
from tests.server.network.conversation import HELLO, Scene

from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.network.connection import Connection
from infoset_server.network.outbox import Loss


async def test_a_failing_handler_is_answered_with_an_incident_that_the_log_explains(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    scene.enter()

    def fail(connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        raise RuntimeError("the hand is red 7")

    scene.handlers.act = fail
    with caplog.at_level(logging.ERROR):
        scene.say({"type": "describe", "id": 2})
    (answer,) = scene.heard()
    assert (answer["code"], answer["re"]) == ("internal", 2)
    assert "red 7" not in json.dumps(answer)
    assert answer["data"]["incident"] in caplog.text
    assert "red 7" in caplog.text
    scene.handlers.act = scene.handlers.say_ok
    scene.say({"type": "describe", "id": 3})
    assert [message["type"] for message in scene.heard()] == ["ok"]


async def test_a_handler_that_fails_at_hello_ends_the_connection() -> None:
    scene = Scene()

    def fail(connection: Connection, hello: Hello) -> None:
        raise RuntimeError("no store")

    scene.handlers.on_open = fail
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["fatal"], bye["code"]) == ("internal", True, 4500)
    assert scene.close_code == CloseCode.INTERNAL


async def test_a_handler_may_refuse_by_raising() -> None:
    scene = Scene()
    scene.enter()

    def refuse(connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        raise ProtocolError(ErrorCode.BUSY, "later", retry_ms=500)

    scene.handlers.act = refuse
    scene.say({"type": "describe", "id": 2})
    assert scene.heard() == [
        {"type": "error", "re": 2, "seq": 1, "code": "busy", "msg": "later", "retry_ms": 500}
    ]


async def test_a_handler_that_fails_where_nobody_waits_is_logged_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    scene.enter()

    def fail(connection: Connection, loss: Loss) -> None:
        raise RuntimeError("lost twice")

    scene.handlers.on_loss = fail  # type: ignore[method-assign]  # a handler that fails
    scene.connection._tell_loss(Loss(None, 1))
    assert "lost twice" in caplog.text
    assert scene.connection.is_open
