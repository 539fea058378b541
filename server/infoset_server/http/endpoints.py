"""What endpoints read of a request, a token and a body, and how they refuse it."""

import http
import logging
import math
from collections.abc import Callable
from typing import Any, Final, TypeVar

import orjson
from pydantic import BaseModel, ValidationError
from websockets.http11 import Response

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.authentication import Authenticator, Entry
from infoset_server.accounts.users import AccountError, TooManyTriesError
from infoset_server.admin.console import explain
from infoset_server.common.request_errors import SERVER_FAILED, log_incident
from infoset_server.network.http import HttpRequest, as_json, plain_text
from infoset_server.network.rate_limits import BucketTable
from infoset_server.programs.upload_source import HostedError, NotAllowedError, UnknownBotError

logger = logging.getLogger(__name__)

Status = http.HTTPStatus
BEARER: Final = "bearer "
MAX_DEPTH: Final = 32  # of what a request holds
M = TypeVar("M", bound=BaseModel)


class PageError(Exception):
    """A request that is refused, and how the answer says so."""

    def __init__(self, status: http.HTTPStatus, reason: str, retry_ms: int | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.retry_ms = retry_ms

    def response(self) -> Response:
        """The answer, for programs."""
        body: dict[str, Any] = {"error": str(self)}
        if self.retry_ms is not None:
            body["retry_ms"] = self.retry_ms
        response = as_json(self.status, body)
        if self.status is Status.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response


class TextError(PageError):
    """The same on a page that people look at: the answer is one sentence."""

    def response(self) -> Response:
        """The answer, for people."""
        return plain_text(self.status, f"{self}\n")


class WrongMethodError(PageError):
    """There is something at this path, but not for this method. `allowed` are those there are."""

    def __init__(self, allowed: str) -> None:
        super().__init__(Status.METHOD_NOT_ALLOWED, f"only {allowed} is answered here")
        self._allowed = allowed

    def response(self) -> Response:
        """The answer, with the methods that there are."""
        response = super().response()
        response.headers["Allow"] = self._allowed
        return response


def refusal(error: Exception, request: HttpRequest) -> Response:
    """The answer to a request that ended in this exception.

    What nobody is known to raise is a fault of ours, whose story goes to the log.
    """
    return (as_page_error(error) or as_incident(error, request)).response()


def as_page_error(error: Exception) -> PageError | None:
    """What an exception is in HTTP; None for one that must not happen."""
    match error:
        case PageError():
            return error
        case ProtocolError():
            return as_login_error(error)
        case TooManyTriesError():
            return PageError(Status.TOO_MANY_REQUESTS, str(error), error.retry_ms)
        case AccountError() | NotAllowedError():
            return PageError(Status.FORBIDDEN, str(error))
        case UnknownBotError():
            return PageError(Status.NOT_FOUND, str(error))
        case HostedError():
            return PageError(Status.CONFLICT, str(error))
        case _:
            return None


def as_login_error(error: ProtocolError) -> PageError:
    """What a refused login is in HTTP."""
    match error.code:
        case ErrorCode.FORBIDDEN:
            return PageError(Status.FORBIDDEN, error.msg)
        case ErrorCode.RATE_LIMITED:
            return PageError(Status.TOO_MANY_REQUESTS, error.msg, error.retry_ms)
        case _:
            return PageError(Status.UNAUTHORIZED, error.msg)


def as_incident(error: Exception, request: HttpRequest) -> PageError:
    """What an unforeseen exception is in HTTP: a fault of ours, whose story goes to the log."""
    incident = log_incident(logger, request.caller.address, error)
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

    def holder(self, request: HttpRequest, login: Authenticator) -> Entry:
        """Whose token is shown, and what it may do. Raises PageError or ProtocolError."""
        token = self.read(request)
        login.check_address(request.caller)
        login.check_secrecy(request.caller)
        entry = login.holder_of(token, request.caller)
        self.was_right(request)
        return entry

    def viewer(self, request: HttpRequest, login: Authenticator) -> Entry | None:
        """The same where a token may be shown and need not be; None of who shows none."""
        shown = request.headers.get_all("Authorization")
        if not any(one.lower().startswith(BEARER) for one in shown):
            return None  # what else is shown is for a proxy
        return self.holder(request, login)


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


def read_model(request: HttpRequest, model: type[M]) -> M:
    """The JSON object in the body, with its fields checked. Raises PageError."""
    try:
        return model.model_validate(read_body(request))
    except ValidationError as error:
        raise PageError(Status.BAD_REQUEST, explain(error)) from None
