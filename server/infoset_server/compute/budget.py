"""What thinking may cost. The unit is one transition of the game's engine. Pure: no clock, no tasks."""

from dataclasses import dataclass


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
