"""Builds a sandbox without bubblewrap: mounts what a program may see, and becomes that program.

It runs by itself, in fresh namespaces where it may mount (`unshare --mount --pid --net ... python -I -S
namespaces.py VIEW PROGRAM...`). VIEW is JSON: `root` (an empty folder), `mounts` and `links` as pairs,
`devices`, `spaces` as triples of path, bytes and files.
"""

import ctypes
import fcntl
import json
import os
import socket
import struct
import sys
from typing import Any

MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
MNT_DETACH = 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
SYS_MOUNT_SETATTR = 442  # the same on every kind of machine
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
READ_ONLY, NO_SETUID, NO_DEVICES = 1, 2, 4  # MOUNT_ATTR_...
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1

libc = ctypes.CDLL(None, use_errno=True)


def main(view: dict[str, Any], program: list[str]) -> None:
    build(view)
    light_up_loopback()
    socket.sethostname("cage")
    os.setsid()
    os.execve(program[0], program, {})


def build(view: dict[str, Any]) -> None:
    """From here on there is nothing but what the view holds."""
    root = view["root"]
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    make_devices(root, view["devices"])
    for at, size, files in view["spaces"]:  # first: what is mounted may lie in one of them
        os.makedirs(root + at, exist_ok=True)
        options = f"mode=1777,size={size},nr_inodes={files}"
        mount("tmpfs", root + at, "tmpfs", MS_NOSUID | MS_NODEV, options)
    for source, at in view["mounts"]:
        bind(source, root + at)
        set_attributes(root + at, READ_ONLY | NO_SETUID | NO_DEVICES)
    for at, target in view["links"]:
        os.symlink(target, root + at)
    os.makedirs(f"{root}/proc")
    mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV)
    os.makedirs(f"{root}/.old")
    enter(root)
    for closed in ("/proc", "/dev", "/"):
        set_attributes(closed, READ_ONLY, recursive=False)


def make_devices(root: str, names: list[str]) -> None:
    os.makedirs(f"{root}/dev")
    mount("tmpfs", f"{root}/dev", "tmpfs", MS_NOSUID, "mode=755,size=64k")
    for name in names:
        bind(f"/dev/{name}", f"{root}/dev/{name}")


def enter(root: str) -> None:
    """Makes `root` the root, and lets go of the one before."""
    pivot = SYS_PIVOT_ROOT[os.uname().machine]
    check(libc.syscall(pivot, root.encode(), f"{root}/.old".encode()), "pivot_root")
    os.chdir("/")
    check(libc.umount2(b"/.old", MNT_DETACH), "umount")
    os.rmdir("/.old")


def bind(source: str, target: str) -> None:
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "a"):
            pass
    mount(source, target, None, MS_BIND | MS_REC)


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    words = [None if word is None else word.encode() for word in (source, target, kind)]
    check(libc.mount(*words, ctypes.c_ulong(flags), options.encode()), f"mount {target}")


def set_attributes(target: str, attributes: int, *, recursive: bool = True) -> None:
    """Takes rights away from a mount, and from all below it."""
    wanted = struct.pack("<4Q", attributes, 0, 0, 0)
    flags = AT_RECURSIVE if recursive else 0
    arguments = (AT_FDCWD, target.encode(), flags, wanted, len(wanted))
    check(libc.syscall(SYS_MOUNT_SETATTR, *arguments), f"attributes of {target}")


def check(outcome: int, what: str) -> None:
    if outcome != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def light_up_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        request = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(handle, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(handle, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | IFF_UP))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
