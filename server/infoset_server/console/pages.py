"""HTTP requests with a body: commands of organisers, enrolment of devices, tickets of browsers."""

import http
import logging
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from websockets.http11 import Response

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.errors import AccountError, TooManyTriesError
from infoset_server.console.desk import ConsoleDesk, Refusal
from infoset_server.posts import PageError, Posts, ShownTokens, read_body
from infoset_server.wire.caller import Caller
from infoset_server.wire.http import HttpRequest, Respond, as_json, no_page, plain_text
from infoset_server.wire.rate_limit import BucketTable

logger = logging.getLogger(__name__)

Status = http.HTTPStatus
ADMIN: Final = "/admin/"
ENROL: Final = "/enrol"
TICKET: Final = "/ticket"


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
        self._tokens = ShownTokens(failures, clock_s)
        self._posts = Posts(self._serve)

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._posts.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """There is nothing to look at: whoever asks here shows a token."""
        return no_page(path, caller)

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        await self._posts.close()

    async def _serve(self, request: HttpRequest) -> Response:
        path = urlsplit(request.path).path
        if path == ENROL:
            return self._enrol(request)
        if path == TICKET:
            return self._ticket(request)
        if path.startswith(ADMIN) and self._desk is not None:
            return await self._command(self._desk, path.removeprefix(ADMIN), request)
        return plain_text(Status.NOT_FOUND, "No such page.\n")

    async def _command(self, desk: ConsoleDesk, name: str, request: HttpRequest) -> Response:
        token = self._tokens.read(request)
        operator = desk.operator(token, request.caller)
        self._tokens.was_right(request)
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
        token = self._tokens.read(request)
        login = self._accounts.login
        login.check_address(request.caller)
        login.check_secrecy(request.caller)
        entry = login.holder_of(token, request.caller)
        assert entry.credential is not None, "who shows a token has a credential"
        self._tokens.was_right(request)
        tickets = self._accounts.tickets
        ticket = tickets.issue(entry.credential, request.caller.origin)
        return as_json(Status.OK, {"ticket": ticket, "valid_ms": int(tickets.valid_s * 1000)})
