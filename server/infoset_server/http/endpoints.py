"""HTTP requests with a body: answered one beside the other, with a token or a refusal. Knows no commands."""

import http
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson
from websockets.http11 import Response

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.common.incidents import SERVER_FAILED, log_incident
from infoset_server.common.task_set import TaskSet
from infoset_server.network.http import HttpRequest, Respond, as_json
from infoset_server.network.rate_limits import BucketTable

logger = logging.getLogger(__name__)

Status = http.HTTPStatus
BEARER: Final = "bearer "
MAX_DEPTH: Final = 32  # of what a request holds


class PageError(Exception):
    """A request that is refused, and how the answer says so."""

    def __init__(self, status: http.HTTPStatus, reason: str, retry_ms: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_ms = retry_ms


class Endpoints:
    """Answers each request in a task of its own, exactly once, whatever becomes of it.

    `serve` may raise PageError or ProtocolError, and what `explain` knows; anything else is a fault of ours.
    """

    def __init__(
        self,
        serve: Callable[[HttpRequest], Awaitable[Response]],
        explain: Callable[[Exception], PageError | None] = lambda error: None,
    ) -> None:
        self._serve = serve
        self._explain = explain
        self._tasks = TaskSet()

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages; only POST is answered with more than that."""
        self._tasks.start(self._answer(request, respond))

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        await self._tasks.give_up()

    async def _answer(self, request: HttpRequest, respond: Respond) -> None:
        try:
            if request.method != "POST":
                raise PageError(Status.METHOD_NOT_ALLOWED, "only POST is answered here")
            response = await self._serve(request)
        except PageError as problem:
            response = refusal(problem)
        except ProtocolError as problem:
            response = refusal(as_page_error(problem))
        except Exception as error:  # noqa: BLE001  # what is nobody else's is ours, and goes to the log
            response = refusal(self._explain(error) or as_incident(request))
        respond(response)


def as_incident(request: HttpRequest) -> PageError:
    """What the exception being handled is in HTTP: a fault of ours, whose story goes to the log."""
    incident = log_incident(logger, request.caller.address)
    return PageError(Status.INTERNAL_SERVER_ERROR, f"{SERVER_FAILED} (incident {incident})")


class ShownTokens:
    """The tokens that requests show. An address that shows wrong ones has to wait."""

    def __init__(self, failures: BucketTable, clock_s: Callable[[], float]) -> None:
        """`failures` counts wrong tokens by address."""
        self._failures = failures
        self._clock_s = clock_s

    def read(self, request: HttpRequest) -> str:
        """The token, which counts as wrong until it `was_right`. Raises PageError."""
        shown = request.headers.get_all("Authorization")
        if len(shown) != 1 or not shown[0].lower().startswith(BEARER):
            raise PageError(Status.UNAUTHORIZED, "expected a header Authorization: Bearer TOKEN")
        wait_s = self._failures.take(request.caller.address, self._clock_s())
        if wait_s:
            text = "too many wrong tokens; wait a moment"
            raise PageError(Status.TOO_MANY_REQUESTS, text, math.ceil(wait_s * 1000))
        return shown[0][len(BEARER) :].strip()

    def was_right(self, request: HttpRequest) -> None:
        """Somebody's token it was."""
        self._failures.give_back(request.caller.address)


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object in the body; an empty body is an empty one. Raises PageError."""
    try:
        body = orjson.loads(request.body or b"{}")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise PageError(Status.BAD_REQUEST, "expected a JSON object")
    for name, value in body.items():
        if is_deeper(value, MAX_DEPTH):
            text = f"{name[:40]}: expected at most {MAX_DEPTH} lists or objects within each other"
            raise PageError(Status.BAD_REQUEST, text)
    return body


def is_deeper(value: Any, most: int) -> bool:
    """Are there more lists and objects within each other than that? Looks without recursion."""
    level = [value]
    for _ in range(most + 1):
        nested = [one for one in level if isinstance(one, dict | list)]
        level = [
            inner for one in nested for inner in (one.values() if isinstance(one, dict) else one)
        ]
        if not nested:
            return False
    return True


def as_page_error(error: ProtocolError) -> PageError:
    """What a refused login is in HTTP."""
    match error.code:
        case ErrorCode.FORBIDDEN:
            return PageError(Status.FORBIDDEN, error.msg)
        case ErrorCode.RATE_LIMITED:
            return PageError(Status.TOO_MANY_REQUESTS, error.msg, error.retry_ms)
        case _:
            return PageError(Status.UNAUTHORIZED, error.msg)


def refusal(problem: PageError) -> Response:
    """The answer to a request that is refused."""
    body: dict[str, Any] = {"error": str(problem)}
    if problem.retry_ms is not None:
        body["retry_ms"] = problem.retry_ms
    response = as_json(problem.status, body)
    if problem.status is Status.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if problem.status is Status.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = "POST"
    return response
