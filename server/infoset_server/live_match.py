"""A match being played: carries the pure match's notices to the people concerned, and time to the match.

Knows clients and messages, no rules. One object per match; everything happens on the event loop,
one call at a time, and no call waits for a reader.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from infoset_games.choices import write_decision
from infoset_games.match import Choice, Decision, Match
from infoset_games.notices import (
    Accepted,
    AlreadySealed,
    Asked,
    Closed,
    Ended,
    Notice,
    Refused,
    SeatLost,
    Stale,
    TimedOut,
    Told,
)
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ErrorCode
from infoset_protocol.messages import Act
from infoset_server.ids import MatchId
from infoset_server.outbox import Delivery
from infoset_server.people import Client, User
from infoset_server.requests import NotYourSeatError, WrongStateError
from infoset_server.settings import RoomSettings, write_clock

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Chair:
    """A seat of a running match. `client` is who decides now, None while nobody is connected.

    `user` has the seat by right; `taken_by` names the house bot that plays on for an absent user,
    `lost_by` those that could not.
    """

    seat: int
    user: User
    kind: str
    client: Client | None = None
    taken_by: str | None = None
    lost_by: set[str] = field(default_factory=set)
    absence: asyncio.TimerHandle | None = None

    @property
    def bot(self) -> str | None:
        """The house bot that plays here, or is awaited."""
        return self.taken_by or self.user.house_bot

    @property
    def is_vacant(self) -> bool:
        """Does no connection of its user hold it?"""
        gone = self.client is None or not self.client.connection.is_open
        return gone or self.taken_by is not None

    def info(self) -> dict[str, Any]:
        """The seat as `SeatInfo` values."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "user": self.user.id,
            "name": self.user.name,
            "online": self.client is not None,
        }


@dataclass(frozen=True)
class Pace:
    """How a match runs besides the agreed terms."""

    absence_s: float  # a seat without a connection for this long is lost
    delay_s: float = 0.0  # waits before each question, so that people can follow bots


