"""HTTP requests with a body: commands of organisers, enrolment of devices, tickets of browsers."""

import asyncio
import http
import logging
import math
import secrets
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import orjson
from websockets.http11 import Response

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.errors import AccountError, TooManyTriesError
from infoset_server.caller import Caller
from infoset_server.console.desk import ConsoleDesk, Refusal
from infoset_server.http import HttpRequest, Respond, as_json, no_page, plain_text
from infoset_server.rate_limit import BucketTable

logger = logging.getLogger(__name__)

Status = http.HTTPStatus
ADMIN: Final = "/admin/"
ENROL: Final = "/enrol"
TICKET: Final = "/ticket"
BEARER: Final = "bearer "


class PageError(Exception):
    """A request that is refused, and how the answer says so."""

    def __init__(self, status: http.HTTPStatus, reason: str, retry_ms: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_ms = retry_ms


class ConsolePages:
    """As Pages. Commands may take a while; the others are answered at once."""

    def __init__(
        self,
        accounts: Accounts,
        desk: ConsoleDesk | None,
        failures: BucketTable,
        clock_s: Callable[[], float],
    ) -> None:
        """`failures` counts wrong tokens by address; without a `desk` there are no commands."""
        self._accounts = accounts
        self._desk = desk
        self._failures = failures
        self._clock_s = clock_s
        self._tasks: set[asyncio.Task[None]] = set()

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        task = asyncio.get_running_loop().create_task(self._answer(request, respond))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def look(self, path: str, caller: Caller) -> Response | None:
        """There is nothing to look at: whoever asks here shows a token."""
        return no_page(path, caller)

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, request: HttpRequest, respond: Respond) -> None:
        try:
            respond(await self._serve(request))
        except PageError as problem:
            respond(refusal(problem))
        except ProtocolError as problem:
            respond(refusal(as_page_error(problem)))
        except Exception:
            incident = secrets.token_hex(4)
            logger.exception("x %s: incident %s", request.caller.address, incident)
            text = f"the server failed; its log knows more (incident {incident})"
            respond(refusal(PageError(Status.INTERNAL_SERVER_ERROR, text)))

    async def _serve(self, request: HttpRequest) -> Response:
        path = urlsplit(request.path).path
        if request.method != "POST":
            raise PageError(Status.METHOD_NOT_ALLOWED, "only POST is answered here")
        if path == ENROL:
            return self._enrol(request)
        if path == TICKET:
            return self._ticket(request)
        if path.startswith(ADMIN) and self._desk is not None:
            return await self._command(self._desk, path.removeprefix(ADMIN), request)
        return plain_text(Status.NOT_FOUND, "No such page.\n")

    async def _command(self, desk: ConsoleDesk, name: str, request: HttpRequest) -> Response:
        token = self._bearer(request)
        self._count(request)
        operator = desk.operator(token, request.caller)
        self._failures.give_back(request.caller.address)
        result = await desk.run(name, read_body(request), operator)
        if isinstance(result, Refusal):
            return as_json(Status(result.status), {"error": result.reason})
        return as_json(Status.OK, result.to_plain())

    def _enrol(self, request: HttpRequest) -> Response:
        login = self._accounts.login
        login.check_address(request.caller)
        body = read_body(request)
        code, pub = body.get("code"), body.get("pub")
        if not isinstance(code, str) or not (pub is None or isinstance(pub, str)):
            raise PageError(Status.BAD_REQUEST, "code: expected the text of a code")
        if pub is None:
            login.check_secrecy(request.caller)
        try:
            enrolled = self._accounts.enrolment.enrol(code, request.caller.address, pub)
        except TooManyTriesError as problem:
            raise PageError(Status.TOO_MANY_REQUESTS, str(problem), problem.retry_ms) from None
        except AccountError as problem:
            raise PageError(Status.FORBIDDEN, str(problem)) from None
        user = enrolled.user
        logger.info("%s: a device of %s (%s)", request.caller.address, user.name, user.id)
        told = {"user": user.id, "name": user.name, "token": enrolled.token}
        return as_json(Status.OK, {key: value for key, value in told.items() if value})

    def _ticket(self, request: HttpRequest) -> Response:
        token = self._bearer(request)
        self._count(request)
        login = self._accounts.login
        login.check_address(request.caller)
        login.check_secrecy(request.caller)
        entry = login.holder_of(token, request.caller)
        assert entry.credential is not None, "who shows a token has a credential"
        self._failures.give_back(request.caller.address)
        tickets = self._accounts.tickets
        ticket = tickets.issue(entry.credential, request.caller.origin)
        return as_json(Status.OK, {"ticket": ticket, "valid_ms": int(tickets.valid_s * 1000)})

    def _bearer(self, request: HttpRequest) -> str:
        shown = request.headers.get_all("Authorization")
        if len(shown) != 1 or not shown[0].lower().startswith(BEARER):
            raise PageError(Status.UNAUTHORIZED, "expected a header Authorization: Bearer TOKEN")
        return shown[0][len(BEARER) :].strip()

    def _count(self, request: HttpRequest) -> None:
        wait_s = self._failures.take(request.caller.address, self._clock_s())
        if wait_s:
            text = "too many wrong tokens; wait a moment"
            raise PageError(Status.TOO_MANY_REQUESTS, text, math.ceil(wait_s * 1000))


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object in the body; an empty body is an empty one. Raises PageError."""
    try:
        body = orjson.loads(request.body or b"{}")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise PageError(Status.BAD_REQUEST, "expected a JSON object")
    return body


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
