"""A program in a sandbox: what was asked for, how it runs, and why it ended."""

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infoset_server.programs.bot_log import BotLog
from infoset_server.programs.child import Child
from infoset_server.programs.sandbox.buffers import Gauge
from infoset_server.programs.sandbox.cgroups import Group
from infoset_server.programs.sandbox.explaining import Remarks
from infoset_server.programs.sandbox.limits import Limits
from infoset_server.programs.sandbox.monitor import Sum, strains, strains_of

HELD_S: Final = 1.0  # so long it had to wait before it could write more
NOBODY_INSIDE: Final = -1


@dataclass(frozen=True)
class SandboxOrder:
    """A program to be shut in. `folder` is the bot's, read-only inside; a build sees it as source.

    `keep` are descriptors that the program gets. `idle_cpu_s` as of `monitor.Watched`.
    """

    argv: Sequence[str]
    folder: Path
    limits: Limits
    environment: Mapping[str, str]
    is_build: bool = False
    keep: tuple[int, ...] = ()
    idle_cpu_s: Callable[[], float | None] = lambda: None


class SandboxedProcess:
    """A program that runs in a sandbox."""

    def __init__(
        self,
        child: Child,
        order: SandboxOrder,
        spaces: tuple[str, ...],
        log: BotLog,
        group: Group | None = None,
    ) -> None:
        self.child = child
        self._group = group
        self.pid = child.pid
        self.limits = order.limits
        self.spaces = spaces
        self.idle_cpu_s = order.idle_cpu_s
        self.first = NOBODY_INSIDE
        self.gauge: Gauge | None = None
        self.condemned = ""  # why the monitor ended it
        self._log = log
        self._remarks = Remarks(log.note)

    @property
    def ended(self) -> asyncio.Event:
        """Set when it is gone."""
        return self.child.ended

    def condemn(self, why: str) -> None:
        """As `monitor.Watched`."""
        self.condemned = why
        self.kill()

    def remark(self, what: str) -> None:
        """As `monitor.Watched`."""
        self._remarks.add(what)

    def kill(self) -> None:
        """Ends it and everything it has started, at once."""
        self.child.kill()

    @property
    def ending(self) -> str:
        """Why it ended, in words for its owner."""
        self._ask_group()
        if self.condemned:
            return f"was ended: it {self.condemned}"
        return exit_words(self.child.exit_code)

    async def stop(self) -> None:
        """Ends it; returns when it is gone and its last words are kept."""
        ended_itself = self.ended.is_set()
        try:
            if not ended_itself:
                await self._look_again()
        finally:
            await self._end(ended_itself)

    async def _end(self, ended_itself: bool) -> None:
        self.kill()  # neither kind of walls would pass a request to end on to the program
        try:
            await self.child.stop()
        finally:  # whoever does not wait for its last words still wants to know why it ended
            self._part(ended_itself)

    async def _look_again(self) -> None:
        """What the program has tried since the monitor looked last: a quick one is done between two looks."""
        for what in await asyncio.to_thread(strains_of, self):
            self.remark(what)

    def _part(self, ended_itself: bool) -> None:
        """It is gone: lets go of its group, and says why it ended."""
        self._ask_group()
        if self.gauge is not None:
            self.gauge.close()
            self.gauge = None
        if self._group is not None:
            self._group.remove()
            self._group = None
        if self.child.held_s >= HELD_S:
            rate_kb = self.limits.log_bytes_per_s // 1024
            self.remark(f"the program wrote more than {rate_kb} KB a second, and had to wait")
        is_wanted = ended_itself or bool(self.condemned)
        self._log.note(f"the program {self.ending if is_wanted else 'was stopped'}")

    def _ask_group(self) -> None:
        """What the kernel has ended or refused in its group, if it has one."""
        group = self._group
        if group is None:
            return
        if group.has_run_out_of_memory() and not self.condemned:
            self.condemned = f"used more than the {self.limits.memory_mb} MB of memory it may have"
        if group.has_run_out_of_processes():
            self.remark(next(strains(Sum(self.limits.processes), self.limits)))


def exit_words(code: int | None) -> str:
    """What an exit code says. Bubblewrap adds 128 to the number of a signal, as shells do."""
    if code is None:
        return "is still running"
    number = -code if code < 0 else code - 128 if code > 128 else 0
    match number:
        case 0:
            return f"ended with exit code {code}"
        case signal.SIGSYS:
            return "was ended: it asked the system for something that is forbidden here (SIGSYS)"
        case signal.SIGXFSZ:
            return "was ended: it wrote a file larger than it may (SIGXFSZ)"
        case _:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(number).name}"
            return f"ended with exit code {code}"
