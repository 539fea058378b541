"""The console: looks who asks, reads the arguments, does what is asked, notes it in the audit log."""

import inspect
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from infoset_protocol.errors import ProtocolError
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.credentials import digest, is_same
from infoset_server.accounts.users import ALL_SCOPES, AccountError, ConsoleError
from infoset_server.admin.audit import AuditCommands, AuditLog
from infoset_server.admin.class_commands import ClassCommands
from infoset_server.admin.commands import (
    Announced,
    Arguments,
    Command,
    Moderation,
    Operator,
    Result,
)
from infoset_server.admin.match_commands import MatchCommands
from infoset_server.admin.ownership import Ownership
from infoset_server.admin.token_commands import TokenCommands
from infoset_server.admin.user_commands import UserCommands
from infoset_server.common.request_errors import RequestError
from infoset_server.network.caller import Caller

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Refusal:
    """A command that is not done. `status` is that of HTTP."""

    status: int
    reason: str


class Console:
    """All commands by name. `organisation` is missing on a server that runs no matches."""

    def __init__(
        self,
        people: ClientRegistry,
        audit: AuditLog,
        admin_token: str,
        join_url: str | None,
        organisation: Moderation | None,
        more: Sequence[Command[Any]] = (),
        obstacle: str = "",
    ) -> None:
        """`more` are commands of other parts of the server; `obstacle` is what keeps other devices from using cards."""
        self._people = people
        self._organisation = organisation
        self._audit = audit
        self._admin_hash = digest(admin_token)
        ownership = Ownership(people.accounts, organisation)
        found = [
            *UserCommands(people, ownership).commands(),
            *TokenCommands(ownership).commands(),
            *ClassCommands(people, ownership, join_url, obstacle).commands(),
            *AuditCommands(audit).commands(),
            *more,
        ]
        if organisation is not None:
            found += MatchCommands(organisation, ownership).commands()
        self._commands: dict[str, Command[Any]] = {command.name: command for command in found}

    @property
    def commands(self) -> Mapping[str, Command[Any]]:
        """Every command by its name."""
        return self._commands

    def operator(self, token: str, caller: Caller) -> Operator:
        """Who shows this token. Raises ProtocolError, with one text whatever is wrong."""
        login = self._people.accounts.login
        login.check_address(caller)
        login.check_secrecy(caller)
        if is_same(self._admin_hash, digest(token)):
            return Operator(None, ALL_SCOPES)
        entry = login.holder_of(token, caller)
        return Operator(entry.user, entry.scopes)

    async def run(
        self, name: str, arguments: Mapping[str, Any], operator: Operator
    ) -> Result | Refusal:
        """Does what is asked, if it may be. Raises nothing that a request can cause."""
        command = self._commands.get(name)
        if command is None:
            return Refusal(404, f"there is no command {name}")
        if command.scope not in operator.scopes:
            self._note(operator, command, "forbidden")
            return Refusal(403, f"{name} needs the scope {command.scope}")
        try:
            asked = command.arguments.model_validate(arguments)
        except ValidationError as error:
            return Refusal(400, explain(error))
        return await self._do(command, operator, asked)

    async def _do(
        self, command: Command[Any], operator: Operator, asked: Arguments
    ) -> Result | Refusal:
        try:
            outcome = command.run(operator, asked)
            result: Result = await outcome if inspect.isawaitable(outcome) else outcome
            if command.is_noted and self._organisation is not None:
                await self._organisation.settled()  # what is answered holds after a crash, too
        except (AccountError, ConsoleError) as problem:
            self._note(operator, command, f"refused: {problem}", asked)
            return Refusal(409, str(problem))
        except (RequestError, ProtocolError) as problem:
            self._note(operator, command, f"refused: {problem.msg}", asked)
            return Refusal(409, problem.msg)
        self._note(operator, command, result.message, asked)
        return result

    def _note(
        self,
        operator: Operator,
        command: Command[Any],
        outcome: str,
        asked: Arguments | None = None,
    ) -> None:
        is_preview = isinstance(asked, Announced) and asked.preview
        if command.is_noted and not is_preview:
            told = {} if asked is None else asked.model_dump(mode="json", exclude_defaults=True)
            self._audit.write(operator.name, command.name, outcome, {"with": told})


def explain(error: ValidationError) -> str:
    """Every wrong argument and what was expected, in one line; not what was given."""
    lines = [
        f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}"
        for one in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    return "; ".join(lines)
