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

import msgspec

from infoset_protocol.messages import ClientMessage, read_request
from infoset_protocol.session import Request
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.groups import FarGroups
from infoset_server.cluster.hall_trunk import HallTrunk
from infoset_server.cluster.play_frames import TO_PLAY
from infoset_server.cluster.shortcuts import AWAY, OF_THE_HALL
from infoset_server.cluster.trunk import Trunk
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import MatchId
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
from infoset_server.nodes.visitors import Visitors
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
        wall_ms: Callable[[], int] = wall_clock_ms,
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
        self._finished = finished
        self._limits = limits
        self._answer = answer
        self._rules = dict(rules)
        self._bots = ToldBots(hosting, self._playing_bots, self._bots_changed)
        self._seeds = seeds
        self._lent = lent or NothingLent()
        self._lent.on_changed = self._bots_changed
        self._loop = asyncio.get_running_loop()
        self._matches: dict[MatchId, play_frames.Running] = {}  # running, or not confirmed
        self._reports: dict[MatchId, play_frames.Over] = {}  # that the hall has not confirmed
        # Visits, over this trunk, of those who held the seats of matches that come here.
        self._holders: dict[MatchId, frozenset[int]] = {}
        self._turns = TurnTeller(play, self._send)
        self._ladders = LadderTeller(play, hosting, self._send, wall_ms)
        self._exchange: MatchExchange | None = None
        if hands is not None:
            self._exchange = MatchExchange(
                hands,
                play,
                lambda user_id, name: self._visitors.known(user_id, name),
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
        self._departure = Departure(self._send, lambda: self._visitors.unfinished())
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
        self._shortcuts = NodeShortcuts(
            bus,
            name,
            patience,
            to_hall=self._send,
            ask=self._ask_past_hall,
            ask_late=self._ask,
            matches=lambda visit: self._visitors.matches_of(visit),
            send_away=lambda visit: self._visitors.send_away(visit),
        )
        self._visitors = Visitors(
            play,
            people,
            queues,
            FarGroups(self._hall.send),
            self._shortcuts,
            to_hall=self._send,
            make_good=make_good,
            leave=leave,
            owes=owes,
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
        self._ladders.tell_again()
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
        self._visitors.end_all()
        self._holders.clear()
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
            case frames.FromLine() | frames.Gone():
                self._visitors.serve(frame)
            case play_frames.Visit():
                self._visitors.receive(frame)
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
            case play_frames.Noted():
                self._ladders.noted(frame.number)
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

    def _ask_past_hall(self, asked: frames.Asked) -> None:
        """What an edge asks that the hall has not seen. Of a match that has left, it sees it now."""
        if self._visitors.find_open(asked.line) is None:
            return
        held_us = min(asked.held_us, frames.HELD_MOST_US)
        message, _ = read_request(asked.request)
        match_id = MatchId(getattr(message, "match_id", None) or "")
        is_leaving = self._exchange is not None and self._exchange.has_put_down(match_id)
        if match_id in self._play.running and not is_leaving and message.type not in OF_THE_HALL:
            self._ask(msgspec.structs.replace(asked, held_us=held_us))
        else:
            self._send(play_frames.Returned(asked.line, asked.request, asked.ignored, held_us))

    def _ask(self, asked: frames.Asked) -> None:
        visitor = self._visitors.find_open(asked.line)
        if visitor is None:
            return
        line = visitor.line
        arrived_s = self._loop.time() - asked.held_us / 1e6
        line.lags(asked.lag_ms)
        message, _ = read_request(asked.request)
        line.current = Request(message, asked.ignored)
        self._answer(line, message, arrived_s)
        line.current = None

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
            user = self._visitors.user_of(chair.user, chair.house_bot)
            client = self._visitors.client(chair.line)
            match_seats.append(MatchSeat(seat, user, chair.kind, client, berserk=chair.berserk))
        host = play_frames.Guest(place.host, place.host_name, classroom=place.classroom)
        single = replace(settings, asked=asked.model_copy(update={"best_of": None}))
        room = self._lobby.create(single, read_guest(host), "brief")
        room.part = place.part
        watchers = [client for line in begin.watchers if (client := self._visitors.client(line))]
        chairs = tuple(map(chair_of, match_seats))
        self._matches[match_id] = play_frames.Running(begin.match_id, begin.place, chairs)
        self._note_matches()
        logger.info("match %s is played for the hall", match_id)
        if place.part is not None and self._bots.look():
            self._join()  # the next match of an entry is not to be played by another
        under = Claim(begin.task, "", begin.epoch, 0.0) if begin.task else None
        self._play.begin_for(room, settings, place, match_seats, watchers, match_id, under, seed)

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
            self._ladders.tell_again(report.match_id)  # after its end nothing of it counts
            self._send(over)

    def _counted(self, match_id: MatchId) -> None:
        """The hall has heard how a match ended, or whose it is."""
        if self._exchange is not None:
            self._exchange.confirmed(match_id)
        if self._reports.pop(match_id, None) is not None:
            self._matches.pop(match_id, None)
            self._ladders.counted(match_id)
            self._on_counted(match_id)
        self._visitors.forget_users()

    def _note_matches(self) -> None:
        self._departure.note_matches(len(self._matches.keys() - self._reports.keys()))

    # How it leaves.

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
            self._ladders.tell_again(match_id)
            self._send(self._reports[match_id])
            return
        for chair in order.chairs:
            if chair.house_bot is None:
                self._visitors.user_of(chair.user)
        if self._exchange is not None:
            self._holders[match_id] = frozenset(chair.line for chair in order.chairs)
            self._exchange.take_up(match_id, partial(self._go_on, order, self._hall.trunk))

    def _go_on(self, order: play_frames.TakeUp, trunk: Trunk | None, live: MatchRunner) -> None:
        """What the hall knows of a match, and its log does not; it hears that the match is here, if it was already.

        Visits are numbered anew over each trunk: over another, the hall tells by itself who watches.
        """
        self._send(self._running(live.id))
        if self._hall.trunk is not trunk:
            return
        self._holders.pop(live.id, None)
        if order.is_frozen:
            live.freeze(True)
        for line in order.watchers:
            self._visitors.admit(line, live.id)

    def _gone_on(self, place: HeadRoom, settings: RoomSettings, live: MatchRunner) -> None:
        """A match goes on here; its players are those visitors to whom its seats belong, first those who held them.

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
            self._ladders.tell_again(live.id)
            self._send(report)
            return
        self._turns.tell(live)
        self._visitors.reattach(self._holders.pop(live.id, frozenset()))

    def _put_down(self, client: Client) -> None:
        """Its match goes elsewhere: what it asks and is told of that goes over the hall, which knows where it is."""
        line = client.line
        if isinstance(line, FarLine):
            self._shortcuts.turn_back(line.number)

    def _gone(self, match_id: MatchId) -> None:
        self._matches.pop(match_id, None)
        self._holders.pop(match_id, None)
        self._note_matches()
