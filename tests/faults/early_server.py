"""A server that breaks the promise on purpose: it answers before it has stored. The tests must notice.

python -m tests.faults.early_server serve ...
"""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from infoset.cli import main
from infoset_games.steps import Step
from infoset_server.matches import match_log as journal
from infoset_server.matches.step_records import Remark

LATE_S: Final = 0.2

honest = journal.StoredLog.keep


def keep_later(
    self: journal.StoredLog, steps: Sequence[Step], done: journal.Kept, remark: Remark | None = None
) -> bool:
    """Says that it is kept, and keeps it a little later."""
    if steps[0].kind == "start":
        return honest(self, steps, done, remark)
    backlog: list[Step] = self.__dict__.setdefault("backlog", [])
    backlog.extend(steps)
    if len(backlog) == len(steps):
        asyncio.get_running_loop().call_later(LATE_S, write, self, backlog)
    return True


def write(log: journal.StoredLog, backlog: list[Step]) -> None:
    """What was promised a while ago."""
    steps, log.__dict__["backlog"] = list(backlog), []
    honest(log, steps, lambda error: None)


if __name__ == "__main__":
    journal.StoredLog.keep = keep_later  # type: ignore[method-assign]  # the broken promise
    sys.exit(main())
