"""Users, their roles, the scopes that go with a role, and why something cannot be done with accounts."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from infoset_server.common.ids import ClassId, UserId
from infoset_server.storage.notes import DocumentKind

PLAY: Final = "play"
WATCH: Final = "watch"
CHAT: Final = "chat"
COMPUTE: Final = "compute"
EXPORT_SCOPE: Final = "compute_export"
ORGANISE: Final = "organise"
ADMIN: Final = "admin"


class Role(StrEnum):
    """What kind of user somebody is."""

    GUEST = "guest"  # no account: a name, and perhaps a secret of its own choice
    PLAYER = "player"
    ORGANISER = "organiser"  # runs classes and competitions: a teacher
    MANAGER = "admin"  # runs the server


_PLAYING: Final = frozenset({PLAY, WATCH, CHAT, COMPUTE})

SCOPES: Final[Mapping[Role, frozenset[str]]] = {
    Role.GUEST: _PLAYING,
    Role.PLAYER: _PLAYING,
    Role.ORGANISER: _PLAYING | {ORGANISE},
    Role.MANAGER: _PLAYING | {ORGANISE, ADMIN},
}
BOT_SCOPES: Final = frozenset({PLAY, WATCH, COMPUTE})  # of a bot's token, unless it is given others
CAGED_SCOPES: Final = frozenset({COMPUTE})  # an uploaded bot plays only where it is put
NEVER_BOTS: Final = frozenset({ORGANISE, ADMIN})  # a bot can be trusted no more than its libraries
ALL_SCOPES: Final = SCOPES[Role.MANAGER]

TEACHING: Final = frozenset({Role.ORGANISER, Role.MANAGER})  # may have pupils
FOREVER_MS: Final = (1 << 53) - 1


@dataclass(eq=False)
class User:
    """A person, a bot or a guest. Times are milliseconds since 1970.

    `house_bot` is the manifest name when a hosted process plays under it; it `is_sandboxed` if somebody has
    uploaded it. `is_bot` marks the account of a bot, whose `owner` answers for it; of a pupil, `owner`
    is the teacher.
    """

    id: UserId
    name: str
    house_bot: str | None = None
    secret_hash: str = ""
    login: tuple[str, str] | None = None  # name and hashed secret of a guest who brought one
    resume_hashes: dict[str, str] = field(default_factory=dict)  # by session, oldest first
    role: Role = Role.GUEST
    is_bot: bool = False
    owner: UserId | None = None
    classroom: ClassId | None = None
    may_chat: bool = True
    is_disabled: bool = False
    muted_until_ms: int = 0
    banned_until_ms: int = 0
    created_ms: int = 0
    seen_ms: int = 0
    is_sandboxed: bool = False
    blocked: list[UserId] = field(default_factory=list)  # whom it keeps away, the latest last
    follows: list[UserId] = field(default_factory=list)  # the latest last
    is_shown: bool = True  # to those who follow it

    @property
    def is_trusted(self) -> bool:
        """Whether it is a program of whoever runs the server."""
        return self.house_bot is not None and not self.is_sandboxed

    @property
    def keeper(self) -> UserId:
        """Who answers for what it does: a bot's owner, otherwise itself."""
        return self.owner if self.is_bot and self.owner is not None else self.id

    @property
    def is_guest(self) -> bool:
        """Whether it has no account: it is forgotten when there are too many."""
        return self.role is Role.GUEST

    def scopes(self, now_ms: int) -> frozenset[str]:
        """What it may do now."""
        if self.is_sandboxed:
            return CAGED_SCOPES
        scopes = BOT_SCOPES & SCOPES[self.role] if self.is_bot else SCOPES[self.role]
        if not self.may_chat or now_ms < self.muted_until_ms:
            scopes -= {CHAT}
        return scopes

    def is_shut_out(self, now_ms: int) -> bool:
        """Whether it may not come in, though it has proved who it is."""
        return self.is_disabled or now_ms < self.banned_until_ms


def may_meet(one: User, other: User) -> bool:
    """Whether they may be in one room: a class meets itself, its teacher and administrators only."""
    if one.classroom == other.classroom or Role.MANAGER in (one.role, other.role):
        return True
    return one.owner == other.id or other.owner == one.id


def are_apart(one: User, other: User) -> bool:
    """Whether one of them keeps the other away: they are not brought together."""
    return other.id in one.blocked or one.id in other.blocked


def sight(user: User) -> Hashable:
    """Users of equal sight may meet the same others."""
    if user.classroom is not None:
        return user.classroom, user.owner
    return user.id if user.role in TEACHING else None


USERS: Final = DocumentKind("user", User)


class AccountError(ValueError):
    """The request makes no sense, or meets a limit; nothing has changed."""


class UnknownError(AccountError):
    """There is no such user, token, class or ban."""


class EnrolmentError(AccountError):
    """A code is not accepted. The text is the same whatever is wrong with it."""

    def __init__(self) -> None:
        super().__init__("this code is not valid, or not any more; ask for a new one")


class MistypedError(AccountError):
    """The words cannot be a code at all: somebody has slipped in typing."""


class TooManyTriesError(AccountError):
    """Codes are tried too fast. `retry_ms` is how long to wait."""

    def __init__(self, retry_ms: int) -> None:
        super().__init__("too many codes tried; wait a moment")
        self.retry_ms = retry_ms


class ConsoleError(Exception):
    """A command that is refused. The message is for whoever gave it."""
