"""Matches that go from one server of a cluster to another while they are played, as the hall arranges it.

The server that has a match puts it down and gives it to the other in the store; what clients ask of it meanwhile is held here,
and goes on in its order to whoever has it then. Where word of that is lost, the store is asked.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Final, Protocol

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.cluster import play_frames
from infoset_server.common.ids import MatchId
from infoset_server.common.request_errors import AwayError
from infoset_server.common.task_set import TaskSet
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings
from infoset_server.nodes.handing_over import NOBODY, give, owner_of
from infoset_server.nodes.node_trunk import NodeTrunk
from infoset_server.nodes.wording import chairs_of
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.room import Room
from infoset_server.storage.insisting import insist

logger = logging.getLogger(__name__)

AT_ONCE: Final = 8  # matches on their way from a server that stops, or for a better balance
MOST_HELD: Final = 1_000  # requests for a match on its way
ELSEWHERE: Final = "the match goes on elsewhere"


class MoveError(Exception):
    """A match does not go where it is wanted; the message says why."""


class Nodes(Protocol):
    """The servers that play matches, as `nodes.play_nodes.PlayNodes`."""

    def claim_of(self, node: str) -> str:
        """What claims call a server."""
        ...

    def of_claim(self, claim: str) -> NodeTrunk | None:
        """The server whose claim has this name, where it is heard."""
        ...

    def make_far(
        self, match_id: MatchId, claim: str, settings: RoomSettings, match_seats: list[MatchSeat]
    ) -> FarMatch:
        """A match that another server plays."""
        ...

    def forget(self, far: FarMatch) -> None:
        """The match goes on nowhere."""
        ...


class Move:
    """One match on its way; it is `done` where somebody plays it again, or it is over."""

    def __init__(self) -> None:
        self.done: Final = asyncio.get_running_loop().create_future()
        self.held: Final[list[Callable[[], None]]] = []
        self.told: NodeTrunk | None = None  # to go on; a later one of that server knows nothing


class MatchMoves:
    """The matches on their way."""

    def __init__(
        self,
        nodes: Nodes,
        play: MatchRegistry,
        people: ClientRegistry,
        journal: StoredJournal | None,
        take_in: Callable[[Sequence[str]], Awaitable[None]],
    ) -> None:
        """`take_in` has a match go on here; raises StoreError. Without a `journal` none moves."""
        self._nodes = nodes
        self._play = play
        self._people = people
        self._journal = journal
        self._take_in = take_in
        self._moves: dict[MatchId, Move] = {}
        self._tasks = TaskSet()
        play.moving = self._moves.keys()
        play.on_set_up.append(self._free)

    async def close(self) -> None:
        """Matches on their way go on at the next hall."""
        await self._tasks.give_up()

    @property
    def here(self) -> str:
        """What claims call the hall. Raises MoveError where nothing can move."""
        return self._require_journal().node.name

    def _require_journal(self) -> StoredJournal:
        if self._journal is None:
            raise MoveError("matches that are not stored stay where they are")
        return self._journal

    def hold(self, match_id: MatchId, call: Callable[[], None], *, is_order: bool = False) -> bool:
        """Is a match on its way? Then `call` is called when it has come to where it goes on.

        Raises AwayError where too much waits already, but not for an order of this server's own.
        """
        move = self._moves.get(match_id)
        if move is None:
            return False
        if len(move.held) >= MOST_HELD and not is_order:
            raise AwayError("the match is on its way to another server")
        move.held.append(call)
        return True

    async def arrived(self, match_ids: Iterable[MatchId]) -> None:
        """Returns once none of these matches is on its way."""
        while ways := [self._moves[one].done for one in match_ids if one in self._moves]:
            await asyncio.wait(ways)

    # What is wanted.

    def begin(self, match_id: MatchId, claim: str) -> "asyncio.Future[None]":
        """A match, which is being played, goes to where `claim` is the name of the claim; done when it goes on.

        Raises MoveError.
        """
        journal = self._require_journal()
        if match_id in self._moves:
            raise MoveError(f"{match_id} is on its way already")
        far, live = self._play.far.get(match_id), self._play.running.get(match_id)
        if far is not None:
            if not far.is_begun:
                raise MoveError(f"{match_id} is about to begin")
            node = self._nodes.of_claim(far.node)
            if node is None or not node.hands_over:
                raise MoveError(f"the server that plays {match_id} cannot be told")
            move = self._set_out(far)
            node.send(play_frames.HandOver(match_id, claim))
        elif live is not None:
            move = self._moves[match_id] = Move()
            live.when_settled(partial(self._put_down, journal, live, claim))
        else:
            raise MoveError(f"{match_id}: expected a match that is being played")
        return move.done

    def _set_out(self, far: FarMatch) -> Move:
        move = self._moves.get(far.id)
        if move is None:
            move = self._moves[far.id] = Move()
            far.when_over(partial(self._arrive, far.id))
        return move

    def _put_down(self, journal: StoredJournal, live: MatchRunner, claim: str) -> None:
        """A match that was played here is one that is played elsewhere, in its room and for its people."""
        move = self._moves.pop(live.id)
        if live.is_over:
            self._end(move)
            return
        seats = [
            MatchSeat(one.seat, one.user, one.kind, berserk=one.berserk) for one in live.match_seats
        ]
        far = self._nodes.make_far(live.id, journal.node.name, live.settings, seats)
        far.is_frozen = live.clock.is_frozen
        far.ver = live.ver
        far.spectators.viewers.update(live.spectators.viewers)
        self._play.set_far(self._play.room_of(live), far)
        self._moves[far.id] = move
        far.when_over(partial(self._arrive, far.id))
        holders = {one.client: one.seat for one in live.match_seats if one.client is not None}
        for client in live.put_down():
            if client.user.house_bot is not None:
                client.line.close(CloseCode.RESTARTING, ELSEWHERE)
            elif client in holders:
                client.seats[far.id] = holders[client]
        for client in far.spectators.viewers:
            client.watching.add(far.id)
        self._tasks.start(self._give(journal, far, claim, move))

    async def _give(self, journal: StoredJournal, far: FarMatch, claim: str, move: Move) -> None:
        await give(journal, far.id, claim)
        await self._look_up(journal, far, move)

    # What is told.

    def belongs(self, node: NodeTrunk, told: play_frames.Belongs) -> None:
        """A node says whose a match is that it does not have."""
        match_id = MatchId(told.match_id)
        far = self._play.far.get(match_id)
        if far is None or far.node == self._nodes.claim_of(node.name):
            self.follow(match_id, told.node)
        node.send(play_frames.Counted(told.match_id))

    def plays(self, node: NodeTrunk, far: FarMatch, running: play_frames.Running) -> None:
        """A node says that it plays a match, or has just put it down."""
        if running.is_put_down:
            self._set_out(far)
            return
        far.node = self._nodes.claim_of(node.name)
        move = self._moves.get(far.id)
        if move is not None and move.told is not node:  # it never left, or was found by the node
            self._tell_of(far, node)
        self._arrive(far.id)

    def missing(self, far: FarMatch) -> bool:
        """The node that had a match does not know of it. The store tells whose it is; False where nothing is stored.

        It may have been on its way, or taken from a node that was gone, and has begun anew before that was known here.
        """
        if self._journal is None:
            return False
        self._tasks.start(self._look_up(self._journal, far, self._set_out(far)))
        return True

    async def _look_up(self, journal: StoredJournal, far: FarMatch, move: Move) -> None:
        """Follows a match to whose it is, unless it has come somewhere while the store was asked."""
        owner = await owner_of(journal, far.id)
        if self._moves.get(far.id) is move:
            self.follow(far.id, owner)

    # Where it goes on.

    def follow(self, match_id: MatchId, claim: str) -> None:
        """The match belongs to the claim of this name: there it goes on."""
        far = self._play.far.get(match_id)
        if self._journal is None or match_id in self._play.running:
            return
        if far is not None:
            self._set_out(far)
        if claim == self._journal.node.name:
            self._tasks.start(self._go_on_here(match_id))
            return
        if claim == NOBODY and far is not None:
            logger.warning("match %s is stored nowhere: it has not begun", match_id)
            self._nodes.forget(far)
            return
        node = self._nodes.of_claim(claim)
        if far is not None:
            far.node = claim
            self._moves[match_id].told = node
        if node is not None:  # else it finds the match itself, as soon as it is heard
            node.send(self._take_up(node, match_id, far))

    def _take_up(
        self, node: NodeTrunk, match_id: MatchId, far: FarMatch | None
    ) -> play_frames.TakeUp:
        """Has the people of a match come to a node, and tells that to go on with it."""
        if far is None:
            return play_frames.TakeUp(match_id, ())
        chairs = chairs_of(far, self._people, node.visit)
        for client in self._people.clients.values():
            if far.seat_of(client.user) is not None:
                node.come(client, has_come=False)
        watchers = [
            node.visit(client)
            for client in list(far.spectators.viewers)
            if self._may_watch_on(client, far)
        ]
        return play_frames.TakeUp(match_id, chairs, tuple(watchers), far.is_frozen)

    def _tell_of(self, far: FarMatch, node: NodeTrunk) -> None:
        """What a `TakeUp` says of a match that goes on at a node already."""
        if far.is_frozen:
            node.send(play_frames.Freeze(far.id, True))
        for client in list(far.spectators.viewers):
            if self._may_watch_on(client, far):
                node.send(play_frames.Admit(node.visit(client), far.id))

    def watch_again(self, node: NodeTrunk, client: Client) -> None:
        """A client has come anew to a node: it watches what it did."""
        claim = self._nodes.claim_of(node.name)
        for far in [one for one in self._play.far.values() if one.node == claim]:
            if client in far.spectators.viewers and self._may_watch_on(client, far):
                node.send(play_frames.Admit(node.visit(client), far.id))

    def _may_watch_on(self, client: Client, far: FarMatch) -> bool:
        """Through the eyes of a stranger; one that was let look by a player comes again, and asks."""
        is_stranger = far.spectators.viewers[client] is None
        if not is_stranger:
            client.line.close(CloseCode.RESTARTING, ELSEWHERE)
        return is_stranger

    async def _go_on_here(self, match_id: MatchId) -> None:
        far = self._play.far.get(match_id)
        await insist(f"match {match_id}", lambda: self._take_in([match_id]))
        if far is None:
            return
        if match_id in self._play.far:  # it was put aside
            self._nodes.forget(far)
        live = self._play.running.get(match_id)
        if live is not None:
            if far.is_frozen:
                live.freeze(True)
            for client, eyes in list(far.spectators.viewers.items()):
                if eyes is None:
                    live.spectators.join(client)

    def _free(self, room: Room, live: MatchRunner) -> None:
        """The seats of a match that goes on here are to be taken here."""
        if live.id in self._moves:
            seated = [one for one in self._people.clients.values() if live.id in one.seats]
            self._play.holders.update(seated)
            for client in seated:
                del client.seats[live.id]

    def received(self, match_id: MatchId) -> None:
        """A match goes on here, and its players have their seats."""
        self._arrive(match_id)

    def _arrive(self, match_id: MatchId) -> None:
        move = self._moves.pop(match_id, None)
        if move is not None:
            self._end(move)

    def _end(self, move: Move) -> None:
        if not move.done.done():
            move.done.set_result(None)
        for call in move.held:
            try:
                call()
            except Exception:
                logger.exception("what was asked of a match on its way failed")
