"""A program in a sandbox: what was asked for, how it runs, why it ended, and what its owner is told of that.

Where the kernel merely refuses a call, the server hears nothing of it; but the libraries of all languages say the same
words then, as `strerror` has them in English, which is what a sandbox speaks.
"""

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infoset_server.common.text import clean_text
from infoset_server.programs.bot_process import BotLog, Child
from infoset_server.programs.sandbox.cgroups import Gauge, Group
from infoset_server.programs.sandbox.limits import Limits
from infoset_server.programs.sandbox.monitor import Sum, strains, strains_of

MOST: Final = 20  # of one program
MAX_LENGTH: Final = 300


class Explained:
    """A log that explains such words, each once, behind the line that has them. As `child.Log`."""

    def __init__(self, log: BotLog, limits: Limits) -> None:
        """`limits` are those of the sandbox."""
        self._log = log
        self._meanings = meanings(limits)
        self._words = {words.lower().encode(): words for words in self._meanings}  # not said yet
        self._longest = max(map(len, self._words))
        self._last = b""  # the end of what was said, as words may come in two pieces
        self._due: list[str] = []

    def write(self, data: bytes) -> None:
        """Keeps `data`. Raises OSError."""
        self._log.write(data)
        self._look_for_words(self._last + data.lower())
        if data.endswith(b"\n"):
            for words in self._due:
                self._log.note(f'"{words}" means here: {self._meanings[words]}')
            self._due.clear()

    def _look_for_words(self, said: bytes) -> None:
        found = [words for words in self._words if words in said]
        self._due += [self._words.pop(words) for words in found]
        self._last = said[-self._longest :]


def meanings(limits: Limits) -> dict[str, str]:
    """What the system says, and what that means in a sandbox."""
    files = f"{limits.scratch_mb} MB of files in {limits.max_inodes:,} pieces"
    return {
        "Operation not permitted": "no program in a sandbox may do that",
        "Read-only file system": "these cannot be changed; write to /tmp",
        "Cannot allocate memory": f"a program may have {limits.memory_mb} MB of memory",
        "Too many open files": f"a process may have {limits.open_files:,} of them",
        "No space left on device": f"a program may have {files}",
        "File too large": f"a file may have {limits.scratch_mb} MB",
    }


class Remarks:
    """A program that attacks, or has a fault, does the same thing again and again: its log shall not be full of it."""

    def __init__(self, note: Callable[[str], None]) -> None:
        """`note` keeps a line."""
        self._note = note
        self._made: set[str] = set()

    def add(self, text: str) -> None:
        """Keeps a remark, unless it was made before. It may repeat what the program has said."""
        words = " ".join(clean_text(text[:MAX_LENGTH]).split())
        if words in self._made or len(self._made) >= MOST:
            return
        self._made.add(words)
        self._note(words)


HELD_S: Final = 1.0  # so long it had to wait before it could write more
NOBODY_INSIDE: Final = -1


@dataclass(frozen=True)
class SandboxOrder:
    """A program to be shut in. `folder` is the bot's, read-only inside; a build sees it as source.

    `keep` are descriptors that the program gets, `cache` a file that it sees. `idle_cpu_s` as of `monitor.Watched`.
    """

    argv: Sequence[str]
    folder: Path
    limits: Limits
    environment: Mapping[str, str]
    is_build: bool = False
    keep: tuple[int, ...] = ()
    cache: Path | None = None
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
        self.kill()  # neither backend would pass a request to end on to the program
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
