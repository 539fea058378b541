"""Logs clients in: who a `hello` proves to be, with a new session or one that goes on, and what `welcome` tells."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from infoset_protocol import messages as wire
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import Hello
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import Challenge, Entry
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.accounts.users import ADMIN, CHAT, COMPUTE, EXPORT_SCOPE, ORGANISE, PLAY, WATCH
from infoset_server.common.ids import fresh_id
from infoset_server.config import ServerConfig
from infoset_server.network.line import EntryLine
from infoset_server.rooms.matchmaker import Matchmaker

logger = logging.getLogger(__name__)

FEATURES: Final = ("obs", "assist", "chat", "pong", "strict", "delta")
SCOPES: Final = (PLAY, WATCH, CHAT, COMPUTE, ORGANISE, ADMIN)  # as `welcome` lists them


class Welcome:
    """As this server says it."""

    def __init__(self, config: ServerConfig, accounts: Accounts) -> None:
        self._config = config
        self._accounts = accounts

    def features(self, hello: Hello) -> list[str]:
        """Those that are asked for and that there are here."""
        offered = (*FEATURES, COMPUTE) if self._config.rooms.compute else FEATURES
        return [name for name in hello.features or [] if name in offered]

    def message(
        self,
        client: Client,
        session: str,
        token: str,
        features: list[str],
        now_ms: int,
        resumed: bool = False,
    ) -> dict[str, Any]:
        """The whole message; `token` is the one for the next resume, `now_ms` the time of day."""
        user = client.user
        return {
            "type": "welcome",
            "proto": PROTOCOL_MAJOR,
            "minor": PROTOCOL_MINOR,
            "session": session,
            "resume_token": token,
            "resumed": resumed,
            "user": user.id,
            "name": user.name,
            "scopes": self._scopes(client),
            "features": features,
            "limits": self._limits(client),
            "server": self._config.name,
            "now_ms": now_ms,
        }

    def _scopes(self, client: Client) -> list[str]:
        """What the client may do, as far as this server offers it."""
        now_ms = self._accounts.now_ms()
        scopes = [scope for scope in SCOPES if client.may(scope, now_ms)]
        if not self._config.rooms.compute:
            return [scope for scope in scopes if scope != COMPUTE]
        if self._config.compute.export and COMPUTE in scopes:
            scopes.append(EXPORT_SCOPE)
        return scopes

    def _limits(self, client: Client) -> dict[str, Any]:
        config = self._config
        factor = client.line.rate_factor
        queue_factor = config.queues.house_factor if client.user.is_trusted else 1
        limits = {
            "max_frame_in": config.frames.max_in_bytes,
            "max_inflight": config.queues.max_inflight,
            "msgs_per_s": config.rates.msgs_per_s * factor,
            "queue_bytes": config.queues.max_bytes * queue_factor,
            "resume_ttl_ms": config.times.resume_ttl_ms,
        }
        if config.rooms.compute:
            limits["compute_units_s"] = config.compute.units_per_s * factor
            limits["computes_per_s"] = config.rates.computes_per_s * factor
        return limits


class SessionLogin:
    """Calls `came_in` for every client with a new session."""

    def __init__(
        self,
        people: ClientRegistry,
        matchmaker: Matchmaker,
        welcome: Welcome,
        came_in: Callable[[Client], None],
    ) -> None:
        self._people = people
        self._matchmaker = matchmaker
        self._welcome = welcome
        self._came_in = came_in

    def hello(self, connection: EntryLine, hello: wire.Hello) -> None:
        """Welcomes a client, now or when it has signed a challenge.

        Raises ProtocolError, which ends the connection.
        """
        admission = self._people.begin(hello, connection.caller)
        if isinstance(admission, Challenge):
            judge = partial(self._on_proof, hello, admission)
            connection.challenge(admission.nonce, admission.server, judge)
        else:
            self._let_in(connection, hello, admission)

    def settled(self, connection: EntryLine) -> None:
        """The client has its new resume token: the one it came with is worth nothing any more."""
        client = self._people.clients.get(connection)
        if client is None:
            return
        self._people.settle_resume_token(connection.session_id)
        if client.resumed:
            self._people.retire_resume_token(client.user, client.resumed)
            client.resumed = ""

    def _on_proof(
        self,
        hello: wire.Hello,
        challenge: Challenge,
        connection: EntryLine,
        answer: wire.AuthAnswer,
    ) -> None:
        """The second half of a `hello` by key. Raises as `hello`."""
        self._let_in(connection, hello, self._people.finish(challenge, answer, connection.caller))

    def _let_in(self, connection: EntryLine, hello: wire.Hello, entry: Entry) -> None:
        """Welcomes a user who has proved who they are, or goes on with their session."""
        if self._matchmaker.stopping and not self._matchmaker.play.floor.needs(entry.user):
            raise ProtocolError(
                ErrorCode.SHUTTING_DOWN,
                "the server is about to stop",
                fatal=True,
                close=CloseCode.RESTARTING,
            )
        if not self._resume(entry, connection, hello):
            self._begin_session(entry, connection, hello)

    def _begin_session(self, entry: Entry, connection: EntryLine, hello: wire.Hello) -> None:
        user = entry.user
        if user.is_trusted:
            connection.trust()
        is_program = hello.client is not None and hello.client.lang is not None
        came_s = asyncio.get_running_loop().time()
        client = Client(user, connection, is_program, came_s=came_s)
        client.shows(entry.credential)
        if hello.resume is not None:
            client.resumed = hello.resume.session
        self._replace(client)
        self._people.clients[connection] = client
        session = fresh_id("s")
        token = self._people.issue_resume_token(user, session)
        features = self._welcome.features(hello)
        connection.welcome(
            self._welcome.message(client, session, token, features, connection.now_ms())
        )
        logger.info("%s is %s (%s)", connection, user.name, user.id)
        self._matchmaker.tell_again(client)
        self._came_in(client)

    def _resume(self, entry: Entry, newcomer: EntryLine, hello: wire.Hello) -> bool:
        """Goes on with the session that a `hello` asks for, if that is still possible."""
        user, wanted = entry.user, hello.resume
        if wanted is None:
            return False
        client = self._people.session_of(user, wanted.session, wanted.token)
        line = None if client is None else client.line
        if client is not None and isinstance(line, EntryLine):
            if line.can_resume(newcomer, wanted.seq):
                client.shows(entry.credential)
                welcome = self._welcome_back(client, wanted, line.features)
                line.go_on(newcomer, welcome, wanted.seq)
                logger.info("%s is %s (%s) again", line, user.name, user.id)
                return True
            if line.can_move(newcomer, wanted.seq):
                client.shows(
                    entry.credential
                )  # where it is revoked, the newcomer has to go as well
                line.hand_over(newcomer, wanted.seq, partial(self._move, client, newcomer, wanted))
                return True
        logger.info("%s: session %s cannot be resumed", newcomer, wanted.session)
        return False

    def _move(
        self, client: Client, newcomer: EntryLine, wanted: wire.Resume, parked: bytes
    ) -> None:
        """The session goes on where `newcomer` is connected."""
        features = client.line.features
        self._people.move(client, newcomer)
        if client.user.is_trusted:
            newcomer.trust()
        newcomer.adopt(parked, self._welcome_back(client, wanted, features), wanted.seq)
        logger.info("%s is %s (%s) again", newcomer, client.user.name, client.user.id)

    def _welcome_back(
        self, client: Client, wanted: wire.Resume, features: Iterable[str]
    ) -> dict[str, Any]:
        """What a client is told whose session goes on with its features, and with its next token."""
        token = self._people.renew_resume_token(client.user, wanted.session, wanted.token)
        now_ms = self._people.accounts.now_ms()
        return self._welcome.message(
            client, wanted.session, token, sorted(features), now_ms, resumed=True
        )

    def _replace(self, client: Client) -> None:
        """Takes the place of the session that `client` asked for, and of those that are away.

        A live one is told and does not come back; one away may still try, and logs in anew then. A client that takes
        no seats takes no session's place either.
        """
        if not client.takes_seats:
            return
        for older in self._people.clients_of(client.user):
            if older.line.session_id == client.resumed or older.line.is_away:
                self._matchmaker.replace(older, client)
                older.line.close(CloseCode.REPLACED, "replaced by a newer connection")
