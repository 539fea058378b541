"""Control groups, in a folder that looks like the kernel's."""

import os
from pathlib import Path

import pytest

from infoset_server.config.programs import RunLimits
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox.cgroups import Groups, find_delegated, lacking
from infoset_server.programs.sandbox.limits import MB, run_limits
from infoset_server.programs.upload_source import NoIsolationError

LIMITS = run_limits(RunLimits(), Resources(memory_mb=100, processes=10))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu io memory pids\n")
    return tmp_path


def test_a_group_has_the_limits_of_its_cage(folder: Path) -> None:
    Groups(folder).make(LIMITS)
    assert (folder / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    values = {path.name: path.read_text() for path in (folder / "cage-1").iterdir()}
    assert values == {
        "memory.max": str(100 * MB),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "14",
        "cpu.max": "100000 100000",
    }


def test_a_program_begins_inside_its_group(folder: Path) -> None:
    words = Groups(folder).make(LIMITS).joined(["bwrap", "--x"])
    assert words[:2] == ["/bin/sh", "-c"]
    assert words[3:] == [str(folder / "cage-1"), "bwrap", "--x"]


def test_a_folder_without_the_controllers_is_refused_by_name(folder: Path) -> None:
    (folder / "cgroup.controllers").write_text("hugetlb\n")
    with pytest.raises(NoIsolationError, match="has no memory pids cpu"):
        Groups(folder)


def test_a_folder_that_is_no_group_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoIsolationError, match=r"hosted\.cgroup: .*No such file"):
        Groups(tmp_path / "nowhere")


def test_what_a_killed_server_left_is_removed(folder: Path) -> None:
    (folder / "cage-7").mkdir()
    Groups(folder)
    left = folder / "cage-7" / "cgroup.kill"
    assert (
        left.read_text() == "1"
    )  # the kernel would let the empty group go; this is a plain folder


def test_the_kernel_is_asked_what_it_has_refused(folder: Path) -> None:
    group = Groups(folder).make(LIMITS)
    assert not group.has_run_out_of_memory()
    assert not group.has_run_out_of_processes()
    (folder / "cage-1" / "memory.events").write_text("low 0\nmax 31\noom 1\noom_kill 2\n")
    (folder / "cage-1" / "pids.events").write_text("max 7\n")
    assert group.has_run_out_of_memory()
    assert group.has_run_out_of_processes()


def test_a_machine_that_cannot_is_told_exactly_what_it_lacks(folder: Path) -> None:
    assert lacking("proc /proc proc rw 0 0\n") == "control groups of version 2 are not mounted"
    unified = f"cgroup2 {folder} cgroup2 rw 0 0\n"
    assert lacking(unified) is None
    (folder / "cgroup.controllers").write_text("hugetlb cpu\n")
    older = "cgroup /sys/fs/cgroup/pids cgroup rw,relatime,pids 0 0\n"
    assert lacking(older + unified) == f"{folder} has no memory pids; version 1 has pids"
    (folder / "cgroup.controllers").unlink()
    assert lacking(unified) == f"{folder}: No such file or directory"


def test_what_systemd_has_delegated_is_found(folder: Path) -> None:
    service = folder / "system.slice" / "infoset.service"
    (service / "server").mkdir(parents=True)
    (service / "cgroup.controllers").write_text("cpu memory pids\n")
    own = "0::/system.slice/infoset.service/server\n"
    assert find_delegated(own, folder) is None  # not ours until that is written on it
    try:
        os.setxattr(service, "user.delegate", b"1")
    except OSError as error:
        pytest.skip(f"NOT TESTED: files here have no attributes: {error.strerror}")
    assert find_delegated(own, folder) == service
    assert find_delegated("0::/\n", folder) is None
    assert find_delegated("3:cpu:/x\n", folder) is None
    (service / "cgroup.controllers").write_text("cpu\n")
    assert find_delegated(own, folder) is None
