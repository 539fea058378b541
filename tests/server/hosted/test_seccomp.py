"""The filter of system calls, run by a small interpreter of its machine."""

import errno
import struct

import pytest

from infoset_server.hosted.seccomp import (
    ALLOW,
    ANY_BIT,
    AT_LEAST,
    EQUAL,
    ERROR,
    FATAL,
    KILL,
    LOAD,
    MACHINES,
    REFUSED,
    RETURN,
    is_known,
    make_filter,
)

X86 = "x86_64"


def judge(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """What the filter says to a system call."""
    known = MACHINES[machine][0] if architecture is None else architecture
    values = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack(
        "<iIQ6Q", number if number < 1 << 31 else number - (1 << 32), known, 0, *values
    )
    code = make_filter(machine)
    program = list(struct.iter_unpack("<HBBI", code))
    place = word = 0
    while True:
        what, yes, no, k = program[place]
        place += 1
        match what:
            case 0x20:
                word = struct.unpack_from("<I", data, k)[0]
            case 0x06:
                return int(k)
            case 0x15:
                place += yes if word == k else no
            case 0x35:
                place += yes if word >= k else no
            case 0x45:
                place += yes if word & k else no


def test_the_interpreter_knows_every_instruction() -> None:
    assert {LOAD, RETURN, EQUAL, AT_LEAST, ANY_BIT} == {0x20, 0x06, 0x15, 0x35, 0x45}
    kinds = {one[0] for one in struct.iter_unpack("<HBBI", make_filter(X86))}
    assert kinds == {0x20, 0x06, 0x15, 0x35, 0x45}


@pytest.mark.parametrize("machine", MACHINES)
def test_what_no_bot_needs_ends_it_and_what_it_may_try_is_refused(machine: str) -> None:
    column = MACHINES[machine][1]
    assert {judge(machine, numbers[column]) for numbers in FATAL.values()} == {KILL}
    refused = {judge(machine, numbers[column]) for numbers in REFUSED.values()}
    assert refused == {ERROR | errno.EPERM}


@pytest.mark.parametrize("machine", MACHINES)
def test_ordinary_calls_are_allowed(machine: str) -> None:
    column = MACHINES[machine][1]
    ordinary = {"read": (0, 63), "write": (1, 64), "execve": (59, 221), "mmap": (9, 222)}
    assert {judge(machine, numbers[column]) for numbers in ordinary.values()} == {ALLOW}


def test_another_architecture_ends_the_program() -> None:
    assert judge(X86, 0, architecture=0x40000003) == KILL  # i386
    assert judge(X86, 0x40000000) == KILL  # x32


def test_a_child_is_allowed_and_a_namespace_is_not() -> None:
    assert judge(X86, 56, 0x1200011) == ALLOW  # fork
    assert judge(X86, 56, 0x3D0F00) == ALLOW  # a thread
    assert judge(X86, 56, 0x10000000 | 17) == KILL  # CLONE_NEWUSER
    assert judge(X86, 56, 0x20000) == KILL  # CLONE_NEWNS
    assert judge(X86, 435, 0) == ERROR | errno.ENOSYS


def test_sockets_are_local_or_of_the_internet() -> None:
    assert {judge(X86, 41, family) for family in (1, 2, 10)} == {ALLOW}
    refused = {judge(X86, 41, family) for family in (0, 3, 16, 17, 38, 40)}
    assert refused == {ERROR | errno.EAFNOSUPPORT}


def test_nobody_types_into_a_terminal() -> None:
    assert judge(X86, 16, 0, 0x5412) == ERROR | errno.EPERM  # TIOCSTI
    assert judge(X86, 16, 0, 0x541C) == ERROR | errno.EPERM
    assert judge(X86, 16, 0, 0x5401) == ALLOW


def test_a_machine_without_a_table_has_no_filter() -> None:
    assert not is_known("riscv64")
    with pytest.raises(KeyError):
        make_filter("riscv64")
