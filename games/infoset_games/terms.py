"""What the players of a match agree on besides the rules: time, and what becomes of whoever does not answer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from infoset_games.clocks import NO_QUOTA, Clock, LagQuota

UNTIMED = Clock()
OnTimeout = Literal["fallback", "random", "forfeit"]
OnAbsence = Literal["takeover", "forfeit"]


@dataclass(frozen=True)
class Terms:
    """What the players agreed on besides the rules.

    `on_timeout` is played when a deadline passes; `max_timeouts` misses in a row lose the seat, which
    then goes to a bot (`takeover`) or forfeits; the `max_illegal`-th illegal try of one decision is a miss.
    A match longer than `max_plies` is aborted: not every game forbids to play on for ever.
    `lag` is how much each seat may have put down to its network. `berserk` are the seats that play on
    `Clock.berserk`, in order.
    """

    clock: Clock = UNTIMED
    on_timeout: OnTimeout = "fallback"
    max_timeouts: int = 3
    absent: OnAbsence = "takeover"
    max_illegal: int = 3
    max_plies: int = 20_000
    lag: LagQuota = NO_QUOTA
    berserk: tuple[int, ...] = ()

    def with_berserk(self, by_seat: Iterable[bool]) -> "Terms":
        """The same terms where the seats marked here have gone berserk."""
        berserk = tuple(seat for seat, is_berserk in enumerate(by_seat) if is_berserk)
        return replace(self, berserk=berserk) if berserk else self

    def clock_of(self, seat: int) -> Clock:
        """The time control of a seat."""
        return self.clock.berserk() if seat in self.berserk else self.clock
