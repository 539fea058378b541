"""What one bot says on its standard error, kept in two files at most. Knows no processes."""

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

MAX_LOG_BYTES: Final = 512 * 1024  # of each of the two files


class BotLog:
    """A log that never grows: the file, and behind it (`.1`) the one before. Opened when first written to."""

    def __init__(self, path: Path, max_bytes: int = MAX_LOG_BYTES) -> None:
        self.path = path
        self._max_bytes = max_bytes
        self._file: BinaryIO | None = None
        self._size = 0
        self._is_line_open = False  # did it end in the middle of a line?

    def write(self, data: bytes) -> None:
        """Keeps `data`, of what is longer than a whole file the end. Raises OSError."""
        data = data[-self._max_bytes :]
        file = self._open()
        if self._size + len(data) > self._max_bytes:
            file = self._turn_over()
        file.write(data)
        file.flush()
        self._size += len(data)
        self._is_line_open = not data.endswith(b"\n")

    def note(self, text: str) -> None:
        """Keeps a line of our own, marked as such. Never raises: a full disk must not end a match."""
        before = "\n" if self._is_line_open else ""
        with suppress(OSError):
            self.write(f"{before}[infoset] {text}\n".encode())

    def close(self) -> None:
        """Closes the file; the next `write` opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def read(self) -> str:
        """All that is kept, oldest first."""
        parts = []
        for path in (self._older, self.path):
            with suppress(FileNotFoundError):
                parts.append(path.read_bytes())
        return b"".join(parts).decode("utf-8", errors="replace")

    @property
    def _older(self) -> Path:
        return self.path.with_name(f"{self.path.name}.1")

    def _open(self) -> BinaryIO:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab")
            self._size = self._file.tell()
        return self._file

    def _turn_over(self) -> BinaryIO:
        self.close()
        self.path.replace(self._older)
        return self._open()
