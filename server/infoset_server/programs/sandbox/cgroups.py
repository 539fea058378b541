"""Control groups (version 2): the kernel itself holds a whole sandbox to its memory, processes and processors.

Only where whoever runs the server gives it a folder of them: by name (`hosted.cgroup`), or by systemd's `Delegate=`
with `DelegateSubgroup=`. The monitor watches everywhere. See `Documentation/admin-guide/cgroup-v2.rst` of the kernel.

What sockets hold in their buffers no process is charged for. The kernel tells it (sock_diag(7)) through a socket that was
made inside (`init.py`), as it answers for the network of that one; sockets that no process has open, because they are
on their way to another, are told as well.
"""

import errno
import itertools
import logging
import os
import socket
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from infoset_server.programs.sandbox.limits import MB, Limits
from infoset_server.programs.upload_source import NoIsolationError

logger = logging.getLogger(__name__)

NEEDED: Final = ("memory", "pids", "cpu")
OWN: Final = Path("/proc/self/cgroup")
TOP: Final = Path("/sys/fs/cgroup")
MARKS: Final = (
    "user.delegate",
    "trusted.delegate",
)  # what systemd writes on a group that it gives away
PERIOD_US: Final = 100_000
CAGE: Final = "cage"
# A program puts itself into its group before it does anything else; `0` is whoever writes it.
JOIN: Final = 'echo 0 > "$0/cgroup.procs" && exec "$@"'


def lacking(mounts: str) -> str | None:
    """What this machine lacks for control groups, in words; None where they can be had. `mounts` is `/proc/self/mounts`."""
    lines = [line.split() for line in mounts.splitlines()]
    unified = next((Path(line[1]) for line in lines if line[2] == "cgroup2"), None)
    if unified is None:
        return "control groups of version 2 are not mounted"
    try:
        offered = (unified / "cgroup.controllers").read_text().split()
    except OSError as error:
        return f"{unified}: {error.strerror}"
    missing = [name for name in NEEDED if name not in offered]
    if not missing:
        return None
    older = {name for line in lines if line[2] == "cgroup" for name in line[3].split(",")}
    taken = [name for name in missing if name in older]
    reason = f"; version 1 has {' '.join(taken)}" if taken else ""
    return f"{unified} has no {' '.join(missing)}{reason}"


def find_delegated(own: str | None = None, top: Path = TOP) -> Path | None:
    """The folder that systemd has given this service, where the server itself runs in a group below it.

    `own` is `/proc/self/cgroup`, `top` where groups are mounted.
    """
    with suppress(OSError):
        lines = (OWN.read_text() if own is None else own).splitlines()
        ours = next((line[3:] for line in lines if line.startswith("0::/")), "/")
        folder = (top / ours.strip("/")).parent
        offered = (folder / "cgroup.controllers").read_text().split()
        is_given = any(_is_marked(folder, name) for name in MARKS)
        if ours != "/" and is_given and not set(NEEDED) - set(offered):
            return folder
    return None


def _is_marked(folder: Path, mark: str) -> bool:
    try:
        return os.getxattr(folder, mark) == b"1"
    except OSError:
        return False


