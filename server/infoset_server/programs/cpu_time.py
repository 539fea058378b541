"""How long a process has computed, by which one that hangs is told from one that had no turn. Ends none."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

CpuTime: TypeAlias = Callable[[int], float | None]

PROC: Final = Path("/proc")
USER, SYSTEM = 11, 12  # fields behind the name: proc(5)


def cpu_s(pid: int) -> float | None:
    """Processor time that a process has used since it began, all its threads together, in seconds.

    None where that is not told: the process is gone, or the system is not Linux.
    """
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # the name, in brackets, may hold anything
    return (int(fields[USER]) + int(fields[SYSTEM])) / os.sysconf("SC_CLK_TCK")
