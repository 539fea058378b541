"""Makes an archive of a bot: a folder, one file, or an archive that is there already."""

import gzip
import io
import os
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from infoset.errors import CommandError
from infoset_games.leftovers import is_leftover, is_run

ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz")
BUILT: Final = frozenset({".venv", "venv", "target"})  # made again by who builds the bot
MAX_BYTES: Final = 256 << 20  # of one file: a slip, not a bot


def pack(path: Path) -> bytes:
    """What to upload for `path`. Equal contents make equal archives. Raises CommandError."""
    try:
        if path.is_dir():
            if not (path / "bot.toml").is_file() and len(list(path.iterdir())) > 1:
                raise CommandError(f"{path}: expected a file bot.toml in it")
            return pack_folder(path)
        if path.name.endswith(ARCHIVES):
            return _read(path)
        return _packed({path.name: path})
    except OSError as error:
        raise CommandError(f"{error.filename or path}: {error.strerror}") from error


def pack_folder(folder: Path) -> bytes:
    """An archive of a folder's files, whatever they are. Raises CommandError, or OSError."""
    return _packed({str(name): file for name, file in sorted(files_of(folder))})


def files_of(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The files of a bot: where they go, and where they are. Raises CommandError for a link that leads away."""
    top = folder.resolve()
    named = _left_out_by(folder / "bot.toml")
    for place, folders, names in os.walk(folder):
        if Path(place) != folder and is_run({*folders, *names}):
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if name not in BUILT | named and not is_leftover(name)
        )
        for name in sorted(set(names) - named):
            if is_leftover(name):
                continue
            path = Path(place, name)
            real = path.resolve()
            if not real.is_relative_to(top):
                raise CommandError(f"{path}: a link out of {folder}; put a copy of the file there")
            if real.is_file():
                yield path.relative_to(folder), real


def _left_out_by(manifest: Path) -> frozenset[str]:
    """The names of files and folders that a manifest has in `leave_out`. What is wrong with a manifest, the server says."""
    try:
        named = tomllib.loads(manifest.read_text("utf-8")).get("leave_out", [])
    except (FileNotFoundError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return frozenset()
    return frozenset(filter(_is_text, named)) if isinstance(named, list) else frozenset()


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _packed(files: dict[str, Path]) -> bytes:
    out = io.BytesIO()
    # No times, no owners: who packs again without a change has the same archive.
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name, path in files.items():
            body = _read(path)
            info = tarfile.TarInfo(Path(name).as_posix())
            info.size = len(body)
            info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def _read(path: Path) -> bytes:
    if path.stat().st_size > MAX_BYTES:
        raise CommandError(f"{path}: larger than {MAX_BYTES} bytes")
    return path.read_bytes()
