"""What shuts a program in, as a command line: bubblewrap, or user namespaces by `unshare`.

| backend     | needs                                       | user inside                              |
| ----------- | ------------------------------------------- | ---------------------------------------- |
| bubblewrap  | the package `bubblewrap`; as root, or user  | as root: one of its own for each program |
|             | namespaces for everybody                    | else the server's, in a user namespace   |
| unshare     | `unshare` and `setpriv` of util-linux 2.36, | the same                                 |
|             | Linux 5.12, and the same                    |                                          |

Either way the program has its own processes, network (a loopback and nothing else), IPC, host name
and mounts; `/proc` cannot be written. What is left to do inside, as the first process, is `init.py`'s business.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Final, Protocol

from infoset_server.programs.sandbox.filesystem import View

NAME: Final = "cage"  # of the machine, inside
DEVICES: Final = ("null", "full", "random", "urandom")
DEVICE_LINKS: Final = (
    (
        "/dev/zero",
        "full",
    ),  # which reads the same; but the other could be mapped, as memory that nobody counts
    *(("/dev/fd", "/proc/self/fd"), ("/dev/stdin", "/proc/self/fd/0")),
    *(("/dev/stdout", "/proc/self/fd/1"), ("/dev/stderr", "/proc/self/fd/2")),
)


class SandboxBackend(Protocol):
    """One way of shutting in."""

    name: str

    def missing(self) -> str | None:
        """What this machine lacks for it, in words."""
        ...

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        """The command that runs `program` with this view; `folder` is ours to mount the root on."""
        ...


class Bubblewrap:
    """By `bwrap`."""

    name = "bubblewrap"

    def __init__(self, is_root: bool | None = None) -> None:
        self._is_root = os.geteuid() == 0 if is_root is None else is_root

    def missing(self) -> str | None:
        """As SandboxBackend."""
        return None if shutil.which("bwrap") else "there is no program bwrap"

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        """As SandboxBackend."""
        words = ["bwrap", *self._namespaces(), *self._rights(), "--proc", "/proc", *self._devices()]
        for space in view.spaces:  # first: what is mounted may lie in one of them, such as `/tmp`
            words += ["--perms", "1777", "--size", str(space.size), "--tmpfs", space.at]
        for folder_above in parents(mount.at for mount in view.mounts):
            words += ["--dir", folder_above]  # bubblewrap's own would be closed for other users
        for mount in view.mounts:
            words += ["--ro-bind", str(mount.source), mount.at]
        for at, target in view.links:
            words += ["--symlink", target, at]
        for closed in ("/proc", "/dev", "/"):
            words += ["--remount-ro", closed]
        return [*words, "--", *program]

    def _namespaces(self) -> list[str]:
        words = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        words += ["--unshare-cgroup-try", "--hostname", NAME, "--new-session", "--die-with-parent"]
        return [*words, "--as-pid-1", "--clearenv"]

    def _devices(self) -> list[str]:
        words = ["--tmpfs", "/dev"]
        for name in DEVICES:
            words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
        for at, target in DEVICE_LINKS:
            words += ["--symlink", target, at]
        return words

    def _rights(self) -> list[str]:
        """What `init.py` needs to hide where all this was mounted from, and as root to become somebody else."""
        kept = ["CAP_SYS_ADMIN", "CAP_SYS_CHROOT", "CAP_SETPCAP"]
        if self._is_root:
            kept += ["CAP_SETUID", "CAP_SETGID"]
        words = ["--cap-drop", "ALL", *(word for name in kept for word in ("--cap-add", name))]
        if self._is_root:
            return words
        return ["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000", *words]


class Namespaces:
    """By `unshare`, and our own `namespaces.py`."""

    name = "unshare"

    def __init__(self, is_root: bool | None = None) -> None:
        self._is_root = os.geteuid() == 0 if is_root is None else is_root

    def missing(self) -> str | None:
        """As SandboxBackend."""
        absent = [name for name in ("unshare", "setpriv") if shutil.which(name) is None]
        return f"there is no program {' and no '.join(absent)}" if absent else None

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        """As SandboxBackend."""
        root = folder / "root"
        root.mkdir(exist_ok=True)
        told = {
            "root": str(root),
            "devices": DEVICES,
            "mounts": [(str(mount.source), mount.at) for mount in view.mounts],
            "links": [*view.links, *DEVICE_LINKS],
            "spaces": [(space.at, space.size, space.max_inodes) for space in view.spaces],
        }
        words = ["setpriv", "--pdeathsig", "KILL"]  # nothing outlives a server that is killed
        words += ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--net", "--ipc"]
        words += ["--uts", "--cgroup"]
        if not self._is_root:
            words += ["--user", "--map-user=1000", "--map-group=1000", "--keep-caps"]
        enclosing = str(Path(__file__).with_name("namespaces.py"))
        return [*words, "--", sys.executable, "-I", "-S", enclosing, json.dumps(told), *program]


def parents(paths: Iterable[str]) -> list[str]:
    """The folders above these, outermost first."""
    above = {str(folder) for path in paths for folder in PurePosixPath(path).parents}
    return sorted(above - {"/"}, key=len)
