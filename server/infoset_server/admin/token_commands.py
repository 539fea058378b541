"""Commands about tokens and keys: making, listing, revoking. And the token of whoever runs the server, made at its first start."""

import os
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from infoset_server.accounts.accounts import Accounts
from infoset_server.accounts.authentication import read_public_key
from infoset_server.accounts.credentials import TOKEN_BYTES, Kind, fresh_token
from infoset_server.accounts.users import (
    ALL_SCOPES,
    NEVER_BOTS,
    ORGANISE,
    SCOPES,
    AccountError,
    UnknownError,
    User,
)
from infoset_server.admin.commands import Arguments, Command, Operator, Result
from infoset_server.admin.ownership import Ownership, is_theirs
from infoset_server.admin.user_commands import OneUser
from infoset_server.common.text import counted

DAY_MS = 86_400_000


class NewToken(OneUser):
    label: str = Field(default="", max_length=64)
    scopes: list[str] | None = Field(default=None, max_length=16)
    days: int | None = Field(default=None, ge=1, le=3_650)


class NewKey(NewToken):
    key: str = Field(min_length=1, max_length=100)


class OneToken(Arguments):
    id: str = Field(min_length=1, max_length=64)


class TokenCommands:
    """Tokens and keys. An organiser handles those of their own bots and pupils, and their own."""

    def __init__(self, ownership: Ownership) -> None:
        self._accounts: Accounts = ownership.accounts
        self._ownership = ownership

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [
            Command("tokens", OneUser, self.tokens, ORGANISE, is_noted=False),
            Command("add-token", NewToken, self.add_token, ORGANISE),
            Command("add-key", NewKey, self.add_key, ORGANISE),
            Command("revoke-token", OneToken, self.revoke_token, ORGANISE),
            Command("revoke-tokens", OneUser, self.revoke_tokens, ORGANISE),
        ]

    def tokens(self, operator: Operator, asked: OneUser) -> Result:
        """What lets a user in; never the secrets, which nobody knows any more."""
        user = owner_of_tokens(self._ownership.user(operator, asked.user))
        rows: list[dict[str, Any]] = [
            {
                "id": one.id,
                "kind": "key" if one.is_key else "token",
                "label": one.label,
                "scopes": "all" if one.scopes is None else " ".join(sorted(one.scopes)),
                "created_ms": one.created_ms,
                "expires_ms": one.expires_ms,
                "used_ms": one.used_ms,
            }
            for one in self._accounts.credentials.of(user)
        ]
        return Result(
            f"{user.name} ({user.id}) has {counted(len(rows), 'token or key', 'tokens and keys')}",
            rows,
        )

    def add_token(self, operator: Operator, asked: NewToken) -> Result:
        """A new token, shown this once."""
        user = self._found(operator, asked.user)
        credential, token = self._accounts.credentials.issue(
            user,
            Kind.BOT if user.is_bot else Kind.USER,
            label=asked.label,
            scopes=read_scopes(operator, user, asked.scopes),
            expires_ms=self._expiry(asked.days),
        )
        return Result(f"{credential.id} for {user.name}; it is shown only now", secret=token)

    def add_key(self, operator: Operator, asked: NewKey) -> Result:
        """Lets whoever holds a private key log in as the user (`infoset token key` makes one)."""
        user = self._found(operator, asked.user)
        credential = self._accounts.credentials.add_key(
            user,
            read_public_key(asked.key),
            label=asked.label,
            scopes=read_scopes(operator, user, asked.scopes),
            expires_ms=self._expiry(asked.days),
        )
        return Result(f"{credential.id}: the key logs in as {user.name}")

    def revoke_token(self, operator: Operator, asked: OneToken) -> Result:
        """A token or key works no more; what it let in is cut."""
        credentials = self._accounts.credentials
        user = self._accounts.register.find(credentials.owner_of(asked.id))
        if user is None or not is_theirs(operator, user):
            raise UnknownError(f"there is no token {asked.id}")
        self._ownership.require_no_rival(operator, user)
        credentials.revoke(asked.id)
        return Result(f"{asked.id} works no more")

    def revoke_tokens(self, operator: Operator, asked: OneUser) -> Result:
        """All tokens and keys of a user work no more; what they let in is cut."""
        user = self._found(operator, asked.user)
        number = self._accounts.credentials.revoke_all(user)
        return Result(
            f"revoked: {counted(number, 'token or key', 'tokens and keys')} of {user.name}"
        )

    def _found(self, operator: Operator, text: str) -> User:
        return owner_of_tokens(self._ownership.user_to_change(operator, text))

    def _expiry(self, days: int | None) -> int | None:
        return None if days is None else self._accounts.now_ms() + days * DAY_MS


def owner_of_tokens(user: User) -> User:
    """The user, who may have tokens. Raises AccountError."""
    if user.is_guest:
        raise AccountError(f"{user.name} is a guest; only accounts have tokens")
    return user


def read_scopes(operator: Operator, user: User, names: list[str] | None) -> frozenset[str] | None:
    """The scopes of a new token. Raises AccountError for one that does not exist or is not for bots.

    Nobody comes by more than the token they show: a new one of their own has its scopes at most.
    """
    allowed = ALL_SCOPES - NEVER_BOTS if user.is_bot else ALL_SCOPES
    if user is operator.user and not operator.scopes >= SCOPES[user.role]:
        allowed = operator.scopes
        names = sorted(allowed) if names is None else names
    if names is None:
        return None
    scopes = frozenset(names)
    if unknown := scopes - allowed:
        raise AccountError(
            f"scopes: expected some of {', '.join(sorted(allowed))}, got {', '.join(sorted(unknown))}"
        )
    return scopes


FILE_NAME: Final = "admin.token"  # in the data folder


def load_admin_token(folder: Path) -> str:
    """The token; made where there is none, or a file too short to hold one. Raises OSError."""
    path = folder / FILE_NAME
    if path.exists():
        token = path.read_text(encoding="ascii", errors="replace").strip()
        if len(token) > TOKEN_BYTES:
            return token
    token = fresh_token(Kind.ADMIN)
    draft = path.with_name(f"{FILE_NAME}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(token + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return token
