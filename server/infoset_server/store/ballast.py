"""Disk space set aside while there is some, to be given back when the disk is full. Measures nothing."""

import logging
import os
from pathlib import Path

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