class LiveMatch:
    """One match on the wire. `on_lost(seat)` finds a stand-in for a seat, `on_over()` is called once."""

    def __init__(
        self,
        match_id: MatchId,
        settings: RoomSettings,
        match: Match,
        chairs: list[Chair],
        pace: Pace,
        on_lost: Callable[["LiveMatch", Chair], None],
        on_over: Callable[["LiveMatch"], None],
        compute: Mapping[str, Any] | None = None,
    ) -> None:
        """`compute` is what players are told of the server's compute; None = there is none."""
        self.id = match_id
        self.settings = settings
        self.match = match
        self.chairs = chairs
        self.watchers: list[Client] = []
        self.on_moved: Callable[[], None] | None = None  # called after everything that is told
        self._relieved: list[Client] = []  # lost their seat to a stand-in: they hear how it ends
        self._pace = pace
        self._on_lost = on_lost
        self._on_over = on_over
        self._compute = compute
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ms: int | None = None
        self._consts = match.game.consts()
        self._consts_hash = consts_hash(self._consts)
        self._commit = hashlib.sha256(match.seed.encode()).hexdigest()

    def now_ms(self) -> int:
        """The monotonic clock of the match."""
        return int(self._loop.time() * 1000)

    # The life of the match.

    def start(self) -> None:
        """Tells everybody and asks the first seats."""
        notices = self.match.start(self.now_ms())
        for chair in self.chairs:
            if chair.client is None:
                self._await_return(chair)
            else:
                chair.client.seats[self.id] = chair.seat
                chair.client.connection.send(self._match_start(chair), Delivery.MUST)
        for watcher in self.watchers:
            self._open_watching(watcher)
        logger.info("match %s started: %s", self.id, self.match.game.rules)
        self._tell(notices)

    def act(self, client: Client, act: Act) -> None:
        """A player's decision. Answers the request; raises NotYourSeatError or WrongStateError."""
        seat = client.seats.get(self.id)
        if seat is None or self.chairs[seat].client is not client:
            raise NotYourSeatError("you do not control a seat in this match")
        if self.match.over is not None:
            raise WrongStateError("the match is over")
        choice = Choice(act.index, act.picks, act.action)
        try:
            notices = self.match.submit(
                seat, act.decision, choice, self.now_ms(), replace=bool(act.replace)
            )
            self._answer(client, act, notices[0])
            self._tell(notices[1:])
        except Exception:
            self._break_off()
            raise

    def resign(self, client: Client) -> None:
        """The player gives up. Raises NotYourSeatError or WrongStateError."""
        seat = client.seats.get(self.id)
        if seat is None:
            raise NotYourSeatError("you do not control a seat in this match")
        if self.match.over is not None:
            raise WrongStateError("the match is over")
        self._tell(self.match.forfeit(seat, "resign", self.now_ms()))

    def abort(self, ending: str) -> None:
        """Ends the match without a winner (the server stops, or broke)."""
        self._tell(self.match.abort(ending))

    def credit(self, seat: int, ms: int) -> None:
        """Gives a seat time back: the server, not the player, has used it."""
        self.match.credit(seat, ms, self.now_ms())
        self._arm_timer()

    def _break_off(self) -> None:
        """The rules failed: this match ends, no other is concerned. The caller logs the exception."""
        logger.error("match %s ends: its game failed", self.id)
        self.abort("error")

    # Comings and goings.

    def attach(self, chair: Chair, client: Client) -> None:
        """`client` takes the seat (again): it gets everything it needs to play on."""
        if chair.absence is not None:
            chair.absence.cancel()
            chair.absence = None
        if chair.client is not None:
            chair.client.seats.pop(self.id, None)
        chair.client = client
        client.seats[self.id] = chair.seat
        client.connection.send(self._match_start(chair), Delivery.MUST)
        client.connection.send(self.snapshot(chair.seat), Delivery.MUST)
        self._tell_status(chair)

    def take_back(self, chair: Chair, client: Client) -> None:
        """The user of the chair is back, perhaps to relieve a stand-in."""
        if chair.taken_by is not None:
            chair.taken_by = None
            self.match.forgive(chair.seat)
        if client in self._relieved:
            self._relieved.remove(client)
        self.attach(chair, client)

    def detach(self, client: Client) -> None:
        """`client` lost its connection: its seat stays its own, its clocks run on."""
        seat = client.seats.pop(self.id, None)
        if client in self.watchers:
            self.unwatch(client)
        if seat is None or self.chairs[seat].client is not client:
            return
        chair = self.chairs[seat]
        chair.client = None
        if self.match.over is None:
            self._await_return(chair)
            self._tell_status(chair)

    def watch(self, client: Client) -> None:
        """`client` follows the public view from now on."""
        self.watchers.append(client)
        client.watching.add(self.id)
        self._open_watching(client)

    def unwatch(self, client: Client) -> None:
        """`client` stops watching."""
        self.watchers.remove(client)
        client.watching.discard(self.id)

    def snapshot(self, seat: int | None) -> Prepared:
        """The full view of `seat` with its open decision."""
        message: dict[str, Any] = {
            "type": "snapshot",
            "match_id": self.id,
            "ver": self.match.ver,
            "obs": self.match.observation(seat),
        }
        asked = None if seat is None else self.match.open.get(seat)
        if asked is not None and asked.sealed is None:
            message["pending"] = [self._decision(asked)]
        self._add_clock(message)
        return Prepared(message)

    # Notices to messages.

    def _answer(self, client: Client, act: Act, notice: Notice) -> None:
        """The first notice of a submit is the answer to the request."""
        match notice:
            case Accepted():
                if act.id is not None:
                    client.connection.reply(act, self._act_ok(notice))
            case Stale():
                data: dict[str, Any] = {"open": list(notice.open)}
                msg = f"decision {act.decision} is not open"
                self._refuse(client, act, ErrorCode.STALE_DECISION, msg, data)
            case AlreadySealed():
                msg = "another choice is sealed; set replace to change it"
                self._refuse(client, act, ErrorCode.ALREADY_SEALED, msg)
            case Refused():
                data = {"why": notice.why, "left": notice.left}
                self._refuse(client, act, ErrorCode.ILLEGAL_ACTION, notice.why, data)
            case _:
                raise AssertionError(f"a submit began with {notice}")

    def _refuse(
        self,
        client: Client,
        act: Act,
        code: ErrorCode,
        msg: str,
        data: dict[str, Any] | None = None,
    ) -> None:
        client.connection.error(
            code, msg, request=act, data=data, match_id=self.id, decision=act.decision
        )

    def _tell(self, notices: Iterable[Notice]) -> None:
        lost: list[Chair] = []
        for notice in notices:
            match notice:
                case Told():
                    self._tell_events(notice)
                case Asked():
                    self._ask_soon(notice)
                case Closed():
                    self._to_seat(
                        notice.seat,
                        Prepared(
                            {
                                "type": "turn_closed",
                                "match_id": self.id,
                                "decision": notice.decision,
                                "why": notice.why,
                            }
                        ),
                    )
                case TimedOut():
                    self._to_all(self._timeout(notice))
                case SeatLost():
                    lost.append(self.chairs[notice.seat])
                case Ended():
                    self._end(notice)
                case Accepted() | Stale() | AlreadySealed() | Refused():
                    raise AssertionError(f"{notice} answers a request")
                case _:
                    assert_never(notice)
        for chair in lost:  # last, so that a stand-in's snapshot is not followed by older events
            is_awaited = chair.client is None and chair.bot is not None
            if self.match.over is None and not is_awaited:  # a bot that starts up has its own time
                self._lose(chair)
        self._arm_timer()
        if self.on_moved is not None:
            self.on_moved()

    def _tell_events(self, told: Told) -> None:
        """One message per view. Views that are one object (and with `obs` one seat's) are encoded once."""
        shared: dict[int, Prepared] = {}
        for chair in self.chairs:
            if chair.client is not None:
                prepared = self._view(chair.client, chair.seat, told, shared)
                chair.client.connection.send(prepared)
        if self.watchers:
            full: dict[int, Prepared] = {}
            for watcher in self.watchers:
                known = full if "obs" in watcher.connection.features else shared
                prepared = self._view(watcher, None, told, known)
                watcher.connection.send(prepared, Delivery.STREAM, self.id)

    def _view(
        self, client: Client, seat: int | None, told: Told, shared: dict[int, Prepared]
    ) -> Prepared:
        """What `client` is told, from `shared` if an equal view is there already."""
        items = told.views[seat]
        message = {"type": "events", "match_id": self.id, "ver": told.ver, "items": items}
        if "obs" in client.connection.features:
            message["obs"] = self.match.observation(seat)
            if seat is not None:
                return Prepared(message)
        prepared = shared.get(id(items))
        if prepared is None:
            prepared = shared[id(items)] = Prepared(message)
        return prepared

    def _ask_soon(self, asked: Asked) -> None:
        if self._pace.delay_s:
            self._loop.call_later(self._pace.delay_s, self._ask, asked.seat, asked.decision)
        else:
            self._ask(asked.seat, asked.decision)

    def _ask(self, seat: int, number: int) -> None:
        client = self.chairs[seat].client
        asked = self.match.open.get(seat)
        if client is None or asked is None or asked.number != number:
            return
        message = {
            "type": "your_turn",
            "match_id": self.id,
            "seat": seat,
            "ver": self.match.ver,
            **self._decision(asked),
            "obs": self.match.observation(seat),
        }
        self._add_clock(message)
        client.connection.send(Prepared(message), Delivery.MUST)

    def _decision(self, asked: Decision) -> dict[str, Any]:
        written = write_decision(self.match.game, self.match.state, asked.seat)
        decision = {"decision": asked.number, **written}
        if asked.budget_ms is not None:
            decision["deadline_ms"] = asked.left_ms(self.now_ms())
        return decision

    def _add_clock(self, message: dict[str, Any]) -> None:
        banks = self.match.banks_ms()
        if banks is not None:
            message["clock"] = banks

    def _act_ok(self, accepted: Accepted) -> dict[str, Any]:
        message = {
            "type": "act_ok",
            "match_id": self.id,
            "decision": accepted.decision,
            "elapsed_ms": accepted.charged_ms,
        }
        if accepted.sealed:
            message["sealed"] = True
        return message

    def _timeout(self, missed: TimedOut) -> Prepared:
        return Prepared(
            {
                "type": "timeout",
                "match_id": self.id,
                "seat": missed.seat,
                "decision": missed.decision,
                "applied": missed.applied,
                "misses": missed.misses,
            }
        )

    def _match_start(self, chair: Chair | None) -> Prepared:
        message: dict[str, Any] = {
            "type": "match_start",
            "match_id": self.id,
            "game": self.match.game.name,
            "rules": self.match.game.rules,
            # The own seat stands before the players': a shell bot takes the first `"seat":` it finds.
            **({"role": "watcher"} if chair is None else {"role": "player", "seat": chair.seat}),
            "view": "public" if chair is None else "seat",
            "players": [each.info() for each in self.chairs],
            "options": self.match.game.options(),
            "clock": write_clock(self.match.terms.clock),
            "on_timeout": self.match.terms.on_timeout,
            "max_timeouts": self.match.terms.max_timeouts,
            "consts_hash": self._consts_hash,
            "consts": self._consts,
            "seed_commit": self._commit,
            "ver": self.match.ver,
        }
        if chair is not None and self._compute is not None:
            message["compute"] = self._compute
        return Prepared(message)

    def _open_watching(self, client: Client) -> None:
        client.connection.send(self._match_start(None), Delivery.MUST)
        client.connection.send(self.snapshot(None), Delivery.MUST)

    def _end(self, ended: Ended) -> None:
        self._to_all(
            Prepared(
                {
                    "type": "match_over",
                    "match_id": self.id,
                    "reason": ended.reason,
                    "places": list(ended.result.places),
                    "scores": list(ended.result.scores),
                    "returns": [round(value, 6) for value in ended.result.returns],
                    "timeouts": list(self.match.timeouts),
                    "illegal": list(self.match.illegal),
                    "seed": self.match.seed,
                }
            )
        )
        logger.info("match %s ended: %s, places %s", self.id, ended.reason, ended.result.places)
        self._forget_everybody()
        self._on_over(self)

    def _forget_everybody(self) -> None:
        for chair in self.chairs:
            if chair.absence is not None:
                chair.absence.cancel()
            if chair.client is not None:
                chair.client.seats.pop(self.id, None)
        for watcher in self.watchers:
            watcher.watching.discard(self.id)

    # Absence.

    def _await_return(self, chair: Chair) -> None:
        if self.match.has_left(chair.seat):
            return  # nobody needs to play on for who has resigned
        chair.absence = self._loop.call_later(self._pace.absence_s, self._absent_too_long, chair)

    def _absent_too_long(self, chair: Chair) -> None:
        chair.absence = None
        if chair.client is None and self.match.over is None:
            if self.match.terms.absent == "forfeit":
                self._tell(self.match.forfeit(chair.seat, "forfeit", self.now_ms()))
            else:
                self._lose(chair)

    def _lose(self, chair: Chair) -> None:
        """The seat goes to a stand-in; whoever had it hears so, and the result, but no more of the play."""
        if chair.client is not None:
            chair.client.seats.pop(self.id, None)
            self._relieved.append(chair.client)
            chair.client = None
        if chair.bot is not None:
            chair.lost_by.add(chair.bot)
        self._on_lost(self, chair)

    def stand_in(self, chair: Chair, name: str) -> None:
        """House bot `name` plays on for the seat's owner, as soon as it is connected."""
        chair.taken_by = name
        self.match.forgive(chair.seat)
        self._await_return(chair)
        self._tell_status(chair)

    def give_up(self, chair: Chair) -> None:
        """Nobody can take the seat: it forfeits."""
        self._tell(self.match.forfeit(chair.seat, "forfeit", self.now_ms()))

    def _tell_status(self, chair: Chair) -> None:
        message: dict[str, Any] = {
            "type": "seat_status",
            "match_id": self.id,
            "seat": chair.seat,
            "online": chair.client is not None,
        }
        if chair.absence is not None:
            left_s = chair.absence.when() - self._loop.time()
            message["grace_ms"] = max(0, int(left_s * 1000))
        if chair.taken_by is not None:
            message["taken_by"] = chair.taken_by
        key = f"seat_status:{self.id}:{chair.seat}"
        self._to_all(Prepared(message), Delivery.LATEST, key)

    # Delivery and time.

    def _to_seat(self, seat: int, prepared: Prepared) -> None:
        client = self.chairs[seat].client
        if client is not None:
            client.connection.send(prepared, Delivery.MUST)

    def _to_all(
        self, prepared: Prepared, kind: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        for client in self.players() + self.watchers + self._relieved:
            client.connection.send(prepared, kind, key)

    def players(self) -> list[Client]:
        """The clients on the seats."""
        return [chair.client for chair in self.chairs if chair.client is not None]

    def _arm_timer(self) -> None:
        """Keeps one timer, at the earliest deadline or before it: a timer too early only re-arms."""
        deadline = self.match.next_deadline_ms()
        if self._timer is not None and self._timer_ms is not None:
            if deadline is not None and self._timer_ms <= deadline:
                return
            self._timer.cancel()
            self._timer = self._timer_ms = None
        if deadline is None:
            return
        self._timer_ms = deadline
        self._timer = self._loop.call_at(deadline / 1000, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = self._timer_ms = None
        deadline = self.match.next_deadline_ms()
        if deadline is None or deadline > self.now_ms():
            self._arm_timer()
            return
        try:
            self._tell(self.match.tick(self.now_ms()))
        except Exception:
            logger.exception("match %s: a deadline could not be served", self.id)
            self._break_off()


def consts_hash(consts: dict[str, Any]) -> str:
    """A short name for constant data, equal for equal data: clients cache by it."""
    text = json.dumps(consts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
