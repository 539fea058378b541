"""A question to one seat, how its answer names an action, and what taking the answer back needs."""

from typing import final

from mypy_extensions import mypyc_attr

from infoset_games.core import Json, State
from infoset_games.notices import Accepted
from infoset_games.spaces import ActionSpace


@final
@mypyc_attr(acyclic=True)
class Choice:
    """One of three ways to name an action: position, one option per slot, or written form."""

    def __init__(
        self, index: int | None = None, picks: list[int] | None = None, action: Json = None
    ) -> None:
        self.index = index
        self.picks = picks
        self.action = action


@final
class Decision:
    """An open question to one seat. `number` counts that seat's own decisions from 1.

    `fallback` is an index in `space`; without `budget_ms` the question is untimed.
    """

    def __init__(
        self,
        seat: int,
        number: int,
        kind: str,
        space: ActionSpace,
        fallback: int,
        opened_ms: int,
        budget_ms: int | None,
        grace_ms: int,
        bank_ms: int,
    ) -> None:
        self.seat = seat
        self.number = number
        self.kind = kind
        self.space = space
        self.fallback = fallback
        self.opened_ms = opened_ms
        self.budget_ms = budget_ms
        self.grace_ms = grace_ms
        self.bank_ms = bank_ms  # what its seat had when it was asked
        self.illegal = 0
        self.sealed: int | None = None  # action code
        self.is_own = False  # was it the seat that sealed it?
        self.patience_ms = 0  # an answer may be on the way for so long after the time is up
        self.elapsed_ms = 0
        self.charged_ms = 0
        self.forgiven_ms = 0
        self.used_ms = 0  # before it was opened anew

    def left_ms(self, now_ms: int) -> int | None:
        """Time left without the grace, or None when untimed."""
        if self.budget_ms is None:
            return None
        return max(0, self.opened_ms + self.budget_ms - self.used_ms - now_ms)

    def deadline_ms(self) -> int | None:
        """When the decision is missed, grace and patience with the network included."""
        if self.budget_ms is None:
            return None
        return self.opened_ms + self.budget_ms - self.used_ms + self.grace_ms + self.patience_ms

    def elapsed_by(self, now_ms: int) -> int:
        """What it has taken so far."""
        return self.used_ms + max(0, now_ms - self.opened_ms)

    def accepted(self, is_sealed: bool) -> Accepted:
        """The notice that its answer was taken."""
        return Accepted(
            self.seat,
            self.number,
            self.charged_ms,
            is_sealed,
            elapsed_ms=self.elapsed_ms,
            forgiven_ms=self.forgiven_ms,
        )


@final
class Taken:
    """A ply that one seat chose alone and that nothing has followed but its own: what taking it back needs."""

    def __init__(self, asked: Decision, before: State, marks: tuple[int, int, int]) -> None:
        self.asked = asked
        self.before = before
        self.marks = marks  # of the seat's clock, before the decision was booked
        self.is_reversible: bool | None = None  # None: the rules have not been asked yet
