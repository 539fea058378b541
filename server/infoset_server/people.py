"""Who is connected: users, how they prove it, and the clients (one live connection each) they act through.

A guest is a name. A guest that brings a secret of its own choice (`auth.token` of kind `guest`) is
recognised when it says hello again with the same name and secret; one without is recognised by the
resume token of its last `welcome`. House bots log in with a token that the server gave their process.
"""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import Hello
from infoset_server.connection import Connection
from infoset_server.ids import MatchId, RoomId, UserId, fresh_id

MAX_REMEMBERED_USERS: Final = 10_000  # the longest absent guest is forgotten first
MAX_SESSIONS: Final = 4  # sessions of one user that may come back; the oldest is forgotten first
GUEST_SCOPES: Final = ("play", "watch")


@dataclass
class User:
    """An account. `house_bot` is the manifest name when a hosted process plays under it."""

    id: UserId
    name: str
    house_bot: str | None = None
    secret_hash: bytes = b""
    login: tuple[str, bytes] | None = None  # name and hashed secret of a guest who brought one
    resume_hashes: dict[str, bytes] = field(default_factory=dict)  # by session, oldest first


@dataclass(eq=False)
class Client:
    """A welcomed connection and what it takes part in.

    A client that names its programming language in `hello` is taken for a bot; a user interface
    leaves `client.lang` out.
    """

    user: User
    connection: Connection
    is_program: bool = False
    rooms: set[RoomId] = field(default_factory=set)
    seats: dict[MatchId, int] = field(default_factory=dict)
    watching: set[MatchId] = field(default_factory=set)
    watched_rooms: set[RoomId] = field(default_factory=set)
    resumed: str = ""  # session that its hello named; forgotten with its first request

    @property
    def kind(self) -> str:
        """`bot` or `human`, for `SeatInfo.kind`."""
        return "bot" if self.is_program or self.user.house_bot is not None else "human"


class People:
    """All users this server knows, and who of them is here."""

    def __init__(self) -> None:
        self._users: OrderedDict[UserId, User] = OrderedDict()
        self._by_login: dict[tuple[str, bytes], UserId] = {}
        self._by_session: dict[str, UserId] = {}
        self._house_tokens: dict[bytes, str] = {}
        self.clients: dict[Connection, Client] = {}
        self.server_user = User(UserId(fresh_id("u")), "server")  # hosts what nobody asked for

    def log_in(self, hello: Hello) -> User:
        """The user behind a `hello`. Raises ProtocolError `auth_failed`, with one text for all causes."""
        match hello.auth.kind:
            case "guest":
                return self._guest(hello)
            case "token":
                return self._house_bot(hello.auth.token or "")
            case _:
                raise auth_failed()

    def issue_resume_token(self, user: User, session: str) -> str:
        """A new token with which `hello.resume` of this session proves to be `user`."""
        token = secrets.token_urlsafe(32)
        user.resume_hashes[session] = digest(token)
        self._by_session[session] = user.id
        if len(user.resume_hashes) > MAX_SESSIONS:
            self.retire_resume_token(user, next(iter(user.resume_hashes)))
        return token

    def retire_resume_token(self, user: User, session: str) -> None:
        """The token of an earlier session stops working: its successor has arrived."""
        if user.resume_hashes.pop(session, None) is not None:
            del self._by_session[session]

    def issue_house_token(self, bot: str) -> str:
        """A token with which the next process of house bot `bot` logs in."""
        token = secrets.token_urlsafe(32)
        self._house_tokens[digest(token)] = bot
        return token

    def revoke_house_token(self, token: str) -> None:
        """The process it was made for has ended."""
        self._house_tokens.pop(digest(token), None)

    def clients_of(self, user: User) -> list[Client]:
        """The live connections of `user`, oldest first."""
        return [client for client in self.clients.values() if client.user is user]

    def _guest(self, hello: Hello) -> User:
        resumed = self._resumed(hello)
        if resumed is not None:
            return resumed
        name = clean_name(hello.auth.name or "") or "guest"
        if not hello.auth.token:
            return self._new_user(self._free_name(name))
        login = (name, digest(hello.auth.token))
        known = self._by_login.get(login)
        if known is not None:
            self._users.move_to_end(known)
            return self._users[known]
        user = self._new_user(self._free_name(name))
        user.login = login
        self._by_login[login] = user.id
        return user

    def _resumed(self, hello: Hello) -> User | None:
        if hello.resume is None:
            return None
        known = self._by_session.get(hello.resume.session)
        if known is None:
            return None
        user = self._users[known]
        wanted = user.resume_hashes[hello.resume.session]
        return user if hmac.compare_digest(wanted, digest(hello.resume.token)) else None

    def _house_bot(self, token: str) -> User:
        bot = self._house_tokens.get(digest(token))
        if bot is None:
            raise auth_failed()
        user = self._new_user(bot)
        user.house_bot = bot
        user.secret_hash = digest(token)
        return user

    def _new_user(self, name: str) -> User:
        if len(self._users) >= MAX_REMEMBERED_USERS:
            self._forget_an_absent_one()
        user = User(UserId(fresh_id("u")), name)
        self._users[user.id] = user
        return user

    def _forget_an_absent_one(self) -> None:
        present = {client.user.id for client in self.clients.values()}
        user = next((user for user in self._users.values() if user.id not in present), None)
        if user is None:
            return
        del self._users[user.id]
        if user.login is not None:
            del self._by_login[user.login]
        for session in user.resume_hashes:
            del self._by_session[session]

    def _free_name(self, name: str) -> str:
        """`name`, with a number behind it while somebody here bears it."""
        taken = {client.user.name for client in self.clients.values()}
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name[:60]}-{number}"
        return free


def digest(secret: str) -> bytes:
    """Secrets are kept hashed. They are random and long, so one round suffices."""
    return hashlib.sha256(secret.encode()).digest()


def clean_name(name: str) -> str:
    """A display name of at most 64 visible characters."""
    return clean_text(name).strip()[:64]


def clean_text(text: str) -> str:
    """`text` without control and direction-changing characters: it will stand on strangers' screens."""
    return "".join(char for char in text if char.isprintable())


def auth_failed() -> ProtocolError:
    """The same answer for every wrong credential."""
    return ProtocolError(
        ErrorCode.AUTH_FAILED,
        "wrong or expired credentials",
        fatal=True,
        close=CloseCode.AUTH_FAILED,
    )
