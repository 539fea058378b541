"""The first program in a cage: gives up what the cage still allows, opens its door, becomes the bot.

It runs by itself, with nothing but the standard library (`python -I -S inside.py CONTROL`), under root or
as root of a user namespace, and reads one order from the control socket:

    argv, env, folder      what to become
    uid                    number of the user to become; null: whoever it is already
    rlimits, cpus, niceness, filter
    port                   where to listen for the server, which gets the socket; null: nowhere
    keep                   descriptors that the bot may have, besides standard ones
"""

import base64
import ctypes
import json
import os
import resource
import socket
import struct
import sys
from typing import Any

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
LAST_CAPABILITY = 63
BACKLOG = 16
MAX_ORDER_BYTES = 1 << 20
ORDER_S = 120.0  # a server that gets no processor says nothing for long
CANNOT_RUN = 127


def main(control_fd: int) -> int:
    control = socket.socket(fileno=control_fd)
    order = read_order(control)
    keep = set(order["keep"])
    stand_back(order)
    if order["port"] is None:
        control.sendall(b"ready")
    else:
        listener = listen(order["port"])
        socket.send_fds(control, [b"ready"], [listener.fileno()])
        listener.close()
    if control.recv(1) != b"g":  # nobody wants us any more
        return 1
    control.close()
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
    return CANNOT_RUN


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
    """The server goes first, and when memory runs out, it is not the server that goes."""
    os.nice(order["niceness"])
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    os.sched_setaffinity(0, order["cpus"])
    for name, value in (("oom_score_adj", 1000), ("autogroup", order["niceness"])):
        try:
            with open(f"/proc/self/{name}", "w") as file:
                file.write(str(value))
        except OSError:
            pass  # not every kernel has them, and not every cage may write them


def listen(port: int) -> socket.socket:
    """Here, on the loopback of the cage: the network of the server is another one."""
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
    os.umask(0o077)


def become(uid: int | None) -> None:
    """An ordinary user without capabilities, and without a way to get any."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(LAST_CAPABILITY + 1):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails where that may not be done or is
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    header = struct.pack("<Ii", CAPABILITY_VERSION_3, 0)
    if libc.capset(header, struct.pack("<6I", 0, 0, 0, 0, 0, 0)) != 0:
        raise OSError(ctypes.get_errno(), "capset")
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")


def forbid(instructions: bytes) -> None:
    """Sets the filter of system calls, for good."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    buffer = ctypes.create_string_buffer(instructions, len(instructions))
    program = Program(len(instructions) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


def leave_behind(keep: set[int]) -> None:
    """Only the standard descriptors go with us, and those in `keep`."""
    for fd in map(int, os.listdir("/proc/self/fd")):
        try:
            os.set_inheritable(fd, fd <= 2 or fd in keep)
        except OSError:
            pass  # the one that listed them


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
