"""Time control of a match: how long a decision may take and what it costs. Arithmetic only; reads no clock.

All times are whole milliseconds; `now` is any monotonic reading the caller sticks to.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

ClockKind = Literal["none", "per_move", "bank", "correspondence"]

DAY_MS: Final = 86_400_000


@dataclass(frozen=True)
class Clock:
    """A time control.

    `none`: decisions stay open for ever. `per_move`: each decision has `move_ms`. `bank`: each seat
    has `main_ms` for the whole match, gains `inc_ms` with every decision of its own, and its bank is
    touched only `delay_ms` after a question (the simple delay of US Chess, rule 5F, not Bronstein's:
    who has an empty bank still has the delay). `correspondence`: each decision has `move_days` days.

    `first_ms` is extra time for a seat's first decision, `grace_ms` an allowance on each that costs nothing.
    """

    kind: ClockKind = "none"
    move_ms: int = 0
    main_ms: int = 0
    inc_ms: int = 0
    delay_ms: int = 0
    first_ms: int = 0
    grace_ms: int = 0
    move_days: int = 0

    def berserk(self) -> "Clock":
        """The control for a seat that has gone berserk: half the main time, rounded down, and no increment."""
        return replace(self, main_ms=self.main_ms // 2, inc_ms=0)


@dataclass(frozen=True)
class LagQuota:
    """How much of its time a seat may have put down to the network: a bucket, in milliseconds.

    It starts with `start_ms`, each decision adds `gain_ms`, it never holds more than `max_ms`. So
    whoever only pretends that its network is slow gains that much and no more.
    """

    start_ms: int = 0
    gain_ms: int = 0
    max_ms: int = 0


NO_QUOTA: Final = LagQuota()


class SeatClock:
    """One seat's time under a control: the bank left, what may still be forgiven, the warm-up to come.

    `typical_ms` and `worst_ms` are the round trip of the seat's connection, as the owner measured it:
    what it usually takes, and what one answer may take.
    """

    def __init__(self, control: Clock, quota: LagQuota = NO_QUOTA) -> None:
        self.control = control
        self.quota = quota
        self.bank_ms = control.main_ms
        self.quota_ms = min(quota.start_ms, quota.max_ms)
        self.typical_ms = 0
        self.worst_ms = 0
        self._extra_ms = control.first_ms

    def budget_ms(self) -> int | None:
        """What the next decision may take without the grace, or None when it is untimed."""
        match self.control.kind:
            case "none":
                return None
            case "bank":
                return self.bank_ms + self._free_ms()
            case _:
                return self._free_ms()

    def patience_ms(self) -> int:
        """How long after its time is up an answer may still be on the way."""
        return min(self.quota_ms, self.worst_ms)

    def is_costly(self, elapsed_ms: int) -> bool:
        """Does the next decision, once it has taken so long, cost something that can be forgiven?"""
        return self.control.kind != "none" and self._counted_ms(elapsed_ms) > self._free_ms()

    def forgiven_ms(self, elapsed_ms: int) -> int:
        """What the network is blamed for in a decision answered or run out after `elapsed_ms`.

        The usual round trip, where that saves time of the bank; all that an answer may need, where
        it would be late without.
        """
        budget_ms = self.budget_ms()
        if budget_ms is None:
            return 0
        counted_ms = self._counted_ms(elapsed_ms)
        costly_ms = max(0, counted_ms - self._free_ms())
        late_ms = max(0, counted_ms - budget_ms)
        lost_ms = max(min(costly_ms, self.typical_ms), min(late_ms, self.worst_ms))
        return min(self.quota_ms, lost_ms)

    def cost(self, elapsed_ms: int, forgiven_ms: int) -> int:
        """What a decision is charged: all but the grace and what is forgiven."""
        return max(0, self._counted_ms(elapsed_ms) - forgiven_ms)

    def book(self, charged_ms: int, forgiven_ms: int) -> None:
        """Books a decision that cost `charged_ms`."""
        if self.control.kind == "bank":
            self.bank_ms = max(0, self.bank_ms - max(0, charged_ms - self._free_ms()))
            self.bank_ms += self.control.inc_ms
        self.quota_ms = max(0, self.quota_ms - forgiven_ms)
        self.quota_ms = min(self.quota.max_ms, self.quota_ms + self.quota.gain_ms)
        self._extra_ms = 0

    def marks(self) -> tuple[int, int, int]:
        """What a booking changes, for `go_back`."""
        return self.bank_ms, self.quota_ms, self._extra_ms

    def go_back(self, marks: tuple[int, int, int]) -> None:
        """To before a booking: the decision that cost it is open again."""
        self.bank_ms, self.quota_ms, self._extra_ms = marks

    def _counted_ms(self, elapsed_ms: int) -> int:
        """The time that counts: without the grace."""
        return max(0, elapsed_ms - self.control.grace_ms)

    def _free_ms(self) -> int:
        """What the next decision may take without touching a bank."""
        match self.control.kind:
            case "per_move":
                return self.control.move_ms + self._extra_ms
            case "correspondence":
                return self.control.move_days * DAY_MS + self._extra_ms
            case _:
                return self.control.delay_ms + self._extra_ms
