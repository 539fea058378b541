"""Codes with which somebody is asked to assist a player, until one is used, revoked or out of date."""

import secrets
from dataclasses import dataclass
from typing import Final

from infoset_server.accounts.secret import digest
from infoset_server.accounts.users import User
from infoset_server.assistants.assistant import AssistedSeat
from infoset_server.common.request_errors import BusyError

CODE_BYTES: Final = 12


def fresh_code(prefix: str) -> str:
    """A word that nobody guesses, with which somebody is let in."""
    return f"{prefix}_{secrets.token_urlsafe(CODE_BYTES)}"


@dataclass(frozen=True)
class Invitation:
    """A code that has not been used. `expires_ms` is on the clock of the matches."""

    owner: User
    place: AssistedSeat
    rights: frozenset[str]
    expires_ms: int


class Invitations:
    """All open ones, by the digest of their code. An owner has `max_open` at most."""

    def __init__(self, max_open: int) -> None:
        self._max_open = max_open
        self._open: dict[str, Invitation] = {}

    def make(self, invitation: Invitation) -> str:
        """A new code. Raises BusyError where the owner has as many unused ones as may be."""
        mine = sum(one.owner is invitation.owner for one in self._open.values())
        if mine >= self._max_open:
            raise BusyError(f"{mine} invitations of yours have not been used; revoke them first")
        code = fresh_code("ac")
        self._open[digest(code)] = invitation
        return code

    def find(self, known: str) -> Invitation | None:
        """The invitation whose code has this digest."""
        return self._open.get(known)

    def use(self, known: str) -> None:
        """The code is good no more."""
        del self._open[known]

    def revoke(self, owner: User) -> None:
        """All of `owner` are good no more."""
        self._open = {key: one for key, one in self._open.items() if one.owner is not owner}

    def expire(self, now_ms: int) -> None:
        """Forgets those that are out of date."""
        if self._open:
            self._open = {key: one for key, one in self._open.items() if one.expires_ms > now_ms}
