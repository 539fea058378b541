"""Builds uploads: runs their commands in a sandbox and unpacks what comes out of it. Never outside of one."""

import asyncio
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO, Final

from infoset_server.config import HostedSettings
from infoset_server.programs.bot_log import BotLog
from infoset_server.programs.errors import BuildError, SandboxError, UploadError
from infoset_server.programs.manifest import BotEntry, fill_in
from infoset_server.programs.sandbox.environment import PYTHON
from infoset_server.programs.sandbox.filesystem import BUILDING
from infoset_server.programs.sandbox.limits import build_limits
from infoset_server.programs.sandbox.process import SandboxOrder
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.uploads.unpacking import Bounds, unpack

CHUNK: Final = 1 << 16


class Workshop:
    """Makes uploads ready to run."""

    def __init__(self, sandboxes: Sandboxes, settings: HostedSettings) -> None:
        self._sandboxes = sandboxes
        self._settings = settings
        upload = settings.upload
        self._bounds = Bounds(upload.max_unpacked_bytes, upload.max_files)

    async def make(self, entry: BotEntry, source: Path, built: Path, log: BotLog) -> None:
        """Builds what lies in `source` into `built`, which is made. Raises BuildError with the reason."""
        # An earlier attempt may have been cut short.
        await asyncio.to_thread(shutil.rmtree, built, ignore_errors=True)
        if not entry.build_commands:
            await asyncio.to_thread(shutil.copytree, source, built)
            return
        with tempfile.TemporaryFile(dir=built.parent) as result:
            await self._run(entry, source, log, result)
            result.seek(0)
            try:
                await asyncio.to_thread(unpack, result, built, self._bounds)
            except UploadError as error:
                raise BuildError(f"what it built cannot be taken: {error}") from None

    async def _run(self, entry: BotEntry, source: Path, log: BotLog, result: IO[bytes]) -> None:
        """Runs the commands; what lies in the folder afterwards goes to `result`. Raises BuildError."""
        settings = self._settings
        ours, theirs = os.pipe()
        try:
            commands = json.dumps([fill_in(command, PYTHON) for command in entry.build_commands])
            argv = fill_in(("{python}", "-I", "-S", BUILDING, str(theirs), commands), PYTHON)
            limits = build_limits(settings.build, settings.run)
            order = SandboxOrder(argv, source, limits, {}, is_build=True, keep=(theirs,))
            try:
                started = await self._sandboxes.start(order, log, has_door=False)
            except SandboxError as error:
                raise BuildError(str(error)) from None
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        sandboxed = started.sandboxed
        taking = asyncio.create_task(asyncio.to_thread(take_in, ours, result, self._most))
        late = False
        try:
            async with asyncio.timeout(settings.build.seconds):
                await sandboxed.ended.wait()
        except TimeoutError:
            late = True
        finally:
            sandboxed.kill()  # whatever still holds the pipe
            await sandboxed.stop()
            is_whole = await taking
        if late:
            raise BuildError(f"not built within {settings.build.seconds:.0f} s")
        if not is_whole:
            raise BuildError(f"it builds more than {self._bounds.max_bytes} bytes")
        if sandboxed.child.exit_code != 0:
            raise BuildError(f"building {sandboxed.ending}; {last_words(log)}")

    @property
    def _most(self) -> int:
        """Bytes of a result that are read; names and filling included."""
        return self._bounds.max_bytes + self._bounds.max_files * 2048


def take_in(pipe: int, file: IO[bytes], most: int) -> bool:
    """Copies what comes through a pipe; False where that is more than `most`. Closes the pipe."""
    with os.fdopen(pipe, "rb", buffering=0) as stream:
        left = most
        while chunk := stream.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                return False
            file.write(chunk)
    return True


def last_words(log: BotLog) -> str:
    """The last line that the program itself said."""
    lines = [line for line in log.read().splitlines() if line.strip()]
    own = (line for line in reversed(lines) if not line.startswith("[infoset]"))
    return f"its last words: {next(own, 'none')}"
