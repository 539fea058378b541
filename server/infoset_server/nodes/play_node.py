"""A play node: plays matches for the hall, whichever server that is, and goes on with them when another becomes it.

Its matches are its own: stored under its claim, with house bots of its own. Clients are at the hall; here they are
visitors, over lines that end at the trunk, or at a way to their edge (`shortcuts.py`). When the trunk breaks all of them
are gone, and clocks stand still until they are back. What the hall has not confirmed is reported again to the next one.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import ClientMessage, read_request
from infoset_protocol.session import Request
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.groups import FarGroups
from infoset_server.cluster.hall_trunk import HallTrunk
from infoset_server.cluster.play_frames import TO_PLAY
from infoset_server.cluster.shortcuts import AWAY, OF_THE_HALL, RETRY_MS
from infoset_server.cluster.trunk import Trunk
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import AwayError
from infoset_server.config import QueueLimits, RoomLimits
from infoset_server.matches.match_records import HeadRoom, open_deal
from infoset_server.matches.replays import FinishedMatches
from infoset_server.matches.report import MatchReport, Outcome
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings, read_settings
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss
from infoset_server.nodes.departure import Departure
from infoset_server.nodes.exchange import MatchExchange
from infoset_server.nodes.handing_over import HandingOver
from infoset_server.nodes.ladder_teller import LadderTeller
from infoset_server.nodes.lent_programs import LentPrograms, NothingLent, ends_of
from infoset_server.nodes.shortcuts import NodeShortcuts
from infoset_server.nodes.told_bots import ToldBots
from infoset_server.nodes.turns import TurnTeller
from infoset_server.nodes.wording import (
    chair_of,
    read_guest,
    read_lent,
    read_place,
    write_place,
    write_report,
)
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.elsewhere import Nowhere
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room
from infoset_server.storage.port import Claim
from infoset_server.storage.seed_box import SeedBox

logger = logging.getLogger(__name__)

LOST: Final = 1006  # close code of a line whose client is gone
TRUNK: Final = "hall"


class Visitor:
    """A client of the hall that takes part here, and what the hall knows that it watches and where it sits."""

    __slots__ = ("client", "line", "seats_told", "told")

    def __init__(self, client: Client, line: FarLine) -> None:
        self.client: Final = client
        self.line: Final = line
        self.told: set[MatchId] = set()
        self.seats_told: dict[MatchId, int] = {}


class ThroughHall(Nowhere):
    """What is asked of a match that is put down goes back to the hall, which knows where the match goes on."""

    def __init__(self, send: Callable[[Frame], None], clock_s: Callable[[], float]) -> None:
        self._send = send
        self._clock_s = clock_s

    def pass_on(
        self, match_id: MatchId, client: Client, message: ClientMessage, arrived_s: float
    ) -> None:
        """As Elsewhere. Raises AwayError."""
        line = client.line
        if not isinstance(line, FarLine):
            raise AwayError(AWAY)  # a house bot's, which is closed already
        held_us = min(max(0, round((self._clock_s() - arrived_s) * 1e6)), frames.HELD_MOST_US)
        self._send(play_frames.Returned(line.number, message.to_plain(), line.ignored, held_us))


class PlayNode:
    """Looks for the hall as soon as it is made."""

    def __init__(
        self,
        bus: Bus,
        name: str,
        play: MatchRegistry,
        lobby: Lobby,
        people: ClientRegistry,
        finished: FinishedMatches,
        limits: RoomLimits,
        *,
        answer: Callable[[EntryLine, ClientMessage, float], None],
        make_good: Callable[[EntryLine, Loss], None],
        leave: Callable[[Client], None],
        owes: Callable[[Client], bool],
        rules: Mapping[str, str],
        hosting: Hosting,
        queues: QueueLimits,
        patience: int,
        hands: HandingOver | None = None,
        lent: LentPrograms | None = None,
        seeds: SeedBox | None = None,
        on_hall: Callable[[int], None] = lambda epoch: None,
        on_counted: Callable[[MatchId], None] = lambda match_id: None,
    ) -> None:
        """`answer` serves requests, `make_good` who has missed something; `leave` is told of clients that are gone, and
        `owes` says to whom an answer is still to come.
        `rules` are those of games by name; the house bots are `hosting`'s.
        `on_hall` is told the epoch of each hall, before that has anything begin; `on_counted` which matches the hall
        has kept as ended.

        With `hands` matches go to other nodes, and come from those. With `lent` uploaded versions may play here.
        With `seeds`, which opens those that the hall has sealed, matches can be dealt as others were.
        """
        self._play = play
        self._lobby = lobby
        self._people = people
        self._finished = finished
        self._limits = limits
        self._answer = answer
        self._make_good = make_good
        self._leave = leave
        self._owes = owes
        self._rules = dict(rules)
        self._bots = ToldBots(hosting, self._playing_bots, self._bots_changed)
        self._seeds = seeds
        self._lent = lent or NothingLent()
        self._lent.on_changed = self._bots_changed
        self._queues = queues
        self._loop = asyncio.get_running_loop()
        self._visitors: dict[int, Visitor] = {}
        self._users: dict[str, User] = {}
        self._matches: dict[MatchId, play_frames.Running] = {}  # running, or not confirmed
        self._reports: dict[MatchId, play_frames.Over] = {}  # that the hall has not confirmed
        self._turns = TurnTeller(play, self._send)
        self._ladders = LadderTeller(play, hosting, self._send)
        self._exchange: MatchExchange | None = None
        if hands is not None:
            self._exchange = MatchExchange(
                hands,
                play,
                self._known,
                self._send,
                set_up=self._gone_on,
                put_down=self._put_down,
                gone=self._gone,
            )
            play.moving = self._exchange.put_down
            play.elsewhere = ThroughHall(self._send, self._loop.time)
        self._on_hall = on_hall
        self._on_counted = on_counted
        self._is_on_roll = False  # the hall has heard what is played here
        self._departure = Departure(self._send, self._unfinished)
        play.on_over.append(self._over)
        self._hall = HallTrunk(
            bus,
            name,
            TO_PLAY,
            patience,
            on_open=self._find_hall,
            on_broken=self._lose_hall,
            take=self._take,
            on_quiet=play.floor.on_cut_off,
        )
        self._groups = FarGroups(self._hall.send)
        self._shortcuts = NodeShortcuts(
            bus,
            name,
            patience,
            to_hall=self._send,
            ask=self._ask_past_hall,
            ask_late=self._ask,
            matches=self._matches_of,
            send_away=self._send_away,
        )

    @property
    def visitors(self) -> int:
        """How many clients take part here."""
        return len(self._visitors)

    async def leave(self, grace_s: float) -> None:
        """Has other nodes go on with the matches, those that can before `grace_s` is over, and says nothing more if all can."""
        if self._exchange is None or self._hall.trunk is None:
            self._departure.is_begun = True
        elif await self._departure.take(grace_s):
            self._hall.close()

    async def close(self) -> None:
        """Says nothing more."""
        if self._exchange is not None:
            await self._exchange.close()
        self._bots.close()
        self._shortcuts.close()
        self._hall.close()

    def _send(self, frame: Frame) -> None:
        """To the hall, which hears of matches what the roll says first."""
        if self._is_on_roll:
            self._hall.send(frame)

    # The hall.

    def _find_hall(self) -> None:
        """A hall is there. It has perhaps given others what is played here, while nothing was heard of this node."""
        self._shortcuts.open(self._hall.life, self._hall.every_s)
        self._on_hall(self._hall.epoch)
        call_roll = partial(self._call_roll, self._hall.trunk)
        if self._exchange is None:
            call_roll()
        else:
            self._exchange.confirm(call_roll)

    def _call_roll(self, trunk: Trunk | None) -> None:
        """The hall hears what is played here, and what has ended.

        What an earlier hall was to tell players of an end has perhaps not come to them.
        """
        send, exchange = self._send, self._exchange
        if self._hall.trunk is not trunk:
            return
        self._is_on_roll = True
        self._bots.look()
        self._join()
        for match_id in self._matches:
            send(self._running(match_id))
        self._turns.tell_all()
        for report in self._reports.values():
            send(msgspec.structs.replace(report, missed_by=report.users))
        if exchange is None:
            self._bots.is_settled = True
            send(play_frames.Ready())
        else:
            exchange.call_roll(partial(self._get_ready, trunk))

    def _join(self) -> None:
        offer = self._bots.offer
        can_give = self._exchange is not None
        bots = (*offer.by_name, *self._lent.titles)
        self._send(
            play_frames.Joined(
                self._rules,
                bots,
                can_give,
                offer.by_name,
                shortcuts=True,
                places=self._lent.places,
                deals=self._seeds is not None,
                kept=tuple(self._lent.kept),
                snapshots=tuple(sorted(offer.snapshots)),
            )
        )

    def _bots_changed(self) -> None:
        """Other house bots or uploaded versions than before can play here."""
        if self._is_on_roll:
            self._join()

    def _playing_bots(self) -> Iterator[str]:
        for running in self._matches.values():
            for chair in running.chairs:
                if chair.house_bot is not None:
                    yield chair.house_bot

    def _running(self, match_id: MatchId) -> play_frames.Running:
        """What the hall is told of a match, which may be about to leave: its requests wait at the hall then."""
        is_put_down = self._exchange is not None and self._exchange.has(match_id)
        return msgspec.structs.replace(self._matches[match_id], is_put_down=is_put_down)

    def _get_ready(self, trunk: Trunk | None) -> None:
        """The matches that it was given while no hall could tell it so go on."""
        self._bots.is_settled = True
        if self._hall.trunk is trunk:
            self._send(play_frames.Ready())
            self._departure.hall_came()

    def _lose_hall(self, why: str) -> None:
        """All visitors are gone, and come back over the next trunk. Nobody's clock runs for that."""
        self._is_on_roll = False
        self._departure.hall_gone()
        self._shortcuts.clear()
        for visitor in list(self._visitors.values()):
            self._end(visitor, LOST)
        for live in self._play.running.values():
            live.clock.await_players()
            live.clock.arm()

    # What the hall wants.

    def _take(self, batch: Sequence[Frame]) -> None:
        for frame in batch:
            try:
                self._serve(frame)
            except Exception:
                logger.exception("a frame of the hall failed: %s", type(frame).__name__)

    def _serve(self, frame: Frame) -> None:
        match frame:
            case frames.Asked():
                if not self._shortcuts.holds(frame):
                    self._ask(frame)
            case frames.Gone():
                visitor = self._visitors.get(frame.line)
                if visitor is not None:
                    self._end(visitor, frame.code)
            case frames.FromLine():
                visitor = self._visitors.get(frame.line)
                if visitor is not None:
                    self._serve_visitor(visitor, frame)
            case play_frames.Visit():
                self._receive(frame)
            case play_frames.Begin():
                self._begin(frame)
            case play_frames.Stop():
                live = self._play.running.get(MatchId(frame.match_id))
                if live is not None:
                    live.abort(frame.ending)
            case play_frames.Freeze():
                live = self._play.running.get(MatchId(frame.match_id))
                if live is not None:
                    live.freeze(frame.is_frozen)
            case play_frames.Counted():
                self._counted(MatchId(frame.match_id))
            case play_frames.HandOver():
                if self._exchange is not None:
                    self._exchange.hand_over(MatchId(frame.match_id), frame.node)
            case play_frames.TakeUp():
                self._take_up(frame)
            case play_frames.LetGo():
                self._let_go()
            case play_frames.Lent():
                self._lent.lend(read_lent(frame))
            case play_frames.TakenBack():
                self._lent.take_back(frame.title)
            case play_frames.AsksLogs():
                logs = ends_of(self._lent.logs(frame.title))
                self._send(play_frames.Logged(frame.number, logs))
            case _:
                logger.warning("the hall sent a %s", type(frame).__name__)

    def _serve_visitor(self, visitor: Visitor, frame: frames.FromLine) -> None:
        client, line = visitor.client, visitor.line
        match frame:
            case play_frames.Here():
                self._reattach(visitor)
            case play_frames.Allowed():
                self._shortcuts.allow(frame)
            case frames.AsksTurn():
                self._shortcuts.hall_turns(frame.line)
            case play_frames.Admit():
                self._admit(client, MatchId(frame.match_id))
            case frames.WentAway():
                line.is_away = True
                self._play.floor.step_out(client)
            case frames.CameBack():
                line.is_away = False
                self._play.floor.step_in(client)
                self._reattach(visitor)
            case frames.Missed():
                self._make_good(line, Loss(frame.key, frame.dropped))
            case frames.Flowing():
                line.flowed(frame.mark)
            case frames.Lagging():
                line.lags(frame.lag_ms)

    def _ask_past_hall(self, asked: frames.Asked) -> None:
        """What an edge asks that the hall has not seen. Of a match that has left, it sees it now."""
        visitor = self._visitors.get(asked.line)
        if visitor is None or not visitor.line.is_open:
            return
        held_us = min(asked.held_us, frames.HELD_MOST_US)
        message, _ = read_request(asked.request)
        match_id = MatchId(getattr(message, "match_id", None) or "")
        is_leaving = self._exchange is not None and self._exchange.has_put_down(match_id)
        if match_id in self._play.running and not is_leaving and message.type not in OF_THE_HALL:
            self._ask(msgspec.structs.replace(asked, held_us=held_us))
        else:
            self._send(play_frames.Returned(asked.line, asked.request, asked.ignored, held_us))

    def _matches_of(self, visit: int) -> tuple[str, ...]:
        """Those in which a visitor plays here, where all that it hears it hears alone."""
        visitor = self._visitors.get(visit)
        if visitor is None or visitor.line.is_in_group or not visitor.line.is_open:
            return ()
        return tuple(sorted(visitor.client.seats.keys() & self._play.running.keys()))

    def _send_away(self, visit: int) -> None:
        visitor = self._visitors.get(visit)
        if visitor is not None:
            visitor.line.close(CloseCode.RESTARTING, AWAY, retry_ms=RETRY_MS)

    def _ask(self, asked: frames.Asked) -> None:
        visitor = self._visitors.get(asked.line)
        if visitor is None or not visitor.line.is_open:
            return
        line = visitor.line
        arrived_s = self._loop.time() - asked.held_us / 1e6
        line.lags(asked.lag_ms)
        message, _ = read_request(asked.request)
        line.current = Request(message, asked.ignored)
        self._answer(line, message, arrived_s)
        line.current = None

    # Visitors.

    def _receive(self, visit: play_frames.Visit) -> None:
        opened = visit.opened
        line = FarLine(opened, TRUNK, self._shortcuts.tell, self._queues, self._groups)
        line.open_as(opened, visit.session, visit.features)
        line.is_away = visit.is_away
        client = Client(self._user_of(visit.user), line, visit.is_program)
        client.takes_seats = visit.takes_seats
        visitor = self._visitors[opened.line] = Visitor(client, line)
        line.tell_before(lambda: self._tell_watching(visitor))
        self._people.clients[line] = client
        self._reattach(visitor)

    def _reattach(self, visitor: Visitor) -> None:
        taken = tuple(live.id for live, _ in self._play.floor.reattach(visitor.client))
        if taken:
            self._send(play_frames.Seated(visitor.line.number, taken))
            self._shortcuts.offer(visitor.line.number)

    def _user_of(self, guest: play_frames.Guest, house_bot: str | None = None) -> User:
        """One object for each user, as long as anybody here knows them."""
        if house_bot is not None:
            return read_guest(guest, house_bot)
        return self._users.setdefault(guest.id, read_guest(guest))

    def _forget_users(self) -> None:
        needed = {visitor.client.user.id for visitor in self._visitors.values()}
        for live in self._play.running.values():
            needed.update(match_seat.user.id for match_seat in live.match_seats)
        for user_id in self._users.keys() - needed:
            del self._users[user_id]

    def _end(self, visitor: Visitor, code: int) -> None:
        line = visitor.line
        if line.close_code is None:
            line.close_code = code
        del self._visitors[line.number]
        self._shortcuts.forget(line.number)
        del self._people.clients[line]
        self._leave(visitor.client)

    def _tell_watching(self, visitor: Visitor) -> None:
        """The hall hears first what a client watches and where it sits, then what it is told of that."""
        watching, seats = visitor.client.watching, visitor.client.seats
        if watching == visitor.told and seats == visitor.seats_told:
            return
        visitor.told, visitor.seats_told = set(watching), dict(seats)
        seen = [self._play.running[one] for one in watching & self._play.running.keys()]
        eyes = {str(live.id): live.spectators.viewers.get(visitor.client) for live in seen}
        held = {str(match_id): seat for match_id, seat in seats.items()}
        self._send(play_frames.Watching(visitor.line.number, eyes, held))
        self._shortcuts.offer(visitor.line.number)

    # Matches.

    def _begin(self, begin: play_frames.Begin) -> None:
        match_id = MatchId(begin.match_id)
        if match_id in self._matches:
            return
        place, asked = read_place(begin.place)
        settings = read_settings(asked, self._limits, place.code, may_rate=True)
        seed = None
        if begin.deal and self._seeds is not None:
            seed = open_deal(begin.dealt_for, begin.deal, self._seeds).seed
        match_seats = []
        for seat, chair in enumerate(begin.chairs):
            visitor = self._visitors.get(chair.line)
            user = self._user_of(chair.user, chair.house_bot)
            client = None if visitor is None else visitor.client
            match_seats.append(MatchSeat(seat, user, chair.kind, client, berserk=chair.berserk))
        host = play_frames.Guest(place.host, place.host_name, classroom=place.classroom)
        single = replace(settings, asked=asked.model_copy(update={"best_of": None}))
        room = self._lobby.create(single, read_guest(host), "brief")
        room.part = place.part
        watchers = [
            self._visitors[line].client for line in begin.watchers if line in self._visitors
        ]
        chairs = tuple(map(chair_of, match_seats))
        self._matches[match_id] = play_frames.Running(begin.match_id, begin.place, chairs)
        self._note_matches()
        logger.info("match %s is played for the hall", match_id)
        if place.part is not None and self._bots.look():
            self._join()  # the next match of an entry is not to be played by another
        under = Claim(begin.task, "", begin.epoch, 0.0) if begin.task else None
        self._play.begin_for(room, settings, place, match_seats, watchers, match_id, under, seed)

    def _admit(self, client: Client, match_id: MatchId) -> None:
        live = self._play.running.get(match_id)
        if live is not None:
            live.spectators.join(client)

    def _over(self, room: Room, report: MatchReport) -> None:
        """A match has ended; one that another server has taken over is reported from there."""
        match_id = report.match_id
        if report.outcome is not None:
            self._report(room, report, report.outcome)
        elif self._exchange is None or not self._exchange.has(match_id):
            self._matches.pop(match_id, None)
            if self._exchange is not None:
                self._exchange.look_for(match_id)
        self._note_matches()

    def _report(self, room: Room, report: MatchReport, outcome: Outcome) -> None:
        is_contest = room.part is not None
        if is_contest and room.match is not None:
            seats = room.match.match_seats
            logs = self._ladders.look_after(seats, outcome.conduct, report.match_id)
            report = replace(report, logs=logs)
        finished = self._finished.find(report.match_id)
        over = write_report(report, finished, is_contest=is_contest)
        self._reports[report.match_id] = over
        if report.match_id in self._matches:  # else the hall hears first where it was begun
            self._send(over)

    def _counted(self, match_id: MatchId) -> None:
        """The hall has heard how a match ended, or whose it is."""
        if self._exchange is not None:
            self._exchange.confirmed(match_id)
        if self._reports.pop(match_id, None) is not None:
            self._matches.pop(match_id, None)
            self._on_counted(match_id)
        self._forget_users()

    def _note_matches(self) -> None:
        self._departure.note_matches(len(self._matches.keys() - self._reports.keys()))

    # How it leaves.

    def _unfinished(self) -> tuple[int, ...]:
        """Visits to which an answer is owed, or whose edge may ask past the hall."""
        return tuple(
            number
            for number, visitor in self._visitors.items()
            if self._owes(visitor.client) or self._shortcuts.are_taken(number)
        )

    def _let_go(self) -> None:
        """The hall has nothing more for visitors; what they asked before is served first, even if it has to wait."""
        if self._exchange is not None:
            self._exchange.in_turn(partial(self._let_go_by, self._hall.trunk))

    def _let_go_by(self, trunk: Trunk | None) -> None:
        if self._hall.trunk is trunk:
            self._departure.let_go()

    # Matches that change hands.

    def _take_up(self, order: play_frames.TakeUp) -> None:
        match_id = MatchId(order.match_id)
        if match_id in self._reports:  # the hall has not heard of that, or could not keep it
            if match_id in self._matches:
                self._send(self._running(match_id))
            self._send(self._reports[match_id])
            return
        for chair in order.chairs:
            if chair.house_bot is None:
                self._user_of(chair.user)
        if self._exchange is not None:
            self._exchange.take_up(match_id, partial(self._go_on, order, self._hall.trunk))

    def _go_on(self, order: play_frames.TakeUp, trunk: Trunk | None, live: MatchRunner) -> None:
        """What the hall knows of a match, and its log does not; it hears that the match is here, if it was already.

        Visits are numbered anew over each trunk: over another, the hall tells by itself who watches.
        """
        self._send(self._running(live.id))
        if self._hall.trunk is not trunk:
            return
        if order.is_frozen:
            live.freeze(True)
        for line in order.watchers:
            visitor = self._visitors.get(line)
            if visitor is not None:
                self._admit(visitor.client, live.id)

    def _gone_on(self, place: HeadRoom, settings: RoomSettings, live: MatchRunner) -> None:
        """A match goes on here; its players are those visitors to whom its seats belong.

        One that had ended, though no hall may have heard of that, or of the match, has been reported just now.
        """
        report = self._reports.get(live.id)
        if live.is_over and report is None:
            return  # it has gone elsewhere since
        chairs = tuple(map(chair_of, live.match_seats))
        running = play_frames.Running(live.id, write_place(place, settings), chairs)
        self._matches[live.id] = running
        self._note_matches()
        self._send(running)
        if report is not None:
            self._send(report)
            return
        self._turns.tell(live)
        for visitor in list(self._visitors.values()):
            self._reattach(visitor)

    def _put_down(self, client: Client) -> None:
        """Its match goes elsewhere: what it asks and is told of that goes over the hall, which knows where it is."""
        line = client.line
        if isinstance(line, FarLine):
            self._shortcuts.turn_back(line.number)

    def _gone(self, match_id: MatchId) -> None:
        self._matches.pop(match_id, None)
        self._note_matches()

    def _known(self, user_id: UserId, name: str) -> User:
        return self._users.setdefault(user_id, User(user_id, name))
