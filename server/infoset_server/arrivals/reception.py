"""Lets people in: who a `hello` proves to be, with a new session or one that goes on. Gives nobody a seat."""

import logging
from collections.abc import Callable
from functools import partial

from infoset_protocol import messages as wire
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_server.accounts.key_login import Challenge
from infoset_server.accounts.login import Entry
from infoset_server.arrivals.welcome import Welcome
from infoset_server.ids import fresh_id
from infoset_server.people import Client, People
from infoset_server.rooms.hall import Hall
from infoset_server.wire.connection import Connection

logger = logging.getLogger(__name__)


class Reception:
    """Calls `came_in` for every client with a new session."""

    def __init__(
        self, people: People, hall: Hall, welcome: Welcome, came_in: Callable[[Client], None]
    ) -> None:
        self._people = people
        self._hall = hall
        self._welcome = welcome
        self._came_in = came_in

    def hello(self, connection: Connection, hello: wire.Hello) -> None:
        """Welcomes a client, now or when it has signed a challenge.

        Raises ProtocolError, which ends the connection.
        """
        admission = self._people.begin(hello, connection.caller)
        if isinstance(admission, Challenge):
            judge = partial(self._on_proof, hello, admission)
            connection.challenge(admission.nonce, admission.server, judge)
        else:
            self._let_in(connection, hello, admission)

    def settled(self, connection: Connection) -> None:
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
        connection: Connection,
        answer: wire.AuthAnswer,
    ) -> None:
        """The second half of a `hello` by key. Raises as `hello`."""
        self._let_in(connection, hello, self._people.finish(challenge, answer, connection.caller))

    def _let_in(self, connection: Connection, hello: wire.Hello, entry: Entry) -> None:
        """Welcomes somebody who has proved to be who he is, or goes on with his session."""
        if self._hall.stopping and not self._hall.play.needs(entry.user):
            raise ProtocolError(
                ErrorCode.SHUTTING_DOWN,
                "the server is about to stop",
                fatal=True,
                close=CloseCode.RESTARTING,
            )
        if not self._resume(entry, connection, hello):
            self._begin_session(entry, connection, hello)

    def _begin_session(self, entry: Entry, connection: Connection, hello: wire.Hello) -> None:
        user = entry.user
        if user.is_trusted:
            connection.trust()
        is_program = hello.client is not None and hello.client.lang is not None
        client = Client(user, connection, is_program, credential=entry.credential)
        if hello.resume is not None:
            client.resumed = hello.resume.session
        self._replace(client)
        self._people.clients[connection] = client
        session = fresh_id("s")
        token = self._people.issue_resume_token(user, session)
        features = self._welcome.features(hello)
        connection.welcome(self._welcome.message(client, session, token, features))
        logger.info("%s is %s (%s)", connection, user.name, user.id)
        self._came_in(client)

    def _resume(self, entry: Entry, newcomer: Connection, hello: wire.Hello) -> bool:
        """Goes on with the session that a `hello` asks for, if that is still possible."""
        user, wanted = entry.user, hello.resume
        if wanted is None:
            return False
        client = self._people.session_of(user, wanted.session, wanted.token)
        if client is None or not client.connection.can_resume(newcomer, wanted.seq):
            logger.info("%s: session %s cannot be resumed", newcomer, wanted.session)
            return False
        client.credential = entry.credential
        connection = client.connection
        token = self._people.renew_resume_token(user, wanted.session, wanted.token)
        features = sorted(connection.features)
        welcome = self._welcome.message(client, wanted.session, token, features, resumed=True)
        connection.go_on(newcomer, welcome, wanted.seq)
        logger.info("%s is %s (%s) again", connection, user.name, user.id)
        return True

    def _replace(self, client: Client) -> None:
        """Takes the place of the session that `client` asked for, and of those that are away.

        A live one is told and does not come back; one away may still try, and logs in anew then.
        """
        for older in self._people.clients_of(client.user):
            if older.connection.session_id == client.resumed or older.connection.is_away:
                self._hall.replace(older, client)
                older.connection.close(CloseCode.REPLACED, "replaced by a newer connection")
