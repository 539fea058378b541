"""The JSON lines between an assistant and its supervisor, as the assistant's process sees them."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, TextIO

MAX_LOGGED = 2_000  # characters of one line of log


class Pipe:
    """Reads messages, writes messages. Whatever else is printed becomes a line of log."""

    def __init__(self, reader: BinaryIO | None = None, writer: BinaryIO | None = None) -> None:
        """The process's own stdin and stdout unless told otherwise."""
        self._reader = sys.stdin.buffer if reader is None else reader
        self._writer = sys.stdout.buffer if writer is None else writer

    def messages(self) -> Iterator[dict[str, Any]]:
        """What comes, until the supervisor goes. What is no message is passed over."""
        for line in self._reader:
            try:
                plain = json.loads(line)
            except ValueError:
                continue
            if isinstance(plain, dict) and isinstance(plain.get("type"), str):
                yield plain

    def send(self, message: Mapping[str, Any]) -> None:
        """Writes one message."""
        self._writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._writer.flush()

    def log(self, text: str, level: str = "info") -> None:
        """A line for the owner's log."""
        self.send({"type": "assist_log", "level": level, "text": text[-MAX_LOGGED:]})


class Printed:
    """Takes the place of stdout: lines that an assistant prints go to the log."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._begun = ""

    def write(self, text: str) -> int:
        """As a text file."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            self._pipe.log(line)
        self._begun = self._begun[-MAX_LOGGED:]
        return len(text)

    def flush(self) -> None:
        """Lines go out when they are complete."""

    def as_text(self) -> TextIO:
        """For who insists on the type."""
        return self  # type: ignore[return-value]  # print() needs no more than write and flush
