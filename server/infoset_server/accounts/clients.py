"""Who is connected: the clients (one live connection each) through which users act."""

from dataclasses import dataclass, field

from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import AuthAnswer, Hello
from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import Challenge, Entry
from infoset_server.accounts.credentials import Credential, digest
from infoset_server.accounts.users import PLAY, User, are_apart, may_meet, sight
from infoset_server.common.ids import MatchId, RoomId, UserId, fresh_id
from infoset_server.common.text import clean_name, clean_text
from infoset_server.network.caller import Caller
from infoset_server.network.line import Line

__all__ = [
    "Client",
    "ClientRegistry",
    "User",
    "are_apart",
    "clean_name",
    "clean_text",
    "digest",
    "may_meet",
    "sight",
]


@dataclass(eq=False, slots=True)
class Client:
    """A welcomed connection, over all links its session has had, and what it takes part in.

    A client that names its programming language in `hello` is taken for a bot; a user interface
    leaves `client.lang` out.
    """

    user: User
    line: Line
    is_program: bool = False
    rooms: set[RoomId] = field(default_factory=set)
    seats: dict[MatchId, int] = field(default_factory=dict)
    watching: set[MatchId] = field(default_factory=set)
    aiding: dict[MatchId, int] = field(default_factory=dict)  # seats of others that it assists
    watched_rooms: set[RoomId] = field(default_factory=set)
    resumed: str = ""  # session that its hello named, until its welcome has arrived
    credential: Credential | None = None  # that let it in
    came_s: float = 0.0  # when its session began, on the loop's clock
    takes_seats: bool = True  # those that wait for its user; a token that may not play does not

    @property
    def kind(self) -> str:
        """`bot` or `human`, for `SeatInfo.kind`."""
        is_bot = self.is_program or self.user.is_bot or self.user.house_bot is not None
        return "bot" if is_bot else "human"

    def may(self, scope: str, now_ms: int) -> bool:
        """Whether it has this scope now: as its user, and by what it logged in with."""
        return scope in self.user.scopes(now_ms) and reaches(self.credential, scope)

    def shows(self, credential: Credential | None) -> None:
        """Its session begins, or goes on, by this credential."""
        self.credential = credential
        self.takes_seats = reaches(credential, PLAY)


def reaches(credential: Credential | None, scope: str) -> bool:
    """Does it go as far as that, where its user does? It may be narrower; a guest has none."""
    narrowed = None if credential is None else credential.scopes
    return narrowed is None or scope in narrowed


class ClientRegistry:
    """All users this server knows, and who of them is here."""

    def __init__(self, accounts: Accounts | None = None) -> None:
        """Without `accounts`, those of a server that keeps nothing."""
        self.accounts = accounts or Accounts()
        self.accounts.login.present_names.append(self._present_names)
        self.accounts.credentials.on_revoked.append(self._cut)
        self.accounts.register.needed.append(self.present)
        self.clients: dict[Line, Client] = {}
        self.server_user = User(UserId(fresh_id("u")), "server")  # hosts what nobody asked for

    def begin(self, hello: Hello, caller: Caller) -> Entry | Challenge:
        """What follows from a `hello`. Raises ProtocolError, with one text for all wrong secrets."""
        return self.accounts.login.begin(hello, caller)

    def finish(self, challenge: Challenge, answer: AuthAnswer, caller: Caller) -> Entry:
        """Lets in whoever has signed the challenge. Raises as `begin`."""
        return self.accounts.login.finish(challenge, answer, caller)

    def find(self, user_id: str) -> User | None:
        """The user of this id, if it is known here."""
        return self.accounts.register.find(user_id)

    def issue_resume_token(self, user: User, session: str) -> str:
        """A new token with which `hello.resume` of this session proves to be `user`."""
        return self.accounts.register.issue_resume_token(user, session)

    def renew_resume_token(self, user: User, session: str, shown: str) -> str:
        """As `issue_resume_token` for a session that is resumed with `shown`, which still works."""
        return self.accounts.register.renew_resume_token(user, session, shown)

    def settle_resume_token(self, session: str) -> None:
        """The token with which the session was resumed stops working: its successor has arrived."""
        self.accounts.register.settle_resume_token(session)

    def retire_resume_token(self, user: User, session: str) -> None:
        """The token of an earlier session stops working: its successor has arrived."""
        self.accounts.register.retire_resume_token(user, session)

    def session_of(self, user: User, session: str, token: str) -> Client | None:
        """The client of `user` with this session, live or away, if `token` is one to resume it with."""
        if self.accounts.register.resumed(session, token) is not user:
            return None
        mine = self.clients_of(user)
        return next((one for one in mine if one.line.session_id == session), None)

    def move(self, client: Client, line: Line) -> None:
        """The session of `client` goes on over another line."""
        del self.clients[client.line]
        client.line = line
        self.clients[line] = client

    def issue_house_token(self, bot: str, door: str | None = None) -> str:
        """A token with which the next process of house bot `bot` logs in; a sandboxed one through its `door`."""
        return self.accounts.house.issue(bot, door)

    def revoke_house_token(self, token: str) -> None:
        """The process it was made for has ended."""
        self.accounts.house.revoke(token)

    def clients_of(self, user: User) -> list[Client]:
        """The connections of `user`, oldest first; some may be away."""
        return [client for client in self.clients.values() if client.user is user]

    def present(self) -> set[UserId]:
        """Everybody who has a live connection."""
        return {client.user.id for client in self.clients.values()}

    def throw_out(self, user: User, reason: str) -> int:
        """Ends all connections of `user` and of its bots; returns how many those were."""
        found = [
            one for one in self.clients.values() if one.user is user or one.user.keeper == user.id
        ]
        for client in found:
            client.line.close(CloseCode.FORBIDDEN, reason)
        return len(found)

    def throw_out_banned(self) -> int:
        """Ends all connections from banned addresses; returns how many those were."""
        covers = self.accounts.bans.covers
        found = [one for one in self.clients.values() if covers(one.line.peer)]
        for client in found:
            client.line.close(CloseCode.FORBIDDEN, "your address is banned from this server")
        return len(found)

    def _present_names(self) -> set[str]:
        return {client.user.name for client in self.clients.values()}

    def _cut(self, credential: Credential) -> None:
        """A credential was revoked: what it let in is ended."""
        for client in list(self.clients.values()):
            if client.credential is credential:
                client.line.close(CloseCode.AUTH_FAILED, "these credentials work no more")
