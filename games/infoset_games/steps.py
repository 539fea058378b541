"""What a match is made of: its steps. With the deal they are the whole play; a match is a function of them.

A step says what rules and clocks cannot know by themselves: who chose what, how long it took, who left,
and what chance brought. Replaying one needs no generator, no clock and no player.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from infoset_games.notices import Fact

START: Final = "start"  # the opening chance plies
ACT: Final = "act"  # `seat` answered `decision` with `action`
REPLACE: Final = "replace"  # as ACT, of a choice that was sealed and not yet revealed
MISS: Final = "miss"  # `seat` did not; `action` was played for it
LEAVE: Final = "leave"  # `seat` gave up, `reason` says how
UNDO: Final = "undo"  # `seat` took back its `decision`, the newest that is left
FORGIVE: Final = "forgive"  # misses of `seat` count anew
BRANCH: Final = "branch"  # the steps before are another match's; from here it is played anew
ABORT: Final = "abort"  # the match ended without a winner because of `reason`
NOTHING: Final[list[int]] = []  # drawn by chance in most steps; shared, so never to be changed
KINDS: Final = (START, ACT, REPLACE, MISS, UNDO, LEAVE, FORGIVE, BRANCH, ABORT)


class RecordError(ValueError):
    """A recorded step cannot have happened in this position; the message says which and why."""


@final
@mypyc_attr(acyclic=True)
class Step(Fact):
    """One step. Which fields mean something depends on `kind`; the others stand at their defaults.

    `elapsed_ms` is what the decision took by the server's clock, `forgiven_ms` the part of it put down to
    the network, `charged_ms` what the seat's clock was charged. With UNDO it is what the seat has used of the
    time for the decision that is open anew. `tries` counts the illegal choices before
    it. `chance` holds the codes of all that was drawn because of this step, in order.
    """

    def __init__(
        self,
        kind: str,
        seat: int = -1,
        decision: int = 0,
        action: int = 0,
        *,
        elapsed_ms: int = 0,
        charged_ms: int = 0,
        forgiven_ms: int = 0,
        tries: int = 0,
        reason: str = "",
        chance: list[int] | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.decision = decision
        self.action = action
        self.elapsed_ms = elapsed_ms
        self.charged_ms = charged_ms
        self.forgiven_ms = forgiven_ms
        self.tries = tries
        self.reason = reason
        self.chance: list[int] = NOTHING if chance is None else chance

    def fields(self) -> tuple[Any, ...]:
        return (
            self.kind,
            self.seat,
            self.decision,
            self.action,
            self.elapsed_ms,
            self.charged_ms,
            self.forgiven_ms,
            self.tries,
            self.reason,
            tuple(self.chance),
        )


def own_from(steps: Sequence[Step]) -> int:
    """How many steps at the beginning are another match's, with the one that says so; 0 for most matches."""
    for number in range(len(steps), 0, -1):
        if steps[number - 1].kind == BRANCH:
            return number
    return 0


def undone(steps: Iterable[Step]) -> set[tuple[int, int]]:
    """The decisions that were taken back, as seat and number."""
    return {(step.seat, step.decision) for step in steps if step.kind == UNDO}
