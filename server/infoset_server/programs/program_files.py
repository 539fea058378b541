"""The files of a program: which belong to it, what they come to as a digest, and copies of them for reading only.

What tools and runs leave behind is no part of a program.
"""

import hashlib
import logging
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from infoset_games.leftovers import is_leftover, is_run
from infoset_server.programs.manifest import ManifestError

logger = logging.getLogger(__name__)

DIGITS: Final = 10  # of a version
MAX_FILES: Final = 20_000  # of one bot
MAX_BYTES: Final = 512 * 1024 * 1024
SMALL_FILES: Final = 100  # a bot of so many files and bytes is read within milliseconds
SMALL_BYTES: Final = 4 * 1024 * 1024
ATTEMPTS: Final = 3  # to copy a bot that is being edited


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
        found = list(children)
    if prefix and is_run({one.name for one in found}):
        return
    kept = sorted((one for one in found if not is_leftover(one.name)), key=_name)
    for child in kept:
        name = prefix + child.name
        if child.is_dir(follow_symlinks=False):
            yield from _inside(folder / child.name, f"{name}/")
        elif child.is_symlink() or child.is_file(follow_symlinks=False):
            yield Found(name, folder / child.name, child.stat(follow_symlinks=False))


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def is_small(path: Path) -> bool:
    """Can it be read at once? So can what cannot be read at all."""
    size = 0
    try:
        for number, found in enumerate(_every(path, path.name)):
            size += found.status.st_size
            if number >= SMALL_FILES or size > SMALL_BYTES:
                return False
    except OSError:
        return True
    return True


def looks_of(path: Path) -> object:
    """Another value where something in it was changed. Raises OSError or ManifestError."""
    return [found.looks for found in _walk(path, path)]


def copy_at_rest(path: Path, target: Path) -> None:
    """Copies a program as it was at one moment. Raises OSError, or ManifestError where it never rests."""
    for _ in range(ATTEMPTS):
        before = looks_of(path)
        _copy(path, target)
        if looks_of(path) == before:
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


def remove_tree(path: Path) -> None:
    """Removes a folder, read-only ones in it, too. What cannot be removed is named in the log."""
    if not path.exists():
        return
    for folder, _, _ in os.walk(path):
        os.chmod(folder, 0o755)
    shutil.rmtree(path, onerror=_name_problem)


def _name_problem(_: object, path: str, problem: tuple[object, BaseException, object]) -> None:
    logger.warning("%s cannot be removed: %s", path, problem[1])
