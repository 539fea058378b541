"""What a console command is: a name, its arguments, who may give it, and what comes of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from infoset_server.accounts.roles import ADMIN, ORGANISE
from infoset_server.accounts.users import User


class Arguments(BaseModel):
    """The arguments of a command: unknown ones are errors. They end up in the audit log: no secrets."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class Operator:
    """Who gives a command. Without a user it is whoever holds the server's own token."""

    user: User | None
    scopes: frozenset[str]

    @property
    def name(self) -> str:
        """For the audit log."""
        return "admin" if self.user is None else f"{self.user.name} ({self.user.id})"

    @property
    def is_admin(self) -> bool:
        """Whether everything is theirs to decide (`ownership.py`)."""
        return ADMIN in self.scopes


@dataclass(frozen=True)
class Result:
    """What comes of a command: a sentence, rows of a table, a file, a secret that is told this once."""

    message: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    file: str = ""
    secret: str = ""

    def to_plain(self) -> dict[str, Any]:
        """For the wire; without what is empty."""
        return {name: value for name, value in vars(self).items() if value}


A = TypeVar("A", bound=Arguments)
Outcome: TypeAlias = Result | Awaitable[Result]


@dataclass(frozen=True)
class Command(Generic[A]):
    """One command. `scope` is what it takes to give it."""

    name: str
    arguments: type[A]
    run: Callable[[Operator, A], Outcome]
    scope: str = ADMIN
    is_noted: bool = True  # in the audit log; what only looks is not

    def __post_init__(self) -> None:
        assert self.scope in (ORGANISE, ADMIN), self.scope


class ConsoleError(Exception):
    """A command that is refused. The message is for whoever gave it."""
