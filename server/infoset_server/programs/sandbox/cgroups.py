"""Control groups (version 2): the kernel itself holds a whole sandbox to its memory, processes and processors.

Only where whoever runs the server gives it a folder of them: by name (`hosted.cgroup`), or by systemd's `Delegate=`
with `DelegateSubgroup=`. The monitor watches everywhere. See `Documentation/admin-guide/cgroup-v2.rst` of the kernel.
"""

import itertools
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from infoset_server.programs.errors import NoIsolationError
from infoset_server.programs.sandbox.limits import MB, Limits

logger = logging.getLogger(__name__)

NEEDED: Final = ("memory", "pids", "cpu")
OWN: Final = Path("/proc/self/cgroup")
TOP: Final = Path("/sys/fs/cgroup")
MARKS: Final = (
    "user.delegate",
    "trusted.delegate",
)  # what systemd writes on a group that it gives away
PERIOD_US: Final = 100_000
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
    """The groups below a folder that is ours."""

    def __init__(self, folder: Path) -> None:
        """Raises NoIsolationError where that cannot be used, with the reason."""
        self._folder = folder
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
        path = self._folder / f"cage-{next(self._numbers)}"
        path.mkdir()
        values = {
            "memory.max": limits.memory_mb * MB,
            "memory.swap.max": 0,
            "memory.oom.group": 1,
            "pids.max": limits.processes + 4,  # those of the walls
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
        for path in self._folder.glob("cage-*"):
            Group(path).remove()
