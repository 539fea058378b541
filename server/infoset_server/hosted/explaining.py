"""Explains errors of the system to the owner of a caged program that speaks of them. Refuses nothing itself.

Where the kernel merely refuses a call, the server hears nothing of it; but the libraries of all languages say the same
words then, as `strerror` has them in English, which is what a cage speaks.
"""

from infoset_server.hosted.limits import Limits
from infoset_server.house_bots.bot_log import BotLog


class Explained:
    """A log that explains such words, each once, behind the line that has them. As `child.Log`."""

    def __init__(self, log: BotLog, limits: Limits) -> None:
        """`limits` are those of the cage."""
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
    """What the system says, and what that means in a cage."""
    files = f"{limits.scratch_mb} MB of files in {limits.max_inodes:,} pieces"
    return {
        "Operation not permitted": "no program in a cage may do that",
        "Read-only file system": "these cannot be changed; write to /tmp",
        "Cannot allocate memory": f"a program may have {limits.memory_mb} MB of memory",
        "Too many open files": f"a process may have {limits.open_files:,} of them",
        "No space left on device": f"a program may have {files}",
        "File too large": f"a file may have {limits.scratch_mb} MB",
    }
