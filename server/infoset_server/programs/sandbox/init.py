"""The first process in a sandbox: opens its door, hides where all was mounted from, starts the bot, and waits for it.

It runs by itself, with nothing but the standard library (`python -I -S init.py CONTROL`), under root or
with capabilities in a user namespace, and reads one order from the control socket:

    argv, env, folder      what to become
    uid                    number of the user to become; null: whoever it is already
    rlimits, cpus, niceness, filter
    port                   where to listen for the server, which gets the socket; null: nowhere
    keep                   descriptors that the bot may have, besides standard ones

It answers `ready`, with a socket that tells what the sockets of this sandbox hold (sock_diag(7)), and the door.
"""

import base64
import ctypes
import json
import os
import resource
import socket
import struct
import sys
from typing import Any, NoReturn

PR_SET_DUMPABLE = 4
PR_SET_NO_NEW_PRIVS = 38
PR_SET_THP_DISABLE = 41
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
SECCOMP_MODE_FILTER = 2
CLONE_NEWNS = 0x00020000
NETLINK_SOCK_DIAG = 4
CAPABILITY_VERSION_3 = 0x20080522
LAST_CAPABILITY = 63
BACKLOG = 16
MAX_ORDER_BYTES = 1 << 20
ORDER_S = 120.0  # a server that gets no processor says nothing for long
CANNOT_RUN = 127
SIGNALLED = 128

libc = ctypes.CDLL(None, use_errno=True)


def main(control_fd: int) -> int:
    control = socket.socket(fileno=control_fd)
    order = read_order(control)
    stand_back(order)
    say_ready(control, order["port"])
    if control.recv(1) != b"g":  # nobody wants us any more
        return 1
    control.close()
    backend = hide_walls()
    child = os.fork()
    if child == 0:
        os.close(backend)
        run(order)
    give_up_capabilities()
    return wait_for(child, backend)


def say_ready(control: socket.socket, port: int | None) -> None:
    """Hands over what the server needs of this network, which is another one than its own."""
    gauge = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_SOCK_DIAG)
    sockets = [gauge] if port is None else [gauge, listen(port)]
    socket.send_fds(control, [b"ready"], [one.fileno() for one in sockets])
    for one in sockets:
        one.close()


def hide_walls() -> int:
    """Leaves the mount namespace, but not the tree of files that is mounted there.

    `/proc/PID/mountinfo`, which would say where everything comes from, lists the mounts of a namespace as far as they
    are reached from the root of the process: none, as our root is in another one. Returns what keeps that one.
    """
    backend = os.open("/proc/self/ns/mnt", os.O_RDONLY)
    root = os.open("/", os.O_RDONLY)
    check(libc.unshare(CLONE_NEWNS), "unshare")
    os.fchdir(root)
    os.chroot(".")
    os.close(root)
    return backend


def run(order: dict[str, Any]) -> NoReturn:
    """Becomes the bot."""
    keep = set(order["keep"])
    limit(order)
    become(order["uid"])
    forbid(base64.b64decode(order["filter"]))
    os.dup2(2, 1)  # what a bot prints is for its owner
    leave_behind(keep)
    os.chdir(order["folder"])
    try:
        os.execvpe(order["argv"][0], order["argv"], order["env"])
    except OSError as error:
        sys.stderr.write(f"cannot run {order['argv'][0]}: {error.strerror}\n")
        sys.stderr.flush()
    os._exit(CANNOT_RUN)


def wait_for(child: int, backend: int) -> int:
    """Takes care of orphans until the program ends, and everything with us. As shells tell it."""
    check(libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")  # nobody looks into us
    for fd in map(int, os.listdir("/proc/self/fd")):
        if fd not in (2, backend):
            try:
                os.close(fd)
            except OSError:
                pass  # the one that listed them
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return SIGNALLED - code if code < 0 else code


def read_order(control: socket.socket) -> dict[str, Any]:
    """A length, and so much JSON."""
    control.settimeout(ORDER_S)
    length = struct.unpack("<I", read_exactly(control, 4))[0]
    if length > MAX_ORDER_BYTES:
        raise ValueError("the order is too long")
    order: dict[str, Any] = json.loads(read_exactly(control, length))
    return order


def read_exactly(control: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = control.recv(count - len(data))
        if not more:
            raise EOFError("the server is gone")
        data += more
    return data


def stand_back(order: dict[str, Any]) -> None:
    """Gives the server precedence."""
    os.nice(order["niceness"])
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    os.sched_setaffinity(0, order["cpus"])


def listen(port: int) -> socket.socket:
    """Here, on the loopback of the sandbox: the network of the server is another one."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(BACKLOG)
    return listener


def limit(order: dict[str, Any]) -> None:
    """Holds this process, and all that come of it, to limits of the kernel."""
    for number, most in order["rlimits"]:
        hard = resource.getrlimit(number)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(number, (most, most))
    check(libc.prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0), "pages")  # else it fills memory much faster
    os.umask(0o077)


def become(uid: int | None) -> None:
    """An ordinary user without capabilities, and without a way to get any."""
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails where that may not be done or is
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    give_up_capabilities()


def give_up_capabilities() -> None:
    """For good."""
    header = struct.pack("<Ii", CAPABILITY_VERSION_3, 0)
    check(libc.capset(header, struct.pack("<6I", 0, 0, 0, 0, 0, 0)), "capset")
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def forbid(instructions: bytes) -> None:
    """Sets the filter of system calls, for good."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    buffer = ctypes.create_string_buffer(instructions, len(instructions))
    program = Program(len(instructions) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    check(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0), "seccomp")


def check(outcome: int, what: str) -> None:
    if outcome != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def leave_behind(keep: set[int]) -> None:
    """Only the standard descriptors go with us, and those in `keep`."""
    for fd in map(int, os.listdir("/proc/self/fd")):
        try:
            os.set_inheritable(fd, fd <= 2 or fd in keep)
        except OSError:
            pass  # the one that listed them


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