class Group:
    """The group of one sandbox."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def joined(self, command: Sequence[str]) -> list[str]:
        """The same command, begun inside the group."""
        return ["/bin/sh", "-c", JOIN, str(self._path), *command]

    def has_run_out_of_memory(self) -> bool:
        """Was something in it ended because it had too much?"""
        return self._events("memory.events", "oom_kill") > 0

    def has_run_out_of_processes(self) -> bool:
        """Was one more refused?"""
        return self._events("pids.events", "max") > 0

    def _events(self, name: str, kind: str) -> int:
        """How often something has happened."""
        with suppress(OSError, ValueError):
            pairs = (line.split() for line in (self._path / name).read_text().splitlines())
            return int(dict(pairs).get(kind, "0"))
        return 0

    def remove(self) -> None:
        """Ends whatever may be left in it, and the group."""
        with suppress(OSError):
            (self._path / "cgroup.kill").write_text("1")
        with suppress(OSError):
            self._path.rmdir()


class Groups:
    """The groups below a folder that is ours; all their names begin with `name`."""

    def __init__(self, folder: Path, name: str = CAGE) -> None:
        """Raises NoIsolationError where that cannot be used, with the reason."""
        self._folder = folder
        self._name = name
        self._numbers = itertools.count(1)
        try:
            offered = (folder / "cgroup.controllers").read_text().split()
            missing = [name for name in NEEDED if name not in offered]
            if missing:
                raise NoIsolationError(
                    f"the setting hosted.cgroup: {folder} has no {' '.join(missing)}"
                )
            wanted = " ".join(f"+{name}" for name in NEEDED)
            (folder / "cgroup.subtree_control").write_text(wanted)
            self._sweep()
        except OSError as error:
            raise NoIsolationError(
                f"the setting hosted.cgroup: {folder}: {error.strerror}"
            ) from None

    def make(self, limits: Limits) -> Group:
        """A new group with these limits. Raises OSError."""
        path = self._folder / f"{self._name}-{next(self._numbers)}"
        path.mkdir()
        values = {
            "memory.max": limits.memory_mb * MB,
            "memory.swap.max": 0,
            "memory.oom.group": 1,
            "pids.max": limits.processes + 4,  # those of the sandbox itself
            "cpu.max": f"{limits.cpus * PERIOD_US} {PERIOD_US}",
        }
        try:
            for name, value in values.items():
                (path / name).write_text(str(value))
        except BaseException:
            with suppress(OSError):
                path.rmdir()
            raise
        return Group(path)

    def _sweep(self) -> None:
        """Removes what a server left that was killed."""
        for path in self._folder.glob(f"{self._name}-*"):
            Group(path).remove()


AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
NETLINK: Final = 4  # NETLINK_SOCK_DIAG
UDP: Final = 17
ALL_STATES: Final = 0xFFFFFFFF
REQUEST_DUMP: Final = 0x301  # NLM_F_REQUEST | NLM_F_DUMP
SOCK_DIAG_BY_FAMILY: Final = 20
TCPDIAG_GETSOCK: Final = 18  # the older request, which tells TCP of both families at once
DONE, FAILED = 3, 2  # NLMSG_DONE, NLMSG_ERROR
HEADER: Final = struct.Struct("<IHHII")
ATTRIBUTE: Final = struct.Struct("<HH")
UNIX_SHOWN: Final = 0x04 | 0x10 | 0x20  # UDIAG_SHOW_{PEER,RQLEN,MEMINFO}
UNIX_HEADER, INET_HEADER = 16, 72  # bytes of `struct unix_diag_msg`, `struct inet_diag_msg`
UNIX_PEER, UNIX_WAITING, UNIX_MEMORY = 2, 4, 5
INET_MEMORY: Final = 7
# Of `SK_MEMINFO_...`: received, to be sent, kept ready, in options, waiting to be received.
COUNTED: Final = (0, 4, 6, 7)
TO_SEND: Final = (2, 5)  # two ways to count the same
SEND_BUFFER: Final = 3
CHUNK: Final = 1 << 16
PATIENCE_S: Final = 2.0


class Gauge:
    """Reads what sockets hold. Closed with its sandbox."""

    def __init__(self, link: socket.socket) -> None:
        """`link` is a netlink socket of the protocol `NETLINK`, from inside."""
        self._link = link
        self._asking = threading.Lock()
        self._number = 0  # of the question: answers to one that was given up may still come
        self._last: int | None = None
        link.settimeout(PATIENCE_S)

    def held(self) -> int | None:
        """Bytes in the buffers of all sockets, as told last; None where the kernel has never told."""
        with self._asking, suppress(OSError, struct.error):
            self._last = sum(self._unix()) + sum(self._internet())
        return self._last

    def close(self) -> None:
        """Reads no more."""
        self._link.close()

    def _unix(self) -> Iterator[int]:
        body = struct.pack("<BBHIIIII", AF_UNIX, 0, 0, ALL_STATES, 0, UNIX_SHOWN, 0, 0)
        for attributes in self._ask(SOCK_DIAG_BY_FAMILY, body, UNIX_HEADER):
            memory = read_memory(attributes.get(UNIX_MEMORY))
            waiting = attributes.get(UNIX_WAITING, bytes(8))
            is_left = any(waiting[:4]) and not any(attributes.get(UNIX_PEER, b""))
            # What is to be read is charged to who has sent it; where that one is closed, it may be a buffer full.
            yield total(memory) + (memory[SEND_BUFFER] if is_left else 0)

    def _internet(self) -> Iterator[int]:
        extension = 1 << (INET_MEMORY - 1)
        tcp = struct.pack("<BBBB48xII", 0, 0, 0, extension, ALL_STATES, 0)
        questions = [(TCPDIAG_GETSOCK, tcp)]
        for family in (AF_INET, AF_INET6):
            udp = struct.pack("<BBBBI48x", family, UDP, extension, 0, ALL_STATES)
            questions.append((SOCK_DIAG_BY_FAMILY, udp))
        for kind, body in questions:
            for attributes in self._ask(kind, body, INET_HEADER):
                if (
                    INET_MEMORY in attributes
                ):  # a connection that only waits to be forgotten has no buffers
                    yield total(read_memory(attributes[INET_MEMORY]))

    def _ask(self, kind: int, body: bytes, header: int) -> Iterator[dict[int, bytes]]:
        """The attributes of each socket. Raises OSError."""
        self._number += 1
        head = HEADER.pack(HEADER.size + len(body), kind, REQUEST_DUMP, self._number, 0)
        self._link.send(head + body)
        while True:
            data = self._link.recv(CHUNK)
            while data:
                length, kind, _, number, _ = HEADER.unpack_from(data)
                message, data = data[HEADER.size : length], data[(length + 3) & ~3 :]
                if number != self._number:
                    continue
                if kind == DONE:
                    return
                if kind == FAILED:
                    error = -struct.unpack_from("<i", message)[0]
                    if error == errno.ENOENT:  # such sockets are unknown here: there are none
                        return
                    raise OSError(error, os.strerror(error))
                yield dict(read_attributes(message[header:]))


def read_attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Kinds and values."""
    while len(data) >= ATTRIBUTE.size:
        length, kind = ATTRIBUTE.unpack_from(data)
        yield kind, data[ATTRIBUTE.size : length]
        data = data[max(ATTRIBUTE.size, (length + 3) & ~3) :]


def read_memory(value: bytes | None) -> tuple[int, ...]:
    """The fields of `SK_MEMINFO_...`. Raises OSError where they are not told."""
    if value is None:
        raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))
    return struct.unpack_from("<8I", value)


def total(memory: tuple[int, ...]) -> int:
    """Bytes that one socket holds."""
    return sum(memory[place] for place in COUNTED) + max(memory[place] for place in TO_SEND)
