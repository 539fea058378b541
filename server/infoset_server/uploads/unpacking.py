"""Opens an uploaded archive: tar, tar.gz or zip. Writes plain files and folders, and reads what it says about itself.

Nothing is taken from the archive but names, bytes and whether a file may be executed. The archive is read
in one go with a count of bytes, so that one that claims to be small cannot grow.
"""

import gzip
import os
import shutil
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from infoset_games.registry import UnknownGameError, find_game, known_games
from infoset_server.config import UploadLimits
from infoset_server.programs.manifest import (
    BotEntry,
    ManifestError,
    bot_name,
    read_entry,
    read_toml,
)
from infoset_server.programs.sandbox.environment import Mount
from infoset_server.programs.sandbox.filesystem import find_tool
from infoset_server.programs.upload_source import UploadError, in_words

CHUNK: Final = 1 << 16
MAX_NAME: Final = 200  # characters of one part of a path
MAX_DEPTH: Final = 32
ZIP_START: Final = b"PK"
GZIP_START: Final = b"\x1f\x8b"
ZIP_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
TAR_OVERHEAD: Final = 4 * 512  # bytes of headers and filling for each member, generously
NAMES: Final = ("utf-8", "surrogateescape")  # what names are written in
PAX: Final = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
PAX_DIGITS: Final = 8
# Headers that say more of the member behind them, or of all. Nothing is taken from them but its name.
ANNOUNCING: Final = (
    *PAX, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK
)  # fmt: skip
MAX_ANNOUNCEMENT: Final = 1 << 15  # bytes
IGNORED: Final = frozenset({".git", "__pycache__", "__MACOSX"})
# What reading raises for an archive that is damaged, or made to be; the libraries promise only some of it.
UNREADABLE: Final = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, struct.error,
    EOFError, LookupError, OSError, RuntimeError, ValueError,
)  # fmt: skip
MAX_HEADERS_FACTOR: Final = 2  # members that are looked at, as a multiple of those that may be kept


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may come out of an archive."""

    max_bytes: int
    max_files: int


def bounds_of(limits: UploadLimits) -> Bounds:
    """Those of uploads, and of what building makes of them."""
    return Bounds(limits.max_unpacked_bytes, limits.max_files)


@dataclass(frozen=True, slots=True)
class Member:
    """A file or folder in an archive. `stream` is None for a folder."""

    path: PurePosixPath
    stream: "IO[bytes] | Body | None"
    is_executable: bool


def unpack(archive: IO[bytes], folder: Path, bounds: Bounds) -> None:
    """Writes what is in the archive into `folder`, which is made. Raises UploadError; then it is gone again."""
    folder.mkdir(parents=True)
    try:
        write_all(read_members(archive, bounds), folder, bounds)
    except UNREADABLE as error:
        shutil.rmtree(folder)
        raise UploadError(f"the archive cannot be read: {in_words(error)}") from None
    except BaseException:
        shutil.rmtree(folder)
        raise


def unwrap(folder: Path) -> None:
    """Where everything lies in one folder, as most archives are made, takes it out of there."""
    found = list(folder.iterdir())
    if len(found) != 1 or not found[0].is_dir():
        return
    inner = folder.with_name(f"{folder.name}.inner")
    found[0].rename(inner)
    folder.rmdir()
    inner.rename(folder)


def write_all(members: Iterator[Member], folder: Path, bounds: Bounds) -> None:
    """Raises UploadError where that is more than may be, or a name is used twice."""
    left = bounds.max_bytes
    files = 0
    made = {PurePosixPath()}
    for member in members:
        if not member.path.parts or any(part in IGNORED for part in member.path.parts):
            continue
        is_file = member.stream is not None
        files += is_file
        missing = missing_folders(member.path.parent if is_file else member.path, made)
        if files + len(made) - 1 + len(missing) > bounds.max_files:
            raise UploadError(f"more than {bounds.max_files} files and folders")
        for path in missing:
            make_folder(folder.joinpath(*path.parts), path)
            made.add(path)
        if is_file:
            left -= write_file(member, folder.joinpath(*member.path.parts), left, bounds)


def missing_folders(path: PurePosixPath, made: Collection[PurePosixPath]) -> list[PurePosixPath]:
    """Those on the way to a folder that are not made yet, and itself; outermost first."""
    missing = []
    while path not in made:
        missing.append(path)
        path = path.parent
    return missing[::-1]


def make_folder(place: Path, path: PurePosixPath) -> None:
    """Raises UploadError where something else lies there."""
    try:
        place.mkdir()
    except (FileExistsError, NotADirectoryError):
        raise UploadError(f"{path}: both a file and a folder") from None


def write_file(member: Member, place: Path, left: int, bounds: Bounds) -> int:
    """Writes one file, returns its size. Raises UploadError."""
    assert member.stream is not None
    mode = 0o755 if member.is_executable else 0o644
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        fd = os.open(place, flags, mode)
    except FileExistsError:
        what = "both a file and a folder" if place.is_dir() else "twice in the archive"
        raise UploadError(f"{member.path}: {what}") from None
    size = 0
    with os.fdopen(fd, "wb") as file:
        os.fchmod(fd, mode)
        while chunk := member.stream.read(CHUNK):
            size += len(chunk)
            if size > left:
                raise UploadError(f"more than {bounds.max_bytes} bytes when unpacked")
            file.write(chunk)
    return size


def read_members(archive: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    """What is in the archive, checked name by name. Raises UploadError, and what the libraries raise."""
    start = archive.read(2)
    archive.seek(0)
    most = bounds.max_files * MAX_HEADERS_FACTOR
    if start == ZIP_START:
        members = read_zip(archive, most)
    elif start == GZIP_START:
        members = read_tar(gzip.GzipFile(fileobj=archive), bounds, most)
    else:
        members = read_tar(archive, bounds, most)
    for count, member in enumerate(members):
        if count >= most:
            raise UploadError(f"more than {most} entries")
        yield member


class Counted:
    """A stream that ends with UploadError when more comes out of it than may."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, most: int) -> None:
        self._stream = stream
        self._left = most
        self._most = most

    def read(self, size: int) -> bytes:
        """At most `size` bytes."""
        data = self._stream.read(min(size, CHUNK))
        self._left -= len(data)
        if self._left < 0:
            raise UploadError(f"more than {self._most} bytes when unpacked, names included")
        return data

    def read_all(self, size: int) -> bytes:
        """So many bytes. Raises EOFError where there are fewer."""
        data = b""
        while len(data) < size:
            piece = self.read(size - len(data))
            if not piece:
                raise EOFError("it ends too early")
            data += piece
        return data


