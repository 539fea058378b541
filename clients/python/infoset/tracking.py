"""Follows one match through its messages and says what they mean for its player. Pure: no I/O.

absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
                                  |
                                  +--answered, accepted--> closed
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from infoset.turn import Match, MatchResult, Player, Slot, Turn
from infoset_games.game import Game, OptionError
from infoset_games.registry import RulesVersionError, UnknownGameError, make_game
from infoset_protocol.messages import (
    ChatMsg,
    Decision,
    Events,
    Legal,
    MatchOver,
    MatchStart,
    SeatInfo,
    SeatStatus,
    ServerMessage,
    Snapshot,
    Timeout,
    TurnClosed,
    Unknown,
    YourTurn,
)

logger = logging.getLogger(__name__)

WITHDRAWN = "withdrawn"  # why a decision is closed that nobody has to take any more
AWAY = "away"  # why a decision was missed: it closed while there was no connection


@dataclass(frozen=True)
class Asked:
    """A decision waits for an answer; the same one may be asked again after a reconnect."""

    turn: Turn


@dataclass(frozen=True)
class Happened:
    """Something changed, as this seat may see it; `ver` is that of its view afterwards."""

    events: Sequence[Mapping[str, Any]]
    ver: int


@dataclass(frozen=True)
class Behind:
    """What changed in the versions behind `told`, up to `ver`, was told to nobody here: the program was away, or is new."""

    told: int
    ver: int


@dataclass(frozen=True)
class Missed:
    """A decision of this seat closed without an answer we know of; `why` as the server put it, or AWAY."""

    decision: int
    why: str


@dataclass(frozen=True)
class Over:
    """The match ended."""

    result: MatchResult


@dataclass(frozen=True)
class Talked:
    """Somebody said something in the match."""

    name: str
    text: str


Happening = Asked | Happened | Behind | Missed | Over | Talked


class MatchTracker:
    """What is known about one match, and which of its decisions are open."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._open: dict[int, Turn] = {}
        self._told = 0  # the version up to which it is known what happened
        self._settled = (-1, 0)  # the last accepted decision, and when that was heard

    def is_open(self, decision: int) -> bool:
        """Does `decision` still wait for an answer, as far as the messages so far tell?"""
        return decision in self._open

    def find(self, decision: int) -> Turn | None:
        """The turn of an open decision, None for any other number."""
        return self._open.get(decision)

    def open_turns(self) -> list[Turn]:
        """The open decisions, oldest first."""
        return [self._open[decision] for decision in sorted(self._open)]

    def close(self, decision: int) -> None:
        """`decision` was answered and the server accepted it."""
        self._open.pop(decision, None)

    def settle(self, decision: int, arrival: int) -> None:
        """The word that the answer to `decision` was accepted arrived as number `arrival`.

        Questions up to that decision that came before are old, even where they are looked at later.
        """
        self._settled = decision, arrival

    def take(self, message: ServerMessage | Unknown, arrival: int = 0) -> list[Happening]:
        """Takes in one message about this match, which arrived as that number. What it does not know it skips."""
        match message:
            case YourTurn():
                self._told = max(self._told, message.ver)
                return self._ask(message, message.obs or {}, message.clock, message.ver, arrival)
            case Snapshot():
                return self._take_snapshot(message, arrival)
            case Events():
                self._told = message.ver
                return [Happened(message.items, message.ver)] if message.items else []
            case TurnClosed():
                return self._miss(message.decision, message.why)
            case Timeout() if message.seat == self.match.seat:
                return self._miss(message.decision, f"timeout, {message.applied} played")
            case ChatMsg():
                return [Talked(message.name, message.text)]
            case MatchOver():
                self._open.clear()
                return [Over(read_result(message, self.match.seat))]
            case _:
                return []

    def _take_snapshot(self, snapshot: Snapshot, arrival: int) -> list[Happening]:
        """A snapshot lists all open decisions: others are closed, missed while nobody looked."""
        pending = {decision.decision for decision in snapshot.pending}
        happenings: list[Happening] = []
        if snapshot.ver > self._told:
            happenings.append(Behind(self._told, snapshot.ver))
            self._told = snapshot.ver
        for number in [number for number in self._open if number not in pending]:
            happenings += self._miss(number, AWAY)
        for decision in snapshot.pending:
            happenings += self._ask(decision, snapshot.obs, snapshot.clock, snapshot.ver, arrival)
        return happenings

    def _ask(
        self,
        asked: YourTurn | Decision,
        obs: Mapping[str, Any],
        clock: Sequence[int] | None,
        ver: int,
        arrival: int,
    ) -> list[Happening]:
        decision, heard = self._settled
        if asked.decision <= decision and arrival < heard:
            return []
        if asked.decision > decision:  # nothing said that the seats have opened what was sealed
            self._open = {number: turn for number, turn in self._open.items() if number > decision}
        turn = read_turn(self.match, asked, obs, clock, ver)
        self._open[turn.decision] = turn
        return [Asked(turn)]

    def _miss(self, decision: int, why: str) -> list[Happening]:
        if self._open.pop(decision, None) is None:
            return []
        return [Missed(decision, why)]


def read_match(start: MatchStart, find_engine: Callable[[MatchStart], Game | None]) -> Match:
    """The match as its player knows it. `find_engine` finds the rules, if they are here."""
    return Match(
        match_id=start.match_id,
        game=start.game,
        rules=start.rules,
        seat=start.seat if start.seat is not None else -1,
        players=tuple(_read_player(seat) for seat in start.players),
        options=start.options,
        consts=start.consts or {},
        clock=start.clock.model_dump(exclude_none=True),
        engine=find_engine(start),
        compute=start.compute or {},
    )


def find_engine(start: MatchStart) -> Game | None:
    """The installed rules of a match, None where they are missing or of another version."""
    try:
        return make_game(start.game, start.options, start.rules)
    except (UnknownGameError, OptionError, RulesVersionError) as error:
        logger.info("observations of match %s stay plain: %s", start.match_id, error)
        return None


def read_turn(
    match: Match,
    asked: YourTurn | Decision,
    obs: Mapping[str, Any],
    clock: Sequence[int] | None = None,
    ver: int = 0,
) -> Turn:
    """The question as a bot sees it."""
    legal: Legal = asked.legal
    return Turn(
        match=match,
        decision=asked.decision,
        kind=asked.kind,
        n=asked.n,
        actions=list(legal.actions or []),
        slots=[Slot(slot.slot, list(slot.options)) for slot in legal.slots or []],
        params=[param.model_dump(exclude_none=True) for param in legal.params or []],
        fallback=asked.fallback,
        plain_observation=obs,
        deadline_ms=asked.deadline_ms,
        clock_ms=tuple(clock or ()),
        optional=bool(asked.optional),
        tick=asked.tick if isinstance(asked, YourTurn) else None,
        ver=ver,
    )


def read_result(over: MatchOver, seat: int) -> MatchResult:
    """The end as a bot sees it."""
    return MatchResult(
        reason=over.reason,
        places=tuple(over.places),
        scores=tuple(over.scores),
        returns=tuple(over.returns),
        seat=seat,
    )


def is_replaced_by(message: ServerMessage | Unknown, seat: int) -> bool:
    """Does a bot play on for that seat from now on? Who has it is asked nothing more, and not told that a question is closed."""
    return isinstance(message, SeatStatus) and message.seat == seat and bool(message.taken_by)


def _read_player(seat: SeatInfo) -> Player:
    return Player(seat=seat.seat, name=seat.name or "", is_bot=seat.kind == "bot")
