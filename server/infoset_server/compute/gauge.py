"""Learns what work costs on this machine, to tell what is little. Pure."""

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