class Body:
    """The bytes of one member of a tar archive."""

    def __init__(self, archive: Counted, size: int) -> None:
        self._archive = archive
        self._left = size
        self._filling = -size % tarfile.BLOCKSIZE

    def read(self, size: int) -> bytes:
        """`size` bytes, fewer at the end. Raises EOFError where the archive ends before."""
        data = self._archive.read_all(min(size, self._left))
        self._left -= len(data)
        return data

    def skip(self) -> None:
        """Goes to the next header."""
        while self.read(CHUNK):
            pass
        self._archive.read_all(self._filling)


def read_tar(archive: IO[bytes] | gzip.GzipFile, bounds: Bounds, most: int) -> Iterator[Member]:
    """The members of a tar archive.

    The library reads one header at a time. All of an archive it should not read for strangers: it calls itself for every
    header that announces another, and before Python 3.11.10 and 3.12.6 looks through long ones in quadratic time.
    """
    counted = Counted(archive, bounds.max_bytes + most * TAR_OVERHEAD)
    long_name = ""
    while any(block := counted.read_all(tarfile.BLOCKSIZE)):
        info = tarfile.TarInfo.frombuf(block, *NAMES)
        if info.type in ANNOUNCING:
            body = Body(counted, bounded(info, MAX_ANNOUNCEMENT))
            long_name = announced_name(info.type, body.read(info.size)) or long_name
            body.skip()
            continue
        info.name, long_name = long_name or info.name, ""
        path = checked(info.name)
        if info.isdir():
            yield Member(path, None, is_executable=False)
        elif info.isreg() and info.type != tarfile.GNUTYPE_SPARSE:
            body = Body(counted, bounded(info, bounds.max_bytes))
            yield Member(path, body, bool(info.mode & stat.S_IXUSR))
            body.skip()
        else:
            raise UploadError(f"{path}: {kind_of(info)}; only files and folders are taken")


def bounded(info: tarfile.TarInfo, most: int) -> int:
    """The size of a member or header. Raises UploadError where it is more than that."""
    if not 0 <= info.size <= most:
        raise UploadError(f"{info.name[:MAX_NAME]!r}: larger than {most} bytes")
    return info.size


def announced_name(kind: bytes, body: bytes) -> str:
    """The name that a header has for the member behind it, "" for none. Raises ReadError or UploadError."""
    if kind == tarfile.GNUTYPE_LONGNAME:
        return body.partition(b"\0")[0].decode(*NAMES)
    name = ""
    for key, value in pax_records(body) if kind in PAX else ():
        if key.startswith(b"GNU.sparse."):
            raise UploadError("a file with holes; only files and folders are taken")
        if key == b"path":
            name = value.decode(*NAMES)
    return name


