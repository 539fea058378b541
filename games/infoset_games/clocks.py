"""Time control of a match: how long a decision may take and what it costs. Arithmetic only; reads no clock.

All times are whole milliseconds; `now` is any monotonic reading the caller sticks to.
"""

from dataclasses import dataclass
from typing import Literal

ClockKind = Literal["none", "per_move", "bank"]


@dataclass(frozen=True)
class Clock:
    """A time control.

    `none`: decisions stay open for ever. `per_move`: each decision has `move_ms`. `bank`: each seat
    has `main_ms` for the whole match and gains `inc_ms` with every decision of its own. `first_ms`
    is extra time for a seat's first decision, `grace_ms` a network allowance on each that costs nothing.
    """

    kind: ClockKind = "none"
    move_ms: int = 0
    main_ms: int = 0
    inc_ms: int = 0
    first_ms: int = 0
    grace_ms: int = 0


class SeatClock:
    """One seat's time under a control: the bank left, and whether the first decision is still to come."""

    def __init__(self, control: Clock) -> None:
        self.control = control
        self.bank_ms = control.main_ms
        self._extra_ms = control.first_ms

    def budget_ms(self) -> int | None:
        """What the next decision may take without the grace, or None when it is untimed."""
        match self.control.kind:
            case "none":
                return None
            case "per_move":
                return self.control.move_ms + self._extra_ms
            case "bank":
                return self.bank_ms + self._extra_ms

    def cost(self, elapsed_ms: int) -> int:
        """What a decision answered or run out after `elapsed_ms` is charged: all but the grace."""
        return max(0, elapsed_ms - self.control.grace_ms)

    def book(self, charged_ms: int) -> None:
        """Books a decision that cost `charged_ms`."""
        if self.control.kind == "bank":
            self.bank_ms = max(0, self.bank_ms - max(0, charged_ms - self._extra_ms))
            self.bank_ms += self.control.inc_ms
        self._extra_ms = 0
