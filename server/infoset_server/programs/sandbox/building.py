"""Builds a bot inside its sandbox: copies the source, runs the commands, sends back what lies there then.

It runs by itself, like `init.py`: `python -I -S building.py RESULT CACHE COMMANDS`. RESULT is a descriptor
that takes a tar archive, CACHE one that takes what the next build of this bot gets as `/cage/cache`, or -1, COMMANDS a JSON
list of commands. The reader of both trusts none of it.

The cache is what compilers keep in `~/.cache` by the content of what they compile, and of `target` what cargo has made on the
way. Cargo believes the times of files. So a source file gets its time of the build before only if the package that it belongs
to is the same, file by file, as macros may read more than cargo knows; all others are newer than anything in the cache.
"""

import gzip
import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterable, Iterator
from typing import Any

SOURCE = "/source"
BOT = "/bot"
CACHE = "/cage/cache"
TARGET = "target/release"
ON_THE_WAY = tuple(f"{TARGET}/{name}" for name in ("deps", "build", ".fingerprint"))
LEFT_OUT = (*ON_THE_WAY, f"{TARGET}/incremental")
HOME_CACHE = "/tmp/.cache"
CARGO = f"{BOT}/target"
KEPT = (HOME_CACHE, *(f"{BOT}/{name}" for name in ON_THE_WAY))
NOTES = "notes"  # first in a cache: when, of which source and by which commands it was made
END = b"whole"  # behind a cache, as what comes through a pipe may have been cut short
LEVEL = 1  # of gzip: a second more for 80 MB would save little
WORTH = 8  # a cache of which less than one part in so many is new stays as it is
MB = 1 << 20

# The digest and time of a source file (nanoseconds), by path below `SOURCE`.
Sources = dict[str, tuple[str, int]]


def main(result_fd: int, cache_fd: int, commands: str) -> int:
    for fd in (result_fd, cache_fd):
        if fd >= 0:
            os.set_inheritable(fd, False)
    copy_source()
    started_ns = time.time_ns()
    sources = look_at_sources()
    is_used = cache_fd >= 0 and use_cache(sources, commands, started_ns)
    code = run_all(json.loads(commands))
    with os.fdopen(result_fd, "wb") as result:  # they are read one after the other
        if code == 0:
            with tarfile.open(fileobj=result, mode="w|") as tar:
                add_all(tar, sorted(walk(BOT)), BOT)
    if cache_fd >= 0:
        try:
            send_cache(cache_fd, sources, commands, started_ns if is_used else 0)
        except OSError:
            pass  # it takes no more, or something has vanished: the next build does without
    return code


def copy_source() -> None:
    for name in os.listdir(SOURCE):  # the folder itself is not ours
        path = os.path.join(SOURCE, name)
        copy = shutil.copytree if os.path.isdir(path) else shutil.copy2
        copy(path, os.path.join(BOT, name))


def run_all(commands: list[list[str]]) -> int:
    """The exit code of all of them."""
    for command in commands:
        say(f"$ {' '.join(command)}")
        try:
            code = subprocess.run(command, cwd=BOT, check=False).returncode
        except OSError as error:
            say(f"{command[0]}: {error.strerror}")
            return 1
        if code != 0:
            say(f"ended with exit code {code}")
            return 1
    return 0


