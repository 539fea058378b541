"""A-B tests: a queue, workers anywhere, and those of this machine."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from infoset_server.admin.abtest_commands import AbTestCommands, AbWorkCommands
from infoset_server.admin.commands import Command
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import TakeIn
from infoset_server.contests.abtests.programs import Programs
from infoset_server.contests.abtests.queue import AbTests
from infoset_server.http.abtests import AbTestPages
from infoset_server.http.routes import Route
from infoset_server.network.listener import Listener
from infoset_server.programs.bot_process import BotLog, start_child
from infoset_server.storage.notes import AB_TESTS
from infoset_server.storage.port import MatchStore

logger = logging.getLogger(__name__)

FOLDER: Final = "abtests"  # in the data folder
AGAIN_S: Final = 10.0  # until a worker that has ended is started again


class AbTestFeature(Feature):
    """Without a store of its own a server keeps no queue: a test must outlive it, and be played once."""

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature."""
        return core.records is not None and not core.records.store.is_shared

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        limits = core.config.abtests
        self._folder = core.config.data_dir / FOLDER
        programs = Programs(self._folder, limits.max_program_bytes)
        self.tests = AbTests(limits, programs, core.notes_of(AB_TESTS), core.wall_ms, core.clock_s)
        self._worker: asyncio.Task[None] | None = None

    def routes(self) -> Iterable[Route]:
        """As Service."""
        return AbTestPages(self.tests).routes()

    def commands(self) -> Iterable[Command[Any]]:
        """As Service."""
        work = AbWorkCommands(self.tests, self.core.durability.stored)
        return [*AbTestCommands(self.tests).commands(), *work.commands()]

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        await self.tests.restore(store)

    def open(self, listener: Listener, take_in: TakeIn) -> None:
        """As Service: the worker of this machine begins, where there shall be one."""
        if self.core.config.abtests.processes:
            work = self._keep_working(listener.local_port)
            self._worker = asyncio.get_running_loop().create_task(work, name="A-B worker")

    def tidy(self) -> None:
        """As Service."""
        self.tests.sweep()

    async def stop(self) -> None:
        """As Service: what the worker has not played, it plays when the server is back."""
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
            self._worker = None

    async def _keep_working(self, port: int) -> None:
        """Runs the worker of this machine, again and again."""
        log = BotLog(self._folder / "worker.log")
        while True:
            try:
                child = await start_child(self._command(port), None, dict(os.environ), log)
            except OSError as problem:
                logger.error("the A-B worker of this machine cannot be started: %s", problem)
                return
            try:
                await child.ended.wait()
            finally:
                await child.stop()
            logger.warning("the A-B worker of this machine has ended; see %s", log.path)
            await asyncio.sleep(AGAIN_S)

    def _command(self, port: int) -> list[str]:
        """The worker, with the token of this server; it ends with this process, however that ends."""
        config = self.core.config
        return [
            *(sys.executable, "-m", "infoset", "ab"),
            *("--url", f"infoset://127.0.0.1:{port}", "--data", str(config.data_dir), "worker"),
            *("--processes", str(config.abtests.processes)),
            *("--parent", str(os.getpid())),
        ]
