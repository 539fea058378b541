"""The bots folder, each bot of it as a snapshot: what runs are exactly the bytes that its version is made of.

A version is a digest of the bot's files. They are copied once, into a folder named after the bot and the version
(`ferris@0f3a...`), and hashed there; processes are started from the copy, which is read-only. So an edit never
reaches a program that runs, and a version that plays on is still the same after the edit and after a restart.
"""

import hashlib
import logging
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any, Final, NamedTuple

from infoset_server.programs.manifest import BotEntry, ManifestError, dropped_paths, read_dropped

logger = logging.getLogger(__name__)

DIGITS: Final = 10  # of a version
LEFT_OUT: Final = (  # what tools and runs leave behind: no part of a program
    *("__pycache__", "*.pyc", ".*_cache", "*.log", "*.log.*"),
    *(".git", ".DS_Store", "*.swp", "*~"),
)
_LEFT_OUT: Final = re.compile("|".join(map(translate, LEFT_OUT)))
MAX_FILES: Final = 20_000  # of one bot
MAX_BYTES: Final = 512 * 1024 * 1024
ATTEMPTS: Final = 3  # to copy a bot that is being edited
PACKAGE: Final = "infoset"
UNFINISHED: Final = ".unfinished-"


class VersionedEntry(BotEntry):
    """A bot that the server offers, in one version. One of a manifest is run where it lies."""

    version: str

    def is_intact(self) -> bool:
        """Would this version run if a process were started now?"""
        return fingerprint(self) == self.version


class SnapshotEntry(VersionedEntry):
    """A bot of the bots folder, to be run from its snapshot `at`."""

    at: Path

    @property
    def title(self) -> str:
        """As BotEntry, as long as the snapshot is kept."""
        return f"{self.name}@{self.version}"

    def is_intact(self) -> bool:
        """As VersionedEntry: are the bytes of the snapshot still those that were hashed?"""
        return digest(self.at) == self.version


class Found(NamedTuple):
    """A file or link of a bot: where it is within its root, and how it looks."""

    name: str
    path: Path
    status: os.stat_result

    @property
    def looks(self) -> tuple[str, int, int, int, int, int]:
        """Other values where it was changed."""
        found = self.status
        times = found.st_mtime_ns, found.st_ctime_ns
        return (self.name, found.st_mode, found.st_size, *times, found.st_ino)


def digest(root: Path) -> str:
    """The version of the program in `root`: of the names, modes and bytes of its files, wherever it lies.

    "" where it cannot be read.
    """
    whole = hashlib.sha256()
    try:
        for found in _walk(root, root):
            content = _content(found)
            is_program = int(bool(found.status.st_mode & stat.S_IXUSR))
            whole.update(f"{found.name}\n{is_program} {len(content)}\n".encode())
            whole.update(content)
    except (OSError, ManifestError):
        return ""
    return whole.hexdigest()[:DIGITS]


def _content(found: Found) -> bytes:
    if stat.S_ISLNK(found.status.st_mode):
        return b"-> " + os.fsencode(os.readlink(found.path))
    return found.path.read_bytes()


def _walk(path: Path, root: Path) -> Iterator[Found]:
    """The files and links of a program, in the order of their names, but for what is left out.

    Raises OSError, or ManifestError where there are too many.
    """
    size = 0
    for number, found in enumerate(_every(path, path.relative_to(root).as_posix())):
        size += found.status.st_size
        if number >= MAX_FILES or size > MAX_BYTES:
            raise ManifestError(
                f"{path}: expected at most {MAX_FILES} files of {MAX_BYTES >> 20} MB together"
            )
        yield found


def _every(path: Path, name: str) -> Iterator[Found]:
    status = path.lstat()
    if stat.S_ISDIR(status.st_mode):
        yield from _inside(path, "" if name == "." else f"{name}/")
    elif stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode):
        yield Found(name, path, status)


