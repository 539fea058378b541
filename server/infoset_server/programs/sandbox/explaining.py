"""Explains errors of the system to the owner of a sandboxed program, each once.

Where the kernel merely refuses a call, the server hears nothing of it; but the libraries of all languages say the same
words then, as `strerror` has them in English, which is what a sandbox speaks.
"""

from collections.abc import Callable
from typing import Final

from infoset_server.common.text import clean_text
from infoset_server.programs.bot_log import BotLog
from infoset_server.programs.sandbox.limits import Limits

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
