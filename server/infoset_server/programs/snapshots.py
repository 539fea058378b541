"""The bots folder, each bot of it as a snapshot: what runs are exactly the bytes that its version is made of.

A version is a digest of the bot's files. They are copied once, into a folder named after the bot and the version
(`ferris@0f3a...`), and hashed there; processes are started from the copy, which is read-only. So an edit never
reaches a program that runs, and a version that plays on is still the same after the edit and after a restart.

A small bot is read at once, so that it is on offer as soon as somebody asks. A large one is read in a thread, and
meanwhile offered as it was before: a server has other things to do than to hash thousands of files.
"""

import asyncio
import hashlib
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any, Final

from infoset_games.leftovers import is_leftover
from infoset_server.common.ids import fresh_id
from infoset_server.programs.manifest import BotEntry, ManifestError, dropped_paths, read_dropped
from infoset_server.programs.program_files import (
    DIGITS,
    copy_at_rest,
    digest,
    is_small,
    looks_of,
    remove_tree,
)

PACKAGE: Final = "infoset"
UNFINISHED: Final = ".unfinished"  # begins the name of what is being copied, or removed


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


def is_snapshot(title: str) -> bool:
    """Is it that of a bot in the bots folder, rather than of an upload, whose versions are numbered from 1?"""
    return len(title.partition("@")[2]) == DIGITS


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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looks: dict[Path, Look] = {}  # by path in `folder`
        self._entries: dict[str, SnapshotEntry] = {}  # by title: those that were asked for
        self._read_aside: set[Path] = set()  # paths that a thread reads
        self._busy: set[str] = set()  # titles of what a thread has taken and is not entered yet
        for path in kept.glob(f"{UNFINISHED}*"):  # by a server that was killed
            remove_tree(path)

    def use_threads(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on what takes long is done in threads of `loop`, and nobody waits for it."""
        self._loop = loop

    def read(self) -> tuple[list[SnapshotEntry], list[str]]:
        """The bots lying in the folder now, and a line for each thing that cannot be one.

        A large bot that was dropped in or edited just now is missing, or as it was; ask again.
        """
        paths = dropped_paths(self._folder)
        self._looks = {path: self._look(path) for path in paths}
        found = self._looks.values()
        entries = [look.entry for look in found if look.entry is not None]
        return entries, [look.problem for look in found if look.problem]

    def titles(self) -> set[str]:
        """Those of all versions that are kept, whatever lies in the folder now."""
        kept = self._kept.iterdir() if self._kept.is_dir() else ()
        return {path.name for path in kept if is_snapshot(path.name)}

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
            if path.name.startswith(UNFINISHED):
                continue  # whoever writes or removes it may have done so since the folder was listed
            if path.name not in needed and path.name not in self._busy:
                self._entries.pop(path.name, None)
                self._remove(path)

    def _remove(self, path: Path) -> None:
        """It is gone at once under its name, which is free for another."""
        doomed = self._fresh_path()
        path.rename(doomed)
        if self._loop is None:
            remove_tree(doomed)
        else:
            removing = self._loop.run_in_executor(None, remove_tree, doomed)
            removing.add_done_callback(asyncio.Future.result)  # a failure is logged

    def _fresh_path(self) -> Path:
        """Where nothing is kept, and nothing is removed but by whoever has asked."""
        return self._kept / fresh_id(UNFINISHED)

    # Looking.

    def _look(self, path: Path) -> Look:
        """What lies at `path`, as far as that is known now."""
        known = self._looks.get(path)
        if self._loop is None or is_small(path):
            look = self._look_well(path, known)
            self._enter(look)
            return look
        if path not in self._read_aside:
            self._read_aside.add(path)
            reading = self._loop.run_in_executor(None, self._look_well, path, known)
            reading.add_done_callback(partial(self._looked, path))
        return known or Look(None, None)

    def _looked(self, path: Path, reading: "asyncio.Future[Look]") -> None:
        """A thread has read what lies there."""
        self._read_aside.discard(path)
        self._looks[path] = reading.result()
        self._enter(self._looks[path])

    def _enter(self, look: Look) -> None:
        """From now on the snapshot stays as long as it is needed."""
        if look.entry is not None:
            self._entries[look.entry.title] = look.entry
            self._busy.discard(look.entry.title)

    def _look_well(self, path: Path, known: Look | None) -> Look:
        """Reads what lies at `path` if it looks different from the last time. A thread may do it."""
        try:
            looks = looks_of(path)
        except (OSError, ManifestError) as problem:
            return Look(None, None, str(problem))
        if known is not None and known.looks == looks:
            return known
        try:
            return Look(looks, self._take(path))
        except (OSError, ManifestError) as problem:
            return Look(looks, None, str(problem))

    def _take(self, path: Path) -> SnapshotEntry:
        """The snapshot of what lies at `path`, busy until it is entered. Raises ManifestError or OSError."""
        entry = read_dropped(path)  # what is no bot is not copied
        _require_relative(entry, path)
        copied = self._fresh_path()
        try:
            copied.mkdir(parents=True)
            copy_at_rest(path, copied / path.name)
            title = f"{entry.name}@{digest(copied)}"
            self._busy.add(title)
            taken = self._read_kept(title)
            if taken is None:
                remove_tree(self._kept / title)
                copied.rename(self._kept / title)
                taken = self._read_kept(title)
        finally:
            remove_tree(copied)
        if taken is None:
            self._busy.discard(title)
            raise ManifestError(f"{path}: changed while it was read")
        return taken

    def _read_kept(self, title: str) -> SnapshotEntry | None:
        """A snapshot that is kept since before a restart, or has just been taken."""
        name, _, version = title.partition("@")
        at = self._kept / title
        try:
            bot = read_dropped(bot_inside(at))
        except (OSError, ValueError):
            return None
        if not version or bot.name != name:
            return None
        entry = SnapshotEntry(**fields_of(bot), version=version, at=at)
        return entry if entry.is_intact() else None


def _require_relative(entry: BotEntry, path: Path) -> None:
    """A folder's command must not lead back to the folder. Raises ManifestError."""
    if path.is_dir() and any(str(path.resolve()) in word for word in entry.argv()):
        raise ManifestError(f"{path / 'bot.toml'}: command: expected paths relative to the folder")


def bot_inside(at: Path) -> Path:
    """The file or folder that a snapshot is of. Raises OSError, or ValueError where there is not one.

    Python compiles a single file to a folder beside it, where nothing keeps it from writing.
    """
    (inside,) = (path for path in at.iterdir() if not is_leftover(path.name))
    return inside


def working_folder(entry: SnapshotEntry, at: Path) -> Path:
    """Makes `at` a fresh folder to run a process in: everything of the snapshot is there as a link.

    What the program writes beside its files lies here, and is gone when the next process starts. Raises OSError.
    """
    remove_tree(at)
    at.mkdir(parents=True)
    inside = bot_inside(entry.at)
    for path in inside.iterdir() if inside.is_dir() else (inside,):
        (at / path.name).symlink_to(path.resolve())
    return at


def in_place(entry: BotEntry) -> VersionedEntry:
    """A bot of a manifest as it is now."""
    return VersionedEntry(**fields_of(entry), version=fingerprint(entry))