def _inside(folder: Path, prefix: str) -> Iterator[Found]:
    """As `_every`, of all in a folder: it is looked at whenever somebody asks for bots, so it has to be quick."""
    with os.scandir(folder) as children:
        kept = sorted((one for one in children if not is_left_out(one.name)), key=_name)
    for child in kept:
        name = prefix + child.name
        if child.is_dir(follow_symlinks=False):
            yield from _inside(folder / child.name, f"{name}/")
        elif child.is_symlink() or child.is_file(follow_symlinks=False):
            yield Found(name, folder / child.name, child.stat(follow_symlinks=False))


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def is_left_out(name: str) -> bool:
    """Is it no part of a program?"""
    return _LEFT_OUT.match(name) is not None


def fields_of(entry: BotEntry) -> dict[str, Any]:
    """The values of a manifest's entry."""
    return {name: getattr(entry, name) for name in BotEntry.model_fields}


def fingerprint(entry: BotEntry) -> str:
    """The version of a bot of a manifest: of its command, and of the files that this names.

    A bot that comes with the server is what its command and the installed package say.
    """
    whole = hashlib.sha256(repr(entry.argv()[1:]).encode())
    if entry.folder is None:
        whole.update(package_version().encode())
    for path in named_files(entry):
        with suppress(OSError):  # gone meanwhile: the next look sees other files
            content = path.read_bytes()
            whole.update(f"{path}\n{len(content)}\n".encode())
            whole.update(content)
    return whole.hexdigest()[:DIGITS]


@cache
def package_version() -> str:
    """Of Infoset, as it is installed."""
    return version_of(PACKAGE)


def named_files(entry: BotEntry) -> list[Path]:
    """The files in the folder of its manifest that a bot's command names."""
    if entry.folder is None:
        return []
    folder = entry.folder.resolve()
    named = {folder / word for word in entry.argv()}  # an absolute path stays what it is
    return sorted(path for path in named if path.is_relative_to(folder) and path.is_file())


@dataclass(frozen=True, slots=True)
class Look:
    """How a bot in the folder looked, and what it was then: an entry, or why it is none."""

    looks: object
    entry: SnapshotEntry | None
    problem: str = ""


class Snapshots:
    """The bots of a folder, and the snapshots of them that are kept."""

    def __init__(self, folder: Path, kept: Path) -> None:
        """`folder` is where bots are dropped in, `kept` where their snapshots are."""
        self._folder = folder
        self._kept = kept
        self._looks: dict[Path, Look] = {}  # by path in `folder`
        self._entries: dict[str, SnapshotEntry] = {}  # by title: those that were asked for

    def read(self) -> tuple[list[SnapshotEntry], list[str]]:
        """The bots lying in the folder now, and a line for each thing that cannot be one."""
        paths = dropped_paths(self._folder)
        self._looks = {path: self._look(path) for path in paths}
        found = self._looks.values()
        entries = [look.entry for look in found if look.entry is not None]
        return entries, [look.problem for look in found if look.problem]

    def find(self, title: str) -> SnapshotEntry | None:
        """A version that is kept, whatever lies in the folder now."""
        if title not in self._entries:
            entry = self._read_kept(title)
            if entry is None:
                return None
            self._entries[title] = entry
        return self._entries[title]

    def forget(self, entry: SnapshotEntry) -> None:
        """The snapshot is not what it was: it is taken anew where the bot still lies in the folder."""
        self._entries.pop(entry.title, None)
        self._looks = {path: look for path, look in self._looks.items() if look.entry != entry}

    def retain(self, needed: Collection[str]) -> None:
        """Removes all snapshots but those with these titles."""
        for path in self._kept.iterdir() if self._kept.is_dir() else ():
            if path.name not in needed:
                self._entries.pop(path.name, None)
                remove_tree(path)

    def _look(self, path: Path) -> Look:
        """Reads what lies at `path` if it looks different from the last time."""
        try:
            looks = _looks_of(path)
        except (OSError, ManifestError) as problem:
            return Look(None, None, str(problem))
        known = self._looks.get(path)
        if known is not None and known.looks == looks:
            return known
        try:
            return Look(looks, self._take(path))
        except (OSError, ManifestError) as problem:
            return Look(looks, None, str(problem))

    def _take(self, path: Path) -> SnapshotEntry:
        """The snapshot of what lies at `path`. Raises ManifestError or OSError."""
        entry = read_dropped(path)  # what is no bot is not copied
        _require_relative(entry, path)
        self._kept.mkdir(parents=True, exist_ok=True)
        copied = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self._kept))
        try:
            _copy_at_rest(path, copied / path.name)
            title = f"{entry.name}@{digest(copied)}"
            kept = self.find(title)
            if kept is not None and kept.is_intact():
                return kept
            remove_tree(self._kept / title)
            copied.rename(self._kept / title)
        finally:
            remove_tree(copied)
        self._entries.pop(title, None)
        taken = self.find(title)
        if taken is None:
            raise ManifestError(f"{path}: changed while it was read")
        return taken

    def _read_kept(self, title: str) -> SnapshotEntry | None:
        """A snapshot that is kept since before a restart, or has just been taken."""
        name, _, version = title.partition("@")
        at = self._kept / title
        try:
            (inside,) = at.iterdir()
            bot = read_dropped(inside)
        except (OSError, ValueError):
            return None
        if not version or bot.name != name:
            return None
        entry = SnapshotEntry(**fields_of(bot), version=version, at=at)
        return entry if entry.is_intact() else None


