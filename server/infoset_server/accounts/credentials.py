"""Secrets, tokens, keys and tickets that prove who a client is. Made at random, kept as hashes, revoked at once."""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from infoset_server.accounts.users import AccountError, UnknownError, User
from infoset_server.common.ids import UserId, fresh_id
from infoset_server.storage.notes import DocumentKind, Notes

TOKEN_BYTES: Final = 32  # 256 random bits


class Kind(StrEnum):
    """What a token is for; stands in front of it, so that one found lying about can be told."""

    BOT = "bot"  # of a bot account
    USER = "user"  # of a person
    DEVICE = "device"  # got in exchange for a card's code
    HOUSE = "house"  # of a house bot's process
    TICKET = "ticket"  # of a web page, for one login
    ADMIN = "admin"  # of whoever runs the server


def fresh_token(kind: Kind) -> str:
    """A new secret, such as `inf_bot_...`."""
    return f"inf_{kind}_{secrets.token_urlsafe(TOKEN_BYTES)}"


def digest(secret: str) -> str:
    """What is kept of a secret. Secrets are random and long, so one round suffices."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compares two secrets or their digests, in a time that does not depend on where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


USED_STEP_MS: Final = 60_000  # a token used again so soon is not noted anew
MOST_OF_ONE: Final = 8  # open tickets for one token, so that no account drives out those of others


@dataclass(eq=False)
class Credential:
    """One way in. Times are milliseconds since 1970.

    `hash` is of the token, or of the public key (base64url) where `is_key`. `scopes` narrow what its user
    may do; `None` leaves it as it is.
    """

    id: str
    user: UserId
    hash: str
    is_key: bool = False
    label: str = ""
    scopes: frozenset[str] | None = None
    created_ms: int = 0
    expires_ms: int | None = None
    used_ms: int | None = None


CREDENTIALS: Final = DocumentKind("credential", Credential)


class Credentials:
    """All tokens and keys. `on_revoked` end the connections that one has let in."""

    def __init__(self, notes: Notes, max_per_user: int, now_ms: Callable[[], int]) -> None:
        self.on_revoked: list[Callable[[Credential], None]] = []
        self._notes = notes
        self._max_per_user = max_per_user
        self._now_ms = now_ms
        self._by_hash: dict[str, Credential] = {}
        self._by_id: dict[str, Credential] = {}
        self._by_user: dict[UserId, dict[str, Credential]] = {}

    def restore(self, documents: Mapping[str, bytes], is_known: Callable[[UserId], bool]) -> None:
        """Takes back what was noted by an earlier server; what nobody owns any more is dropped."""
        for credential in CREDENTIALS.read(documents):
            if is_known(credential.user):
                self._enter(credential)
            else:
                self._notes.drop(CREDENTIALS.name, credential.id)

    def issue(
        self,
        user: User,
        kind: Kind,
        *,
        label: str = "",
        scopes: frozenset[str] | None = None,
        expires_ms: int | None = None,
    ) -> tuple[Credential, str]:
        """A new token, told once: only its hash is kept. Raises AccountError at the user's limit."""
        token = fresh_token(kind)
        credential = self._add(
            Credential(fresh_id("t"), user.id, digest(token), False, label, scopes), expires_ms
        )
        return credential, token

    def add_key(
        self,
        user: User,
        pub: str,
        *,
        label: str = "",
        scopes: frozenset[str] | None = None,
        expires_ms: int | None = None,
    ) -> Credential:
        """Lets the holder of an ed25519 key be `user`. Raises AccountError: a limit, or a key in use."""
        if digest(pub) in self._by_hash:
            raise AccountError("this key is in use already; make another one")
        return self._add(
            Credential(fresh_id("t"), user.id, digest(pub), True, label, scopes), expires_ms
        )

    def find(self, secret: str, *, is_key: bool = False) -> Credential | None:
        """The credential of this token or public key, unless it has expired."""
        hashed = digest(secret)
        credential = self._by_hash.get(hashed)
        if credential is None or credential.is_key is not is_key:
            return None
        return (
            credential if is_same(credential.hash, hashed) and self.is_valid(credential) else None
        )

    def is_valid(self, credential: Credential) -> bool:
        """Whether it still works: neither revoked nor expired."""
        if credential.id not in self._by_id:
            return False
        return credential.expires_ms is None or self._now_ms() < credential.expires_ms

    def of(self, user: User) -> list[Credential]:
        """Everything that lets `user` in, oldest first."""
        return list(self._by_user.get(user.id, {}).values())

    def owner_of(self, credential_id: str) -> UserId:
        """Whom it lets in. Raises UnknownError."""
        credential = self._by_id.get(credential_id)
        if credential is None:
            raise UnknownError(f"there is no token {credential_id}")
        return credential.user

    def used(self, credential: Credential) -> None:
        """Notes that it has just let somebody in."""
        now_ms = self._now_ms()
        if credential.used_ms is None or now_ms - credential.used_ms >= USED_STEP_MS:
            credential.used_ms = now_ms
            self._note(credential)

    def revoke(self, credential_id: str) -> Credential:
        """It works no more, and what it let in is cut. Raises UnknownError."""
        credential = self._by_id.pop(credential_id, None)
        if credential is None:
            raise UnknownError(f"there is no token {credential_id}")
        del self._by_hash[credential.hash]
        held = self._by_user[credential.user]
        del held[credential.id]
        if not held:
            del self._by_user[credential.user]
        self._notes.drop(CREDENTIALS.name, credential.id)
        for end in self.on_revoked:
            end(credential)
        return credential

    def revoke_all(self, user: User) -> int:
        """Revokes everything of `user`; returns how many that were."""
        found = self.of(user)
        for credential in found:
            self.revoke(credential.id)
        return len(found)

    def drop_expired(self) -> None:
        """Revokes what has expired."""
        for credential in [one for one in self if not self.is_valid(one)]:
            self.revoke(credential.id)

    def __iter__(self) -> Iterator[Credential]:
        return iter(list(self._by_id.values()))

    def _add(self, credential: Credential, expires_ms: int | None) -> Credential:
        if len(self._by_user.get(credential.user, {})) >= self._max_per_user:
            raise AccountError(f"a user has {self._max_per_user} tokens and keys at most")
        credential.created_ms = self._now_ms()
        credential.expires_ms = expires_ms
        self._enter(credential)
        self._note(credential)
        return credential

    def _enter(self, credential: Credential) -> None:
        self._by_hash[credential.hash] = credential
        self._by_id[credential.id] = credential
        self._by_user.setdefault(credential.user, {})[credential.id] = credential

    def _note(self, credential: Credential) -> None:
        self._notes.put(CREDENTIALS.name, credential.id, CREDENTIALS.write(credential))


