"""Runs the programs of uploaded bots: each in a sandbox, with a door to the server and a token for that door."""

import asyncio
import itertools
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.config import HostedSettings
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.environment import PYTHON
from infoset_server.programs.sandbox.limits import run_limits
from infoset_server.programs.sandbox.process import Remarks, SandboxedProcess, SandboxOrder
from infoset_server.programs.sandbox.sandbox import DOOR_PORT, Sandboxes
from infoset_server.programs.upload_source import SandboxError
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.versions import UploadedBot, Version, VersionRegister

logger = logging.getLogger(__name__)

INSIDE_URL: Final = f"infoset://127.0.0.1:{DOOR_PORT}"

# Listens on a socket under a name, and tells what is refused, as `Listener.open_door` does.
OpenDoor: TypeAlias = Callable[
    [socket.socket, str, Callable[[str], None]], Awaitable[asyncio.Server]
]


class SandboxedBot:
    """A program of an uploaded bot, as Hosting sees it: with its door, which is shut when it ends."""

    def __init__(
        self, sandboxed: SandboxedProcess, door: asyncio.Server, tell: Callable[[str], None]
    ) -> None:
        """`tell` hears how it ended, if it did so by itself."""
        self._sandboxed = sandboxed
        self._door = door
        self._tell = tell
        self._is_wanted = True

    @property
    def pid(self) -> int:
        """As Running: of the walls."""
        return self._sandboxed.pid

    @property
    def ended(self) -> asyncio.Event:
        """As Running."""
        return self._sandboxed.ended

    def kill(self) -> None:
        """As Running."""
        self._sandboxed.kill()

    async def stop(self) -> None:
        """As Running."""
        if self._sandboxed.ended.is_set():
            self._tell(self._sandboxed.ending)
        self._door.close()
        await self._sandboxed.stop()


class Runner:
    """Starts programs for Hosting."""

    def __init__(
        self,
        settings: HostedSettings,
        sandboxes: Sandboxes,
        people: ClientRegistry,
        files: UploadFiles,
        register: VersionRegister,
        make_ready: Callable[[UploadedBot, Version], Awaitable[None]],
    ) -> None:
        """`make_ready` has a version lie here; it raises SandboxError where that cannot be."""
        self._make_ready = make_ready
        self._settings = settings
        self._sandboxes = sandboxes
        self._people = people
        self._files = files
        self._register = register
        self._open_door: OpenDoor | None = None
        self._numbers = itertools.count(1)
        self._listeners: dict[str, asyncio.Queue[str]] = {}

    def open(self, open_door: OpenDoor) -> None:
        """From now on programs can be let in."""
        self._open_door = open_door

    def listen(self, title: str) -> asyncio.Queue[str]:
        """Where the ends of programs of this version are told, until `listen_no_more`."""
        self._listeners[title] = asyncio.Queue()
        return self._listeners[title]

    def listen_no_more(self, title: str) -> None:
        """Nobody wants to know."""
        self._listeners.pop(title, None)

    async def start(self, process: BotProcess) -> SandboxedBot:
        """Starts a program. Raises SandboxError, which is an OSError."""
        entry = process.entry
        bot, version = self._found(entry)
        if self._open_door is None:
            raise SandboxError("the server does not listen yet")
        await self._make_ready(bot, version)
        door_name = f"sandbox {entry.name} #{next(self._numbers)}"
        process.token = self._people.issue_house_token(entry.name, door_name)
        idle_cpu_s = self._settings.run.idle_cpu_s
        order = SandboxOrder(
            argv=entry.argv(PYTHON),
            folder=self._files.built(bot, version),
            limits=run_limits(self._settings.run, entry.resources),
            environment={
                "INFOSET_URL": INSIDE_URL,
                "INFOSET_TOKEN": process.token,
                "INFOSET_NAME": entry.name,
                "PYTHONSAFEPATH": "1",
            },
            idle_cpu_s=lambda: None if process.matches else idle_cpu_s,
        )
        started = await self._sandboxes.start(order, process.log, has_door=True)
        assert started.door is not None
        try:
            tell = Remarks(process.log.note).add
            door = await self._open_door(started.door, door_name, tell)
        except BaseException:
            started.door.close()
            await started.sandboxed.stop()
            raise
        return SandboxedBot(started.sandboxed, door, lambda ending: self._tell(entry, ending))

    def _tell(self, entry: BotEntry, ending: str) -> None:
        logger.info("a program of uploaded bot %s %s", entry.name, ending)
        listener = self._listeners.get(entry.name)
        if listener is not None:
            listener.put_nowait(ending)

    def _found(self, entry: BotEntry) -> tuple[UploadedBot, Version]:
        found = self._register.by_title(entry.name)
        if found is None:
            raise SandboxError(f"{entry.name} is not kept here any more")
        return found
