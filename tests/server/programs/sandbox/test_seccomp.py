"""The filter of system calls, run by a small interpreter of its machine."""

import errno
import re
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from infoset_server.programs.sandbox.seccomp import (
    ALLOW,
    ANY_BIT,
    AT_LEAST,
    EQUAL,
    ERROR,
    KILL,
    LOAD,
    MACHINES,
    RETURN,
    is_known,
    make_filter,
)
from infoset_server.programs.sandbox.syscalls import ALLOWED, FATAL, LOOKED_AT, REFUSED, Numbers

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


def numbers_of(machine: str, table: Mapping[str, Numbers]) -> list[int]:
    """The numbers of these calls on a machine, which may lack some."""
    column = MACHINES[machine][1]
    return [number for one in table.values() if (number := one[column]) is not None]


@pytest.mark.parametrize("machine", MACHINES)
def test_what_no_bot_needs_ends_it_and_what_it_may_try_is_refused(machine: str) -> None:
    assert {judge(machine, number) for number in numbers_of(machine, FATAL)} == {KILL}
    refused = {judge(machine, number) for number in numbers_of(machine, REFUSED)}
    assert refused == {ERROR | errno.EPERM}


@pytest.mark.parametrize("machine", MACHINES)
def test_what_runtimes_need_is_allowed_and_everything_else_does_not_exist(machine: str) -> None:
    assert {judge(machine, number) for number in numbers_of(machine, ALLOWED)} == {ALLOW}
    known = {
        number
        for table in (ALLOWED, LOOKED_AT, REFUSED, FATAL)
        for number in numbers_of(machine, table)
    }
    others = {judge(machine, number) for number in range(600) if number not in known}
    assert others == {ERROR | errno.ENOSYS}


def test_no_call_stands_in_two_tables() -> None:
    tables = (ALLOWED, LOOKED_AT, REFUSED, FATAL)
    assert len({name for table in tables for name in table}) == sum(map(len, tables))
    for machine in MACHINES:
        numbers = [number for table in tables for number in numbers_of(machine, table)]
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("header", "column", "defined"),
    [
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", 0, r"#define __NR_(\w+) (\d+)"),
        ("/usr/include/asm-generic/unistd.h", 1, r"#define __NR(?:3264)?_(\w+) (\d+)"),
    ],
)
def test_the_numbers_are_those_of_the_kernel(header: str, column: int, defined: str) -> None:
    path = Path(header)
    if not path.exists():
        pytest.skip(f"NOT COMPARED: there is no {header}")
    told = {name: int(number) for name, number in re.findall(defined, path.read_text())}
    told |= {"newfstatat": told["fstatat"]} if "fstatat" in told else {}
    ours = {**ALLOWED, **LOOKED_AT, **REFUSED, **FATAL}
    known = {name: both[column] for name, both in ours.items() if name in told}
    assert len(known) > 200
    assert known == {name: told[name] for name in known}


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
    assert {judge(X86, 41, 2, 1, protocol) for protocol in (0, 6, 17)} == {ALLOW}
    others = {judge(X86, 41, 2, 1, protocol) for protocol in (1, 33, 132, 136, 262)}
    assert others == {ERROR | errno.EPROTONOSUPPORT}
    assert judge(X86, 41, 1, 2) == ERROR | errno.EPROTOTYPE  # AF_UNIX, SOCK_DGRAM
    assert judge(X86, 53, 1, 0x80802) == ERROR | errno.EPROTOTYPE
    assert judge(X86, 53, 1, 0x80801) == ALLOW
    assert judge(X86, 53, 2, 1) == ERROR | errno.EAFNOSUPPORT


def test_options_of_sockets_enlarge_nothing() -> None:
    assert judge(X86, 54, 3, 1, 2) == ALLOW  # SO_REUSEADDR
    assert judge(X86, 54, 3, 6, 1) == ALLOW  # TCP_NODELAY
    assert {judge(X86, 54, 3, 1, size) for size in (7, 8)} == {ERROR}  # as if it had been done
    others = {judge(X86, 54, 3, *one) for one in ((1, 26), (1, 32), (1, 60), (6, 31), (0, 35))}
    assert others == {ERROR | errno.ENOPROTOOPT}


def test_nobody_types_into_a_terminal() -> None:
    assert judge(X86, 16, 0, 0x5412) == ERROR | errno.ENOTTY  # TIOCSTI
    assert judge(X86, 16, 0, 0x541C) == ERROR | errno.ENOTTY
    assert judge(X86, 16, 0, 0x5401) == ALLOW


def test_memory_is_shared_through_files_alone() -> None:
    def mapped(flags: int) -> int:
        return judge(X86, 9, 0, 4096, 3, flags)

    assert {mapped(flags) for flags in (0x02, 0x22, 0x4022, 0x01, 0x03)} == {ALLOW}
    assert {mapped(flags) for flags in (0x21, 0x23, 0x4021)} == {ERROR | errno.EPERM}
    assert {mapped(flags) for flags in (0x40022, 0x40002)} == {ERROR | errno.ENOMEM}


def test_memory_stays_where_it_is_counted() -> None:
    assert {judge(X86, 28, 0, 0, advice) for advice in (4, 8, 14, 15, 16)} == {ALLOW}
    refused = {judge(X86, 28, 0, 0, advice) for advice in (12, 20, 21, 100, 101)}
    assert refused == {ERROR | errno.EINVAL}


def test_files_are_not_locked_in_pieces_and_pipes_stay_as_they_are() -> None:
    assert {judge(X86, 72, 3, command) for command in (0, 1, 2, 3, 4, 1030)} == {ALLOW}
    assert {judge(X86, 72, 3, command) for command in (6, 7, 37, 38)} == {ERROR | errno.ENOLCK}
    assert {judge(X86, 72, 3, command) for command in (1024, 1026, 1031)} == {ERROR | errno.EPERM}


def test_a_program_may_name_itself_and_little_else() -> None:
    assert {judge(X86, 157, option) for option in (1, 15, 38)} == {ALLOW}
    refused = {judge(X86, 157, option) for option in (4, 22, 35, 41, 0x53564D41)}
    assert refused == {ERROR | errno.EINVAL}


def test_a_machine_without_a_table_has_no_filter() -> None:
    assert not is_known("riscv64")
    with pytest.raises(KeyError):
        make_filter("riscv64")
