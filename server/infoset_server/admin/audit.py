"""The audit log: who did what to whom, and when. One JSON object a line, only ever added to; no secrets."""

import itertools
import json
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from pydantic import Field

from infoset_server.admin.commands import Arguments, Command, Operator, Result
from infoset_server.config import AuditSettings

FILE_NAME: Final = "audit.jsonl"  # in the data folder; `audit.jsonl.1` is the one before


class AuditLog:
    """Writes entries at once and reads the last ones back. Entries are few: no file is kept open."""

    def __init__(self, folder: Path, settings: AuditSettings, now_ms: Callable[[], int]) -> None:
        self._path = folder / FILE_NAME
        self._settings = settings
        self._now_ms = now_ms

    def write(self, who: str, what: str, outcome: str, details: Mapping[str, Any]) -> None:
        """Adds an entry. Raises OSError where it cannot."""
        when = datetime.fromtimestamp(self._now_ms() / 1000, UTC)
        entry = {
            "when": when.isoformat(timespec="milliseconds"),
            "who": who,
            "what": what,
            "outcome": outcome,
            **details,
        }
        line = (json.dumps(entry, ensure_ascii=False) + "\n").encode()
        if self._path.exists() and self._path.stat().st_size + len(line) > self._settings.max_bytes:
            self._put_aside()
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "ab") as file:
            file.write(line)

    def last(self, number: int) -> list[dict[str, Any]]:
        """The last entries, oldest first, from all files that are kept. A line cut short is left out."""
        lines: list[bytes] = []
        for path in self._paths():
            if len(lines) >= number or not path.exists():
                break
            lines = path.read_bytes().splitlines() + lines
        return [entry for line in lines[-number:] if (entry := _read(line)) is not None]

    def _paths(self) -> list[Path]:
        """The files, newest first."""
        aside = range(1, self._settings.files + 1)
        return [self._path, *(self._path.with_name(f"{FILE_NAME}.{place}") for place in aside)]

    def _put_aside(self) -> None:
        paths = self._paths()
        for newer, older in reversed(list(itertools.pairwise(paths))):
            if newer.exists():
                newer.replace(older)


def _read(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


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
        """The last entries of the audit log."""
        return Result(rows=self._audit.last(asked.number))
