"""The matches of a play node that change hands: those put down and not given yet, those given, those not set up yet."""

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, User
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.play_frames import Belongs
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.task_set import TaskSet
from infoset_server.matches.match_records import HeadRoom
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings
from infoset_server.nodes.handing_over import NOBODY, HandingOver
from infoset_server.rooms.match_registry import MatchRegistry

logger = logging.getLogger(__name__)

ELSEWHERE: Final = "the match goes on elsewhere"


class MatchExchange:
    """Does what the hall orders, and tells it whose a match is that is not this node's any more."""

    def __init__(
        self,
        hands: HandingOver,
        play: MatchRegistry,
        user_of: Callable[[UserId, str], User],
        send: Callable[[Frame], None],
        *,
        set_up: Callable[[HeadRoom, RoomSettings, MatchRunner], None],
        put_down: Callable[[Client], None],
        gone: Callable[[MatchId], None],
    ) -> None:
        """`send` tells the hall; `set_up` hears of matches that go on here, or had ended, and `gone` of those that do not.
        `put_down` hears whose match is about to go.
        """
        self._hands = hands
        self._play = play
        self._user_of = user_of
        self._send = send
        self._on_set_up = set_up
        self._on_put_down = put_down
        self._on_gone = gone
        self._ordered: set[MatchId] = set()  # to be put down as soon as that can be
        self._changing: set[MatchId] = set()
        self._leaving: set[MatchId] = set()  # of those, the ones that were played here
        self._given: dict[MatchId, Belongs] = {}  # which the hall has not confirmed
        self._tasks = TaskSet()

    def has(self, match_id: str) -> bool:
        """Does a match change hands just now, or is it about to?"""
        return match_id in self._changing or match_id in self._ordered

    @property
    def put_down(self) -> Collection[MatchId]:
        """The matches that have been put down, while it is not known whose they are; it changes as they do."""
        return self._leaving

    def has_put_down(self, match_id: str) -> bool:
        """Is a match nobody's to play just now?"""
        return match_id in self._changing

    async def close(self) -> None:
        """The server that has the matches goes on with them."""
        await self._tasks.give_up()

    def confirm(self, then: Callable[[], None]) -> None:
        """Calls `then` once the store says that what runs here is this node's; never where others have it by now."""
        self._tasks.start(self._confirm(then))

    def call_roll(self, done: Callable[[], None]) -> None:
        """Tells a new hall what was given away, and calls `done` when what was given to this node goes on here."""
        for belongs in self._given.values():
            self._send(belongs)
        self._tasks.start(self._go_on_with_all(done))

    def look_for(self, match_id: MatchId) -> None:
        """A match is not played here any more, and nobody has said where it is: the hall hears what the store says."""
        self._tasks.start(self._go_on_with(match_id))

    def confirmed(self, match_id: MatchId) -> None:
        """The hall knows whose the match is."""
        self._given.pop(match_id, None)

    def hand_over(self, match_id: MatchId, node: str) -> None:
        """Another node is to have the match, once all is served that was asked before, and stored."""
        self._ordered.add(match_id)
        self._hands.in_turn(partial(self._hand_over, match_id, node))

    def in_turn(self, call: Callable[[], None]) -> None:
        """Calls back once all is served that was asked before."""
        self._hands.in_turn(call)

    def take_up(self, match_id: MatchId, then: Callable[[MatchRunner], None]) -> None:
        """Goes on with a match, if it is this node's, `then` with what the hall knows of it."""
        self._tasks.start(self._take_up(match_id, then))

    def _hand_over(self, match_id: MatchId, node: str) -> None:
        live = self._play.running.get(match_id)
        if live is None:
            self._ordered.discard(match_id)
        else:
            live.when_settled(partial(self._put_down, live, node))

    def _put_down(self, live: MatchRunner, node: str) -> None:
        self._ordered.discard(live.id)
        if live.is_over or live.id in self._changing:
            return
        logger.info("match %s is handed over to %s", live.id, node)
        self._changing.add(live.id)
        self._leaving.add(live.id)
        for client in live.put_down():
            if client.user.house_bot is not None:
                client.line.close(CloseCode.RESTARTING, ELSEWHERE)
            else:
                self._on_put_down(client)
        self._tasks.start(self._give(live.id, node))

    async def _give(self, match_id: MatchId, node: str) -> None:
        await self._settle(match_id, await self._hands.give(match_id, node))

    async def _confirm(self, then: Callable[[], None]) -> None:
        if await self._hands.are_held():
            then()

    async def _go_on_with_all(self, done: Callable[[], None]) -> None:
        for match_id in await self._hands.left():
            await self._go_on_with(match_id)
        done()

    async def _take_up(self, match_id: MatchId, then: Callable[[MatchRunner], None]) -> None:
        await self._go_on_with(match_id)
        live = self._play.running.get(match_id)
        if live is not None:
            then(live)

    async def _go_on_with(self, match_id: MatchId) -> None:
        if match_id not in self._changing and match_id not in self._play.running:
            self._changing.add(match_id)
            await self._settle(match_id, await self._hands.owner(match_id))

    async def _settle(self, match_id: MatchId, owner: str) -> None:
        """It goes on here, or the hall hears where."""
        set_up = None
        if owner == self._hands.node:
            set_up = await self._hands.set_up(match_id, self._user_of)
            owner = NOBODY  # of one that was put aside
        self._changing.discard(match_id)
        self._leaving.discard(match_id)
        if set_up is None:
            belongs = self._given[match_id] = Belongs(match_id, owner)
            self._on_gone(match_id)
            self._send(belongs)
        else:
            self._given.pop(match_id, None)
            self._on_set_up(*set_up)
