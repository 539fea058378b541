"""What is asked for, what is given, and what the kernel is told."""

import resource

import pytest

from infoset_server.config.programs import BuildLimits, RunLimits
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox.limits import MB, build_limits, run_limits
from infoset_server.programs.upload_source import UploadError

GIVEN = RunLimits()


def test_a_bot_gets_all_that_is_given_unless_it_asks_for_less() -> None:
    assert run_limits(GIVEN, Resources()).memory_mb == GIVEN.memory_mb
    modest = run_limits(GIVEN, Resources(memory_mb=64, processes=8, scratch_mb=2))
    assert (modest.memory_mb, modest.processes, modest.scratch_mb) == (64, 8, 2)


@pytest.mark.parametrize("field", ["memory_mb", "processes", "scratch_mb", "cpus"])
def test_who_asks_for_more_is_told_the_field(field: str) -> None:
    with pytest.raises(UploadError, match=rf"resources\.{field}: expected at most"):
        run_limits(GIVEN, Resources(**{field: 999}))


def test_the_kernel_is_told_every_limit_of_a_process() -> None:
    told = run_limits(GIVEN, Resources(memory_mb=100)).rlimits()
    assert told[resource.RLIMIT_NPROC] == GIVEN.processes
    assert told[resource.RLIMIT_NOFILE] == GIVEN.open_files
    assert told[resource.RLIMIT_FSIZE] == GIVEN.scratch_mb * MB
    assert 100 * MB <= told[resource.RLIMIT_DATA] <= 200 * MB
    assert told[resource.RLIMIT_CORE] == 0


def test_files_of_a_build_are_memory_of_the_build() -> None:
    build = BuildLimits(memory_mb=100, scratch_mb=50)
    assert build_limits(build, GIVEN).memory_mb == 150
