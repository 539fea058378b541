"""When to ask what is known: again whenever something has happened, one request at a time. Pure; asks nothing itself.

idle --see--> waiting --is_due, begin--> asking --take, refuse--> idle
"""

from typing import Final

from infoset.errors import ConnectionLostError, ReplyTimeoutError, RequestError

PATIENCE_S: Final = 0.4  # bots are quick: what lasts shorter is not asked about
AGAIN_S: Final = 1.5  # after a refusal because there is much to do
LATER: Final = frozenset({"busy", "rate_limited"})
QUIET: Final = frozenset(
    {"not_found", "wrong_state", "stale_decision", "cancelled"}
)  # it has gone on
MILLI: Final = 1000.0


class Asker:
    """Times are seconds of any clock that only goes forward."""

    def __init__(self) -> None:
        self._ver: int | None = None  # of what is to be known
        self._asked: int | None = None
        self._settled: int | None = None  # told, or refused
        self._from_s = 0.0
        self._is_asking = False

    def see(self, ver: int, now_s: float) -> None:
        """The view is at this version now."""
        if ver != self._ver:
            self._ver, self._from_s = ver, now_s + PATIENCE_S

    def is_due(self, now_s: float) -> bool:
        """Is it time to ask?"""
        is_new = self._ver is not None and self._ver != self._settled
        return is_new and not self._is_asking and now_s >= self._from_s

    def begin(self) -> None:
        """It is asked now."""
        self._is_asking, self._asked = True, self._ver

    def take(self) -> None:
        """It was answered."""
        self._is_asking, self._settled = False, self._asked

    def refuse(self, error: Exception, now_s: float) -> bool:
        """It was refused; is that to be told?

        Where there is much to do, or no connection, it is asked again after a while, else when something has happened.
        """
        self._is_asking = False
        code = error.code if isinstance(error, RequestError) else ""
        if code in LATER or isinstance(error, (ConnectionLostError, ReplyTimeoutError)):
            wait_ms = error.retry_ms if isinstance(error, RequestError) else None
            self._from_s = now_s + (AGAIN_S if wait_ms is None else wait_ms / MILLI)
            return False
        self._settled = self._asked
        return code not in QUIET

    def forget(self) -> None:
        """Nobody wants to know any more: what was told is asked anew when somebody does."""
        self._settled = None
