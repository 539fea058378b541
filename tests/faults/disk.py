"""What a power cut leaves of files, from a record of every system call that changed them. No tests here.

`strace` records what a server, unchanged, asks of the kernel: the bytes it writes, and when it was told that
they are on the disk (`fsync`, `fdatasync`). What was not synchronised when the power went may be on the disk
or not, in any order, down to single sectors. Names of files are taken for safe as soon as they are made: a
server makes its files when it starts, long before it promises anything.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECTOR: Final = 512  # what a disk writes at once
LONGEST: Final = 1 << 22  # bytes of one write that are recorded
CALLS: Final = (
    "openat,write,pwrite64,pwritev,writev,ftruncate,fallocate,fsync,fdatasync,unlink,rename"
)
LINE: Final = re.compile(r"(\d+\.\d+) (\w+)\((.*)\) += (-?\d+).* <(\d+\.\d+)>$")
WRITE: Final = re.compile(r'\d+<([^>]*)>, "((?:\\x..)*)"(\.*), \d+, (\d+)$')
FILE: Final = re.compile(r"\d+<([^>]*)>(?:, (\d+))?$")
QUOTED: Final = re.compile(r'"((?:\\x..)*)"')


@dataclass(frozen=True)
class Call:
    """A system call that succeeded, with wall clock times in seconds. `at` and `data` are those of a write."""

    began_s: float
    ended_s: float
    name: str
    path: str
    at: int = 0
    data: bytes = b""


def strace(log: Path, files: list[Path]) -> list[str]:
    """The command before the command: records what is done to `files`, each thread in a file `log`.N."""
    paths = [word for file in files for word in ("-P", str(file))]
    how = ["-ff", "-ttt", "-T", "-y", "-xx", "-s", str(LONGEST), "-e", f"trace={CALLS}", *paths]
    return ["strace", "--seccomp-bpf", *how, "-o", str(log), "--"]


def why_not() -> str | None:
    """Why nothing can be recorded here, if so."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    tried = subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "true"], check=False, capture_output=True, text=True
    )
    return f"strace does not work here: {tried.stderr[-200:]}" if tried.returncode else None


def read_calls(log: Path) -> list[Call]:
    """What was recorded, in the order in which it was done."""
    calls = [call for file in log.parent.glob(f"{log.name}.*") for call in read_thread(file)]
    return sorted(calls, key=lambda call: call.ended_s)


def read_thread(file: Path) -> Iterator[Call]:
    """The calls of one thread. What is not understood fails: it could be a write."""
    for line in file.read_text(encoding="ascii").splitlines():
        if line.split(" ", 1)[1].startswith(("+++", "---")):
            continue  # a signal, or the end
        found = LINE.match(line)
        assert found is not None, line[:200]
        began, name, words, result, took = found.groups()
        if int(result) >= 0 and name != "openat":
            yield read_call(name, words, int(result), float(began), float(began) + float(took))


def read_call(name: str, words: str, result: int, began_s: float, ended_s: float) -> Call:
    """One call that changes something."""
    if name == "pwrite64":
        write = WRITE.match(words)
        assert write is not None, words[:200]
        path, data, cut, at = write.groups()
        assert not cut, "a write is longer than what is recorded"
        return Call(began_s, ended_s, name, unquote(path), int(at), unhex(data)[:result])
    if name == "unlink":
        quoted = QUOTED.match(words)
        assert quoted is not None, words
        return Call(began_s, ended_s, name, unhex(quoted[1]).decode())
    file = FILE.match(words)
    assert file is not None, f"{name}({words[:200]}: not understood"
    assert name in ("fsync", "fdatasync", "ftruncate"), name
    return Call(began_s, ended_s, name, unquote(file[1]), int(file[2] or 0))


def unhex(text: str) -> bytes:
    """Bytes written as strace does with `-xx`."""
    return bytes.fromhex(text.replace("\\x", ""))


def unquote(path: str) -> str:
    """A path behind a descriptor, which `-xx` writes as it does bytes."""
    return unhex(path).decode() if path.startswith("\\x") else path


class Disk:
    """Files as they are on the disk for certain, and what may or may not be there as well."""

    def __init__(self) -> None:
        self._safe: dict[str, bytearray] = {}
        self._unsure: dict[str, list[Call]] = {}

    def take(self, call: Call) -> None:
        """Does a call that has ended."""
        match call.name:
            case "pwrite64" | "ftruncate":
                self._unsure.setdefault(call.path, []).append(call)
            case "fsync" | "fdatasync":
                waiting = self._unsure.pop(call.path, [])
                safe = self._safe.setdefault(call.path, bytearray())
                for done in waiting:
                    if done.ended_s <= call.began_s:
                        perform(done, safe)
                late = [done for done in waiting if done.ended_s > call.began_s]
                if late:
                    self._unsure[call.path] = late
            case _:
                self._safe.pop(call.path, None)
                self._unsure.pop(call.path, None)

    def unsure(self) -> int:
        """How many writes a cut may lose."""
        return sum(map(len, self._unsure.values()))

    def cut(self, folder: Path, survives: Callable[[], bool]) -> None:
        """Writes into a new `folder` what is left after a cut. `survives` says which unsure sectors are."""
        folder.mkdir()
        for path in {*self._safe, *self._unsure}:
            content = bytearray(self._safe.get(path, b""))
            for call in self._unsure.get(path, []):
                for part in sectors(call):
                    if survives():
                        perform(part, content)
            (folder / Path(path).name).write_bytes(content)


def sectors(call: Call) -> Iterator[Call]:
    """The parts in which a write reaches the disk."""
    if call.name == "ftruncate":
        yield call
        return
    at, end = call.at, call.at + len(call.data)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        data = call.data[at - call.at : until - call.at]
        yield Call(call.began_s, call.ended_s, call.name, call.path, at, data)
        at = until


def perform(call: Call, content: bytearray) -> None:
    """Does a write, or a change of length."""
    end = call.at + len(call.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if call.name == "ftruncate":
        del content[call.at :]
    else:
        content[call.at : end] = call.data


def nothing() -> bool:
    """A disk that had written only what it had promised."""
    return False


def some(rng: random.Random) -> Callable[[], bool]:
    """A disk that had begun to write the rest, in an order of its own."""
    share = rng.random()
    return lambda: rng.random() < share
