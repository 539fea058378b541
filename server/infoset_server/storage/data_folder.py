"""A backup of a whole data folder: what the store keeps, and the files beside it, without which that is worth less.

Without `server.key` no match can be played on or seen again, and ladders and bots that an operator has put there are nowhere
else. What the server makes anew is left out: snapshots, what was built of uploads, logs of programs.
"""

import io
import os
import shutil
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Final, Literal, TextIO

from infoset_server.storage.errors import BackupError

SUFFIXES: Final = (".tar", ".tar.gz", ".tgz")
STORE: Final = "store.jsonl"  # the member with the lines of the store
FILES: Final = ("server.key", "admin.token", "audit.jsonl", "audit.jsonl.*")
FOLDERS: Final = ("ladders", "bots")
UNWANTED: Final = frozenset({"__pycache__", ".git"})
PERMISSIONS: Final = 0o777


def is_whole_backup(file: Path) -> bool:
    """Is the backup by this name one of a whole data folder?"""
    return file.name.endswith(SUFFIXES)


def pack(folder: Path, lines: Path, target: Path) -> int:
    """Writes the lines of a store and the files beside it into `target`; returns how many files those are.

    Raises OSError.
    """
    mode: Literal["w", "w:gz"] = "w" if target.suffix == ".tar" else "w:gz"
    beside = list(files_beside(folder))
    with tarfile.open(target, mode) as archive:
        archive.add(lines, STORE, filter=nobodys)
        for path in beside:
            archive.add(path, path.relative_to(folder).as_posix(), filter=nobodys)
    return len(beside)


def files_beside(folder: Path) -> Iterator[Path]:
    """The files of a data folder that only the operator, or the first start of a server, has made."""
    for pattern in FILES:
        yield from (path for path in sorted(folder.glob(pattern)) if is_file(path))
    for name in FOLDERS:
        for path in sorted((folder / name).rglob("*")):
            if is_file(path) and not UNWANTED & set(path.relative_to(folder).parts):
                yield path


def is_file(path: Path) -> bool:
    """No link, which would lead to something else on another machine."""
    return path.is_file() and not path.is_symlink()


def nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whoever restores it owns it."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


@contextmanager
def unpacked(file: Path, folder: Path) -> Iterator[tuple[TextIO, int]]:
    """The lines of the store in a backup of a whole data folder, and how many files are put into `folder` beside it.

    These are taken away again where the block fails, with the folders that were made for them. Raises BackupError, also where one of them is there already.
    """
    written: list[Path] = []
    made: list[Path] = []
    try:
        with tarfile.open(file) as archive:
            members = {one.name: one for one in archive.getmembers()}
            store = members.pop(STORE, None)
            if store is None or not store.isreg():
                raise BackupError(f"{file}: expected a backup of a data folder, with {STORE} in it")
            require_ours(file, members.values())
            require_new(folder, members)
            for member in members.values():
                content = archive.extractfile(member)
                assert content is not None, "a regular file"
                path = folder / member.name
                made += missing_folders(path.parent)
                path.parent.mkdir(parents=True, exist_ok=True)
                write_new(path, content, member.mode)
                written.append(path)
            lines = archive.extractfile(store)
            assert lines is not None, "a regular file"
            yield io.TextIOWrapper(lines, encoding="utf-8"), len(members)
    except BaseException as problem:
        for path in written:
            path.unlink(missing_ok=True)
        for path in reversed(made):
            with suppress(
                OSError
            ):  # something else has come into it, as a store into the data folder
                path.rmdir()
        if isinstance(problem, OSError | tarfile.TarError):
            raise BackupError(f"cannot restore {file}: {problem}") from None
        raise


def missing_folders(folder: Path) -> list[Path]:
    """This folder and those above it, as far as they are not there; the outermost first."""
    return [one for one in (*reversed(folder.parents), folder) if not one.exists()]


def require_ours(file: Path, members: Iterable[tarfile.TarInfo]) -> None:
    """Raises BackupError for what `pack` does not write."""
    for member in members:
        path = PurePosixPath(member.name)
        is_known = any(path.match(pattern) for pattern in FILES) and len(path.parts) == 1
        is_below = len(path.parts) > 1 and path.parts[0] in FOLDERS and ".." not in path.parts
        if not member.isreg() or not (is_known or is_below):
            raise BackupError(f"{file}: expected files of a data folder, got {member.name}")


def require_new(folder: Path, names: Iterable[str]) -> None:
    """Raises BackupError where one of these is in the folder already: nothing is overwritten."""
    for name in names:
        if (folder / name).exists():
            raise BackupError(
                f"{folder / name} is there already; expected a folder in which no server has been started"
            )


def write_new(path: Path, content: IO[bytes], mode: int) -> None:
    """A file that was not there. Raises OSError; then it is not there still."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & PERMISSIONS)
    try:
        with os.fdopen(handle, "wb") as file:
            shutil.copyfileobj(content, file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise
