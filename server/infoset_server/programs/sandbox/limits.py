"""How much of the machine one sandboxed program gets. Sets no limits itself."""

import resource
from dataclasses import dataclass
from typing import Final

from infoset_server.config.programs import BuildLimits, RunLimits
from infoset_server.programs.manifest import Resources
from infoset_server.programs.upload_source import UploadError

MB: Final = 1 << 20
SLACK_MB: Final = 64  # a runtime maps more than it uses; the sum of what is used is watched apart
BUILD_FILES: Final = 1_024
BUILD_INODES: Final = 200_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one sandbox, all its processes together where nothing else is said."""

    memory_mb: int
    scratch_mb: int
    max_inodes: int
    processes: int
    cpus: int
    open_files: int  # of one process
    niceness: int
    log_bytes_per_s: int

    def rlimits(self) -> dict[int, int]:
        """What the kernel holds every single process to; `RLIMIT_NPROC` counts all of its user."""
        return {
            resource.RLIMIT_DATA: (self.memory_mb + SLACK_MB) * MB,
            resource.RLIMIT_FSIZE: self.scratch_mb * MB,
            resource.RLIMIT_NOFILE: self.open_files,
            resource.RLIMIT_NPROC: self.processes,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_MEMLOCK: 0,
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_NICE: 0,
            resource.RLIMIT_RTPRIO: 0,
            resource.RLIMIT_SIGPENDING: 1_024,
        }


def run_limits(given: RunLimits, asked: Resources) -> Limits:
    """The limits of a bot that asks for so much. Raises UploadError where that is more than is given."""
    return Limits(
        memory_mb=at_most("memory_mb", asked.memory_mb, given.memory_mb),
        scratch_mb=at_most("scratch_mb", asked.scratch_mb, given.scratch_mb),
        max_inodes=given.max_inodes,
        processes=at_most("processes", asked.processes, given.processes),
        cpus=at_most("cpus", asked.cpus, given.cpus),
        open_files=given.open_files,
        niceness=given.niceness,
        log_bytes_per_s=given.log_bytes_per_s,
    )


def build_limits(given: BuildLimits, run: RunLimits) -> Limits:
    """The limits of what builds a bot."""
    return Limits(
        memory_mb=given.memory_mb + given.scratch_mb,
        scratch_mb=given.scratch_mb,
        max_inodes=BUILD_INODES,
        processes=given.processes,
        cpus=given.cpus,
        open_files=BUILD_FILES,
        niceness=run.niceness,
        log_bytes_per_s=run.log_bytes_per_s,
    )


def at_most(name: str, asked: int | None, given: int) -> int:
    """What is asked for, else all that is given."""
    if asked is not None and asked > given:
        raise UploadError(f"bot.toml: resources.{name}: expected at most {given}, got {asked}")
    return given if asked is None else asked
