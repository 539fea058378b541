"""The hall's side of matches on other servers: it chooses one for each match, and is between it and the players.

What a client asks of such a match goes there over the hall, and what it is told comes back the same way, or both pass
the hall by (`shortcuts.py`): all a client says and hears stays in order. Where a trunk to a node breaks, the clients that take part in its matches are
sent away for a moment: what they have been told is not what the node has said. They find everything when they are back.
A node that ends in order has said its last word before (`departure.py`), and nobody notices.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import Cancel, ClientMessage, read_request
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.shortcuts import AWAY, RETRY_MS
from infoset_server.cluster.trunk import End
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import AwayError
from infoset_server.common.task_set import TaskSet
from infoset_server.config import RoomLimits
from infoset_server.matches.floor import fresh_match_id
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.replays import FinishedMatches, finished_of, require_right
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss
from infoset_server.nodes.contest_matches import ContestMatches
from infoset_server.nodes.far_course import FarCourse
from infoset_server.nodes.handing_over import NOBODY
from infoset_server.nodes.ladder_teller import Trouble
from infoset_server.nodes.moving import MatchMoves
from infoset_server.nodes.node_trunk import NodeTrunk, entry_line
from infoset_server.nodes.pending_begins import PendingBegins
from infoset_server.nodes.placing import Placement
from infoset_server.nodes.roll_call import RollCall
from infoset_server.nodes.trunks import NodeTrunks
from infoset_server.nodes.wording import chairs_of, read_report, write_place
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry, place_of, seated
from infoset_server.rooms.room import Room
from infoset_server.storage.port import Claim

logger = logging.getLogger(__name__)


class PlayNodes:
    """As `rooms.elsewhere.Elsewhere` and `rooms.far_match.FarOrders`. Looks for nodes as soon as it is made."""

    def __init__(
        self,
        bus: Bus,
        here: End,
        play: MatchRegistry,
        lobby: Lobby,
        people: ClientRegistry,
        hosting: Hosting,
        finished: FinishedMatches,
        when_stored: Callable[[Callable[[], None]], None],
        limits: RoomLimits,
        journal: StoredJournal | None,
        *,
        on_asked: Callable[[FarMatch], object],
        contests: ContestMatches,
        answer: Callable[[EntryLine, ClientMessage, float], None],
        take_in: Callable[[Sequence[str]], Awaitable[None]],
        cluster: str,
        beat_s: float,
        patience: int,
    ) -> None:
        """`when_stored` calls back when everything noted so far is stored; `answer` serves what is asked here. `journal`
        and `take_in` as MatchMoves has them. `cluster` begins the names of claims. `on_asked` is told of matches in which
        others are asked than before.
        """
        self._course = FarCourse(play.far, on_asked)
        self._play = play
        self._people = people
        self._hosting = hosting
        self._answer = answer
        self._finished = finished
        self._when_stored = when_stored
        self._contests = contests
        self._begins = PendingBegins(when_stored)
        self._roll = RollCall(lobby, people, limits)
        self._heard: dict[MatchId, set[Client]] = {}  # whom a node has told how it ended
        self._cluster = cluster
        self._loop = asyncio.get_running_loop()
        self._nodes = NodeTrunks(
            bus, here, self._take, self._send_away, beat_s=beat_s, patience=patience
        )
        self._tasks = TaskSet()
        self._came: set[Client] = set()
        self.moves = MatchMoves(self, play, people, journal, take_in)
        self.placement = Placement(self._nodes, self.claim_of, play, hosting, self.moves, here.node)

    @property
    def nodes(self) -> int:
        """How many there are that take matches."""
        return sum(node.is_ready for node in self._nodes.values())

    async def close(self) -> None:
        """Tells all nodes that this is not the hall any more. Their matches go on."""
        await self._tasks.give_up()
        await self.moves.close()
        self._nodes.close()

    def claim_of(self, node: str) -> str:
        """As Nodes."""
        return f"{self._cluster}.{node}"

    def of_claim(self, claim: str) -> NodeTrunk | None:
        """As Nodes."""
        node = self._nodes.get(claim.removeprefix(f"{self._cluster}."))
        return node if node is not None and node.is_ready else None

    def _send_away(self, node: NodeTrunk) -> None:
        """A node is gone, or has lost messages; its matches are still its own."""
        for client in node.end_visits():
            come_again(client)
        self._send_watchers_away(self._matches_of(self.claim_of(node.name)))

    def _send_watchers_away(self, matches: Sequence[FarMatch]) -> None:
        """Who watches a match that was on its way has perhaps not been where it is now."""
        for far in matches:
            watchers = list(far.spectators.viewers)
            far.spectators.viewers.clear()
            for client in watchers:
                come_again(client)

    # As Elsewhere.

    def begin(self, room: Room) -> FarMatch | None:
        """As Elsewhere."""
        settings = room.settings
        node = self.placement.choose(room)
        if node is None:
            return None
        match_seats = [seated(number, seat) for number, seat in enumerate(room.seats)]
        far = self.make_far(fresh_match_id(), self.claim_of(node.name), settings, match_seats)
        for match_seat in match_seats:
            if match_seat.client is not None:
                match_seat.client.seats[far.id] = match_seat.seat
                match_seat.client = None
        node.told.add(far.id)
        self._play.set_far(room, far)
        self._contests.far_match_begins(room, far)
        if room.under is None and not room.is_table:
            self._tell_begin(node, room, far, None)
        else:
            self._begins.wait(far, partial(self._begin_noted, node, room, far))
        return far

    def _begin_noted(self, node: NodeTrunk, room: Room, far: FarMatch) -> None:
        """What the match is played for is stored, if a claim under which it was noted is still held."""
        claim = None if room.under is None else room.under()
        if self._play.far.get(far.id) is not far:
            self._begins.given_up(far)
        elif claim is None and room.under is not None:
            self._begins.given_up(far)
            self.forget(far)
        else:
            self._tell_begin(node, room, far, claim)
            self._begins.begun(far, node)
            self._go_on_elsewhere(node)

    def _tell_begin(self, node: NodeTrunk, room: Room, far: FarMatch, claim: Claim | None) -> None:
        chairs = chairs_of(far, self._people, node.visit)
        watchers = room.watchers_besides(match_seat.user for match_seat in far.match_seats)
        lines = tuple(node.visit(watcher) for watcher in watchers)
        place = write_place(place_of(room), far.settings)
        task, epoch = ("", 0) if claim is None else (claim.task, claim.epoch)
        begin = play_frames.Begin(far.id, place, chairs, lines, task, epoch)
        if room.deal is not None:
            begin = msgspec.structs.replace(begin, dealt_for=room.deal.name, deal=room.deal.box)
        node.send(begin)

    def make_far(
        self, match_id: MatchId, claim: str, settings: RoomSettings, match_seats: list[MatchSeat]
    ) -> FarMatch:
        """As Nodes."""
        return FarMatch(match_id, claim, settings, match_seats, self, self._loop.time)

    def has_places(self, settings: RoomSettings, bots: Sequence[str]) -> bool:
        """As Elsewhere."""
        return self.placement.has_places(settings, bots)

    def pass_on(
        self, match_id: MatchId, client: Client, message: ClientMessage, arrived_s: float
    ) -> None:
        """As Elsewhere. Raises AwayError, and ForbiddenError for a replay: there it is not known what its token may do."""
        if message.type == "replay":
            played = self._play.far.get(match_id) or self._play.running.get(match_id)
            match_seats = played.match_seats if played is not None else ()
            require_right(client, match_id, match_seats, self._people.accounts.now_ms())
        if self.moves.hold(match_id, partial(self._pass_on_late, client, message, arrived_s)):
            return
        far = self._play.far[match_id]
        node = self.of_claim(far.node)
        if node is None:
            raise AwayError(AWAY)
        if message.type == "unwatch":
            self._play.room_of(far).unwatch(client)
        self._ask(node, client, message, arrived_s)

    def _pass_on_late(self, client: Client, message: ClientMessage, arrived_s: float) -> None:
        """The match goes on, there or here."""
        if client.line.is_open and not self._play.pass_on(client, message, arrived_s):
            self._answer(entry_line(client), message, arrived_s)

    def _ask(
        self, node: NodeTrunk, client: Client, message: ClientMessage, arrived_s: float
    ) -> None:
        line = entry_line(client)
        lag = line.lag()
        node.send(
            frames.Asked(
                node.visit(client),
                message.to_plain(),
                line.ignored,
                max(0, round((self._loop.time() - arrived_s) * 1e6)),
                (lag.typical_ms, lag.worst_ms),
            )
        )

    def make_good(self, far: FarMatch, client: Client, loss: Loss) -> None:
        """As Elsewhere."""
        node = self.of_claim(far.node)
        if node is not None and client in node.visits:
            node.send(frames.Missed(node.visits[client], loss.key, loss.dropped))

    def give_up(self, node: str) -> list[FarMatch]:
        """As Elsewhere."""
        there = self._nodes.get(node.removeprefix(f"{self._cluster}."))
        found = self._matches_of(node)
        if found and there is not None:
            there.trunk.give_up("its lease has run out")
        self._send_watchers_away(found)
        return found

    def _matches_of(self, claim: str) -> list[FarMatch]:
        return [far for far in self._play.far.values() if far.node == claim]

    def follow(self, far: FarMatch, node: str) -> None:
        """As Elsewhere."""
        self.moves.follow(far.id, node)

    def received(self, match_id: MatchId) -> None:
        """As Elsewhere."""
        self.moves.received(match_id)

    def ask_for(self, match_id: MatchId, node: str) -> None:
        """As Elsewhere. A node that is not heard now tells of it when it comes."""
        there = self.of_claim(node)
        if there is not None:
            there.send(play_frames.TakeUp(match_id, ()))

    # As FarOrders.

    def present(self, far: FarMatch) -> list[Client]:
        """As FarOrders."""
        node = self.of_claim(far.node)
        return [] if node is None else list(node.visits)

    def admit(self, far: FarMatch, client: Client) -> None:
        """As FarOrders."""
        node = self.of_claim(far.node)
        if self._waits(far, partial(self._admit_late, client)) or node is None:
            return
        self._order(far, play_frames.Admit(node.visit(client), far.id))

    def _admit_late(self, client: Client, live: FarMatch | MatchRunner) -> None:
        """The match goes on, there or here, for whoever watches its room still."""
        if not client.line.is_open or client not in self._play.room_of(live).watchers:
            return
        if isinstance(live, FarMatch):
            self.admit(live, client)
        else:
            live.spectators.join(client)

    def stop(self, far: FarMatch, ending: str) -> None:
        """As FarOrders."""
        if not self._waits(far, lambda live: live.abort(ending)):
            self._order(far, play_frames.Stop(far.id, ending))

    def freeze(self, far: FarMatch, is_frozen: bool) -> None:
        """As FarOrders."""
        if not self._waits(far, lambda live: live.freeze(is_frozen)):
            self._order(far, play_frames.Freeze(far.id, is_frozen))

    def _waits(self, far: FarMatch, order: Callable[[FarMatch | MatchRunner], None]) -> bool:
        """Is a match on its way? Then an order waits for that, and is given to whoever has it then."""

        def give() -> None:
            live = self._play.far.get(far.id) or self._play.running.get(far.id)
            if live is not None:
                order(live)

        return self.moves.hold(far.id, give, is_order=True)

    def _order(self, far: FarMatch, frame: Frame) -> None:
        node = self.of_claim(far.node)
        if node is not None and not self._begins.hold(far, frame):
            node.send(frame)

    # Nodes that stop.

    def _go_on_elsewhere(self, node: NodeTrunk) -> None:
        """A match that was on its way as its node began to leave has come to it, and cannot stay."""
        if node.is_leaving:
            self._tasks.start(self.placement.empty(node))

    async def _let_go(self, node: NodeTrunk) -> None:
        """A node that leaves has no matches, unless one comes to it yet: then it says so again when that has gone."""
        if await self.placement.emptied(node):
            node.send(play_frames.LetGo())

    def _forget_visits(self, node: NodeTrunk, left: play_frames.Left) -> None:
        """A node has served and said all. One that was given a match since it was let go is lost with its trunk."""
        if not self.placement.is_empty(node):
            return
        logger.info("node %s has left", node.name)
        self._nodes.let_go(node)
        unfinished = [node.clients.get(visit) for visit in left.unfinished]
        for client in node.end_visits():
            if client in unfinished:
                come_again(client)

    # Clients.

    def client_came(self, client: Client) -> None:
        """It takes the seats of its user, wherever those are; where the node is not heard, once it is."""
        has_come = client not in self._came  # else it is the server that has received matches
        self._came.add(client)
        self._take_seats(client, list(self._play.far.values()), has_come=has_come)

    def _take_seats(self, client: Client, matches: Sequence[FarMatch], *, has_come: bool) -> None:
        if not client.takes_seats:
            return
        for far in matches:
            seat = far.seat_of(client.user)
            if seat is None:
                continue
            self._play.room_of(far).come_back(client, seat)
            node = self.of_claim(far.node)
            if node is not None:
                if not any(far.id in one.seats for one in self._people.clients_of(client.user)):
                    client.seats[far.id] = seat
                node.come(client, has_come=has_come)
            else:
                client.line.refuse(None, AwayError(AWAY).about(far.id))

    def client_away(self, client: Client) -> None:
        """It has lost its link."""
        for node in self._nodes.values():
            node.step_out(client)

    def client_back(self, client: Client) -> None:
        """Its session goes on, and it watches what it did."""
        for node in self._nodes.values():
            if node.step_in(client):
                self.moves.watch_again(node, client)
            if client in node.visits and self._plays_at(node, client):
                node.allow(client)

    def _plays_at(self, node: NodeTrunk, client: Client) -> bool:
        return any(far.id in client.seats for far in self._matches_of(self.claim_of(node.name)))

    def client_left(self, client: Client) -> None:
        """It is gone for good."""
        self._came.discard(client)
        for node in self._nodes.values():
            node.leave(client)
        for far in self._play.far.values():
            far.spectators.viewers.pop(client, None)

    def cancel(self, client: Client, target: int | None) -> None:
        """It takes back what it has asked for."""
        for node in self._nodes.values():
            if client in node.visits:
                self._ask(node, client, Cancel(target=target), self._loop.time())

    # What nodes tell.

    def _take(self, node: NodeTrunk, batch: Sequence[Frame]) -> None:
        for frame in batch:
            try:
                self._serve(node, frame)
            except Exception:
                logger.exception("a frame of node %s failed: %s", node.name, type(frame).__name__)

    def _serve(self, node: NodeTrunk, frame: Frame) -> None:
        match frame:
            case frames.ToLine():
                client = node.clients.get(frame.line)
                if client is not None:
                    self._serve_client(node, client, frame)
            case frames.ToldGroup():
                self._course.note_version(frame.about)
                node.groups.tell(frame)
            case play_frames.Joined():
                node.rules, node.bots = frame.rules, frozenset((*frame.bots, *frame.snapshots))
                node.hands_over, node.versions = frame.hands_over, frame.versions
                node.takes_shortcuts, node.takes_deals = frame.shortcuts, frame.deals
                self.placement.lending.joined(node, frame)
                logger.info("node %s is here", node.name)
            case play_frames.Running():
                self._learn(node, frame)
            case play_frames.Over():
                self._end(node, frame)
            case play_frames.Asks():
                self._course.note_asked(frame)
            case play_frames.Ready():
                self._begin_with(node)
            case play_frames.Belongs():
                self.moves.belongs(node, frame)
                if frame.node == NOBODY and MatchId(frame.match_id) not in self._play.far:
                    self._contests.match_gone(MatchId(frame.match_id))
            case play_frames.Leaving():
                self._tasks.start(self.placement.empty(node))
            case play_frames.Emptied():
                self._tasks.start(self._let_go(node))
            case play_frames.Left():
                self._forget_visits(node, frame)
            case play_frames.LetPass() | play_frames.Crashed():
                self._note_trouble(node, frame)
            case play_frames.Logged():
                self.placement.lending.logged(node, frame)
            case _:
                logger.warning("node %s sent a %s", node.name, type(frame).__name__)

    def _note_trouble(self, node: NodeTrunk, frame: Trouble) -> None:
        """It counts once, however often it is told. While others run the competitions, it is for them to hear."""
        if not self._contests.are_run_here:
            return
        match_id = MatchId(frame.match_id)
        if isinstance(frame, play_frames.LetPass):
            self._contests.far_match_missed(match_id, frame.seat, frame.decision)
        else:
            self._contests.far_match_crashed(match_id, frame.bot, frame.log, frame.at_ms)
        if frame.number:
            self._when_stored(partial(self._confirm_trouble, node, frame.number))

    def _confirm_trouble(self, node: NodeTrunk, number: int) -> None:
        """All that was noted is stored, as `_confirm` has it."""
        if self._contests.are_run_here:
            node.send(play_frames.Noted(number))

    def _serve_client(self, node: NodeTrunk, client: Client, frame: frames.ToLine) -> None:
        match frame:
            case play_frames.Watching():
                self._note_watching(node, client, frame)
            case play_frames.Returned():
                self._take_back(client, frame)
            case play_frames.Seated():
                for match_id in frame.matches:
                    self._tell_again(client, MatchId(match_id))
            case _:
                if isinstance(frame, frames.Told):
                    self._course.note_version(frame.about)
                    if frame.about["type"] == "match_over":
                        self._note_end(client, frame.about)
                node.tell(client, frame)

    def _take_back(self, client: Client, returned: play_frames.Returned) -> None:
        """A request that went past the hall to where its match is not played any more."""
        message, _ = read_request(returned.request)
        arrived_s = self._loop.time() - returned.held_us / 1e6
        try:
            self._pass_on_late(client, message, arrived_s)
        except AwayError as away:
            client.line.refuse(message, away)

    def _note_end(self, client: Client, about: Mapping[str, Any]) -> None:
        """It hears how a match ended: one of its own, where a node of the last release does not say which."""
        named = [MatchId(about["match_id"])] if "match_id" in about else list(client.seats)
        for match_id in named:
            if match_id in self._play.far:
                self._heard.setdefault(match_id, set()).add(client)

    def _note_watching(self, node: NodeTrunk, client: Client, told: play_frames.Watching) -> None:
        """Who talks to whom depends on what they see."""
        before, matches = set(client.watching), told.matches
        seats = client.seats if told.seats is None else told.seats
        for far in self._matches_of(self.claim_of(node.name)):
            is_here = far.id not in self._play.moving  # else who has put it down shows it to nobody
            if far.id in seats:
                client.seats[far.id] = seats[far.id]
            elif is_here:
                client.seats.pop(far.id, None)
            if far.id in matches:
                far.spectators.viewers[client] = matches[far.id]
                client.watching.add(far.id)
            elif is_here:
                far.spectators.viewers.pop(client, None)
                client.watching.discard(far.id)
        if self._plays_at(node, client):
            node.allow(client)
        for match_id in matches.keys() - before:  # behind what it is shown at first
            self._loop.call_soon(self._tell_again, client, MatchId(match_id))

    def _tell_again(self, client: Client, match_id: MatchId) -> None:
        """What was said at a match before the client came to it."""
        far = self._play.far.get(match_id)
        if far is not None:
            far.seating.talk.tell_again(client)

    # How matches are learnt of, and end.

    def _learn(self, node: NodeTrunk, running: play_frames.Running) -> None:
        """A match that a node plays, as a new hall has to hear."""
        match_id = MatchId(running.match_id)
        node.told.add(match_id)
        place, settings, match_seats = self._roll.read(running)
        self._play.found(place)
        is_here = match_id in self._play.running
        if is_here or self._finished.find(match_id) is not None:
            return
        far = self._play.far.get(match_id)
        if far is None:
            far = self.make_far(match_id, self.claim_of(node.name), settings, match_seats)
            self._play.set_far(self._roll.room_for(place, settings, match_seats), far)
            self._contests.far_match_learnt(far)
        self.moves.plays(node, far, running)
        self._go_on_elsewhere(node)

    def _begin_with(self, node: NodeTrunk) -> None:
        """A node has told of all its matches: others of it never began, and players go on with these.

        Who was sent away by it has come again since, before others of the same user.
        """
        node.is_ready = True
        self.placement.lending.ready(node)
        for far in self._matches_of(self.claim_of(node.name)):
            if far.id not in node.told and not self.moves.missing(far):
                logger.warning("match %s is not known to its node", far.id)
                self.forget(far)
            elif far.id in node.told:
                far.repeat_orders()
        for match_id, left in list(self._play.left.items()):
            if left.node == self.claim_of(node.name) and match_id not in node.told:
                self.ask_for(match_id, left.node)
        matches = self._matches_of(self.claim_of(node.name))
        for client in reversed(list(self._people.clients.values())):
            if client.user.house_bot is None:
                self._take_seats(client, matches, has_come=False)

    def _end(self, node: NodeTrunk, over: play_frames.Over) -> None:
        """A match has ended. What that brings about counts once, however often it is reported."""
        node.told.add(over.match_id)
        match_id = MatchId(over.match_id)
        far = self._play.far.get(match_id)
        is_late = far is None and match_id not in self._play.running
        is_theirs = far is not None and far.node == self.claim_of(node.name)
        if over.finished is not None and (
            is_theirs or (is_late and self._finished.find(match_id) is None)
        ):
            self._finished.note(finished_of(over.finished))
        if far is not None and is_theirs:
            report, heard = self._report(node, over), self._heard.get(match_id, set())
            self._forget(far, report)
            self._tell_away(report, heard)
        elif is_late and over.is_contest:
            self._contests.match_reported(read_report(over))
        self._when_stored(partial(self._confirm, node, over))

    def _report(self, node: NodeTrunk, over: play_frames.Over) -> MatchReport:
        """How a match has ended. The node may have told somebody of whom it had yet to hear that they were gone."""
        report = read_report(over)
        visiting = {client.user.id for client in node.visits if client.line.is_open}
        return replace(report, missed_by=report.missed_by | (report.users - visiting))

    def _tell_away(self, report: MatchReport, heard: Collection[Client]) -> None:
        """Who came while the end was being stored had no seat yet. One that is away by now finds the end in its session,
        as those find it who had theirs: whoever goes on with a session has heard all there was since it began.
        """
        for client in list(self._people.clients.values()):
            is_away = client.line.is_open and not client.line.is_here
            has_missed = client.user.id in report.missed_by and client not in heard
            if is_away and has_missed and client.takes_seats and report.told is not None:
                client.line.send(report.told)

    def _confirm(self, node: NodeTrunk, over: play_frames.Over) -> None:
        """All that was noted is stored, unless it was refused since others run the competition: they need the report."""
        if not (over.is_contest and self._contests.owes_result(MatchId(over.match_id))):
            node.send(play_frames.Counted(over.match_id))

    def forget(self, far: FarMatch) -> None:
        """As Nodes."""
        self._forget(far, MatchReport(far.id, None))

    def _forget(self, far: FarMatch, report: MatchReport) -> None:
        self._heard.pop(far.id, None)
        for client in list(self._people.clients.values()):
            client.seats.pop(far.id, None)
            client.watching.discard(far.id)
        self._play.end_far(far, report)
        self._hosting.places.freed()


def come_again(client: Client) -> None:
    """A client is sent away for a moment."""
    client.line.close(CloseCode.RESTARTING, AWAY, retry_ms=RETRY_MS)
