"""The system calls a sandboxed program may make, as a filter for the kernel (seccomp, a BPF program). Sets none.

It is a list of what is allowed: what the runtimes of Python, Node.js, Go, Rust, Java, C++ and the shell
need, found by tracing them (`tests/integration/test_starters.py` does so again). Everything
else does not exist (`ENOSYS`), is refused where a library may try it, or ends the program (SIGSYS).

Of some calls the arguments decide. They keep memory out of places where nobody counts it: shared memory without a
file, large pages, buffers of sockets and pipes beyond their usual size, locks without end.
"""

import errno
import platform
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from infoset_server.programs.sandbox.syscalls import ALLOWED, FATAL, LOOKED_AT, REFUSED

# Offsets in `struct seccomp_data`: number, architecture, then six arguments of 64 bits.
NUMBER: Final = 0
ARCHITECTURE: Final = 4
LOW_WORD: Final = (16, 24, 32, 40, 48, 56)  # of each argument, on a little-endian machine

LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
AT_LEAST: Final = 0x35  # BPF_JMP | BPF_JGE | BPF_K
ANY_BIT: Final = 0x45  # BPF_JMP | BPF_JSET | BPF_K
RETURN: Final = 0x06  # BPF_RET | BPF_K

ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000  # the whole process
ERROR: Final = 0x00050000  # and the number of the error in the low half; 0: as if it had been done

X32_BIT: Final = 0x40000000  # another way to call the same on x86-64
MACHINES: Final[Mapping[str, tuple[int, int]]] = {  # AUDIT_ARCH_..., column of the tables
    "x86_64": (0xC000003E, 0),
    "aarch64": (0xC00000B7, 1),
}

CLONE_NEW: Final = 0x7E020080  # CLONE_NEW{TIME,NS,CGROUP,UTS,IPC,USER,PID,NET}
MAP_SHARED, MAP_ANONYMOUS, MAP_HUGETLB = 0x01, 0x20, 0x40000
# What a program may advise: nothing that moves its memory out of sight (MADV_COLD, MADV_PAGEOUT), shares it with
# others (MADV_MERGEABLE), or breaks it (MADV_HWPOISON).
ADVICE: Final = (*range(5), *range(8, 12), *range(14, 20), 22, 23)
AF_UNIX: Final = 1
FAMILIES: Final = (AF_UNIX, 2, 10)  # AF_INET, AF_INET6: what the loopback of a sandbox is for
SOCK_DGRAM: Final = (
    2  # and SOCK_RAW, which is the same between processes: what waits there cannot be counted
)
PROTOCOLS: Final = (0, 6, 17)  # the usual one, TCP, UDP: others would have modules loaded
SOL_SOCKET: Final = 1
BUFFER_SIZES: Final = (7, 8)  # SO_SNDBUF, SO_RCVBUF: a hint, which is not taken
OPTIONS: Final[Mapping[int, Sequence[int]]] = {  # of sockets, by level
    SOL_SOCKET: (2, 6, 9, 10, 12, 13, 15, 16, 18, 19, 20, 21, 29, 66, 67),  # SO_REUSEADDR, ...
    0: (1, 2, 8, 10, 11),  # IP_TOS, IP_TTL, IP_PKTINFO, IP_MTU_DISCOVER, IP_RECVERR
    6: (
        1,
        3,
        4,
        5,
        6,
        12,
        18,
    ),  # TCP_NODELAY, TCP_CORK, TCP_KEEP..., TCP_QUICKACK, TCP_USER_TIMEOUT
    41: (16, 23, 25, 26, 49, 67),  # IPV6_V6ONLY and the like
}
IOCTLS: Final = (  # TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FIOASYNC
    *(0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x5452),
)
# F_DUPFD, F_{GET,SET}FD, F_{GET,SET}FL, F_GETLK, F_{SET,GET}OWN, F_SETSIG, F_GETSIG, F_DUPFD_CLOEXEC,
# F_GETPIPE_SZ, F_{ADD,GET}_SEALS
FCNTLS: Final = (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 1030, 1032, 1033, 1034)
LOCKS: Final = (6, 7, 37, 38)  # F_SETLK, F_OFD_SETLK and the like: nothing limits their number
PRCTLS: Final = (  # PR_{SET,GET}_PDEATHSIG, PR_GET_DUMPABLE, PR_{SET,GET}_NAME, PR_GET_SECCOMP,
    *(1, 2, 3, 15, 16, 21),
    # PR_CAPBSET_READ, PR_{SET,GET}_TIMERSLACK, PR_{SET,GET}_CHILD_SUBREAPER, PR_{SET,GET}_NO_NEW_PRIVS,
    *(23, 29, 30, 36, 37, 38, 39),
    40,  # PR_GET_TID_ADDRESS
)

Instruction: TypeAlias = tuple[
    int, int, int, int
]  # what, how many to skip if so and if not, with what
Program: TypeAlias = list[Instruction]

