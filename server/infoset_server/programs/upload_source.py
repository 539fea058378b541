"""What the hosting needs of bots that owners upload: the port, what can go wrong, and a server that takes none.

HostedError
    UploadError        the upload is not accepted; the message is for its owner
    UnknownBotError    there is no such bot or version, or it is somebody else's
    NotAllowedError    who asks may not do that
    NoIsolationError   the machine cannot shut programs in
    BuildError         it cannot be built
    SandboxError        a program cannot be shut in and started (an OSError, too)

The bots themselves are those of `uploads/`, the sandboxes that they run in of `programs/sandbox/`.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from infoset_server.accounts.clients import User
from infoset_server.common.ids import UserId
from infoset_server.programs.bot_process import BotLog, BotProcess, Running
from infoset_server.programs.manifest import BotEntry


@dataclass(frozen=True)
class LentVersion:
    """A version as another server of the cluster has to know it to run it: `ferris@3` of the bot with this id.

    `digest` and `size` are those of its archive, which is in the store, `is_fresh` as of Version there.
    """

    title: str
    bot: str
    owner: UserId
    digest: str
    size: int
    manifest: Mapping[str, Any]
    is_fresh: bool = False


class Uploads(Protocol):
    """The bots that owners have uploaded."""

    idle_s: float  # a process without a match ends after this long
    max_deaths: int  # quick ones in a row, after which a version plays no more
    max_running: int  # processes of all of them

    def entry(self, bot: str) -> BotEntry | None:
        """The version of this name (`ferris@3`), if it can play."""
        ...

    def begun(self, bot: str) -> BotEntry | None:
        """The same for a match that has begun: one that is disabled begins no others, and plays that one."""
        ...

    def owned(self, name: str, user: User, game: str) -> str | None:
        """The title to seat where `user` names a bot of their own that plays `game`, or a version of it."""
        ...

    def owner_of(self, title: str) -> UserId | None:
        """Whose the version of this name is; None for a bot that nobody has uploaded."""
        ...

    def is_gone(self, title: str) -> bool:
        """Is it a version that was uploaded, and is kept no more?"""
        ...

    def lent(self, title: str) -> LentVersion | None:
        """What another server needs to run the version of this name; None where only this one can, or nobody may."""
        ...

    def log_of(self, entry: BotEntry, number: int) -> BotLog:
        """Where the process with this number keeps its stderr."""
        ...

    async def start(self, process: BotProcess) -> Running:
        """Starts its program, with a token that it issues. Raises OSError."""
        ...

    def give_up(self, entry: BotEntry) -> None:
        """It has died too often."""
        ...

    def freed(self) -> None:
        """A process of an uploaded bot is gone for good."""
        ...


class NoUploads:
    """For a server that takes none."""

    idle_s = 0.0
    max_deaths = 0
    max_running = 0

    def entry(self, bot: str) -> BotEntry | None:
        """There are none."""
        return None

    def begun(self, bot: str) -> BotEntry | None:
        """There are none."""
        return None

    def owned(self, name: str, user: User, game: str) -> str | None:
        """Nobody has any."""
        return None

    def owner_of(self, title: str) -> UserId | None:
        """Nobody's."""
        return None

    def is_gone(self, title: str) -> bool:
        """Nobody knows: another server on the same store may take some."""
        return False

    def lent(self, title: str) -> LentVersion | None:
        """There are none."""
        return None

    def log_of(self, entry: BotEntry, number: int) -> BotLog:
        """Never asked."""
        raise AssertionError(entry.name)

    async def start(self, process: BotProcess) -> Running:
        """Never asked."""
        raise AssertionError(process.entry.name)

    def give_up(self, entry: BotEntry) -> None:
        """Never told."""

    def freed(self) -> None:
        """Never told."""


class HostedError(Exception):
    """Something about an uploaded bot. The message is for its owner."""


class UploadError(HostedError):
    """The upload is not accepted; nothing of it is kept."""


class UnknownBotError(HostedError):
    """There is no such bot or version, or it is somebody else's."""


class NotAllowedError(HostedError):
    """The user who asks may not do that."""


class NoIsolationError(HostedError):
    """The machine cannot shut programs in; the message says what was tried."""


class BuildError(HostedError):
    """It cannot be built."""


class SandboxError(HostedError, OSError):
    """A program cannot be shut in and started."""


def in_words(problem: Exception) -> str:
    """What the owner of a bot is told: of the machine's faults without its paths."""
    if isinstance(problem, shutil.Error):
        return "its files cannot be copied"
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
