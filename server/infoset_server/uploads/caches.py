"""What a build leaves to the next one of the same bot, so that its compilers need not begin anew.

It comes from strangers' programs and goes back to those of the same owner alone: here it is a file of bounded size that nobody
looks into. What lies in it is the business of `programs/sandbox/building.py`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from infoset_server.programs.sandbox.building import END
from infoset_server.programs.sandbox.limits import MB

READABLE: Final = 0o644  # by the user of a sandbox, who sees nothing else of the folder


@dataclass(frozen=True)
class BuildCache:
    """The cache of a bot, at `path` if there is one. A build that is not to trust it leaves it a new one all the same."""

    path: Path
    is_trusted: bool = True

    @property
    def given(self) -> Path | None:
        """What the next build gets."""
        return self.path if self.is_trusted and self.path.is_file() else None

    @contextmanager
    def coming(self, part: Path, most_mb: int) -> "Iterator[ComingCache]":
        """A new one, written to `part` at first. Raises OSError."""
        file = part.open("wb")
        try:
            os.fchmod(file.fileno(), READABLE)
            yield ComingCache(self.path, part, file, most_mb)
        finally:
            with suppress(OSError):  # on a full disk
                file.close()
            part.unlink(missing_ok=True)


@dataclass(frozen=True)
class ComingCache:
    """A cache that is on its way out of a build, into `file`, of `most_mb` megabytes at most."""

    path: Path
    part: Path
    file: IO[bytes]
    most_mb: int

    @property
    def most(self) -> int:
        """Bytes that are read of it."""
        return self.most_mb * MB + len(END)

    def keep(self, came: bool | OSError) -> str | None:
        """Puts it in place of the one before if it is whole; what the owner should know of that.

        `came` is False where it is too large, and what was raised where it could not be written.
        """
        try:
            if isinstance(came, OSError):
                raise came
            if not came:
                self.path.unlink(missing_ok=True)
                return (
                    f"what it leaves to the next build has more than {self.most_mb} MB, and is dropped: that one "
                    "begins from nothing"
                )
            return self._keep()
        except OSError as error:
            return f"what it leaves to the next build cannot be kept: {error.strerror}"

    def _keep(self) -> str | None:
        self.file.flush()
        size = self.part.stat().st_size - len(END)
        if size < 0:  # it has nothing, or hardly anything new
            with suppress(FileNotFoundError):
                os.utime(
                    self.path
                )  # it was used, for which others go first (`UploadFiles.trim_caches`)
            return None
        with self.part.open("rb") as written:
            written.seek(size)
            is_whole = written.read() == END
        if not is_whole:
            return "what it leaves to the next build is not whole, and not kept"
        self.file.truncate(size)
        self.path.parent.mkdir(exist_ok=True)
        self.part.replace(self.path)
        for other in self.path.parent.iterdir():
            if other != self.path:  # somebody's who had the bot before
                other.unlink()
        return f"{size // MB} MB are kept for the next build"
