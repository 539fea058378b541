"""What thinking may cost a seat and a session, and what work costs on this machine. Pure: no clock, no tasks."""

from dataclasses import dataclass
from typing import Final

FIRST_GUESS_S: Final = 4e-6  # for one transition or the like
WEIGHT: Final = 0.2  # of the newest measurement


class Gauge:
    """Seconds per unit of weight, by label; a running mean."""

    def __init__(self) -> None:
        self._cost_s: dict[str, float] = {}

    def estimate_s(self, label: str, weight: int) -> float:
        """How long work of this weight will take."""
        return self._cost_s.get(label, FIRST_GUESS_S) * weight

    def learn(self, label: str, weight: int, seconds: float) -> None:
        """Work of this weight took so long."""
        known = self._cost_s.get(label, FIRST_GUESS_S)
        self._cost_s[label] = known + WEIGHT * (seconds / weight - known)


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