def _looks_of(path: Path) -> object:
    """Another value where something in it was changed. Raises OSError or ManifestError."""
    return [found.looks for found in _walk(path, path)]


def _require_relative(entry: BotEntry, path: Path) -> None:
    """A folder's command must not lead back to the folder. Raises ManifestError."""
    if path.is_dir() and any(str(path.resolve()) in word for word in entry.argv()):
        raise ManifestError(f"{path / 'bot.toml'}: command: expected paths relative to the folder")


def _copy_at_rest(path: Path, target: Path) -> None:
    """Copies a program as it was at one moment. Raises OSError, or ManifestError where it never rests."""
    for _ in range(ATTEMPTS):
        before = _looks_of(path)
        _copy(path, target)
        if _looks_of(path) == before:
            return
        remove_tree(target)
    raise ManifestError(f"{path}: expected files that stay as they are while they are read")


def _copy(path: Path, target: Path) -> None:
    """Copies the files of a program, for reading only."""
    for found in _walk(path, path):
        copied = target if found.path == path else target / found.name
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found.path, copied, follow_symlinks=False)
        if not copied.is_symlink():
            copied.chmod(0o555 if found.status.st_mode & stat.S_IXUSR else 0o444)
    for folder in sorted(target.rglob("*"), reverse=True) if target.is_dir() else ():
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o555)


def working_folder(entry: SnapshotEntry, at: Path) -> Path:
    """Makes `at` a fresh folder to run a process in: everything of the snapshot is there as a link.

    What the program writes beside its files lies here, and is gone when the next process starts. Raises OSError.
    """
    remove_tree(at)
    at.mkdir(parents=True)
    (inside,) = entry.at.iterdir()
    for path in inside.iterdir() if inside.is_dir() else (inside,):
        (at / path.name).symlink_to(path.resolve())
    return at


def remove_tree(path: Path) -> None:
    """Removes a folder, read-only ones in it, too. What cannot be removed is named in the log."""
    if not path.exists():
        return
    for folder, _, _ in os.walk(path):
        os.chmod(folder, 0o755)
    shutil.rmtree(path, onerror=_name_problem)


def _name_problem(_: object, path: str, problem: tuple[object, BaseException, object]) -> None:
    logger.warning("%s cannot be removed: %s", path, problem[1])


def in_place(entry: BotEntry) -> VersionedEntry:
    """A bot of a manifest as it is now."""
    return VersionedEntry(**fields_of(entry), version=fingerprint(entry))
