"""The file of a table: every entry is in it before anybody hears of it, so that a crash loses none.

JSON lines: a header, then `{"entry": ...}`, `{"undo": n}` and `{"redo": n}` in the order in which they
were typed. A last line that was cut off is dropped: it was not answered.
"""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots.lab.tabletop.entries import Entry, EntryError, read_entry, write_entry
from infoset_bots.lab.tabletop.party import Party, read_party

FORM: Final = "infoset-tabletop/1"
MAX_FILE_BYTES: Final = 16 << 20


class Story:
    """The entries that count, and those taken back that can be entered again."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """One more entry; what was taken back is forgotten."""
        self.entries.append(entry)
        self.undone.clear()

    def undo(self, count: int) -> None:
        """Takes back the last `count` entries."""
        for _ in range(count):
            self.undone.append(self.entries.pop())

    def redo(self, count: int) -> None:
        """Enters again what was taken back last."""
        for _ in range(count):
            self.entries.append(self.undone.pop())

    def last(self, steps: int) -> int:
        """How many entries `undo` of so many steps takes back: quiet ones go with what they followed."""
        count = 0
        for _ in range(steps):
            while count < len(self.entries):
                count += 1
                if not self.entries[-count].is_quiet:
                    break
        return count

    def next(self, steps: int) -> int:
        """How many entries `redo` of so many steps enters again."""
        count = 0
        for _ in range(steps):
            if count < len(self.undone):
                count += 1
            while count < len(self.undone) and self.undone[-count - 1].is_quiet:
                count += 1
        return count


class Journal:
    """An open file. Lines are on the disk when a method returns; OSError where they cannot be."""

    def __init__(self, path: Path, *, size: int) -> None:
        """Goes on behind the first `size` bytes; what lies there is cut off."""
        self.path = path
        self._file = path.open("r+b")
        self._file.truncate(size)
        self._file.seek(size)

    def entry(self, entry: Entry) -> None:
        self._write({"entry": write_entry(entry)})

    def undo(self, count: int) -> None:
        self._write({"undo": count})

    def redo(self, count: int) -> None:
        self._write({"redo": count})

    def close(self) -> None:
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(dump(line))
        self._file.flush()
        os.fsync(self._file.fileno())


def begin(path: Path, party: Party) -> Journal:
    """A new file. Raises CommandError where there is one already, or none can be."""
    header = dump({"form": FORM, "party": party.model_dump()})
    try:
        with path.open("xb") as file:
            file.write(header)
    except FileExistsError:
        raise CommandError(
            f"{path}: there is such a file; --resume {path} goes on with it"
        ) from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    return Journal(path, size=len(header))


def resume(path: Path) -> tuple[Party, Story, Journal]:
    """What a file tells, and the file to go on with. Raises CommandError naming the line."""
    data = read_bytes(path)
    size = data.rfind(b"\n") + 1
    lines = data[:size].splitlines()
    if not lines:
        raise CommandError(f"{path}: expected the file of a table, got nothing")
    party = _read_header(path, lines[0])
    story = Story()
    for number, line in enumerate(lines[1:], start=2):
        try:
            take(story, json.loads(line))
        except (EntryError, ValueError) as error:
            raise CommandError(f"{path}: line {number}: {error}") from None
    return party, story, Journal(path, size=size)


def read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise CommandError(f"{path}: more than {MAX_FILE_BYTES >> 20} MB")
    return data


def _read_header(path: Path, line: bytes) -> Party:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("form") != FORM:
        raise CommandError(f"{path}: expected the file of a table, with `form` {FORM!r}")
    try:
        return read_party(header.get("party"))
    except CommandError as error:
        raise CommandError(f"{path}: line 1: {error}") from None


def take(story: Story, line: Any) -> None:
    """Takes in one line. Raises EntryError."""
    if not isinstance(line, dict) or len(line) != 1:
        raise EntryError("expected an object with `entry`, `undo` or `redo`")
    ((name, value),) = line.items()
    if name == "entry":
        story.add(read_entry(value))
    elif name in ("undo", "redo") and isinstance(value, int) and value > 0:
        there_are = len(story.entries if name == "undo" else story.undone)
        if value > there_are:
            raise EntryError(f"{name}: expected at most {there_are}, got {value}")
        (story.undo if name == "undo" else story.redo)(value)
    else:
        raise EntryError("expected an object with `entry`, `undo` or `redo`")


def story_text(party: Party, entries: Sequence[Entry]) -> str:
    """A file with these entries and nothing taken back."""
    lines: Iterable[dict[str, Any]] = [
        {"form": FORM, "party": party.model_dump()},
        *({"entry": write_entry(entry)} for entry in entries),
    ]
    return b"".join(map(dump, lines)).decode()


def dump(line: dict[str, Any]) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
