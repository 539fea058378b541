"""Routes: each request finds one, is answered once, and whatever goes wrong is one refusal."""

import asyncio
import json
import logging
from collections.abc import Awaitable
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.http.endpoints import PageError, Status, TextError
from infoset_server.http.routes import EVERYBODY, TEXT, Access, Call, Handler, Route, Router
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest, as_json

VIEWER = Caller("192.0.2.7")


def told(call: Call) -> Response:
    """Answers with what it was asked."""
    return as_json(Status.OK, {"who": call.who, **call.names})


async def told_later(call: Call) -> Response:
    await asyncio.sleep(0)
    return told(call)


def route(
    path: str, handle: Handler = told, method: str = "GET", access: Access = EVERYBODY
) -> Route:
    return Route(method, path, access, "Something.", handle, {Status.OK: TEXT})


def failing(error: Exception) -> Handler:
    def handle(call: Call) -> Response | Awaitable[Response]:
        raise error

    return handle


def look(router: Router, path: str) -> tuple[int, Any] | None:
    response = router.look(path, VIEWER)
    return None if response is None else (response.status_code, json.loads(response.body))


async def ask(router: Router, path: str, method: str = "POST") -> Response:
    answers: list[Response] = []
    router.answer(HttpRequest(method, path, Headers(), b"", VIEWER), answers.append)
    assert answers == []
    await router._tasks.finish()
    (answer,) = answers
    return answer


def test_names_in_a_path_stand_for_anything_without_a_slash() -> None:
    router = Router([route("/a/{one}/b/{two}"), route("/f.x"), route("/t/{one}.json")])
    assert look(router, "/a/x/b/y%20z") == (200, {"who": None, "one": "x", "two": "y%20z"})
    assert look(router, "/t/cup.key.json") == (200, {"who": None, "one": "cup.key"})
    for path in ("/a/x/b/", "/a/x/y/b/z", "/a//b/y", "/fax", "/f.x/", "/t/.json", "/t/a/b.json"):
        assert look(router, path) is None, path


def test_the_rest_of_a_path_can_have_slashes_and_comes_after_what_is_exact() -> None:
    router = Router([route("/web/{file:path}"), route("/web/exact")])
    assert look(router, "/web/a/../b") == (200, {"who": None, "file": "a/../b"})
    assert look(router, "/web/exact") == (200, {"who": None})
    assert look(router, "/web/") is None


@pytest.mark.parametrize("handle", [told, told_later])
async def test_other_methods_are_answered_in_their_own_time_and_once(handle: Handler) -> None:
    router = Router([route("/a/{one}", handle, "POST")])
    assert json.loads((await ask(router, "/a/x?b=c")).body) == {"who": None, "one": "x"}


async def test_a_path_that_is_not_there_and_a_method_that_is_not() -> None:
    router = Router([route("/a"), route("/b", method="POST"), route("/b", method="PUT")])
    missing = await ask(router, "/c")
    assert (missing.status_code, json.loads(missing.body)) == (404, {"error": "there is no /c"})
    nonsense = await ask(router, "//[")
    assert nonsense.status_code == 404
    refused = await ask(router, "/a")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")
    shown = router.look("/b", VIEWER)
    assert shown is not None
    assert (shown.status_code, shown.headers["Allow"]) == (405, "POST, PUT")
    assert json.loads(shown.body) == {"error": "only POST, PUT is answered here"}


async def test_who_may_not_call_is_refused_before_anything_is_done() -> None:
    def admit(request: HttpRequest) -> str:
        if request.path == "/a/open":
            return "ann"
        raise ProtocolError(ErrorCode.FORBIDDEN, "not you", fatal=True)

    done: list[Call] = []

    def note(call: Call) -> Response:
        done.append(call)
        return told(call)

    router = Router([route("/a/{one}", note, access=Access("ann", admit))])
    assert look(router, "/a/open") == (200, {"who": "ann", "one": "open"})
    assert look(router, "/a/shut") == (403, {"error": "not you"})
    assert [call.who for call in done] == ["ann"]


@pytest.mark.parametrize(
    ("error", "status", "body"),
    [
        (PageError(Status.CONFLICT, "no", 5), 409, b'{"error": "no", "retry_ms": 5}\n'),
        (PageError(Status.UNAUTHORIZED, "no"), 401, b'{"error": "no"}\n'),
        (TextError(Status.FORBIDDEN, "No."), 403, b"No.\n"),
    ],
)
async def test_a_refusal_is_the_same_whatever_was_asked(
    error: Exception, status: int, body: bytes
) -> None:
    handle = failing(error)
    router = Router([route("/a", handle), route("/a", handle, "POST")])
    for response in (router.look("/a", VIEWER), await ask(router, "/a")):
        assert response is not None
        assert (response.status_code, response.body) == (status, body)
        assert ("WWW-Authenticate" in response.headers) is (status == 401)


async def test_a_fault_of_ours_has_a_number_and_a_story_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    handle = failing(RuntimeError("the secret"))
    router = Router([route("/a", handle), route("/a", handle, "POST")])
    for response in (router.look("/a", VIEWER), await ask(router, "/a")):
        assert response is not None
        assert response.status_code == 500
        text = response.body.decode()
        assert "secret" not in text
        assert text.split("incident ")[1].split(")")[0] in caplog.text
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2


async def test_a_get_that_waits_is_answered_later() -> None:
    router = Router([route("/a", told_later), route("/b")])
    assert [router.is_far(path) for path in ("/a", "/b", "/c")] == [True, False, False]
    for method in ("GET", "HEAD"):
        assert (await ask(router, "/a", method)).status_code == 200


def test_nothing_is_there_twice() -> None:
    with pytest.raises(AssertionError, match=r"GET /a/\{one\} is there twice"):
        Router([route("/a/{one}"), route("/a/{one}")])


async def test_closing_gives_up_what_is_under_way() -> None:
    answers: list[Response] = []
    forever = asyncio.Event()

    async def wait(call: Call) -> Response:
        await forever.wait()
        return told(call)

    router = Router([route("/a", wait, "POST")])
    router.answer(HttpRequest("POST", "/a", Headers(), b"", VIEWER), answers.append)
    await asyncio.sleep(0)
    await router.close()
    assert answers == []