_ALLOWED: Final[Instruction] = (RETURN, 0, 0, ALLOW)
_KILLED: Final[Instruction] = (RETURN, 0, 0, KILL)


def is_known(machine: str | None = None) -> bool:
    """Is there a filter for this kind of machine?"""
    return (machine or platform.machine()) in MACHINES


def make_filter(machine: str | None = None) -> bytes:
    """The filter as `struct sock_filter`s. Raises KeyError for a machine that is not known."""
    architecture, column = MACHINES[machine or platform.machine()]
    program: Program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        _KILLED,
        (LOAD, 0, 0, NUMBER),
    ]
    if column == 0:
        program += [(AT_LEAST, 0, 1, X32_BIT), _KILLED]
    judged: dict[str, Program] = {
        **{name: [_ALLOWED] for name in ALLOWED},
        **{name: [_KILLED] for name in FATAL},
        **{name: [_error(errno.EPERM)] for name in REFUSED},
        **_by_arguments(),
    }
    numbers = {**ALLOWED, **LOOKED_AT, **REFUSED, **FATAL}
    for name, both in numbers.items():
        number = both[column]
        if number is not None:
            program += _if_called(number, judged[name])
    program.append(_error(errno.ENOSYS))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


def _by_arguments() -> dict[str, Program]:
    """What is done about the calls of `LOOKED_AT`."""
    return {
        "clone": [(LOAD, 0, 0, LOW_WORD[0]), (ANY_BIT, 0, 1, CLONE_NEW), _KILLED, _ALLOWED],
        # Its flags cannot be looked at: libraries fall back to `clone`.
        "clone3": [_error(errno.ENOSYS)],
        "socket": [
            *_only(0, FAMILIES, errno.EAFNOSUPPORT),
            *_only(2, PROTOCOLS, errno.EPROTONOSUPPORT),
            (LOAD, 0, 0, LOW_WORD[0]),
            *_if_called(AF_UNIX, _stream()),
            _ALLOWED,
        ],
        "socketpair": [*_only(0, [AF_UNIX], errno.EAFNOSUPPORT), *_stream()],
        "setsockopt": _setsockopt(),
        "ioctl": [*_only(1, IOCTLS, errno.ENOTTY), _ALLOWED],
        "fcntl": [
            (LOAD, 0, 0, LOW_WORD[1]),
            *_if_one_of(LOCKS, errno.ENOLCK),
            *_only(1, FCNTLS, errno.EPERM),
            _ALLOWED,
        ],
        "mmap": [
            (LOAD, 0, 0, LOW_WORD[3]),
            (ANY_BIT, 0, 1, MAP_HUGETLB),
            _error(errno.ENOMEM),
            (ANY_BIT, 0, 2, MAP_SHARED),
            (ANY_BIT, 0, 1, MAP_ANONYMOUS),
            _error(errno.EPERM),
            _ALLOWED,
        ],
        "madvise": [*_only(2, ADVICE, errno.EINVAL), _ALLOWED],
        "prctl": [*_only(0, PRCTLS, errno.EINVAL), _ALLOWED],
        "splice": [_error(errno.EINVAL)],  # callers copy then
    }


def _stream() -> Program:
    """Between processes, only sockets whose buffers are told."""
    kind: Program = [(LOAD, 0, 0, LOW_WORD[1]), (ANY_BIT, 0, 1, SOCK_DGRAM)]
    return [*kind, _error(errno.EPROTOTYPE), _ALLOWED]


def _setsockopt() -> Program:
    program: Program = []
    for level, options in OPTIONS.items():
        pretended = _if_one_of(BUFFER_SIZES, 0) if level == SOL_SOCKET else []
        judged = [(LOAD, 0, 0, LOW_WORD[2]), *pretended, *_only(2, options, errno.ENOPROTOOPT)]
        program += [(LOAD, 0, 0, LOW_WORD[1]), *_if_called(level, [*judged, _ALLOWED])]
    return [*program, _error(errno.ENOPROTOOPT)]


def _error(number: int) -> Instruction:
    return (RETURN, 0, 0, ERROR | number)


def _if_called(number: int, then: Sequence[Instruction]) -> Program:
    """`then` ends in a return in every case."""
    return [(EQUAL, 0, len(then), number), *then]


def _if_one_of(values: Sequence[int], error: int) -> Program:
    """The error if what is loaded is one of the values; else on."""
    jumps: Program = [
        (EQUAL, len(values) - 1 - place, 0, value) for place, value in enumerate(values[:-1])
    ]
    return [*jumps, (EQUAL, 0, 1, values[-1]), _error(error)]


def _only(argument: int, values: Iterable[int], error: int) -> Program:
    """On if an argument is one of the values; else the error."""
    known = list(values)
    jumps: Program = [(EQUAL, len(known) - place, 0, value) for place, value in enumerate(known)]
    return [(LOAD, 0, 0, LOW_WORD[argument]), *jumps, _error(error)]
