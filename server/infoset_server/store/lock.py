"""One server for each SQLite file: a lock that ends with the process that holds it. POSIX only."""

import fcntl
import os
from pathlib import Path

from infoset_server.store.errors import StoreInUseError


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
