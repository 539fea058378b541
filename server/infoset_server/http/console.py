"""The organiser's console over HTTP: commands, enrolment of devices, tickets of browsers."""

import http
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.http11 import Response

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.errors import AccountError, TooManyTriesError
from infoset_server.admin.admin_token import load_admin_token
from infoset_server.admin.audit import AuditLog
from infoset_server.admin.commands import Command, Moderation
from infoset_server.admin.console import Console, Refusal
from infoset_server.config import ServerConfig
from infoset_server.http.endpoints import Endpoints, PageError, ShownTokens, read_body
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpRequest, Respond, as_json, no_page, plain_text
from infoset_server.network.rate_limits import BucketTable, Rate

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
        console: Console | None,
        failures: BucketTable,
        clock_s: Callable[[], float],
    ) -> None:
        """`failures` counts wrong tokens by address; without a `handlers` there are no commands."""
        self._accounts = accounts
        self._console = console
        self._tokens = ShownTokens(failures, clock_s)
        self._endpoints = Endpoints(self._serve)

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        self._endpoints.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """There is nothing to look at: whoever asks here shows a token."""
        return no_page(path, caller)

    async def close(self) -> None:
        """Gives up what is not answered yet."""
        await self._endpoints.close()

    async def _serve(self, request: HttpRequest) -> Response:
        path = urlsplit(request.path).path
        if path == ENROL:
            return self._enrol(request)
        if path == TICKET:
            return self._ticket(request)
        if path.startswith(ADMIN) and self._console is not None:
            return await self._command(self._console, path.removeprefix(ADMIN), request)
        return plain_text(Status.NOT_FOUND, "No such page.\n")

    async def _command(self, console: Console, name: str, request: HttpRequest) -> Response:
        token = self._tokens.read(request)
        operator = console.operator(token, request.caller)
        self._tokens.was_right(request)
        result = await console.run(name, read_body(request), operator)
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


class ConsoleSetupError(Exception):
    """The data folder cannot hold the console's files; the message says which and why."""


def open_console(
    config: ServerConfig,
    people: ClientRegistry,
    organisation: Moderation | None = None,
    more: Sequence[Command[Any]] = (),
) -> ConsolePages:
    """The pages to give to the listener; `more` are commands of other parts. Raises ConsoleSetupError."""
    try:
        config.data_dir.mkdir(parents=True, exist_ok=True)
        admin_token = load_admin_token(config.data_dir)
    except OSError as problem:
        raise ConsoleSetupError(
            f"data_dir {config.data_dir}: cannot keep {problem.filename}: {problem.strerror}"
        ) from None
    limits = config.connections
    console = Console(
        people,
        AuditLog(config.data_dir, config.audit, people.accounts.now_ms),
        admin_token,
        config.accounts.join_url,
        organisation,
        more,
    )
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return ConsolePages(
        people.accounts,
        console,
        BucketTable(failures, limits.max_tracked_addresses),
        time.monotonic,
    )
