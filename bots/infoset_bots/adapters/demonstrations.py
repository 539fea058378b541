"""What the players of a recorded match did, in the numbers of a learner: what each was shown, might say, and said."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from infoset_bots.adapters.encoding import Encoding, EncodingError, Parts
from infoset_games.core import State
from infoset_games.record import Record
from infoset_games.steps import ACT, BRANCH, FORGIVE, REPLACE, UNDO


@dataclass(frozen=True)
class Demonstration:
    """One number that a seat said. Of a decision that is spelled there are several, one behind the other.

    `cells` and `options`, the numbers that were allowed, are what `InfosetSeatEnv` shows in this position.
    """

    seat: int
    decision: int
    cells: Sequence[float]
    options: tuple[int, ...]
    number: int


def demonstrations(
    record: Record, encoding: Encoding, seats: Collection[int] | None = None
) -> Iterator[Demonstration]:
    """The numbers of all decisions that these seats, or all, made themselves, in the order of the match.

    Not theirs is what was played for a seat that missed its time, what it took back, what it did once somebody else had taken
    it over, and what was played before a branch.
    Raises RecordError for a record that cannot be played, EncodingError where the encoding cannot say an action.
    """
    said: dict[tuple[int, int], list[Demonstration]] = {}
    taken_over: set[int] = set()
    before: State | None = None  # the first step is no decision
    for step, match, _ in record.play():
        if step.kind == BRANCH:
            said, taken_over = {}, set()
        elif step.kind == FORGIVE:
            taken_over.add(step.seat)
        elif step.kind == UNDO:
            said.pop((step.seat, step.decision), None)
        elif step.kind in (ACT, REPLACE) and before is not None:
            is_asked_for = seats is None or step.seat in seats
            if is_asked_for and step.seat not in taken_over:
                place = step.seat, step.decision
                said[place] = list(spelled(encoding, before, *place, step.action))
        before = match.state
    for numbers in said.values():
        yield from numbers


def spelled(
    encoding: Encoding, state: State, seat: int, decision: int, action: int
) -> Iterator[Demonstration]:
    """The numbers of one decision. Raises EncodingError."""
    observation = state.observe(seat)
    parts: Parts = ()
    for number in encoding.spell(state, seat, action):
        options = tuple(encoding.options(state, seat, parts))
        if number not in options:
            written = encoding.game.write_action(state, seat, action)
            raise EncodingError(
                f"{encoding.game.name}: spell: {written} has the number {number} behind {parts},"
                f" expected one of {sorted(options)}"
            )
        yield Demonstration(seat, decision, encoding.tensor(observation, parts), options, number)
        parts = (*parts, number)
