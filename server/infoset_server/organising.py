"""What the organiser may do with rooms and matches: open, close, freeze, announce, play again, hand out.

The console (`console/`) asks for it; who may ask is decided there.
"""

import asyncio
from collections.abc import Iterator

from infoset_games.record import write_record
from infoset_games.steps import RecordError
from infoset_protocol.codec import Prepared
from infoset_server.config import RoomLimits
from infoset_server.hall import Hall
from infoset_server.ids import MatchId, RoomId
from infoset_server.live_match import LiveMatch
from infoset_server.people import Client, People, clean_text
from infoset_server.records.journal import StoredJournal
from infoset_server.replay_desk import read_stored
from infoset_server.replays import FinishedMatches
from infoset_server.requests import NotFoundError, UnsupportedError, WrongStateError
from infoset_server.revival import BROKEN
from infoset_server.rooms import Room
from infoset_server.store.errors import StoreError, UnknownMatchError
from infoset_server.store.port import OPEN


class Organiser:
    """The rooms and matches of one server, as its organiser sees them. Refusals are RequestErrors."""

    def __init__(
        self,
        hall: Hall,
        people: People,
        finished: FinishedMatches,
        journal: StoredJournal | None,
        limits: RoomLimits,
    ) -> None:
        self._hall = hall
        self._people = people
        self._finished = finished
        self._journal = journal
        self._limits = limits

    def open(self, place: str | None) -> None:
        """Matches may begin, and frozen ones go on."""
        self._hall.reopen(self._place(place))
        for live in self._matches(place):
            live.freeze(False)

    def close(self, place: str | None) -> None:
        """No new match begins; those that are being played go on to their end."""
        self._hall.close_place(self._place(place))

    def freeze(self, place: str | None) -> None:
        """No new match begins, and in those being played time stands still and nothing is accepted."""
        self.close(place)
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
            client.connection.send(prepared)
        return len(listeners)

    async def re_run(self, match_id: str) -> str:
        """Plays a match again, with the same players and another deal; returns the new match's id."""
        place = self._hall.play.last_room(MatchId(match_id))
        room = None if place is None else self._hall.lobby.rooms.get(place)
        if room is None:
            raise NotFoundError(f"the room of match {match_id}")
        live = room.match
        if live is not None and live.id != match_id:
            raise WrongStateError(f"in room {room.id} another match has begun since")
        if live is not None and not live.is_over:
            over = asyncio.Event()
            live.when_over(over.set)
            live.abort("replayed")
            await over.wait()
        if not room.is_full:
            raise WrongStateError(f"in room {room.id} not everybody is there any more")
        self._hall.start(room)
        assert room.match is not None
        return room.match.id

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
            return "".join(
                f"{line}\n" for line in write_record(read_stored(head, steps, self._limits))
            )
        except UnknownMatchError:
            raise NotFoundError(f"match {match_id}") from None
        except (StoreError, RecordError) as problem:
            raise WrongStateError(f"match {match_id} cannot be read: {problem}") from None

    def disable_bot(self, bot: str, is_disabled: bool) -> None:
        """Offers a house bot no more, or again. Raises NotFoundError where there is none of that name."""
        self._hall.hosting.disable(bot, is_disabled)

    def _place(self, place: str | None) -> RoomId | None:
        return None if place is None else self._room(place).id

    def _room(self, place: str) -> Room:
        return self._hall.lobby.find(place)

    def _matches(self, place: str | None) -> Iterator[LiveMatch]:
        """The matches being played there."""
        play = self._hall.play
        room = None if place is None else self._room(place)
        for live in list(play.running.values()):
            if room in (None, play.room_of(live)):
                yield live

    def _listeners(self, place: str | None) -> list[Client]:
        """Everybody there, nobody twice; house bots do not listen."""
        clients: list[Client] = list(self._people.clients.values())
        if place is not None:
            room = self._room(place)
            playing = [] if room.match is None or room.match.is_over else room.match.players()
            clients = [*room.members, *room.watchers, *playing]
        return [client for client in dict.fromkeys(clients) if client.user.house_bot is None]
