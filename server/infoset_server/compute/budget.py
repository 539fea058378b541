"""What thinking may cost a seat and a session, and what work costs on this machine. Pure: no clock, no tasks."""

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

FIRST_GUESS_S: Final = 4e-6  # for one transition or the like
WEIGHT: Final = 0.2  # of the newest measurement
ALONE_S: Final = 0.05  # without a request of another seat, after which one thinks alone
MORE: Final = 6  # times as much as of others is done at once for a seat that thinks alone,
SHARE: Final = 0.5  # in so much of the time,
BURST_S: Final = 0.005  # and so long in a row


@mypyc_attr(allow_interpreted_subclasses=True)
class Gauge:
    """Seconds per unit of weight, by label; a running mean."""

    def __init__(self) -> None:
        self._cost_s: dict[str, float] = {}

    def knows(self, label: str) -> bool:
        """Has it learned anything of such work?"""
        return label in self._cost_s

    def estimate_s(self, label: str, weight: int) -> float:
        """How long work of this weight will take."""
        return self._cost_s.get(label, FIRST_GUESS_S) * weight

    def learn(self, label: str, weight: float, seconds: float) -> None:
        """Work of this weight took so long."""
        measured = seconds / weight
        known = self._cost_s.get(label, measured)
        self._cost_s[label] = known + WEIGHT * (measured - known)


class InlineAllowance:
    """How much of a request the server's own process does: a little of everybody's, more of a seat's that thinks alone.

    The way to a worker and back takes as long as dozens of playouts. But one loop serves all who play, so the larger
    requests may have half of its time, and a few milliseconds at once.
    """

    def __init__(self, little_s: float, now_s: float) -> None:
        """`little_s` is what anybody may have done at once."""
        self._little_s = little_s
        self._seat = ""  # who asked last,
        self._since_s = now_s  # and from when on nobody else did
        self._left_s = 0.0
        self._stamp_s = now_s

    def most_s(self, seat: str, now_s: float) -> float:
        """What this seat asks for is done at once if it is expected to take no longer."""
        if seat != self._seat:
            self._seat, self._since_s = seat, now_s
        gained_s = SHARE * (now_s - self._stamp_s)
        self._left_s = min(BURST_S, self._left_s + gained_s)
        self._stamp_s = now_s
        is_alone = now_s - self._since_s >= ALONE_S
        return MORE * self._little_s if is_alone and self._left_s > 0.0 else self._little_s

    def charge(self, took_s: float) -> None:
        """Books what was done at once."""
        self._left_s -= took_s


@dataclass
class SeatBudget:
    """The units of one seat: so many until its next decision is closed, so many for the match."""

    per_decision: int
    left_game: int
    _spent: int = 0

    @property
    def left(self) -> int:
        """The units left now."""
        return max(0, min(self.per_decision - self._spent, self.left_game))

    def charge(self, units: int) -> None:
        """Books units used."""
        self._spent += units
        self.left_game = max(0, self.left_game - units)

    def renew(self) -> None:
        """A decision is closed: the next one has its full share."""
        self._spent = 0


class SessionRate:
    """The units per second of one session. May go into debt by one request; then it has to wait."""

    def __init__(self, per_s: float, now_s: float) -> None:
        """A full second's worth is there at once."""
        self._per_s = per_s
        self._units = per_s
        self._stamp_s = now_s

    def wait_s(self, now_s: float) -> float:
        """How long until the next piece of work may start; 0.0 for now."""
        gained = (now_s - self._stamp_s) * self._per_s
        self._units = min(self._per_s, self._units + gained)
        self._stamp_s = now_s
        return max(0.0, -self._units / self._per_s)

    def charge(self, units: int) -> None:
        """Books units used."""
        self._units -= units
