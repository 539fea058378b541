"""One process of a bot that the server runs, over all its restarts: what it plays, and how it is. Starts none."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.programs.bot_log import BotLog
from infoset_server.programs.manifest import BotEntry


class Running(Protocol):
    """A program that runs."""

    @property
    def pid(self) -> int:
        """Of the process that leads its group."""
        ...

    @property
    def ended(self) -> asyncio.Event:
        """Set when it is gone."""
        ...

    def kill(self) -> None:
        """Ends it and what it has started, at once."""
        ...

    async def stop(self) -> None:
        """Ends it; returns when it is gone and its last words are kept."""
        ...


@dataclass(eq=False)
class BotProcess:
    """One process of a bot, over all its restarts. `client` is its live connection, `number` that of its log.

    `is_suspect` once it has lost a seat, until it is started anew. `is_leaving`: it gets no more matches,
    and ends with its last one.
    """

    entry: BotEntry
    log: BotLog
    number: int = 0
    client: Client | None = None
    matches: set[MatchId] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    child: Running | None = None
    is_suspect: bool = False
    is_leaving: bool = False
    idle_since_s: float = 0.0
    token: str = ""
    deaths: int = 0

    @property
    def log_path(self) -> Path:
        """Where its stderr is kept."""
        return self.log.path
