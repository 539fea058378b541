"""What the organiser may do with rooms and matches: open, close, freeze, announce, play again, hand out.

The console (`console.py`) asks for it; who may ask is decided there. Orders that stand (what is closed, frozen,
disabled) outlive the server.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from typing import Final

import orjson

from infoset_games.record import write_record
from infoset_games.steps import RecordError
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, clean_text
from infoset_server.admin.commands import Stakes
from infoset_server.admin.ownership import Interests
from infoset_server.common.ids import MatchId, RoomId, UserId
from infoset_server.common.request_errors import (
    NotFoundError,
    RequestError,
    UnsupportedError,
    WrongStateError,
)
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.meetings import is_deal_secret
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.replays import FinishedMatches, read_stored
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.restored_matches import BROKEN
from infoset_server.rooms.room import Room
from infoset_server.storage.errors import StoreError, UnknownMatchError
from infoset_server.storage.notes import Notes
from infoset_server.storage.port import OPEN

logger = logging.getLogger(__name__)

ORDER: Final = "order"  # kind of documents; their keys: `server`, `room:ID`, `bot:NAME`


class RoomModeration:
    """The rooms and matches of one server, as its organiser sees them. Refusals are RequestErrors."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        people: ClientRegistry,
        finished: FinishedMatches,
        journal: StoredJournal | None,
        limits: RoomLimits,
        notes: Notes,
        interests: Interests,
    ) -> None:
        """`notes` is where orders that stand are noted."""
        self._matchmaker = matchmaker
        self._people = people
        self._finished = finished
        self._journal = journal
        self._limits = limits
        self._notes = notes
        self._interests = interests

    def open(self, place: str | None) -> None:
        """Matches may begin, and frozen ones go on."""
        self._matchmaker.reopen(self._place(place))
        self._notes.drop(ORDER, key_of(place))
        for live in self._matches(place):
            live.freeze(False)

    def close(self, place: str | None) -> None:
        """No new match begins; those that are being played go on to their end."""
        self._matchmaker.close_place(self._place(place))
        self._notes.put(ORDER, key_of(place), {"state": "closed"})

    def freeze(self, place: str | None) -> None:
        """No new match begins, and in those being played time stands still and nothing is accepted."""
        self.close(place)
        self._notes.put(ORDER, key_of(place), {"state": "frozen"})
        for live in self._matches(place):
            live.freeze(True)

    def announce(self, text: str, place: str | None) -> int:
        """Shows a text to everybody there; returns to how many."""
        server = self._people.server_user
        message = {
            "type": "chat_msg",
            "user": server.id,
            "name": server.name,
            "to": "all",
            "text": clean_text(text),
        }
        room = self._place(place)
        prepared = Prepared(message if room is None else message | {"room": room})
        listeners = self._listeners(place)
        for client in listeners:
            client.line.send(prepared)
        return len(listeners)

    async def re_run(self, match_id: str) -> str | None:
        """Plays a match again, with the same players and another deal; returns the new match's id.

        One that is being played is aborted first. None: then a player left, or the server closed the room, before
        that was stored.
        """
        room = self._room_to_replay(match_id)
        live = room.match
        if live is not None and not live.is_over:
            await ended(live, "replayed")
            try:
                room = self._room_to_replay(match_id)
            except RequestError:
                return None
        self._matchmaker.begin(room)
        assert room.match is not None
        return room.match.id

    async def end(self, match_id: str) -> None:
        """Ends a match that is being played, without a result; returns when it is over. Raises RequestError."""
        play, known = self._matchmaker.play, MatchId(match_id)
        live = play.running.get(known) or play.far.get(known)
        if live is None or live.is_over:
            raise WrongStateError(f"match {match_id} is not being played")
        if play.room_of(live).is_table:
            raise WrongStateError(
                f"match {match_id} is one of a tournament: `infoset tournament rule` decides its table, "
                "`forfeit` lets somebody lose there"
            )
        await ended(live, "stopped")

    def _room_to_replay(self, match_id: str) -> Room:
        """The room in which a match can begin again now. Raises RequestError."""
        place = self._matchmaker.play.last_room(MatchId(match_id))
        room = None if place is None else self._matchmaker.lobby.rooms.get(place)
        if room is None:
            raise NotFoundError(f"the room of match {match_id}")
        if room.is_table:
            raise WrongStateError(
                f"match {match_id} is one of a tournament: `infoset tournament replay` plays its table again"
            )
        if room.lasting != "meeting":
            raise WrongStateError(f"room {room.id} is for this one match, or plays on by itself")
        if room.match is not None and room.match.id != match_id:
            raise WrongStateError(f"in room {room.id} another match has begun since")
        if not room.can_replay:
            raise WrongStateError(f"in room {room.id} not everybody is there any more")
        self._matchmaker.require_open(room)
        return room

    # Whose it is.

    def stakes_of_room(self, place: str) -> Stakes:
        """Whose a room is, and who takes part in the match that is being played there. Raises NotFoundError."""
        return self._interests.of_room(self._room(place))

    async def stakes_of_match(self, match_id: str) -> Stakes:
        """Whose a match is, and who takes part, or did. Raises NotFoundError.

        One that cannot be read is nobody's but an administrator's.
        """
        play, known = self._matchmaker.play, MatchId(match_id)
        live = play.running.get(known) or play.far.get(known)
        if live is not None:
            return self._interests.of_live(play.room_of(live), live)
        place = play.last_room(known)
        room = None if place is None else self._matchmaker.lobby.rooms.get(place)
        if room is not None and room.match is not None and room.match.id == known:
            return self._interests.of_live(room, room.match)
        if self._journal is None:
            raise NotFoundError(f"match {match_id}")
        try:
            return self._interests.of_head(await self._journal.head(match_id))
        except UnknownMatchError:
            raise NotFoundError(f"match {match_id}") from None
        except (StoreError, RecordError):
            return Stakes(frozenset())

    def rivals(self, user: str) -> frozenset[UserId]:
        """Who else takes part in the matches that a user is playing."""
        playing = (
            live
            for live in self._matchmaker.play.played()
            if any(match_seat.user.id == user for match_seat in live.match_seats)
        )
        found: set[UserId] = set()
        for live in playing:
            found |= self._interests.parties(live)
        return frozenset(found - {UserId(user)})

    async def export(self, match_id: str) -> str:
        """The record of a match that is over, as text."""
        if self._journal is None:
            raise UnsupportedError("export", "this server keeps no matches")
        try:
            head, status, steps = await self._journal.look_up(match_id)
            if status in (OPEN, BROKEN) and self._finished.find(match_id) is None:
                raise WrongStateError(
                    f"match {match_id} is not over: its record would tell secrets"
                )
            if await is_deal_secret(self._journal.store, match_id):
                raise WrongStateError(
                    f"the deal of match {match_id} is to be played again: its record would tell secrets"
                )
            return "".join(
                f"{line}\n" for line in write_record(read_stored(head, steps, self._limits))
            )
        except UnknownMatchError:
            raise NotFoundError(f"match {match_id}") from None
        except (StoreError, RecordError) as problem:
            raise WrongStateError(f"match {match_id} cannot be read: {problem}") from None

    def disable_bot(self, bot: str, is_disabled: bool) -> None:
        """Offers a house bot no more, or again. Raises NotFoundError where there is none of that name."""
        self._matchmaker.hosting.disable(bot, is_disabled)
        if is_disabled:
            self._notes.put(ORDER, f"bot:{bot}", {"state": "disabled"})
        else:
            self._notes.drop(ORDER, f"bot:{bot}")

    async def settled(self) -> None:
        """Returns when everything done so far is stored. Raises WrongStateError where that fails."""
        if self._journal is not None:
            try:
                await self._journal.notebook.flush()
            except StoreError as problem:
                raise WrongStateError(f"done, but not stored yet: {problem}") from None

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Gives the orders again that stood before a restart, to rooms and matches that are set up again."""
        for key, body in documents.items():
            try:
                self._give_again(key, orjson.loads(body)["state"])
            except (RequestError, ValueError, TypeError, KeyError) as problem:
                logger.warning("the order for %s stands no more: %s", key, problem)
                self._notes.drop(ORDER, key)

    def _give_again(self, key: str, state: str) -> None:
        """Raises RequestError where there is no such place or bot any more, ValueError for what is no order."""
        kind, _, name = key.partition(":")
        match kind, state:
            case "server", "closed":
                self.close(None)
            case "server", "frozen":
                self.freeze(None)
            case "room", "closed":
                self.close(name)
            case "room", "frozen":
                self.freeze(name)
            case "bot", "disabled":
                self.disable_bot(name, is_disabled=True)
            case _:
                raise ValueError(f"expected an order, got {state!r}")

    def _place(self, place: str | None) -> RoomId | None:
        return None if place is None else self._room(place).id

    def _room(self, place: str) -> Room:
        return self._matchmaker.lobby.find(place)

    def _matches(self, place: str | None) -> Iterator[MatchRunner | FarMatch]:
        """The matches being played there."""
        play = self._matchmaker.play
        room = None if place is None else self._room(place)
        for live in play.played():
            if room in (None, play.room_of(live)):
                yield live

    def _listeners(self, place: str | None) -> list[Client]:
        """Everybody there, nobody twice; house bots do not listen."""
        clients: list[Client] = list(self._people.clients.values())
        if place is not None:
            room = self._room(place)
            live = room.match
            playing = [] if live is None or live.is_over else live.seating.players()
            clients = [*room.members, *room.watchers, *playing]
        return [client for client in dict.fromkeys(clients) if client.user.house_bot is None]


async def ended(live: MatchRunner | FarMatch, ending: str) -> None:
    """Aborts a match; returns when that is stored."""
    over = asyncio.Event()
    live.when_over(over.set)
    live.abort(ending)
    await over.wait()


def key_of(place: str | None) -> str:
    """The key of an order for a room, or for the whole server."""
    return "server" if place is None else f"room:{place}"
