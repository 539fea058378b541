"""What a worker process does: jobs in, outcomes out, until the line ends. Dies with its parent."""

import contextlib
import os
import sys
import threading
import traceback
from multiprocessing import connection, parent_process
from typing import Any

from infoset.errors import InfosetError
from infoset_bots import ctrl_c
from infoset_bots.lab.pools.making import attempt, make
from infoset_bots.lab.pools.port import Bench, Task


def serve(line: Any, task: Task, noted: Any) -> None:
    """`line` is a Connection, `noted` a shared integer. A task that cannot be made is answered with text."""
    ctrl_c.ignore()  # it is the parent's business
    threading.Thread(target=die_with_parent, daemon=True).start()
    sys.stdout = sys.stderr

    def note(number: int) -> None:
        noted.value = number

    with contextlib.suppress(EOFError, OSError), contextlib.ExitStack() as stack:
        try:
            work = stack.enter_context(make(task, Bench(note)))
        except InfosetError as error:
            line.send(str(error))
            return
        except Exception:  # noqa: BLE001 (whatever making may raise)
            line.send(traceback.format_exc())
            return
        while True:
            line.send(attempt(work, line.recv()))


def die_with_parent() -> None:
    """Ends this process at once when the one that started it is gone, even in the middle of a job."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
