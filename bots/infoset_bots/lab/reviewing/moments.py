"""The decisions of one seat in a replay, where it had something to choose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from infoset_bots.search.decision import WIDE, candidates
from infoset_games.core import State
from infoset_games.decision import Decision
from infoset_games.match import Match
from infoset_games.notices import Asked, Notice, Told
from infoset_games.record import Record
from infoset_games.rng import Rng
from infoset_games.steps import ACT, REPLACE, own_from, undone


@dataclass(frozen=True)
class Moment:
    """A decision: the position then, what was asked, and the code of what the seat played itself.

    `ver` is the version of the match at which it was asked. `state` is the match's own: copy what you keep.
    """

    state: State
    asked: Decision
    action: int
    ver: int

    @property
    def number(self) -> int:
        """Of the seat's decisions, from 1."""
        return self.asked.number


def moments_of(record: Record, seat: int) -> Iterator[Moment | Told]:
    """What the seat was told and asked, in order; without what it did not answer itself, and what was forced.

    Raises RecordError for a record that cannot be played.
    """
    played = final_answers(record, seat)
    for _, match, notices in record.play():
        yield from _heard(match, notices, seat, played)


def _heard(
    match: Match, notices: Sequence[Notice], seat: int, played: dict[int, int]
) -> Iterator[Moment | Told]:
    for notice in notices:
        if isinstance(notice, Told):
            yield notice
        elif isinstance(notice, Asked) and notice.seat == seat:
            asked = match.open.get(seat)
            if asked is None or asked.number != notice.decision:
                continue  # played at once for a seat that has left
            if asked.number in played and has_choice(match.state, asked):
                yield Moment(match.state, asked, played[asked.number], match.ver)


def final_answers(record: Record, seat: int) -> dict[int, int]:
    """By number of the decision what the seat answered, in the end where it changed its mind or took it back.

    What was decided in another match, from which this one goes on, was decided by its players.
    """
    gone = undone(record.steps)
    return {
        step.decision: step.action
        for step in record.steps[own_from(record.steps) :]
        if step.seat == seat and step.kind in (ACT, REPLACE) and (seat, step.decision) not in gone
    }


def has_choice(state: State, asked: Decision) -> bool:
    """Are there two actions that mean different things?"""
    if asked.space.size > WIDE:
        return True
    return asked.space.size > 1 and len(candidates(state, asked.space, Rng(""))) > 1
