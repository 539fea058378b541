"""The organiser's console over HTTP: commands, enrolment of devices, tickets of browsers."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from websockets.http11 import Response

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.credentials import Credential
from infoset_server.admin.audit import AuditLog
from infoset_server.admin.commands import Command, Moderation, Operator
from infoset_server.admin.console import Console, Refusal
from infoset_server.admin.token_commands import load_admin_token
from infoset_server.config import ServerConfig
from infoset_server.http import documents
from infoset_server.http.endpoints import PageError, ShownTokens, Status, read_body, read_model
from infoset_server.http.routes import Access, Call, Route, summary_of
from infoset_server.network.http import HttpRequest, as_json
from infoset_server.network.rate_limits import BucketTable, Rate

logger = logging.getLogger(__name__)


Stored = Callable[[], Awaitable[None]]


async def nothing_stored() -> None:
    """Of a server that keeps nothing."""


class ConsolePages:
    """Commands, and what gives a device something to log in with: that is told once it is stored."""

    def __init__(
        self,
        accounts: Accounts,
        console: Console | None,
        failures: BucketTable,
        clock_s: Callable[[], float],
        stored: Stored = nothing_stored,
    ) -> None:
        """`failures` counts wrong tokens by address; without a `console` there are no commands.

        `stored` returns when everything noted so far is stored.
        """
        self._stored = stored
        self._accounts = accounts
        self._console = console
        self._tokens = ShownTokens(failures, clock_s)

    def routes(self) -> list[Route]:
        """What is answered here."""
        refused = dict.fromkeys(
            (
                Status.BAD_REQUEST,
                Status.UNAUTHORIZED,
                Status.FORBIDDEN,
                Status.TOO_MANY_REQUESTS,
            ),
            documents.Refusal,
        )
        enrol = Route(
            "POST",
            "/enrol",
            Access("whoever has a code", self._check_address),
            "Exchanges the code of a card for what stays on the device.",
            self.enrol,
            refused | {Status.OK: documents.Enrolled},
            documents.Enrolment,
        )
        ticket = Route(
            "POST",
            "/ticket",
            Access("a token of a user", self._holder, ()),
            "A ticket, with which a web page logs in once.",
            self.ticket,
            {Status.OK: documents.Ticket},
        )
        move = Route(
            "POST",
            "/move",
            Access("whoever has a code", self._check_address),
            "Lets somebody go on on another device, by the code of a session.",
            self.move,
            refused | {Status.OK: documents.Moved},
            documents.Move,
        )
        return [
            enrol,
            move,
            ticket,
            *([] if self._console is None else self._commands(self._console)),
        ]

    def _commands(self, console: Console) -> list[Route]:
        refused = dict.fromkeys((Status.BAD_REQUEST, Status.CONFLICT), documents.Refusal)
        admit = partial(self._operator, console)
        return [
            Route(
                "POST",
                f"/admin/{command.name}",
                Access(f"a token with the scope {command.scope}", admit, (command.scope,)),
                summary_of(command.run),
                partial(run_command, console, command.name),
                refused | {Status.OK: documents.Outcome},
                command.arguments,
            )
            for command in console.commands.values()
        ]

    def _operator(self, console: Console, request: HttpRequest) -> Operator:
        """Who gives a command. Raises PageError or ProtocolError."""
        token = self._tokens.read(request)
        operator = console.operator(token, request.caller)
        self._tokens.was_right(request)
        return operator

    def _check_address(self, request: HttpRequest) -> None:
        self._accounts.login.check_address(request.caller)

    async def enrol(self, call: Call) -> Response:
        """Logs a device in for good. Raises AccountError, PageError or ProtocolError."""
        request, login = call.request, self._accounts.login
        body = read_body(request)
        code, pub = body.get("code"), body.get("pub")
        if not isinstance(code, str) or not (pub is None or isinstance(pub, str)):
            raise PageError(Status.BAD_REQUEST, "code: expected the text of a code")
        if pub is None:
            login.check_secrecy(request.caller)
        enrolled = self._accounts.enrolment.enrol(code, request.caller.address, pub)
        await self._stored()  # the card is used up, and nobody is told the token again
        user = enrolled.user
        logger.info("%s: a device of %s (%s)", request.caller.address, user.name, user.id)
        told = {"user": user.id, "name": user.name, "token": enrolled.token}
        return as_json(Status.OK, {key: value for key, value in told.items() if value})

    async def move(self, call: Call) -> Response:
        """Logs the device in for whoever made the code. Raises AccountError, PageError or ProtocolError."""
        request = call.request
        asked = read_model(request, documents.Move)
        moved = self._accounts.moves.redeem(
            asked.code,
            request.caller.address,
            asked.secret,
            is_private=self._accounts.login.is_secret(request.caller),
        )
        await self._stored()
        user = moved.user
        logger.info("%s: %s (%s) goes on here", request.caller.address, user.name, user.id)
        told = {"user": user.id, "name": moved.name, "token": moved.token}
        return as_json(Status.OK, {key: value for key, value in told.items() if value})

    def _holder(self, request: HttpRequest) -> Credential:
        """Whose token is shown. Raises PageError or ProtocolError."""
        entry = self._tokens.holder(request, self._accounts.login)
        assert entry.credential is not None, "who shows a token has a credential"
        return entry.credential

    def ticket(self, call: Call) -> Response:
        """A ticket for one login."""
        tickets = self._accounts.tickets
        ticket = tickets.issue(call.who, call.request.caller.origin)
        return as_json(Status.OK, {"ticket": ticket, "valid_ms": int(tickets.valid_s * 1000)})


async def run_command(console: Console, name: str, call: Call) -> Response:
    """What comes of a command. Raises PageError where it is not done."""
    result = await console.run(name, read_body(call.request), call.who)
    if isinstance(result, Refusal):
        raise PageError(Status(result.status), result.reason)
    return as_json(Status.OK, result.to_plain())


class ConsoleSetupError(Exception):
    """The data folder cannot hold the console's files; the message says which and why."""


