"""Who may open which finished match: for replays and for reviews."""

import logging
from dataclasses import dataclass

from infoset_games.record import Record
from infoset_games.steps import Step
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.accounts.users import Role, may_meet
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import NotFoundError, WrongStateError
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.meetings import is_deal_secret
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.match_records import MatchHead, SealedError
from infoset_server.matches.replays import Finished, FinishedMatches, read_stored
from infoset_server.rooms.restored_matches import BROKEN
from infoset_server.storage.errors import UnknownMatchError
from infoset_server.storage.port import OPEN

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class FinishedAccess:
    """Opens finished matches for those who may see them. `journal` None: nothing is kept."""

    people: ClientRegistry
    finished: FinishedMatches
    journal: StoredJournal | None
    rooms: RoomLimits

    async def find_over(
        self, client: Client, journal: StoredJournal, replay: str
    ) -> tuple[MatchHead, list[Step]]:
        """A finished match that the client may open. Raises RequestError, StoreError or RecordError."""
        try:
            head, status, steps = await journal.look_up(replay)
        except UnknownMatchError:
            raise NotFoundError(f"replay {replay}") from None
        except SealedError as problem:
            logger.warning("%s", problem)
            raise WrongStateError(f"replay {replay}: {problem}") from None
        is_over = status not in (OPEN, BROKEN) or self.finished.find(replay) is not None
        if not is_over or not self._may_open(client.user, head):
            raise NotFoundError(f"replay {replay}")
        return head, steps

    async def find_record(
        self, client: Client, journal: StoredJournal, replay: str
    ) -> tuple[MatchHead, Record]:
        """A finished match of which the client may see everything. Raises RequestError, StoreError or RecordError."""
        head, steps = await self.find_over(client, journal, replay)
        await self.require_open_deal(journal, replay)
        return head, read_stored(head, steps, self.rooms)

    async def require_open_deal(self, journal: StoredJournal, replay: str) -> None:
        """Raises WrongStateError while others are to play the same deal, of which nothing is to be known."""
        if await is_deal_secret(journal.store, replay):
            raise WrongStateError("its deal is to be played again; the replay is open after that")

    def is_for_all(self, head: MatchHead) -> bool:
        """May everybody see the match, and find it?"""
        finished = self.finished.find(head.match_id)
        if finished is not None:
            return finished.is_listed and finished.classroom is None
        is_open = head.asked.watch != "off" and head.room.code is None
        return is_open and self._class_of(head) is None

    def owns(self, viewer: User, user: str) -> bool:
        """Is the user the viewer, or somebody for whom the viewer answers?"""
        player = self.people.find(UserId(user))
        return user == viewer.id or (player is not None and player.owner == viewer.id)

    def may_find(self, viewer: User, one: Finished) -> bool:
        users = [UserId(user) for user in one.users]
        return self._may_see(viewer, users, one.is_listed, one.classroom)

    def _may_open(self, viewer: User, head: MatchHead) -> bool:
        users = [UserId(seat.user) for seat in head.seats]
        return self._may_see(viewer, users, head.asked.watch != "off", self._class_of(head))

    def _class_of(self, head: MatchHead) -> str | None:
        """Whose business alone a match was: the class of its room."""
        host = self.people.find(UserId(head.room.host))  # earlier versions have noted no class
        finished = self.finished.find(head.match_id)
        noted = None if finished is None else finished.classroom
        return head.room.classroom or noted or (None if host is None else host.classroom)

    def _may_see(
        self, viewer: User, users: list[UserId], is_open: bool, classroom: str | None
    ) -> bool:
        """Those who played may; so may others who may meet all who played, or answer for one of them.

        What was played in the room of a class is its own business, also where only bots have played.
        """
        if viewer.id in users:
            return True
        if not self._is_of(viewer, classroom):
            return False
        known = [user for user in map(self.people.find, users) if user is not None]
        if not all(may_meet(viewer, user) for user in known):
            return False
        return is_open or any(user.owner == viewer.id for user in known)

    def _is_of(self, viewer: User, classroom: str | None) -> bool:
        """Is it the viewer's class, or one that they teach?"""
        if classroom in (None, viewer.classroom) or viewer.role is Role.MANAGER:
            return True
        return self.people.accounts.classrooms.teaches(viewer, classroom)
