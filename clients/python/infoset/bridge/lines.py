"""Cuts a stream into lines of bounded length. Survives longer ones: they are left out, not kept."""

from dataclasses import dataclass, field
from typing import Final

MAX_LINE_BYTES: Final = 64 * 1024


@dataclass
class LineCutter:
    """Feed it chunks; it returns the complete lines, None for each one that was too long."""

    max_bytes: int = MAX_LINE_BYTES
    _begun: bytearray = field(default_factory=bytearray)
    _is_skipping: bool = False

    def feed(self, data: bytes) -> list[bytes | None]:
        """The lines that `data` completes, without their ends (LF, or CR LF)."""
        *ends, rest = data.split(b"\n")
        lines = [self._finish(end) for end in ends]
        self._keep(rest)
        return lines

    def close(self) -> list[bytes | None]:
        """The line that was begun when the stream ended, if there is one."""
        return [self._finish(b"")] if self._begun or self._is_skipping else []

    def _keep(self, part: bytes) -> None:
        self._begun += part
        if len(self._begun) > self.max_bytes + 1:  # a CR at the end does not count
            self._is_skipping = True
            self._begun.clear()

    def _finish(self, end: bytes) -> bytes | None:
        self._keep(end)
        line = bytes(self._begun).removesuffix(b"\r")
        is_skipped, self._is_skipping = self._is_skipping, False
        self._begun.clear()
        return None if is_skipped or len(line) > self.max_bytes else line
