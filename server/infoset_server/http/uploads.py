"""HTTP for owners of uploaded bots, below `/bots/`; everything else is for other pages. Shows no secrets to strangers.

    POST /bots/begin {name?, bytes, sha256}             -> {upload, piece_bytes}
    POST /bots/piece?upload=ID&offset=N  (raw bytes)    -> {received}
    POST /bots/finish {upload}                          -> {bot, version}, or {pending}: ask again
    POST /bots/list | log | use | disable | enable | remove {bot, version}
    POST /bots/download {bot, version?}                 -> the archive

Each request shows a token of an account (`Authorization: Bearer TOKEN`).
"""

import asyncio
import http
import inspect
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs, urlsplit

from pydantic import ValidationError
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import PLAY, User
from infoset_server.admin.console import explain
from infoset_server.config import ServerConfig
from infoset_server.http.endpoints import Endpoints, PageError, ShownTokens, read_body
from infoset_server.network.caller import Caller
from infoset_server.network.http import ClosablePages, HttpRequest, Respond, as_json, with_body
from infoset_server.network.rate_limits import BucketTable, Rate
from infoset_server.programs.errors import HostedError, NotAllowedError, UnknownBotError
from infoset_server.uploads.commands import Commands, OneVersion
from infoset_server.uploads.intake import Intake
from infoset_server.uploads.service import HostedBots

Status = http.HTTPStatus
PATH: Final = "/bots/"


class HostedPages:
    """As ClosablePages: those of `others`, and ours."""

    def __init__(
        self,
        commands: Commands,
        people: ClientRegistry,
        failures: BucketTable,
        others: ClosablePages,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`failures` counts wrong tokens by address."""
        self._commands = commands
        self._people = people
        self._others = others
        self._tokens = ShownTokens(failures, clock_s)
        self._endpoints = Endpoints(self._serve, explained)

    def answer(self, request: HttpRequest, respond: Respond) -> None:
        """As Pages."""
        if urlsplit(request.path).path.startswith(PATH):
            self._endpoints.answer(request, respond)
        else:
            self._others.answer(request, respond)

    def look(self, path: str, caller: Caller) -> Response | None:
        """As Pages."""
        return self._others.look(path, caller)

    async def close(self) -> None:
        """As ClosablePages."""
        await self._endpoints.close()
        await self._commands.close()
        await self._others.close()

    async def _serve(self, request: HttpRequest) -> Response:
        asked = urlsplit(request.path)
        name = asked.path.removeprefix(PATH)
        owner = self._commands.who(self._holder(request))
        if name == "piece":
            upload, offset = read_place(asked.query)
            return as_json(Status.OK, self._commands.add(owner, upload, offset, request.body))
        if name == "download":
            version = OneVersion.model_validate(read_body(request))
            archive = await asyncio.to_thread(self._commands.archive, owner, version)
            about = Headers([("Content-Type", "application/octet-stream")])
            return with_body(Status.OK, archive, about)
        verb = self._commands.verbs.get(name)
        if verb is None:
            raise PageError(Status.NOT_FOUND, f"there is no {PATH}{name}")
        outcome = verb.run(owner, verb.request.model_validate(read_body(request)))
        return as_json(Status.OK, await outcome if inspect.isawaitable(outcome) else outcome)

    def _holder(self, request: HttpRequest) -> User:
        """Whose token is shown. Raises PageError or ProtocolError."""
        token = self._tokens.read(request)
        caller = request.caller
        login = self._people.accounts.login
        login.check_address(caller)
        login.check_secrecy(caller)
        entry = login.holder_of(token, caller)
        self._tokens.was_right(request)
        if PLAY not in entry.scopes:
            raise PageError(Status.FORBIDDEN, f"needs the scope {PLAY}")
        return entry.user


def read_place(query: str) -> tuple[str, int]:
    """Where a piece belongs: `upload=ID&offset=N`. Raises PageError."""
    fields = parse_qs(query)
    upload, offset = fields.get("upload", [""])[-1], fields.get("offset", [""])[-1]
    if not upload or not (offset.isascii() and offset.isdigit() and len(offset) < 12):
        raise PageError(Status.BAD_REQUEST, "expected ?upload=ID&offset=N")
    return upload, int(offset)


def explained(error: Exception) -> PageError | None:
    """What goes wrong with a request, as a refusal of it; None for what must not go wrong."""
    match error:
        case HostedError():
            return PageError(status_of(error), str(error))
        case ValidationError():
            return PageError(Status.BAD_REQUEST, explain(error))
        case _:
            return None


def status_of(problem: HostedError) -> http.HTTPStatus:
    """What a refusal is in HTTP."""
    match problem:
        case NotAllowedError():
            return Status.FORBIDDEN
        case UnknownBotError():
            return Status.NOT_FOUND
        case _:
            return Status.CONFLICT


def open_hosted(
    config: ServerConfig, hosted: HostedBots, people: ClientRegistry, others: ClosablePages
) -> HostedPages:
    """The pages to give to the listener; what is not theirs goes to `others`."""
    intake = Intake(config.hosted.upload.max_open, time.monotonic)
    limits = config.connections
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return HostedPages(
        Commands(hosted, intake, people, config.frames.max_body_bytes),
        people,
        BucketTable(failures, limits.max_tracked_addresses),
        others,
    )
