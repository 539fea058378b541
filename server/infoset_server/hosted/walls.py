"""What shuts a program in, as a command line: bubblewrap, or user namespaces by `unshare`. Starts nothing.

| walls       | needs                                       | user inside                              |
| ----------- | ------------------------------------------- | ---------------------------------------- |
| bubblewrap  | the package `bubblewrap`; as root, or user  | as root: one of its own for each program |
|             | namespaces for everybody                    | else the server's, in a user namespace   |
| unshare     | `unshare` and `setpriv` of util-linux,      | the same                                 |
|             | Linux 5.12, and the same                    |                                          |

Either way the program has its own processes, network (a loopback and nothing else), IPC, host name
and mounts. What is left to do inside is `inside.py`'s business.
"""

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Final, Protocol

from infoset_server.hosted.view import View

NAME: Final = "cage"  # of the machine, inside


class Walls(Protocol):
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
        """As Walls."""
        return None if shutil.which("bwrap") else "there is no program bwrap"

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        """As Walls."""
        words = ["bwrap", *self._namespaces(), *self._rights(), "--proc", "/proc", "--dev", "/dev"]
        for space in view.spaces:  # first: what is mounted may lie in one of them, such as `/tmp`
            words += ["--perms", "1777", "--size", str(space.size), "--tmpfs", space.at]
        for folder_above in parents(mount.at for mount in view.mounts):
            words += ["--dir", folder_above]  # bubblewrap's own would be closed for other users
        for mount in view.mounts:
            words += ["--ro-bind", str(mount.source), mount.at]
        for at, target in view.links:
            words += ["--symlink", target, at]
        return [*words, "--remount-ro", "/dev", "--remount-ro", "/", "--", *program]

    def _namespaces(self) -> list[str]:
        words = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        words += ["--unshare-cgroup-try", "--hostname", NAME, "--new-session", "--die-with-parent"]
        return [*words, "--clearenv"]

    def _rights(self) -> list[str]:
        """Root keeps what `inside.py` needs to become somebody else; others are nobody in particular."""
        words = ["--cap-drop", "ALL"]
        if self._is_root:
            kept = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
            return words + [word for name in kept for word in ("--cap-add", name)]
        return ["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000", *words]


class Namespaces:
    """By `unshare`, and our own `enclosing.py`."""

    name = "unshare"

    def __init__(self, is_root: bool | None = None) -> None:
        self._is_root = os.geteuid() == 0 if is_root is None else is_root

    def missing(self) -> str | None:
        """As Walls."""
        absent = [name for name in ("unshare", "setpriv") if shutil.which(name) is None]
        return f"there is no program {' and no '.join(absent)}" if absent else None

    def command(self, view: View, program: Sequence[str], folder: Path) -> list[str]:
        """As Walls."""
        root = folder / "root"
        root.mkdir(exist_ok=True)
        told = {
            "root": str(root),
            "steps_down": not self._is_root,
            "mounts": [(str(mount.source), mount.at) for mount in view.mounts],
            "links": view.links,
            "spaces": [(space.at, space.size, space.max_inodes) for space in view.spaces],
        }
        words = ["setpriv", "--pdeathsig", "KILL"]  # nothing outlives a server that is killed
        words += ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--net", "--ipc"]
        words += ["--uts", "--cgroup"]
        if not self._is_root:
            words += ["--user", "--map-root-user"]
        enclosing = str(Path(__file__).with_name("enclosing.py"))
        return [*words, "--", program[0], "-I", "-S", enclosing, json.dumps(told), *program]


def parents(paths: Iterable[str]) -> list[str]:
    """The folders above these, outermost first."""
    above = {str(folder) for path in paths for folder in PurePosixPath(path).parents}
    return sorted(above - {"/"}, key=len)
