"""How well the limits of sandboxes hold on this machine, in words for the log of a server and for `infoset doctor`."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

from infoset_server.programs.sandbox.monitor import INTERVAL_S
from infoset_server.programs.sandbox.sandbox import Sandboxes

MOUNTS: Final = Path("/proc/self/mounts")


class Memory(IntEnum):
    """How well memory is bounded; the names are those of the setting `hosted.memory`."""

    ANY = 0  # not at all
    COUNTED = 1  # by the monitor, from look to look
    EXACT = 2  # by the kernel


@dataclass(frozen=True)
class Bounds:
    """What holds, by what it limits."""

    memory: Memory
    words: Mapping[str, str]

    def line(self, what: str) -> str:
        """One of them."""
        return self.words[what]

    def lines(self) -> Iterator[str]:
        """All of them, memory first."""
        return (f"{what}: {words}" for what, words in self.words.items())


def bounds_of(sandboxes: Sandboxes, uncounted: str | None, missing: str | None) -> Bounds:
    """What holds in these sandboxes. `uncounted` is what the monitor does not see, `missing` why there are no control groups."""
    if sandboxes.has_groups:
        memory, words = Memory.EXACT, "exact, by control groups"
    elif uncounted is None:
        memory = Memory.COUNTED
        words = (
            f"approximate: counted every {INTERVAL_S:g} s, and who is over the limit is ended; until then "
            f"a program may hold what it fills meanwhile. For an exact limit: control groups ({missing})"
        )
    else:
        memory = Memory.ANY
        words = f"not at all: {uncounted}, and there are no control groups ({missing})"
    by_user = os.geteuid() == 0
    return Bounds(
        memory,
        {
            "memory": words,
            "processes": "exact, by the kernel"
            if sandboxes.has_groups or by_user
            else "exact for each sandbox where the kernel counts them by user namespace (Linux 5.14), and by the monitor",
            "cpu": "exact, by control groups"
            if sandboxes.has_groups
            else "as many processors as are given, but no share of them: the server goes first",
            "network": "exact: there is none but the door to the server",
            "files": "exact: they lie in memory, in folders of a fixed size",
        },
    )
