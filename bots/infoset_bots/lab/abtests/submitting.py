"""A program of this machine as what is submitted: how it is started, its files in an archive, and their hash."""

import hashlib
import io
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset.uploading.packing import pack, pack_folder
from infoset_bots.lab.arena.players import (
    COMMANDS,
    find_player,
    read_spec,
    split_label,
)

FILES: Final = "{files}"  # in what starts a program: the folder of its files
MAX_LABEL: Final = 64


@dataclass(frozen=True)
class Program:
    """What is sent. `archive` is empty for a bot that comes with the package."""

    label: str
    spec: str
    archive: bytes = b""

    @property
    def digest(self) -> str:
        """The hash under which the server keeps the archive."""
        return hashlib.sha256(self.archive).hexdigest()

    def side(self) -> dict[str, Any]:
        """As the server is told."""
        told = {"label": self.label, "spec": self.spec}
        return told | ({"program": self.digest} if self.archive else {})


def read_program(text: str, folder: Path | None, game: str) -> Program:
    """The program that a person names as for the arena, tried out. Raises CommandError or BotLoadError.

    A Python file goes along by itself; with a `folder`, in which it must lie, all of that does. A command names its
    files as {files}/..., so it needs the folder.
    """
    label, spec = split_label(text)
    label = Path(label).name[:MAX_LABEL]
    prefix = spec.partition(":")[0]
    if prefix in COMMANDS:
        if folder is None or FILES not in spec:
            raise CommandError(
                f"{text}: expected a command with {FILES}/ before its files, and the folder that holds them"
            )
        find_player(placed(spec, folder), game)
        return Program(label, spec, packed(folder))
    find_player(spec, game)
    place = read_spec(spec).place
    path = next(
        (Path(name) for name in (place, place.rpartition(":")[0]) if name.endswith(".py")), None
    )
    if path is None:
        if folder is not None or "." in place or ":" in place:
            raise CommandError(f"{text}: expected a built-in bot, a Python file or a command")
        return Program(label, spec)
    rest = spec[len(str(path)) :] if spec.startswith(str(path)) else spec.partition(".py")[2]
    if folder is None:
        return Program(label, f"{FILES}/{path.name}{rest}", pack(path))
    try:
        inside = path.resolve().relative_to(folder.resolve())
    except ValueError:
        raise CommandError(f"{text}: expected a file in {folder}") from None
    return Program(label, f"{FILES}/{inside.as_posix()}{rest}", packed(folder))


def packed(folder: Path) -> bytes:
    """The archive of a folder. Raises CommandError."""
    try:
        return pack_folder(folder)
    except OSError as error:
        raise CommandError(f"{error.filename or folder}: {error.strerror}") from error


def placed(spec: str, folder: Path) -> str:
    """How a program starts whose files lie in `folder`."""
    return spec.replace(FILES, str(folder))


def unpack(archive: bytes, digest: str, folder: Path) -> None:
    """Writes the files of a program, if the archive is what was submitted. Raises CommandError."""
    found = hashlib.sha256(archive).hexdigest()
    if found != digest:
        raise CommandError(f"the program {digest} came with the hash {found}")
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as files:
            files.extractall(folder, filter="data")
    except (tarfile.TarError, OSError, EOFError) as error:
        raise CommandError(f"the program {digest} cannot be unpacked: {error}") from error
