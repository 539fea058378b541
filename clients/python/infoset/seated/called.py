"""A person between the matches of a tournament: whom they meet, that their table is called, how it ended.

A table waits until everybody there is ready. Programs are by being there; a person says so with Enter, unless the
tournament wants only that they are there.
"""

from collections.abc import Callable
from typing import Final

from infoset.errors import CommandError, ConnectionLostError, ReplyTimeoutError, RequestError
from infoset.printing import clean
from infoset.refusals import trouble_words
from infoset.remote import Request
from infoset.seated.desk import Desk
from infoset.seated.sitting import LEAVE
from infoset.wording import listed, say
from infoset_protocol.messages import Join, Ready, Room, TournamentInfo, TournamentTable

READY: Final = ("", "ready")
MILLI: Final = 1000


class CalledPerson:
    """A `Caller` of a `Host` for who sits at a desk. `request` sends to the server, `user` is whom it knows us as."""

    def __init__(self, desk: Desk, request: Request, user: Callable[[], str]) -> None:
        self._desk = desk
        self._request = request
        self._user = user
        self._state = ""  # of the tournament, as it was told last
        self._ready_in: str | None = None  # the room of the table for which it was said

    def note(self, told: TournamentInfo | TournamentTable) -> None:
        """Tells that the tournament is entered, pauses, goes on or ends, and what becomes of tables."""
        if isinstance(told, TournamentTable):
            if told.room is None or told.room != self._ready_in:
                self._desk.tell(news_of(told))
        elif told.state != self._state:
            before, self._state = self._state, told.state
            if (before, told.state) == ("open", "running"):
                return  # a table says it, too
            key = "state" if before else "in"
            title, state = clean(told.title), say(f"terminal-tournament-{told.state}")
            self._desk.tell([say(f"terminal-tournament-{key}", title=title, state=state)])

    async def call(self, table: TournamentTable) -> None:
        """Waits until the person is ready, and says so; at once where a new session is called again.

        Raises CommandError if the person leaves or nothing more can be typed.
        """
        room = table.room or ""
        if room == self._ready_in and await self._say_ready(room):
            return
        is_asked = not await self._is_ready(room)
        key = "ask" if is_asked else "wait"
        time = time_left(table.left_ms or 0)
        self._desk.tell([say(f"terminal-tournament-{key}", time=time)])
        if is_asked:
            await self._await_ready(room)

    async def _is_ready(self, room: str) -> bool:
        """Do we count as ready without a word? The table tells; where it cannot be asked, we had better say so."""
        try:
            told = await self._request(Join(room=room))
        except (RequestError, ConnectionLostError, ReplyTimeoutError):
            return False
        seats = told.room.seats if isinstance(told, Room) else []
        return any(seat.user == self._user() and seat.ready for seat in seats)

    async def _await_ready(self, room: str) -> None:
        is_leaving = False
        while True:
            prompt = "terminal-prompt-leave" if is_leaving else "terminal-tournament-prompt"
            word = (await self._desk.ask(f"{say(prompt)} ")).strip().lower()
            if word in LEAVE:
                if is_leaving:
                    raise CommandError(say("terminal-tournament-left"))
                self._desk.tell([say("terminal-tournament-ask-leave")])
            elif word in READY and not is_leaving and await self._say_ready(room):
                return
            is_leaving = word in LEAVE and not is_leaving

    async def _say_ready(self, room: str) -> bool:
        """Tells the server; is there nothing more to be said at this table?"""
        try:
            await self._request(Ready(room=room))
        except RequestError as error:  # its match has begun, or it is gone
            self._desk.tell([trouble_words(error)])
            return True
        except (ConnectionLostError, ReplyTimeoutError) as error:
            self._desk.tell([say("terminal-not-sent", why=trouble_words(error))])
            return False
        self._ready_in = room
        self._desk.tell([say("terminal-tournament-ready")])
        return True


def news_of(table: TournamentTable) -> list[str]:
    """What has become of a table, in words; of one at which a match is played, the match tells."""
    others = [clean(name) for seat, name in enumerate(table.entrants) if seat != table.you]
    where = say("terminal-tournament-where", title=clean(table.title), round=str(table.round))
    match table.status:
        case "drawn":
            return [say("terminal-tournament-drawn", where=where, others=listed(others))]
        case "bye":
            return [say("terminal-tournament-bye", where=where)]
        case "called":
            return [say("terminal-tournament-called", where=where, others=listed(others))]
        case "decided" if table.places is None or table.points is None:
            return [say("terminal-tournament-decided-hidden", where=where)]
        case "decided":
            return [say("terminal-tournament-decided", where=where), *results_of(table)]
        case _:
            return []


def results_of(table: TournamentTable) -> list[str]:
    """A line for each entrant of a decided table, the first place first."""
    rows = sorted(zip(table.places or (), table.entrants, table.points or (), strict=False))
    return [
        say(
            "terminal-tournament-row",
            place=str(place),
            name=clean(name),
            points=f"{points:g}",
        )
        for place, name, points in rows
    ]


def time_left(ms: int) -> str:
    """A time for people: `5:00`."""
    seconds = ms // MILLI
    return f"{seconds // 60}:{seconds % 60:02d}"
