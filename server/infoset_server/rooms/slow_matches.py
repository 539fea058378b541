"""Which matches kept their players waiting in the last minutes. Measures nothing: it looks at what acts have taken.

An act only leaves its time behind (`ActCounters.recent`); it is looked at twice a second, away from play.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from infoset_server.common.counters import SECONDS, Histogram
from infoset_server.common.ids import MatchId, RoomId
from infoset_server.rooms.match_registry import MatchRegistry

logger = logging.getLogger(__name__)

LOOK_S: Final = 0.5  # between two looks
MAX_REPORTED: Final = 10  # slow matches in one report of the log
SLICE_S: Final = 60.0
MAX_MATCHES: Final = 10_000  # whose times of one minute are told apart
P99: Final = 0.99


@dataclass
class Times:
    """What the acts of a match have taken in some minute, from their arrival until everybody was told."""

    room: RoomId | None
    worst_s: float = 0.0
    spread: Histogram = field(default_factory=lambda: Histogram(SECONDS))

    def note(self, seconds: float) -> None:
        """One act."""
        self.spread.note(seconds)
        self.worst_s = max(self.worst_s, seconds)


@dataclass(frozen=True)
class SlowMatch:
    """A match in the report. `waiting`: requests that wait now until something is stored.

    `p99_s` is rounded up to the next bound of SECONDS, but never above `worst_s`.
    """

    match: MatchId
    room: RoomId | None
    acts: int
    p99_s: float
    worst_s: float
    waiting: int
    is_running: bool


class SlowMatches:
    """The matches of one server over the last `minutes`, each minute by itself."""

    def __init__(self, play: MatchRegistry, minutes: int, clock_s: Callable[[], float]) -> None:
        self._play = play
        self._clock_s = clock_s
        self._slices: deque[tuple[float, dict[MatchId, Times]]] = deque(maxlen=minutes)
        self._worst_s: dict[MatchId, float] = {}  # since it was taken last

    def gather(self) -> None:
        """Takes in what has happened since the last time. To be called often."""
        recent = self._play.floor.counters.recent
        now_s = self._clock_s()
        if not self._slices or now_s - self._slices[-1][0] >= SLICE_S:
            self._slices.append((now_s, {}))
        times = self._slices[-1][1]
        while recent:
            match_id, seconds = recent.popleft()
            found = times.get(match_id)
            if found is None and len(times) < MAX_MATCHES:
                found = times[match_id] = Times(self._play.last_room(match_id))
            if found is not None:
                found.note(seconds)
                self._worst_s[match_id] = max(seconds, self._worst_s.get(match_id, 0.0))

    def take_worst(self) -> dict[MatchId, float]:
        """The longest time of each match's acts lately, in seconds; it is forgotten then."""
        self.gather()
        taken, self._worst_s = self._worst_s, {}
        return taken

    def report(self, minutes: int, most: int) -> list[SlowMatch]:
        """The slowest matches of the last minutes, slowest first, and how slow they were."""
        self.gather()
        since_s = self._clock_s() - minutes * SLICE_S
        found: dict[MatchId, list[Times]] = {}
        for begun_s, slice_ in self._slices:
            if begun_s > since_s:
                for match_id, times in slice_.items():
                    found.setdefault(match_id, []).append(times)
        rows = [self._row(match_id, times) for match_id, times in found.items()]
        return sorted(rows, key=lambda row: (-row.worst_s, row.match))[:most]

    def _row(self, match_id: MatchId, times: list[Times]) -> SlowMatch:
        live = self._play.running.get(match_id)
        worst_s = max(one.worst_s for one in times)
        counts = [sum(column) for column in zip(*(one.spread.counts for one in times), strict=True)]
        return SlowMatch(
            match=match_id,
            room=times[0].room,
            acts=sum(counts),
            p99_s=min(worst_s, quantile(counts, P99)),
            worst_s=worst_s,
            waiting=0 if live is None else live.commit_gate.waiting,
            is_running=live is not None,
        )


class SlowReport:
    """Looks at the acts of a server twice a second, and names the slowest matches in its log now and then."""

    def __init__(self, slow_matches: SlowMatches, report_s: float, slow_ms: float) -> None:
        """Every `report_s` it names matches of which an act took longer than `slow_ms`. Begins on the running loop."""
        self._slow_matches = slow_matches
        self._report_s = report_s
        self._limit_s = slow_ms / 1000
        self._loop = asyncio.get_running_loop()
        self._report_at_s = self._loop.time() + report_s
        self._timer = self._loop.call_later(LOOK_S, self._look)

    def close(self) -> None:
        """Looks no more."""
        self._timer.cancel()

    def _look(self) -> None:
        self._slow_matches.gather()
        now_s = self._loop.time()
        if now_s >= self._report_at_s:
            self._report_at_s = now_s + self._report_s
            for match_id, worst_s in slowest(self._slow_matches.take_worst(), self._limit_s):
                logger.warning("match %s is slow: an action took %.0f ms", match_id, worst_s * 1e3)
        self._timer = self._loop.call_later(LOOK_S, self._look)


def slowest(worst_s: Mapping[MatchId, float], limit_s: float) -> list[tuple[MatchId, float]]:
    """The slowest matches above the limit, worst first."""
    slow = [(match_id, seconds) for match_id, seconds in worst_s.items() if seconds > limit_s]
    return sorted(slow, key=lambda one: one[1], reverse=True)[:MAX_REPORTED]


def quantile(counts: Iterable[int], share: float) -> float:
    """The bound below which this share of the values lies; without end above the last bound."""
    numbers = list(counts)
    missing = share * sum(numbers)
    for bound, number in zip(SECONDS, numbers, strict=False):
        missing -= number
        if missing <= 0:
            return bound
    return float("inf")
