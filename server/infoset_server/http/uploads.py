"""HTTP for owners of uploaded bots, below `/bots/`. Shows no secrets to strangers."""

import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from urllib.parse import parse_qs, urlsplit

from pydantic import ValidationError
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_server.accounts.authentication import Entry
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import PLAY
from infoset_server.config import ServerConfig
from infoset_server.http.documents import Refusal
from infoset_server.http.endpoints import PageError, ShownTokens, Status, read_model
from infoset_server.http.routes import BYTES, Access, Call, Content, Handler, Route, summary_of
from infoset_server.network.http import HttpRequest, as_json, with_body
from infoset_server.network.rate_limits import BucketTable, Rate
from infoset_server.uploads.admission import Intake
from infoset_server.uploads.commands import Asker, Commands, OneVersion, Place, Received, Verb
from infoset_server.uploads.service import HostedBots

PATH: Final = "/bots/"


class HostedPages:
    """What owners do with their bots. Each request shows a token of an account."""

    def __init__(
        self,
        commands: Commands,
        people: ClientRegistry,
        failures: BucketTable,
        clock_s: Callable[[], float],
        stored: Callable[[], Awaitable[None]],
    ) -> None:
        """`failures` counts wrong tokens by address. `stored` returns when everything noted so far is stored."""
        self._commands = commands
        self._stored = stored
        self._people = people
        self._tokens = ShownTokens(failures, clock_s)

    def routes(self) -> list[Route]:
        """What is answered here."""
        owner = Access(f"a token of an account, with the scope {PLAY}", self._owner, (PLAY,))
        refused = dict.fromkeys((Status.BAD_REQUEST, Status.NOT_FOUND, Status.CONFLICT), Refusal)

        def route(
            name: str, run: Callable[..., object], handle: Handler, body: Content, answer: Content
        ) -> Route:
            answers = refused | {Status.OK: answer}
            query = Place if body == BYTES else None
            path = PATH + name
            return Route("POST", path, owner, summary_of(run), handle, answers, body, query)

        commands = self._commands
        return [
            *(
                route(name, verb.run, partial(self._do, verb), verb.request, verb.answer)
                for name, verb in commands.verbs.items()
            ),
            route("piece", commands.add, self.piece, BYTES, Received),
            route("download", commands.archive, self.download, OneVersion, BYTES),
        ]

    async def close(self) -> None:
        """Gives up what is still being taken in."""
        await self._commands.close()

    def piece(self, call: Call) -> Response:
        """A piece of an upload, as it is. Raises PageError or HostedError."""
        place = read_place(call.request)
        body = call.request.body
        return as_json(Status.OK, self._commands.add(call.who, place.upload, place.offset, body))

    async def download(self, call: Call) -> Response:
        """The archive of a version. Raises PageError or HostedError."""
        version = read_model(call.request, OneVersion)
        archive = await self._commands.archive(call.who, version)
        return with_body(Status.OK, archive, Headers([("Content-Type", BYTES)]))

    async def _do(self, verb: Verb, call: Call) -> Response:
        """What comes of a verb. Raises PageError or HostedError."""
        outcome = verb.run(call.who, read_model(call.request, verb.request))
        answer = await outcome if inspect.isawaitable(outcome) else outcome
        if verb.changes:
            await self._stored()
        return as_json(Status.OK, answer)

    def _owner(self, request: HttpRequest) -> Asker:
        """Who answers for what is asked. Raises PageError, ProtocolError or NotAllowedError."""
        return self._commands.who(self._holder(request))

    def _holder(self, request: HttpRequest) -> Entry:
        """Whose token is shown, and what it may do. Raises PageError or ProtocolError."""
        entry = self._tokens.holder(request, self._people.accounts.login)
        if PLAY not in entry.scopes:
            raise PageError(Status.FORBIDDEN, f"needs the scope {PLAY}")
        return entry


def read_place(request: HttpRequest) -> Place:
    """Where a piece belongs: `upload=ID&offset=N`. Raises PageError."""
    fields = parse_qs(urlsplit(request.path).query)
    try:
        return Place.model_validate({name: values[-1] for name, values in fields.items()})
    except ValidationError:
        raise PageError(Status.BAD_REQUEST, "expected ?upload=ID&offset=N") from None


def open_hosted(
    config: ServerConfig,
    hosted: HostedBots,
    people: ClientRegistry,
    clock_s: Callable[[], float],
    stored: Callable[[], Awaitable[None]],
) -> HostedPages:
    """The pages, with the limits of the server. `stored` as of HostedPages."""
    upload = config.hosted.upload
    intake = Intake(upload.max_open * upload.max_bytes, clock_s)
    limits = config.connections
    failures = Rate(limits.failed_hellos_per_min / 60, limits.failed_hellos_per_min)
    return HostedPages(
        Commands(hosted, intake, people, config.frames.max_body_bytes),
        people,
        BucketTable(failures, limits.max_tracked_addresses),
        clock_s,
        stored,
    )
