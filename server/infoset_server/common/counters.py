"""What the server counts while it works: plain numbers, read when somebody asks. Knows no metrics library."""

from bisect import bisect_left
from collections import Counter, deque
from typing import Final, final

from infoset_server.common.ids import MatchId

SECONDS: Final[list[float]] = [
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    1.0,
    5.0,
]
SIZES: Final[list[float]] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]

MAX_RECENT: Final = 10_000  # acts whose times wait to be looked at


@final
class Histogram:
    """How many values were at most each of `bounds`, and what they were together."""

    def __init__(self, bounds: list[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last: above all bounds
        self.total = 0.0

    def note(self, value: float) -> None:
        """Counts a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


@final
class ActCounters:
    """Actions of players. `seconds`: from an act's arrival at its match until all players have been told.

    `recent`: the same of the last acts, with the ids of their matches; `rooms/slow_matches.py` takes them out.
    """

    def __init__(self) -> None:
        self.refused: Counter[str] = Counter()  # by error code
        self.seconds = Histogram(SECONDS)
        self.recent: deque[tuple[MatchId, float]] = deque(maxlen=MAX_RECENT)

    def note_act(self, match_id: MatchId, seconds: float) -> None:
        """Everybody has been told of an act after so long."""
        self.seconds.note(seconds)
        self.recent.append((match_id, seconds))


@final
class StoreCounters:
    """Commits of the store's writer."""

    def __init__(self) -> None:
        self.seconds = Histogram(SECONDS)
        self.sizes = Histogram(SIZES)  # appends in a commit
        self.failures = 0