def say(text: str) -> None:
    """For the owner."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def add_all(tar: tarfile.TarFile, paths: Iterable[str], top: str) -> None:
    for path in paths:
        tar.add(path, arcname=os.path.relpath(path, top), recursive=False)


def walk(top: str, left_out: tuple[str, ...] = LEFT_OUT) -> Iterator[str]:
    """Files and folders; links and the like stay here."""
    for folder, folders, files in os.walk(top):
        inside = os.path.relpath(folder, top)
        folders[:] = [
            name for name in folders if os.path.normpath(f"{inside}/{name}") not in left_out
        ]
        for name in [*folders, *files]:
            path = os.path.join(folder, name)
            if stat.S_ISREG(os.lstat(path).st_mode) or stat.S_ISDIR(os.lstat(path).st_mode):
                yield path


def look_at_sources() -> Sources:
    """What was copied."""
    files = (os.path.relpath(path, BOT) for path in walk(BOT, ()) if os.path.isfile(path))
    return {path: look_at(path) for path in files}


def look_at(path: str) -> tuple[str, int]:
    """The digest and time of one file. Raises OSError."""
    with open(os.path.join(BOT, path), "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return digest, os.fstat(file.fileno()).st_mtime_ns


def use_cache(sources: Sources, commands: str, now_ns: int) -> bool:
    """Unpacks what the build before has left, if that can be used, and notes in `sources` the times that they get."""
    if not os.path.exists(CACHE):
        say("cache of an earlier build: none")
        return False
    has_target = os.path.exists(CARGO)  # it was uploaded
    try:
        words = unpack_cache(sources, commands, now_ns, has_target)
    except Exception as error:  # noqa: BLE001 (an earlier build may have made it anything)
        for place in (HOME_CACHE, *(() if has_target else (CARGO,))):
            shutil.rmtree(place, ignore_errors=True)
        why = error if isinstance(error, NoRoomError) else f"it is damaged ({error!r})"
        say(f"cache of an earlier build: not used, {why}")
        return False
    say(f"cache of an earlier build: {words}")
    return words.startswith("used")


class NoRoomError(Exception):
    """The cache has grown until nothing else would fit beside it."""


def unpack_cache(sources: Sources, commands: str, now_ns: int, has_target: bool) -> str:
    """What became of it, in words. Raises anything."""
    with gzip.open(CACHE) as packed:
        with tarfile.open(fileobj=packed, mode="r|") as tar:
            notes, before = read_notes(tar)
            if notes["written_ns"] >= now_ns:
                return "not used, as the clock has gone back since"
            changed = changed_packages(sources, before)
            words = f"used, {os.path.getsize(CACHE) // MB} MB"
            if not is_for_cargo(before, changed, same_commands=notes["commands"] == commands):
                words += ", without target/, as vendored crates or the commands have changed"
                has_target = True
            while (member := tar.next()) is not None:
                if not (has_target and f"/{member.name}".startswith(CARGO)):
                    unpack_member(tar, member)
        while packed.read(MB):
            pass  # behind the last one is a sum of all
    if not all(map(has_room, (HOME_CACHE, BOT))):
        raise NoRoomError("it leaves too little room")
    set_times(sources, before, changed, now_ns)
    return words


def is_for_cargo(before: Sources, changed: set[str], *, same_commands: bool) -> bool:
    """To cargo, a vendored crate of the same version is the same, and macros may ask for variables that commands set."""
    has_changed = any(f"{package}/.cargo-checksum.json" in before for package in changed)
    return same_commands and not has_changed


def has_room(folder: str) -> bool:
    """Is at least half of it free?"""
    if not os.path.exists(folder):
        return True
    found = os.statvfs(folder)
    return found.f_bfree * 2 >= found.f_blocks


def unpack_member(tar: tarfile.TarFile, member: tarfile.TarInfo) -> None:
    """A folder or file, or a second name of a file. Raises anything."""
    path = os.path.normpath(f"/{member.name}")
    if not path.startswith(KEPT):
        raise ValueError("no place of a cache")
    if member.isdir():
        os.makedirs(path, exist_ok=True)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if member.islnk():
        os.link(f"/{member.linkname}", path)
        return
    body = tar.extractfile(member)
    if body is None:
        raise ValueError("neither a file nor a folder")
    with body, open(path, "xb") as file:
        shutil.copyfileobj(body, file, MB)
    os.chmod(path, member.mode)
    os.utime(path, (member.mtime, member.mtime))


def read_notes(tar: tarfile.TarFile) -> tuple[dict[str, Any], Sources]:
    """All that `add_notes` has written, and the source apart."""
    first = tar.next()
    file = None if first is None or first.name != NOTES else tar.extractfile(first)
    if file is None:
        raise ValueError("no notes")
    notes = json.load(file)
    return notes, {path: (digest, int(ns)) for path, (digest, ns) in notes["sources"].items()}


def changed_packages(sources: Sources, before: Sources) -> set[str]:
    """The folders of packages in which a file is new, different or gone, and those around them."""
    changed = {
        path
        for path in sources.keys() | before.keys()
        if path not in sources or path not in before or sources[path][0] != before[path][0]
    }
    packages = package_folders(sources) | package_folders(before)
    return {folder for path in changed for folder in folders_above(path) if folder in packages}


def package_folders(sources: Sources) -> set[str]:
    """The folder of the bot is one, whatever lies there."""
    names = ("Cargo.toml", ".cargo-checksum.json")
    return {"", *(os.path.dirname(path) for path in sources if os.path.basename(path) in names)}


def folders_above(path: str) -> Iterator[str]:
    """Innermost first."""
    while path:
        path = os.path.dirname(path)
        yield path


def set_times(sources: Sources, before: Sources, changed: set[str], now_ns: int) -> None:
    """As in the build before for what lies in packages that are the same; all else is new, in the order that it had."""
    packages = package_folders(sources)
    for number, path in enumerate(sorted(sources, key=lambda path: sources[path][1])):
        digest = sources[path][0]
        package = next(folder for folder in folders_above(path) if folder in packages)
        ns = now_ns + number if package in changed else before[path][1]
        os.utime(os.path.join(BOT, path), ns=(ns, ns))
        sources[path] = (digest, ns)


def send_cache(fd: int, sources: Sources, commands: str, since_ns: int) -> None:
    """Sends what the next build may use, if there is something, and enough of it is new since then. Raises OSError."""
    paths = [path for place in KEPT for path in walk(place, ())]
    files = [os.stat(path) for path in paths if os.path.isfile(path)]
    new = sum(one.st_size for one in files if one.st_mtime_ns >= since_ns)
    with os.fdopen(fd, "wb") as out:
        if new * WORTH <= sum(one.st_size for one in files):
            return
        with (
            gzip.GzipFile(fileobj=out, mode="wb", compresslevel=LEVEL) as packed,
            tarfile.open(fileobj=packed, mode="w|") as tar,
        ):
            add_notes(tar, sources, commands)
            add_all(tar, paths, "/")
        out.write(END)


def add_notes(tar: tarfile.TarFile, sources: Sources, commands: str) -> None:
    """Without source files that the commands have changed: who knows what was compiled."""
    same = {path: told for path, told in sources.items() if is_still(path, told)}
    told = {"written_ns": time.time_ns(), "commands": commands, "sources": same}
    body = json.dumps(told).encode()
    notes = tarfile.TarInfo(NOTES)
    notes.size = len(body)
    tar.addfile(notes, io.BytesIO(body))


def is_still(path: str, told: tuple[str, int]) -> bool:
    try:
        return look_at(path) == told
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
