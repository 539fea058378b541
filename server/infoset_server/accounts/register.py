"""All users this server knows. Says nothing about how they prove who they are, but for guests and sessions."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from infoset_server.accounts.credentials import digest, is_same
from infoset_server.accounts.users import USERS, AccountError, Role, UnknownError, User
from infoset_server.common.ids import ClassId, UserId, fresh_id
from infoset_server.storage.notes import Notes

MAX_SESSIONS: Final = 4  # sessions of one user that may come back; the oldest is forgotten first
SEEN_STEP_MS: Final = 60_000  # a user seen again so soon is not noted anew


# Says what else changes where a user is to have another name. Raises AccountError or RequestError where that cannot be.
Renaming: TypeAlias = Callable[[User, str], Callable[[], None]]


class Register:
    """Users by id, by the secret of a guest, by session. The longest unseen stand first.

    `needed()` tells which guests must not be forgotten: those who are here, or in a match.
    """

    def __init__(
        self,
        notes: Notes,
        max_guests: int,
        max_accounts: int,
        now_ms: Callable[[], int],
        max_near: int | None = None,
    ) -> None:
        """`max_near` is how many guests of one address are remembered; None: as many as of all."""
        self._max_near = max_guests if max_near is None else max_near
        self._near: dict[str, dict[UserId, None]] = {}  # guests by what their address counts for
        self._share: dict[UserId, str] = {}
        self.needed: list[Callable[[], Collection[UserId]]] = []  # who must not be forgotten
        self.on_rename: list[Renaming] = []
        self.on_remove: list[Callable[[User], None]] = []  # of accounts
        self._notes = notes
        self._max_guests = max_guests
        self._max_accounts = max_accounts
        self._now_ms = now_ms
        self._guests: OrderedDict[UserId, User] = OrderedDict()
        self._accounts: dict[UserId, User] = {}
        self._members: dict[ClassId, dict[UserId, User]] = {}
        self._by_login: dict[tuple[str, str], UserId] = {}
        self._by_session: dict[str, UserId] = {}
        self._shown: dict[str, str] = {}  # by session: hash of the token it was just resumed with

    def __iter__(self) -> Iterator[User]:
        """Accounts first, then guests."""
        yield from list(self._accounts.values())
        yield from list(self._guests.values())

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes back what was noted by an earlier server."""
        for user in sorted(USERS.read(documents), key=lambda user: user.seen_ms):
            self._enter(user)

    def find(self, user_id: str) -> User | None:
        """The user of this id."""
        known = UserId(user_id)
        return self._accounts.get(known) or self._guests.get(known)

    def named(self, text: str, among: Callable[[User], bool] = lambda user: True) -> User:
        """The user that `text` means: an id, or a name that only one bears, who has an account if any has.

        Raises UnknownError, for those not `among` as for those who do not exist.
        """
        found = [user for user in self if text in (user.id, user.name) and among(user)]
        found = [user for user in found if not user.is_guest] or found
        if len(found) != 1:
            raise UnknownError(
                f"{len(found) or 'no'} users go by {text!r}; the id tells them apart"
            )
        return found[0]

    def members(self, classroom: ClassId) -> list[User]:
        """Everybody in a class."""
        return list(self._members.get(classroom, {}).values())

    # Making and changing.

    def set_login(self, user: User, login: tuple[str, str]) -> None:
        """A guest is known by this name and hashed secret from now on, and by no earlier ones."""
        if user.login is not None:
            self._by_login.pop(user.login, None)
        user.login = login
        self._by_login[login] = user.id
        self.note(user)

    def add_guest(
        self,
        name: str,
        *,
        login: tuple[str, str] | None = None,
        house_bot: str | None = None,
        share: str | None = None,
    ) -> User:
        """A new user without an account; the longest absent one may be forgotten for it.

        `share` is what its address counts for, so that no address drives out the guests of others.
        """
        near = self._near.get(share or "", {})
        if len(near) >= self._max_near:
            self._forget_a_guest([one for one in self._guests.values() if one.id in near])
        elif len(self._guests) >= self._max_guests:
            self._forget_a_guest(self._guests.values())
        user = self._fresh(name, Role.GUEST)
        user.login = login
        user.house_bot = house_bot
        if share is not None:
            self._near.setdefault(share, {})[user.id] = None
            self._share[user.id] = share
        self._enter(user)
        self.note(user)
        return user

    def add_account(
        self,
        name: str,
        role: Role,
        *,
        is_bot: bool = False,
        owner: UserId | None = None,
        classroom: ClassId | None = None,
        may_chat: bool = True,
    ) -> User:
        """A new account. Raises AccountError where there are as many as there may be."""
        self.require_space(1)
        user = self._fresh(name, role)
        user.is_bot = is_bot
        user.owner = owner
        user.classroom = classroom
        user.may_chat = may_chat
        self._enter(user)
        self.note(user)
        return user

    def require_space(self, accounts: int) -> None:
        """Raises AccountError where so many more accounts are too many."""
        if len(self._accounts) + accounts > self._max_accounts:
            raise AccountError(f"this server keeps {self._max_accounts} accounts at most")

    def note(self, user: User) -> None:
        """Keeps a user as it is now. House bots get a new user with each connection: they are not kept."""
        if user.house_bot is None:
            self._notes.put(USERS.name, user.id, USERS.write(user))

    def seen(self, user: User) -> None:
        """Says that the user is here now."""
        if user.id in self._guests:
            self._guests.move_to_end(user.id)
        now_ms = self._now_ms()
        if now_ms - user.seen_ms >= SEEN_STEP_MS:
            user.seen_ms = now_ms
            self.note(user)

    def remove(self, user: User) -> None:
        """Forgets a user for good."""
        self._accounts.pop(user.id, None)
        if user.classroom is not None:
            self._leave_class(user, user.classroom)
        self._guests.pop(user.id, None)
        self._leave_address(user)
        if user.login is not None:
            self._by_login.pop(user.login, None)
        for session in user.resume_hashes:
            self._by_session.pop(session, None)
            self._shown.pop(session, None)
        if user.house_bot is None:
            self._notes.drop(USERS.name, user.id)
        if not user.is_guest:
            for tell in self.on_remove:
                tell(user)

    def rename(self, user: User, name: str) -> None:
        """Calls a user by another name, wherever they are listed by it.

        Raises AccountError or RequestError where that is not possible; then nothing has changed.
        """
        changes = [plan(user, name) for plan in self.on_rename]
        user.name = name
        self.note(user)
        for change in changes:
            change()

    # Guests and sessions.

    def guest_of(self, name: str, secret: str) -> User | None:
        """The guest who came before with this name and secret."""
        known = self._by_login.get((name, digest(secret)))
        return None if known is None else self._guests[known]

    def resumed(self, session: str, token: str) -> User | None:
        """The user whose session this was, if the resume token is the last one given for it.

        Or the one before, until `settle_resume_token`.
        """
        known = self._by_session.get(session)
        user = None if known is None else self.find(known)
        nobody = digest(secrets.token_urlsafe())
        given = nobody if user is None else user.resume_hashes[session]
        is_last = is_same(given, digest(token))
        is_shown = is_same(self._shown.get(session, nobody), digest(token))
        return user if is_last or is_shown else None

    def issue_resume_token(self, user: User, session: str) -> str:
        """A new token with which `hello.resume` of this session proves to be `user`."""
        token = secrets.token_urlsafe(32)
        user.resume_hashes[session] = digest(token)
        self._by_session[session] = user.id
        while len(user.resume_hashes) > MAX_SESSIONS:
            self._drop_session(user, next(iter(user.resume_hashes)))
        user.seen_ms = self._now_ms()
        self.note(user)
        return token

    def renew_resume_token(self, user: User, session: str, shown: str) -> str:
        """A new token for a session that is resumed with `shown`.

        That one still works until `settle_resume_token`: the answer with the new one may get lost.
        """
        user.resume_hashes.pop(session, None)  # the session is the youngest now
        token = self.issue_resume_token(user, session)
        self._shown[session] = digest(shown)
        return token

    def settle_resume_token(self, session: str) -> None:
        """The token with which a session was resumed stops working: its successor has arrived."""
        self._shown.pop(session, None)

    def retire_resume_token(self, user: User, session: str) -> None:
        """The token of an earlier session stops working: its successor has arrived."""
        if self._drop_session(user, session):
            self.note(user)

    def _drop_session(self, user: User, session: str) -> bool:
        self._by_session.pop(session, None)
        self._shown.pop(session, None)
        return user.resume_hashes.pop(session, None) is not None

    # Inside.

    def _fresh(self, name: str, role: Role) -> User:
        now_ms = self._now_ms()
        return User(UserId(fresh_id("u")), name, role=role, created_ms=now_ms, seen_ms=now_ms)

    def _enter(self, user: User) -> None:
        if user.is_guest:
            self._guests[user.id] = user
        else:
            self._accounts[user.id] = user
        if user.classroom is not None:
            self._members.setdefault(user.classroom, {})[user.id] = user
        if user.login is not None:
            self._by_login[user.login] = user.id
        for session in user.resume_hashes:
            self._by_session[session] = user.id

    def _leave_class(self, user: User, classroom: ClassId) -> None:
        members = self._members.get(classroom, {})
        members.pop(user.id, None)
        if not members:
            self._members.pop(classroom, None)

    def _leave_address(self, user: User) -> None:
        share = self._share.pop(user.id, None)
        if share is not None:
            del self._near[share][user.id]
            if not self._near[share]:
                del self._near[share]

    def _forget_a_guest(self, guests: Iterable[User]) -> None:
        """The longest absent of them."""
        needed = {user_id for ask in self.needed for user_id in ask()}
        absent = next((user for user in guests if user.id not in needed), None)
        if absent is not None:
            self.remove(absent)
