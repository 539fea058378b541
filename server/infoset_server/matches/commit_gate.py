"""First kept, then told: a match in memory, and what of it is in its log. Knows neither people nor messages.

Whatever changes a match is a step. New steps are handed to the log, and nobody hears of them before that says
they are kept; meanwhile the match in memory is ahead of what is promised.

| the match is | requests | when the log says: kept | when it says: not kept | when it says: lost |
| --- | --- | --- | --- | --- |
| as far as kept | are taken | | | |
| ahead (`is_writing`) | wait | tells | goes back, refuses | is let go |

One thing is written at a time. Requests that come meanwhile wait in the match's inbox, and are served in their order
until something is written again.
"""

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import final

from infoset_games.match import Match
from infoset_games.steps import Step
from infoset_server.common.ids import MatchId
from infoset_server.matches.match_log import Kept, LostMatchError, MatchLog, NoLog
from infoset_server.matches.step_records import Remark
from infoset_server.storage.errors import StoreError

logger = logging.getLogger(__name__)


@final
class CommitGate:
    """Owns the `match`; that is another object, as far as what is kept, when something could not be kept.

    `on_undone(now_ms)` is called then. `on_lost(error)`: another server has the match. `on_failed()`: telling
    what is kept raised something, which is the exception being handled.
    """

    def __init__(
        self,
        match_id: MatchId,
        match: Match,
        log: MatchLog | None,
        now_ms: Callable[[], int],
        *,
        on_undone: Callable[[int], object],
        on_lost: Callable[[LostMatchError], object],
        on_failed: Callable[[], object],
    ) -> None:
        """`log` has the steps that `match` has by now; without one the match is gone with the server."""
        self.match = match
        self.is_kept = log is not None
        self.is_gone = (
            False  # another server goes on with the match: nothing more happens to it here
        )
        self._id = match_id
        self._log: MatchLog = log or NoLog()
        self._now_ms = now_ms
        self._on_undone = on_undone
        self._on_lost = on_lost
        self._on_failed = on_failed
        self._kept = len(match.steps)  # how many steps are in the log
        self._tell_kept: Kept | None = None
        self._is_to_begin = False  # nobody may hear of it before its beginning is kept
        self._inbox: deque[Callable[[], None]] = deque()

    @property
    def is_writing(self) -> bool:
        """Is something being kept that nobody has been told yet? A beginning, until one is kept."""
        return self._tell_kept is not None or self._is_to_begin

    @property
    def waiting(self) -> int:
        """How many calls wait for what is being kept; the one that is, counts."""
        return len(self._inbox) + self.is_writing

    @property
    def epoch(self) -> int:
        """As MatchLog."""
        return self._log.epoch

    @property
    def count(self) -> int:
        """How many steps are kept; of a match that is not kept, all."""
        return self._kept if self.is_kept else len(self.match.steps)

    @property
    def steps(self) -> list[Step]:
        """Those steps."""
        return self.match.steps[: self.count]

    def settle(
        self,
        tell: Callable[[], None],
        refuse: Callable[[StoreError], None],
        remark: Remark | None = None,
    ) -> None:
        """Calls `tell` when the new steps of the match are kept, or `refuse` when they are undone.

        `remark` is what the player remarked with the first of them.
        """
        if not self.is_kept or len(self.match.steps) == self._kept:
            tell()
            return
        assert self._tell_kept is None, "one thing is written at a time"
        self._is_to_begin = self._kept == 0
        self._tell_kept = partial(self._on_kept, tell, refuse)
        if self._log.keep(self.match.steps[self._kept :], self._tell_kept, remark):
            self._tell_kept(None)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Calls back when the match is no further than what is kept: perhaps at once, else in its turn."""
        if self.is_writing:
            self._inbox.append(call)
        else:
            call()

    def then(self, call: Callable[[], None]) -> None:
        """As `when_settled`, for what happens to the match by itself; not where it is gone by then."""
        self.when_settled(lambda: None if self.is_gone else call())

    def undo(self) -> None:
        """Takes back what is neither kept nor being written: it has not happened."""
        if self.is_kept and self._tell_kept is None and len(self.match.steps) > self._kept:
            self._go_back()

    def close(self, status: str) -> None:
        """The match is over, as `status` says."""
        self._log.close(status)

    def _on_kept(
        self,
        tell: Callable[[], None],
        refuse: Callable[[StoreError], None],
        error: StoreError | None,
    ) -> None:
        """The log has spoken."""
        self._tell_kept = None
        try:
            if error is None:
                self._kept = len(self.match.steps)
                self._is_to_begin = False
                tell()
            elif isinstance(error, LostMatchError):
                self._is_to_begin = False
                self._on_lost(error)
            else:
                self._go_back()
                refuse(error)
        except Exception:  # noqa: BLE001  # rules may raise anything; it is logged
            self._on_failed()
        while self._inbox and not self.is_writing:
            self._serve(self._inbox.popleft())

    def _serve(self, call: Callable[[], None]) -> None:
        """What goes wrong there must not stop the others."""
        try:
            call()
        except Exception:
            logger.exception("match %s: what had to wait failed", self._id)

    def _go_back(self) -> None:
        """To what is kept. Open decisions are opened anew: nobody pays for our trouble."""
        before = self.match
        match = Match(before.game, before.terms, before.seed, before.deal)
        now_ms = self._now_ms()
        for step in before.steps[: self._kept]:
            match.redo(step, now_ms)
        self.match = match
        self._on_undone(now_ms)


def at_once(call: Callable[[], None]) -> None:
    """Calls back now: for what was kept long ago."""
    call()
