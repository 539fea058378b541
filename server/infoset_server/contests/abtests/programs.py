"""The programs of A-B tests as bytes, each under its SHA-256. What is here was checked against it, and never changes.

abtests/programs/DIGEST          whole
abtests/incoming/DIGEST          pieces that have come so far
"""

import hashlib
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from infoset_server.contests.abtests.definition import AbTestError

UNUSED_S: Final = 86_400.0  # so long a program is kept that no test needs, not yet or not any more
PRIVATE: Final = 0o700


class Programs:
    """A folder of archives. Only the server's owner can look into it."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        """Makes nothing yet."""
        self._whole = folder / "programs"
        self._incoming = folder / "incoming"
        self._max_bytes = max_bytes

    def has(self, digest: str) -> bool:
        """Is this program whole, and here?"""
        return (self._whole / digest).is_file()

    def add(self, digest: str, size: int, offset: int, piece: bytes) -> int:
        """Takes in a piece; returns how many bytes there are now. Raises AbTestError, or OSError.

        When the last one is in, and the bytes are those of the hash, they are on the disk for good.
        """
        if size > self._max_bytes:
            raise AbTestError(f"size: expected at most {self._max_bytes} bytes, got {size}")
        if self.has(digest):
            return size
        self._incoming.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        path = self._incoming / digest
        have = path.stat().st_size if path.exists() else 0
        if offset > have or offset + len(piece) > size:
            raise AbTestError(f"offset: expected at most {have} of {size} bytes, got {offset}")
        with path.open("r+b" if have else "w+b") as file:
            file.truncate(offset)
            file.seek(offset)
            file.write(piece)
            if offset + len(piece) < size:
                return offset + len(piece)
            file.seek(0)
            found = hashlib.file_digest(file, "sha256").hexdigest()
            file.flush()
            os.fsync(file.fileno())
        if found != digest:
            path.unlink()
            raise AbTestError(f"digest: the bytes that came have the hash {found}")
        self._keep(path)
        return size

    def read(self, digest: str) -> bytes:
        """A whole program. Raises AbTestError."""
        try:
            return (self._whole / digest).read_bytes()
        except FileNotFoundError:
            raise AbTestError(f"program: there is none of the hash {digest}") from None

    def touch(self, digest: str) -> None:
        """It is about to be needed. Raises AbTestError where it is not here."""
        try:
            os.utime(self._whole / digest)
        except FileNotFoundError:
            raise AbTestError(f"program: send the one of the hash {digest} first") from None

    def sweep(self, needed: Collection[str], now_s: float) -> None:
        """Deletes what nobody has needed for a day. `now_s` is since 1970."""
        oldest = now_s - UNUSED_S
        for folder in (self._whole, self._incoming):
            for path in folder.iterdir() if folder.is_dir() else ():
                with suppress(OSError):
                    if path.name not in needed and path.stat().st_mtime < oldest:
                        path.unlink()

    def _keep(self, path: Path) -> None:
        self._whole.mkdir(mode=PRIVATE, exist_ok=True)
        path.replace(self._whole / path.name)
        handle = os.open(self._whole, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
