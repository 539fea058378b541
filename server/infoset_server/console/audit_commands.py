"""The command that shows the audit log."""

from typing import Any

from pydantic import Field

from infoset_server.console.audit import AuditLog
from infoset_server.console.commands import Arguments, Command, Operator, Result


class Last(Arguments):
    number: int = Field(default=50, ge=1, le=10_000)


class AuditCommands:
    """Looking at what was done."""

    def __init__(self, audit: AuditLog) -> None:
        self._audit = audit

    def commands(self) -> list[Command[Any]]:
        """What can be asked here."""
        return [Command("audit", Last, self.audit, is_noted=False)]

    def audit(self, operator: Operator, asked: Last) -> Result:
        """The last entries."""
        return Result(rows=self._audit.last(asked.number))
