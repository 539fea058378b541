"""Sets up again what the store knows of matches that were running when the server stopped.

A match is its head and its steps, taken again. One that cannot be set up (its log is damaged, its seed was locked
with another key) is put aside, and its players are told so when they come; the others do not notice. Nothing is
guessed: neither a step that is damaged nor its end.

One that another server plays is left to it, and so is one that was begun under rules that are not installed here: it
goes on where a server has them, from the step where it is. Players and room hear what it waits for.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from infoset_games.match import Match
from infoset_games.registry import UnknownGameError, find_game
from infoset_games.steps import RecordError
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ProtocolError
from infoset_protocol.session import error_plain
from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.common.ids import ClassId, MatchId, RoomId, UserId
from infoset_server.common.request_errors import BrokenMatchError, RequestError, fresh_incident
from infoset_server.config import RoomLimits
from infoset_server.matches.match_log import OwnMatch, StoredJournal, in_parts
from infoset_server.matches.match_records import (
    HeadRoom,
    HeadSeat,
    MatchHead,
    read_place,
    read_seats,
)
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings, read_settings
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import (
    BrokenMatch,
    Concern,
    LeftMatch,
    MatchRegistry,
)
from infoset_server.rooms.room import Room
from infoset_server.storage.errors import (
    CorruptError,
    StoreError,
    UnavailableError,
    UnknownMatchError,
)
from infoset_server.storage.insisting import insist
from infoset_server.storage.port import Lease, NewMatch
from infoset_server.storage.restart_clock import RestartClock

logger = logging.getLogger(__name__)

BROKEN: Final = "broken"  # the status of a match that was put aside


class RestoredMatches:
    """Brings stored matches back to life: before the server listens, and later those that come from another."""

    def __init__(
        self,
        journal: StoredJournal,
        lobby: Lobby,
        people: ClientRegistry,
        play: MatchRegistry,
        limits: RoomLimits,
        restart_clock: RestartClock,
        is_near: Callable[[str], bool] = lambda node: False,
        *,
        room_for: Callable[[MatchHead, RoomSettings], Room] | None = None,
        user_of: Callable[[UserId, str], User] | None = None,
    ) -> None:
        """`is_near` says of a node that it is one of the play nodes of this server's cluster. Where rooms and accounts are
        another server's, `room_for` has a room for a match, and `user_of` a user of this id and name.
        """
        self._journal = journal
        self._lobby = lobby
        self._people = people
        self._play = play
        self._limits = limits
        self._restart_clock = restart_clock
        self._is_near = is_near
        self._room_for = room_for or self._room
        self._user_of = user_of

    async def revive_all(
        self, *, among: Collection[str] | None = None, with_rated: bool = True
    ) -> list[MatchRunner]:
        """Every match that was running, or only those `among` these, or that belong to no ladder, but for those that
        run here already; returns those that run again.

        Raises StoreError.
        """
        unfinished = await self._journal.unfinished()
        if among is not None:
            unfinished = [match_id for match_id in unfinished if match_id in among]
        found = [match_id for match_id in unfinished if not self._is_here(match_id)]
        if not with_rated:
            found = [match_id for match_id in found if not await self._is_rated(match_id)]
        return await self._revive_those(found)

    async def revive(self, match_ids: Sequence[str]) -> list[MatchRunner]:
        """These, even if they are over, so that their end is seen here; but not those that run here already.

        A match that was never stored has not begun. Returns those that run again. Raises StoreError: also
        where one of them is another server's that lives; then none is touched.
        """
        wanted = [match_id for match_id in match_ids if await self._is_wanted(match_id)]
        owners = await self._journal.owners(wanted)
        if living := await self._journal.node.known(owners):
            raise UnavailableError(f"matches are still played by {', '.join(sorted(living))}")
        return await self._revive_those(wanted)

    async def leave_near(self, match_ids: Sequence[str]) -> dict[str, str]:
        """Leaves those of these matches alone that play nodes of this server's cluster have that live; returns their nodes.

        Raises StoreError.
        """
        living = await self.living_owners(match_ids)
        near = {match_id: node for match_id, node in living.items() if self._is_near(node)}
        for match_id in near:
            await self._leave_to_owner(match_id)
        return near

    async def living_owners(self, match_ids: Sequence[str]) -> dict[str, str]:
        """The nodes of those of these matches that another server has that lives. Raises StoreError."""
        known = [match_id for match_id in match_ids if await self._is_known(match_id)]
        owners = await self._journal.owners(known)
        living = await self._journal.node.known(owners)
        return {match_id: node for node in living for match_id in owners[node]}

    async def _is_wanted(self, match_id: str) -> bool:
        return not self._is_here(match_id) and await self._is_known(match_id)

    def _is_here(self, match_id: str) -> bool:
        """Has it been set up, or did that fail?"""
        return match_id in self._play.running or match_id in self._play.broken

    async def _is_rated(self, match_id: str) -> bool:
        """Does it belong to a ladder? One of which nothing can be told is looked at as others are."""
        try:
            return bool((await self._journal.head(match_id)).asked.rated)
        except (CorruptError, UnknownMatchError, RecordError):
            return False

    async def _is_known(self, match_id: str) -> bool:
        try:
            await self._journal.store.find_match(match_id)
        except UnknownMatchError:
            return False
        except CorruptError:
            return True
        return True

    async def _revive_those(self, match_ids: Sequence[str]) -> list[MatchRunner]:
        """Takes what may be taken, and sets it up."""
        heads = await insist("what is left", lambda: self._journal.heads(match_ids))
        playable = []
        for match_id in match_ids:
            head = heads.get(match_id)
            why = None if head is None else why_not_here(head)  # without one it is to be put aside
            if why is None:
                playable.append(match_id)
            else:
                await self._leave(match_id, why)
        leases = await insist("what is left", lambda: self._journal.take(playable))
        # From here on what runs must not be forgotten because another has to wait.
        for match_id in playable:
            if match_id not in leases:
                await insist(f"match {match_id}", partial(self._leave_to_owner, match_id))
        revived = []
        for part in in_parts(leases[match_id] for match_id in playable if match_id in leases):
            found = await insist("what is left", partial(self._journal.read_many, part))
            for lease in part:
                set_up = partial(self._try_to_revive, lease, found.get(lease.match_id))
                if (live := await insist(f"match {lease.match_id}", set_up)) is not None:
                    revived.append(live)
        return revived

    async def _leave_to_owner(self, match_id: str) -> None:
        owners = await self._journal.owners([match_id])
        node = next(filter(self._is_near, owners), "")
        await self._leave(match_id, "is played by another server", node)

    async def _leave(self, match_id: str, why: str, node: str = "") -> None:
        """Another server plays the match, now or later. Its players and its room are told. Raises StoreError."""
        known = self._play.left.get(MatchId(match_id))
        if match_id in self._play.far or (known is not None and node and known.node == node):
            return  # nothing has to be told of it: it is played for this server, or that was told
        # A play node of this cluster will tell of it in a moment; for anybody else somebody may have to see to it.
        logger.log(
            logging.INFO if node else logging.WARNING,
            "match %s is left alone: it %s",
            match_id,
            why,
        )
        left = LeftMatch(why, await self._concern(match_id), node)
        self._play.left[MatchId(match_id)] = left
        with suppress(CorruptError, UnknownMatchError, RecordError):
            head = await self._journal.head(match_id)
            self._play.found(head.room)
            room = self._lobby.rooms.get(RoomId(head.room.room))
            if room is not None and room.match is None:
                room.notice = self._notice(room, left.error(MatchId(match_id)).msg)

    def _notice(self, room: Room, text: str) -> Prepared:
        server = self._people.server_user
        return Prepared(
            {
                "type": "chat_msg",
                "user": server.id,
                "name": server.name,
                "to": "all",
                "text": text,
                "room": room.id,
            }
        )

    async def _try_to_revive(self, lease: Lease, found: OwnMatch | None) -> MatchRunner | None:
        """A match, or a word about why not; it is read where it was not `found`. Raises StoreError."""
        match_id = lease.match_id
        try:
            return self._revive(found or await self._journal.read(lease))
        except (CorruptError, UnknownMatchError, RecordError, RequestError) as problem:
            number = fresh_incident()
            logger.error("incident %s: match %s is put aside: %s", number, match_id, problem)
            await self._put_aside(lease, number)
        except StoreError:
            raise
        except Exception:  # rules may raise anything
            number = fresh_incident()
            logger.exception("incident %s: match %s is put aside", number, match_id)
            await self._put_aside(lease, number)
        return None

    async def _put_aside(self, lease: Lease, number: str) -> None:
        """The match does not go on; its players are told when they come. Raises StoreError."""
        match_id = lease.match_id
        broken = BrokenMatchError(match_id, number)
        error = ProtocolError(broken.code, broken.msg, broken.data, match_id=match_id)
        aside = BrokenMatch(number, await self._concern(match_id))
        self._play.put_aside(MatchId(match_id), aside, Prepared(error_plain(error)))
        try:
            await self._journal.finish(match_id, lease.epoch, BROKEN)
        except (CorruptError, UnknownMatchError) as problem:
            logger.error("incident %s: match %s stays as it is: %s", number, match_id, problem)

    async def _concern(self, match_id: str) -> Concern:
        """Whose business a match is; nobody's where not even that can be read. Raises StoreError."""
        try:
            new = (await self._journal.store.find_match(match_id)).head
            place, seats = read_place(new), read_seats(new)
        except (CorruptError, UnknownMatchError, RecordError):
            return Concern()
        users = frozenset(UserId(seat.user) for seat in seats if seat.house_bot is None)
        return Concern(users, self._host(place))

    def _revive(self, stored: OwnMatch) -> MatchRunner:
        head = stored.head
        settings = read_settings(head.asked, self._limits, head.room.code, may_rate=True)
        if settings.game.rules != head.rules:
            raise RecordError(f"it was begun under {head.rules}, here is {settings.game.rules}")
        now_ms = self._play.floor.now_ms()
        terms = settings.terms.with_berserk(seat.berserk for seat in head.seats)
        match = Match(settings.game, terms, head.seed, head.deal)
        versions = []
        for step in stored.steps:
            match.redo(step, now_ms)
            versions.append(match.ver)
        room = self._room_for(head, settings)
        users = [self._user(seat) for seat in head.seats]
        live = self._play.revive(room, head, match, users, stored.log)
        ages_s = (self._restart_clock.age_ms(at_ms) / 1000 for at_ms in stored.at_ms)
        live.spectators.recall(versions, ages_s)
        return live

    def _room(self, head: MatchHead, settings: RoomSettings) -> Room:
        """The room of the match: as it was noted, or as it was when the match began.

        Another server may have had the same name for its room as this one has for another.
        """
        name: RoomId | None = RoomId(head.room.room)
        room = self._lobby.rooms.get(RoomId(head.room.room))
        if room is not None:
            if room.match is None or room.match.id == head.match_id:
                return room
            name = None
        room = self._lobby.create(settings, self._host(head.room), head.room.lasting, name)
        room.part = head.room.part
        for place, seat in zip(room.seats, head.seats, strict=True):
            place.bot = seat.house_bot
        return room

    def _user(self, seat: HeadSeat) -> User:
        if seat.house_bot is not None:
            return User(UserId(seat.user), seat.name, house_bot=seat.house_bot)
        return self._known(seat.user, seat.name)

    def _host(self, place: HeadRoom) -> User:
        return self._known(place.host, place.host_name, place.classroom)

    def _known(self, user_id: str, name: str, classroom: str | None = None) -> User:
        """The user of this id; one that is not known any more keeps its name, and a host its class."""
        if self._user_of is not None:
            return self._user_of(UserId(user_id), name)
        circle = None if classroom is None else ClassId(classroom)
        known = self._people.find(UserId(user_id))
        return known or User(UserId(user_id), name, classroom=circle)


def why_not_here(head: NewMatch) -> str | None:
    """What is missing here for a match, in words; None where it can be set up, as far as its head says."""
    installed = rules_of(head.game)
    if head.rules_version == installed:
        return None
    here = "no such game is" if installed is None else f"{installed} are"
    return f"waits for a server with the rules {head.rules_version}; {here} installed here"


def rules_of(game: str) -> str | None:
    """The rules version that is installed of a game; None where it is not."""
    try:
        return find_game(game).rules
    except UnknownGameError:
        return None
