"""A play node's matches that go to another node while they are played, or come from one.

The node that has a match puts it down once all that has happened is stored, and gives it to the other in one
transaction. Whatever comes of that, the store is asked whose the match is now, and that node sets it up from its log:
the same steps as after a death, but nobody waits for a lease to run out.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.common.ids import ClassId, MatchId, UserId
from infoset_server.config import RoomLimits
from infoset_server.matches.consents import CONSENT, Consents
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import HeadRoom, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.restored_matches import RestoredMatches
from infoset_server.rooms.room import Room
from infoset_server.storage.errors import StoreError, UnknownMatchError
from infoset_server.storage.insisting import insist
from infoset_server.storage.restart_clock import RestartClock

logger = logging.getLogger(__name__)

NOBODY: Final = ""  # whose a match is that is not stored


class HandingOver:
    """What a node does with the store when matches change hands."""

    def __init__(
        self,
        journal: StoredJournal,
        lobby: Lobby,
        people: ClientRegistry,
        play: MatchRegistry,
        limits: RoomLimits,
        restart_clock: RestartClock,
        consents: Consents,
    ) -> None:
        self._journal = journal
        self._lobby = lobby
        self._people = people
        self._play = play
        self._limits = limits
        self._restart_clock = restart_clock
        self._consents = consents

    @property
    def node(self) -> str:
        """What claims call this node."""
        return self._journal.node.name

    def in_turn(self, call: Callable[[], None]) -> None:
        """Calls back behind the requests that wait until the node's claim is renewed, as they do after a pause of it."""
        node = self._journal.node
        if node.is_held or node.trouble is not None:
            call()
        else:
            node.when_renewed(partial(self.in_turn, call))  # the claim may be late still, or again

    async def give(self, match_id: MatchId, node: str) -> str:
        """Gives another node a match that was put down; returns whose it is then, which may be its owner's still."""
        await give(self._journal, match_id, node)
        return await self.owner(match_id)

    async def owner(self, match_id: MatchId) -> str:
        """The node that a match belongs to, or NOBODY, as soon as the store tells."""
        return await owner_of(self._journal, match_id)

    async def are_held(self) -> bool:
        """Are the matches that run here this node's still, and not another's since the hall was heard last?"""
        return await insist("whose the matches are", self._journal.node.holds)

    async def left(self) -> list[MatchId]:
        """The node's matches that do not run here, as soon as the store tells."""
        own = await insist("what is left", lambda: self._journal.unfinished(self.node))
        known = self._play.running.keys() | self._play.broken.keys() | set(self._play.ended)
        return [match_id for match_id in map(MatchId, own) if match_id not in known]

    async def set_up(
        self, match_id: MatchId, user_of: Callable[[UserId, str], User]
    ) -> tuple[HeadRoom, RoomSettings, MatchRunner] | None:
        """Goes on with a match of this node, as soon as the store tells what it is.

        Returns where it was begun, what was agreed on, and the match; None where it was put aside. `user_of` knows
        its players by id and name.
        """
        return await insist(f"match {match_id}", lambda: self._try_to_set_up(match_id, user_of))

    async def _try_to_set_up(
        self, match_id: MatchId, user_of: Callable[[UserId, str], User]
    ) -> tuple[HeadRoom, RoomSettings, MatchRunner] | None:
        begun: list[tuple[HeadRoom, RoomSettings]] = []

        def room_for(head: MatchHead, settings: RoomSettings) -> Room:
            """A room for this match alone: what follows in a series is the hall's business."""
            begun.append((head.room, settings))
            single = replace(settings, asked=settings.asked.model_copy(update={"best_of": None}))
            circle = None if head.room.classroom is None else ClassId(head.room.classroom)
            host = User(UserId(head.room.host), head.room.host_name, classroom=circle)
            room = self._lobby.create(single, host, "brief")
            room.part = head.room.part
            return room

        restored = RestoredMatches(
            self._journal,
            self._lobby,
            self._people,
            self._play,
            self._limits,
            self._restart_clock,
            room_for=room_for,
            user_of=user_of,
        )
        consents = await self._journal.store.documents(CONSENT)  # first: what is revived, runs
        revived = await restored.revive([match_id])
        self._consents.restore(consents, revived)
        return next(((*begun[-1], live) for live in revived), None)


async def give(journal: StoredJournal, match_id: MatchId, node: str) -> None:
    """Gives another node a match that was put down, if that can be. `owner_of` tells what came of it."""
    try:
        await journal.give(match_id, node)
    except StoreError as problem:
        logger.warning("match %s is not given to %s: %s", match_id, node, problem)


async def owner_of(journal: StoredJournal, match_id: MatchId) -> str:
    """The node that a match belongs to, or NOBODY, as soon as the store tells."""
    try:
        return await insist(f"match {match_id}", lambda: journal.store.owner(match_id))
    except UnknownMatchError:
        return NOBODY
