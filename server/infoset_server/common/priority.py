"""How far a process stands back behind the server. Limits of memory and time are set elsewhere."""

import os
import sys
from contextlib import suppress


def stand_back(pid: int, niceness: int) -> None:
    """Makes a process (0: this one) less important by so many steps; what it starts later is so, too.

    On Linux it also stops pushing others aside when it wakes up (SCHED_BATCH). SCHED_IDLE would be pushed
    aside sooner still, but gets nothing at all beside one busy neighbour, and there is no way back from it.
    """
    if niceness == 0:
        return
    # It may have ended already, and a container may forbid it.
    with suppress(ProcessLookupError, PermissionError):
        os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid) + niceness)
        if sys.platform == "linux":
            os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0))
