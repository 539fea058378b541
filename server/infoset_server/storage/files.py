"""Files beside an SQLite database: the lock of its one server, and disk space that can be given back."""

import fcntl
import logging
import os
from pathlib import Path

from infoset_server.storage.errors import StoreInUseError

logger = logging.getLogger(__name__)


class Ballast:
    """A file that contains nothing, beside the database."""

    def __init__(self, path: Path, size_bytes: int) -> None:
        """Takes up the space now. Where there is not so much, the server starts without, and says so."""
        self._path = path
        try:
            self._lay(size_bytes)
        except OSError as problem:
            path.unlink(missing_ok=True)
            logger.error("no %d bytes could be set aside in %s: %s", size_bytes, path, problem)

    def _lay(self, size_bytes: int) -> None:
        if size_bytes == 0:
            self._path.unlink(missing_ok=True)
            return
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(file, 0, size_bytes)
            os.ftruncate(file, size_bytes)
        finally:
            os.close(file)

    def release(self) -> bool:
        """Gives the space back; False if there is none. The next start sets it aside again."""
        try:
            self._path.unlink()
        except FileNotFoundError:
            return False
        logger.warning("%s was given back to the full disk", self._path)
        return True


class FileLock:
    """Held from its making until `release`, or until the process ends in whatever way."""

    def __init__(self, path: Path) -> None:
        """Raises StoreInUseError, which names the process that holds the lock.

        The file stays: removing it would let two processes lock two files of the same name.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(self._file, 32).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise StoreInUseError(
                f"{path.with_suffix('')} is in use by process {owner}; stop that one first, or choose "
                "another folder with --data"
            ) from None
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets others have it. May be repeated."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
