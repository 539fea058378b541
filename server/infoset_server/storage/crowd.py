"""Tells how many appends are soon to come, where they come from so many matches that a commit may wait for them."""

from collections import deque
from typing import Final, final

LOOKED_AT: Final = 32  # appends, the latest ones
MATCHES: Final = 16  # of so many they must be: one fast match gains nothing by waiting


@final
class Crowd:
    """The latest appends."""

    def __init__(self) -> None:
        self._latest: deque[tuple[str, float]] = deque()
        self._counts: dict[str, int] = {}  # how many of them, by match

    def note(self, match_id: str, now_s: float) -> None:
        """Another one came."""
        if len(self._latest) == LOOKED_AT:
            oldest, _ = self._latest.popleft()
            self._counts[oldest] -= 1
            if not self._counts[oldest]:
                del self._counts[oldest]
        self._latest.append((match_id, now_s))
        self._counts[match_id] = self._counts.get(match_id, 0) + 1

    def expected(self, wait_s: float, now_s: float) -> int:
        """How many more are to be expected within `wait_s`; 0 where it is no crowd."""
        if len(self._latest) < LOOKED_AT or len(self._counts) < MATCHES:
            return 0
        span_s = now_s - self._latest[0][1]
        return LOOKED_AT if span_s <= wait_s else int(LOOKED_AT * wait_s / span_s)
