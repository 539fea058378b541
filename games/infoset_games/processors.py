"""How many processors this process may use, in a container too. For whoever starts as many workers, not for the rules.

`os.cpu_count` tells those of the machine. A process may be kept to some of them (`taskset`, a cpuset), and a group
of processes to the time of some (`docker run --cpus 2`, `CPUQuota=` of systemd): Linux control groups.
"""

import math
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

GROUPS: Final = Path("/sys/fs/cgroup")
MINE: Final = Path("/proc/self/cgroup")  # a line ID:CONTROLLERS:PATH for each hierarchy
UNLIMITED: Final = ("max", "-1")


def usable_processors(groups: Path = GROUPS, mine: Path = MINE) -> int:
    """At least 1. What a group may have in part counts as one more: 1.5 are 2."""
    if hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count() or 1
    return max(1, min([allowed, *(math.ceil(quota) for quota in quotas(groups, mine))]))


def quotas(groups: Path, mine: Path) -> Iterator[float]:
    """The limits, in processors, of the groups that this process is in; none where there are no groups."""
    for folder in folders(groups, mine):
        try:
            if (folder / "cpu.max").exists():
                quota, period = (folder / "cpu.max").read_text().split()
            else:  # version 1
                quota = (folder / "cpu.cfs_quota_us").read_text().strip()
                period = (folder / "cpu.cfs_period_us").read_text().strip()
            if quota not in UNLIMITED:
                yield int(quota) / int(period)
        except (OSError, ValueError, ZeroDivisionError):
            continue


def folders(groups: Path, mine: Path) -> Iterator[Path]:
    """The own groups and those above them. In a container the path may be the host's; the topmost folder is there."""
    try:
        lines = mine.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            top = groups
        elif "cpu" in controllers.split(","):
            top = groups / controllers
        else:
            continue
        own = PurePosixPath(path.lstrip("/"))
        yield from (top / part for part in (own, *own.parents))