def open_console(
    config: ServerConfig,
    people: ClientRegistry,
    clock_s: Callable[[], float],
    organisation: Moderation | None = None,
    more: Sequence[Command[Any]] = (),
    stored: Stored = nothing_stored,
) -> ConsolePages:
    """The console, with what it keeps in the data folder; `more` are commands of other parts, `stored` as ConsolePages.

    Raises ConsoleSetupError.
    """
    try:
        config.data_dir.mkdir(parents=True, exist_ok=True)
        admin_token = load_admin_token(config.data_dir)
    except OSError as problem:
        raise ConsoleSetupError(
            f"data_dir {config.data_dir}: cannot keep {problem.filename}: {problem.strerror}"
        ) from None
    return make_console(config, people, admin_token, clock_s, organisation, more, stored)


def obstacle_of_cards(config: ServerConfig) -> str:
    """What keeps devices other than this machine from using cards, in words; nothing where they can."""
    is_secret = config.tls.certificate is not None or config.connections.trusted_proxies
    if is_secret or config.accounts.tokens_in_clear:
        return ""
    return (
        "other devices cannot use them yet, because this server has no TLS: set tls.certificate, "
        "or accounts.tokens_in_clear in a closed network where you trust everybody"
    )


def make_console(
    config: ServerConfig,
    people: ClientRegistry,
    admin_token: str,
    clock_s: Callable[[], float],
    organisation: Moderation | None = None,
    more: Sequence[Command[Any]] = (),
    stored: Stored = nothing_stored,
) -> ConsolePages:
    """The console, which writes nothing before the first command."""
    limits = config.connections
    console = Console(
        people,
        AuditLog(config.data_dir, config.audit, people.accounts.now_ms),
        admin_token,
        config.accounts.join_url,
        organisation,
        more,
        obstacle_of_cards(config),
    )
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return ConsolePages(
        people.accounts,
        console,
        BucketTable(failures, limits.max_tracked_addresses),
        clock_s,
        stored,
    )
