"""Sets up again what the store knows of matches that were running when the server stopped.

A match is its head and its steps, taken again. One that cannot be set up (its game is not installed any
more, its log is damaged, its seed was locked with another key) is put aside; the others do not notice.
"""

import logging
import secrets
from typing import Final

from infoset_games.match import Match
from infoset_games.steps import RecordError, Step
from infoset_server.config import RoomLimits
from infoset_server.ids import RoomId, UserId
from infoset_server.live_match import LiveMatch
from infoset_server.lobby import Lobby
from infoset_server.people import People, User
from infoset_server.play import Play
from infoset_server.records.head import HeadSeat, MatchHead
from infoset_server.records.journal import MatchLog, StoredJournal
from infoset_server.requests import RequestError
from infoset_server.rooms import Room
from infoset_server.settings import RoomSettings, read_settings
from infoset_server.store.errors import CorruptError, StoreError

logger = logging.getLogger(__name__)

BROKEN: Final = "broken"  # the status of a match that was put aside


class Revival:
    """Brings stored matches back to life. Used once, before the server listens."""

    def __init__(
        self,
        journal: StoredJournal,
        lobby: Lobby,
        people: People,
        play: Play,
        limits: RoomLimits,
    ) -> None:
        self._journal = journal
        self._lobby = lobby
        self._people = people
        self._play = play
        self._limits = limits

    async def revive_all(self) -> int:
        """Every match that was running; returns how many run again. Raises StoreError."""
        revived = 0
        for match_id in await self._journal.unfinished():
            try:
                head, steps, log = await self._journal.read(match_id)
                self._revive(head, steps, log)
                revived += 1
            except (CorruptError, RecordError, RequestError) as problem:
                logger.error(
                    "incident %s: match %s is put aside: %s", incident(), match_id, problem
                )
                await self._journal.put_aside(match_id, BROKEN)
            except StoreError:
                raise
            except Exception:  # rules may raise anything
                logger.exception("incident %s: match %s is put aside", incident(), match_id)
                await self._journal.put_aside(match_id, BROKEN)
        return revived

    def _revive(self, head: MatchHead, steps: list[Step], log: MatchLog) -> LiveMatch:
        settings = read_settings(head.asked, self._limits, head.room.code)
        if settings.game.rules != head.rules:
            raise RecordError(f"it was begun under {head.rules}, here is {settings.game.rules}")
        now_ms = self._play.now_ms()
        match = Match(settings.game, settings.terms, head.seed, head.deal)
        for step in steps:
            match.redo(step, now_ms)
        room = self._room(head, settings)
        users = [self._user(seat) for seat in head.seats]
        return self._play.revive(room, head, match, users, log)

    def _room(self, head: MatchHead, settings: RoomSettings) -> Room:
        """The room of the match: as it was noted, or as it was when the match began."""
        room = self._lobby.rooms.get(RoomId(head.room.room))
        if room is not None:
            return room
        host = self._known(head.room.host, head.room.host_name)
        room = self._lobby.create(settings, host, head.room.lasting, RoomId(head.room.room))
        for place, seat in zip(room.seats, head.seats, strict=True):
            place.bot = seat.house_bot
        return room

    def _user(self, seat: HeadSeat) -> User:
        if seat.house_bot is not None:
            return User(UserId(seat.user), seat.name, house_bot=seat.house_bot)
        return self._known(seat.user, seat.name)

    def _known(self, user_id: str, name: str) -> User:
        """The user of this id; one that is not known any more keeps its name at the table."""
        return self._people.find(UserId(user_id)) or User(UserId(user_id), name)


def incident() -> str:
    """A number under which the log has a story."""
    return secrets.token_hex(4)