def pax_records(body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What a header of POSIX's pax says: `LENGTH KEY=VALUE` and a line feed, again and again. Raises ReadError."""
    at = 0
    while at < len(body):
        length, space, _ = body[at : at + PAX_DIGITS].partition(b" ")
        if not space or not length.isdigit() or int(length) == 0:
            raise tarfile.ReadError("a header makes no sense")
        key, _, value = body[at + len(length) + 1 : at + int(length) - 1].partition(b"=")
        yield key, value
        at += int(length)


def kind_of(info: tarfile.TarInfo) -> str:
    """What a member is that is not taken."""
    if info.issym() or info.islnk():
        return "a link"
    if info.isdev():  # FIFOs, too
        return "a device or pipe"
    return "not a plain file"


def read_zip(archive: IO[bytes], most: int) -> Iterator[Member]:
    """The members of a zip archive."""
    with zipfile.ZipFile(archive) as packed:
        infos = packed.infolist()
        if len(infos) > most:
            raise UploadError(f"more than {most} entries")
        for info in infos:
            path = checked(info.filename)
            mode = info.external_attr >> 16
            if info.flag_bits & 1 or info.compress_type not in ZIP_METHODS:
                raise UploadError(f"{path}: encrypted, or compressed in an unusual way")
            if info.is_dir():
                yield Member(path, None, is_executable=False)
                continue
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise UploadError(f"{path}: not a plain file; only files and folders are taken")
            with packed.open(info) as stream:
                yield Member(path, stream, bool(mode & stat.S_IXUSR))


def checked(name: str) -> PurePosixPath:
    """A path that stays below where it is put. Raises UploadError."""
    path = PurePosixPath(name.replace("\\", "/"))
    shown = repr(name[:MAX_NAME])
    if path.is_absolute() or ".." in path.parts or any(":" in part for part in path.parts[:1]):
        raise UploadError(f"{shown}: a path out of the archive's folder")
    if len(path.parts) > MAX_DEPTH or any(len(part) > MAX_NAME for part in path.parts):
        raise UploadError(f"{shown}: too long a path")
    if any(not part.isprintable() for part in path.parts):
        raise UploadError(f"{shown}: a name that cannot be printed")
    try:
        os.fsencode(str(path))
    except UnicodeEncodeError:
        raise UploadError(f"{shown}: a name that cannot be written") from None
    return path


MANIFEST: Final = "bot.toml"
SINGLE: Final = {  # what a lone file comes to, by its ending
    ".py": {"command": ["{python}", "-m", "infoset", "bot", "FILE"]},
    ".js": {"run": ["node", "FILE"]},
    ".mjs": {"run": ["node", "FILE"]},
    ".sh": {"run": ["sh", "FILE"]},
}


def read_upload(folder: Path, name: str | None) -> BotEntry:
    """The manifest in an upload, or that of its only file; `name` outweighs what it says. Raises UploadError."""
    path = folder / MANIFEST
    try:
        told = read_toml(path) if path.is_file() else read_single(folder)
        if name is not None:
            told["name"] = name
        if "name" not in told:
            raise UploadError(f"{MANIFEST}: name: expected one, or give it with the upload")
        if "environment" in told:
            raise UploadError(f"{MANIFEST}: environment: expected in the list of the operator only")
        return read_entry(told, path, None).model_copy(update={"folder": None})
    except ManifestError as error:
        raise UploadError(str(error).replace(f"{folder}/", "")) from None


def read_single(folder: Path) -> dict[str, Any]:
    """The manifest of a single file. Raises UploadError."""
    found = [path for path in folder.iterdir() if path.is_file() and path.suffix in SINGLE]
    if len(found) != 1:
        endings = ", ".join(SINGLE)
        raise UploadError(
            f"expected a file {MANIFEST} at the top, or a single file ending in {endings}"
        )
    command = SINGLE[found[0].suffix]
    words = {
        key: [word.replace("FILE", found[0].name) for word in value]
        for key, value in command.items()
    }
    return {"name": bot_name(found[0])} | words


def check_games(entry: BotEntry) -> tuple[str, ...]:
    """The games it is to be tried in, each once. Raises UploadError for one that is not played here."""
    known = known_games()
    named = tuple(dict.fromkeys(entry.games or ()))
    for game in named:
        try:
            find_game(game)
        except UnknownGameError:
            wanted = ", ".join(known)
            raise UploadError(f"{MANIFEST}: games: expected some of {wanted}, got {game}") from None
    return named or known


def check_tools(entry: BotEntry, toolchains: Iterable[Mount]) -> None:
    """Raises UploadError where this machine lacks what the language needs."""
    runtime = entry.runtime
    folders = list(toolchains)
    for tool in () if runtime is None else runtime.tools:
        if not find_tool(tool, folders):
            raise UploadError(f"{MANIFEST}: language: this server has no {tool}")


def check_name(name: str, taken: Collection[str]) -> None:
    """Raises UploadError for a name that a house bot has."""
    if name in taken:
        raise UploadError(f"{MANIFEST}: name: a bot of the server is called {name}")
