"""How a match ended: all that rooms, ladders and tournaments are told of it. There is no deal in it and no position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from infoset_games.core import Json
from infoset_games.match import Match
from infoset_games.steps import ABORT, LEAVE, UNDO, own_from
from infoset_games.tables import tables_of
from infoset_protocol.codec import Prepared
from infoset_protocol.messages import Act
from infoset_server.common.ids import MatchId, UserId

UNDECIDED: Final = "fallback:"  # begins the note of an act that the program has not decided itself


@dataclass(frozen=True)
class Conduct:
    """How a seat was played. `fault` is why it did not play on; "" where it did. `took_ms` was charged for all decisions.

    `undecided` counts those of which its program said that it could not take them and played the fallback.
    """

    decisions: int
    took_ms: int
    timeouts: int
    illegal: int
    fault: str
    undecided: int = 0


@dataclass(frozen=True)
class Outcome:
    """The result of a match that is over here. `is_void`: it was aborted, and its places mean nothing.

    Places (from 1) and scores are by seat. `same_map` are options under which all that its deal showed to everybody is
    dealt again.
    """

    reason: str
    is_void: bool
    places: tuple[int, ...]
    scores: tuple[float, ...]
    conduct: tuple[Conduct, ...]
    same_map: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchReport:
    """A match that is played here no more.

    `outcome` is None where it goes on elsewhere. `users` are its players, without house bots; `told` is the
    `match_over` that all of them but `missed_by` have been sent. Where another server has played it, `logs` has the ends
    of what its house bots have written that did not play as they should.
    """

    match_id: MatchId
    outcome: Outcome | None
    users: frozenset[UserId] = frozenset()
    missed_by: frozenset[UserId] = frozenset()
    told: Prepared | None = None
    logs: Mapping[str, str] | None = None


def is_undecided(act: Act) -> bool:
    """Does a program say that it could not decide, and plays the fallback?"""
    return act.note is not None and act.note.startswith(UNDECIDED)


def outcome_of(match: Match, undecided: Sequence[int] = ()) -> Outcome:
    """The outcome of a match that is over; `undecided` are those of `Conduct` by seat, if any are known."""
    assert match.over is not None, "a match that is over has a result"
    result = match.over.result
    return Outcome(
        reason=match.over.reason,
        is_void=match.steps[-1].kind == ABORT,
        places=tuple(result.places),
        scores=tuple(result.scores),
        conduct=tuple(
            replace(conduct, undecided=undecided[seat] if undecided else 0)
            for seat, conduct in enumerate(conduct_of(match))
        ),
        same_map=tables_of(match.game.name).same_map(match.deal),
    )


def conduct_of(match: Match) -> tuple[Conduct, ...]:
    """How each seat was played."""
    seats = range(match.game.seats)
    decisions, took_ms, faults = [0] * len(seats), [0] * len(seats), [""] * len(seats)
    charged_ms: dict[tuple[int, int], int] = {}
    for step in match.steps[own_from(match.steps) :]:
        if step.kind == LEAVE:
            faults[step.seat] = step.reason
        elif step.kind == UNDO:  # its time is charged again with the decision that follows
            decisions[step.seat] -= 1
            took_ms[step.seat] -= charged_ms[step.seat, step.decision]
        elif step.seat >= 0 and step.decision:
            decisions[step.seat] += 1
            took_ms[step.seat] += step.charged_ms
            charged_ms[step.seat, step.decision] = step.charged_ms
    for seat in seats:  # a seat that missed too much has no step of its own for that
        if match.has_left(seat) and not faults[seat]:
            faults[seat] = "timeout"
    rows = zip(decisions, took_ms, match.timeouts, match.illegal, faults, strict=True)
    return tuple(Conduct(*row) for row in rows)