class HouseTokens:
    """Which house bot a token was made for."""

    def __init__(self) -> None:
        self._bots: dict[str, tuple[str, str | None]] = {}

    def issue(self, bot: str, door: str | None = None) -> str:
        """A token with which the next process of house bot `bot` logs in: through this door and no other."""
        token = fresh_token(Kind.HOUSE)
        self._bots[digest(token)] = bot, door
        return token

    def bot_of(self, token: str, door: str | None = None) -> str | None:
        """The bot whose running process has this token, if it comes through its own door."""
        bot, own = self._bots.get(digest(token), (None, None))
        return bot if door == own else None

    def revoke(self, token: str) -> None:
        """The process it was made for has ended."""
        self._bots.pop(digest(token), None)


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one ticket stands for: the token shown for it, and the web origin it was given to."""

    credential: Credential
    origin: str | None
    expires_s: float


class Tickets:
    """Open tickets, each good for one login; the oldest goes where there are too many."""

    def __init__(self, valid_s: float, max_open: int, clock_s: Callable[[], float]) -> None:
        """`clock_s` is monotonic."""
        self.valid_s = valid_s
        self._max_open = max_open
        self._clock_s = clock_s
        self._open: OrderedDict[str, Ticket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def issue(self, credential: Credential, origin: str | None) -> str:
        """A ticket for a page of `origin`, or for a program."""
        mine = [key for key, one in self._open.items() if one.credential is credential]
        for key in mine[: max(0, len(mine) - MOST_OF_ONE + 1)]:
            del self._open[key]
        while len(self._open) >= self._max_open:
            self._open.popitem(last=False)
        token = fresh_token(Kind.TICKET)
        self._open[digest(token)] = Ticket(credential, origin, self._clock_s() + self.valid_s)
        return token

    def redeem(self, token: str, origin: str | None) -> Credential | None:
        """What the ticket stands for, once, in time, and to a page of the same origin only."""
        ticket = self._open.pop(digest(token), None)
        if ticket is None or self._clock_s() >= ticket.expires_s or ticket.origin != origin:
            return None
        return ticket.credential
