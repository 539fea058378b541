"""The system calls a caged program may not make, as a filter for the kernel (seccomp, a BPF program). Sets none.

Two kinds are refused. What no bot has an honest reason for ends the process (SIGSYS), so that its
owner is told. What a runtime may try and do without gets an error. Numbers: the kernel's
`arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
"""

import errno
import platform
import struct
from collections.abc import Mapping
from typing import Final

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
ERROR: Final = 0x00050000  # and the number of the error in the low half

X32_BIT: Final = 0x40000000  # another way to call the same on x86-64
CLONE_NEW: Final = 0x7E020080  # CLONE_NEW{TIME,NS,CGROUP,UTS,IPC,USER,PID,NET}
TIOCSTI: Final = 0x5412  # types into a terminal
TIOCLINUX: Final = 0x541C
FAMILIES: Final = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6: what the loopback of a cage is for

MACHINES: Final[Mapping[str, tuple[int, int]]] = {  # AUDIT_ARCH_..., column of the tables below
    "x86_64": (0xC000003E, 0),
    "aarch64": (0xC00000B7, 1),
}

FATAL: Final[Mapping[str, tuple[int, int]]] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "setns": (308, 268),
    "unshare": (272, 97),
    "bpf": (321, 280),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "open_by_handle_at": (304, 265),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
}
REFUSED: Final[Mapping[str, tuple[int, int]]] = {
    "memfd_create": (319, 279),  # memory that no process seems to use
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "sched_setaffinity": (203, 122),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "syslog": (103, 116),
    "quotactl": (179, 60),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "fanotify_init": (300, 262),
    "personality": (135, 92),
}
CLONE: Final = (56, 220)
CLONE3: Final = (435, 435)  # its flags cannot be looked at: libraries fall back to `clone`
SOCKET: Final = (41, 198)
IOCTL: Final = (16, 29)


def is_known(machine: str | None = None) -> bool:
    """Is there a filter for this kind of machine?"""
    return (machine or platform.machine()) in MACHINES


def make_filter(machine: str | None = None) -> bytes:
    """The filter as `struct sock_filter`s. Raises KeyError for a machine that is not known."""
    architecture, column = MACHINES[machine or platform.machine()]
    program = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if column == 0:
        program += [(AT_LEAST, 0, 1, X32_BIT), (RETURN, 0, 0, KILL)]
    for numbers in FATAL.values():
        program += _if_called(numbers[column], [(RETURN, 0, 0, KILL)])
    for numbers in REFUSED.values():
        program += _if_called(numbers[column], [_error(errno.EPERM)])
    program += _if_called(CLONE3[column], [_error(errno.ENOSYS)])
    program += _if_called(
        CLONE[column],
        [(LOAD, 0, 0, LOW_WORD[0]), (ANY_BIT, 0, 1, CLONE_NEW), (RETURN, 0, 0, KILL), _ALLOWED],
    )
    program += _if_called(SOCKET[column], _socket())
    program += _if_called(IOCTL[column], _ioctl())
    program.append(_ALLOWED)
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


Instruction = tuple[int, int, int, int]  # what to do, how many to skip if so and if not, with what

_ALLOWED: Final[Instruction] = (RETURN, 0, 0, ALLOW)


def _error(number: int) -> Instruction:
    return (RETURN, 0, 0, ERROR | number)


def _if_called(number: int, then: list[Instruction]) -> list[Instruction]:
    """`then` ends in a return in every case."""
    return [(EQUAL, 0, len(then), number), *then]


def _socket() -> list[Instruction]:
    families = [
        (EQUAL, len(FAMILIES) - number, 0, family) for number, family in enumerate(FAMILIES)
    ]
    return [(LOAD, 0, 0, LOW_WORD[0]), *families, _error(errno.EAFNOSUPPORT), _ALLOWED]


def _ioctl() -> list[Instruction]:
    return [
        (LOAD, 0, 0, LOW_WORD[1]),
        (EQUAL, 1, 0, TIOCSTI),
        (EQUAL, 0, 1, TIOCLINUX),
        _error(errno.EPERM),
        _ALLOWED,
    ]
