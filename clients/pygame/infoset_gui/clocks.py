"""The time of all seats as far as it is told: what is left now, reckoned on from what the server said last. Reads no clock."""

from collections.abc import Iterable, Sequence
from typing import Final

from infoset_protocol.messages import ClockSpec

DAY_S: Final = 86_400.0
MILLI: Final = 1000.0


class Clocks:
    """Times of one match. Seconds are those of any clock that only goes forward."""

    def __init__(self, spec: ClockSpec) -> None:
        self.spec = spec
        self.thinking: tuple[int, ...] = ()  # the seats that decide
        self._banks_s: list[float] | None = None  # at `_since_s`
        self._since_s = 0.0
        self._have_decided: set[int] = set()

    def tell(self, banks_ms: Sequence[int] | None, at_s: float) -> None:
        """What the server says is right."""
        if banks_ms:
            self._banks_s = [bank / MILLI for bank in banks_ms]
            self._since_s = at_s

    def turn(self, seats: Iterable[int], at_s: float, decided: Sequence[int] = ()) -> None:
        """From now on `seats` decide; those in `decided` have done so."""
        seats = tuple(seats)
        if self._banks_s is not None:
            self._banks_s = [
                (self.left_s(seat, at_s) or 0.0) + self._earned_s(seat, decided)
                for seat in range(len(self._banks_s))
            ]
        goes_on = bool(seats) and seats == self.thinking and not decided
        if not goes_on or self._banks_s is not None:
            self._since_s = at_s
        self.thinking = seats
        self._have_decided.update(decided)

    def _earned_s(self, seat: int, decided: Sequence[int]) -> float:
        earns = seat in self.thinking and seat in decided
        return (self.spec.inc_ms or 0) / MILLI if earns else 0.0

    def left_s(self, seat: int, at_s: float) -> float | None:
        """What a seat has left; None where that is not known, or nobody counts."""
        spec = self.spec
        is_thinking = seat in self.thinking
        gone_s = at_s - self._since_s if is_thinking else 0.0
        if spec.kind == "bank":
            if self._banks_s is None or seat >= len(self._banks_s):
                return None
            return max(0.0, self._banks_s[seat] - max(0.0, gone_s - (spec.delay_ms or 0) / MILLI))
        if not is_thinking or spec.kind not in ("per_move", "correspondence"):
            return None
        each_s = (
            (spec.move_ms or 0) / MILLI
            if spec.kind == "per_move"
            else (spec.move_days or 0) * DAY_S
        )
        first_s = 0.0 if seat in self._have_decided else (spec.first_ms or 0) / MILLI
        return max(0.0, each_s + first_s - gone_s)
