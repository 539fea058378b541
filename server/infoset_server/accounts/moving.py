"""Codes with which a person goes on on another device: made by a session, good once and for some minutes.

A guest takes their name along: the new device brings a secret of its own, and the old one is worth nothing any more.
Somebody with an account gets a token for the new device, which may play, watch, talk and think there, and never organise.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from infoset_server.accounts.code_words import fresh_code, read_code
from infoset_server.accounts.credentials import Credentials, Kind, digest
from infoset_server.accounts.register import Register
from infoset_server.accounts.users import (
    NEVER_BOTS,
    EnrolmentError,
    TooManyTriesError,
    User,
)
from infoset_server.common.ids import UserId
from infoset_server.network.rate_limits import BucketTable

TOKEN_DAYS: Final = 90
DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Move:
    """What a code stands for: whose it is, the session that made it, and what that may do."""

    user: UserId
    session: str
    scopes: frozenset[str]
    expires_s: float


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody is on another device; as a guest by this name and the device's secret, else by the token."""

    user: User
    name: str
    token: str


class Moves:
    """Open codes, one for each user: a newer one takes the place of the one before. `on_moved` end the old session."""

    def __init__(
        self,
        register: Register,
        credentials: Credentials,
        tries: BucketTable,
        valid_s: float,
        *,
        clock_s: Callable[[], float],
        now_ms: Callable[[], int],
    ) -> None:
        """`tries` counts codes by address, as for cards; `clock_s` is monotonic, `now_ms` the time of day."""
        self.valid_s = valid_s
        self.on_moved: list[Callable[[User, str], None]] = []
        self._register = register
        self._credentials = credentials
        self._tries = tries
        self._clock_s = clock_s
        self._now_ms = now_ms
        self._open: dict[str, Move] = {}

    def issue(self, user: User, session: str, scopes: frozenset[str]) -> str:
        """A code for the user of a session that may do so much."""
        now_s = self._clock_s()
        self._open = {
            key: move
            for key, move in self._open.items()
            if move.expires_s > now_s and move.user != user.id
        }
        code = fresh_code()
        move = Move(user.id, session, scopes - NEVER_BOTS, now_s + self.valid_s)
        self._open[digest(code)] = move
        return code

    def redeem(self, text: str, address: str, secret: str, *, is_private: bool) -> Moved:
        """Lets the device in that knows the code; the session that made it ends.

        Raises MistypedError, TooManyTriesError, EnrolmentError (one text for whatever is wrong with a code), or
        AccountError where the user has as many tokens as may be. What is refused uses up no code, but for one that is late.
        A token is given only where the connection `is_private`; to others the code looks wrong.
        """
        code = read_code(text)
        wait_s = self._tries.take(address, self._clock_s())
        if wait_s:
            raise TooManyTriesError(math.ceil(wait_s * 1000))
        move = self._open.get(digest(code))
        user = None if move is None else self._register.find(move.user)
        if move is None or user is None or move.expires_s <= self._clock_s():
            raise EnrolmentError
        if user.is_shut_out(self._now_ms()) or not (user.is_guest or is_private):
            raise EnrolmentError
        moved = self._let_in(user, move, secret)
        del self._open[digest(code)]
        self._tries.give_back(address)
        for end in self.on_moved:
            end(user, move.session)
        return moved

    def _let_in(self, user: User, move: Move, secret: str) -> Moved:
        if user.is_guest:
            name = user.name if user.login is None else user.login[0]
            self._register.set_login(user, (name, digest(secret)))
            return Moved(user, name, "")
        expires_ms = self._now_ms() + TOKEN_DAYS * DAY_MS
        _, token = self._credentials.issue(
            user, Kind.DEVICE, label="another device", scopes=move.scopes, expires_ms=expires_ms
        )
        return Moved(user, user.name, token)
