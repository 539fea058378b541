"""One person at one server: the login, what the server has told so far, requests. Lives on the window's thread.

connecting --> open <--> away (coming back by itself) --> over
"""

import secrets
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from infoset.client import Client, Incoming
from infoset.doubting import DOUBT_S, LATE_S, doubting
from infoset.errors import (
    ConnectError,
    ConnectionLostError,
    InfosetError,
    LoginError,
    RequestError,
)
from infoset.printing import clean
from infoset.refusals import refusal_words
from infoset.remote import expect
from infoset.replaying.source import fetch_past
from infoset.timing import Timing
from infoset.word_files import ENGLISH
from infoset.wording import listed, say, spoken
from infoset_gui.net.following import Following
from infoset_gui.net.kept_away import KeptAway
from infoset_gui.net.network import Network, Work, ignore
from infoset_gui.net.own_games import OwnGames
from infoset_gui.net.rematch import rematch_words, waiting_for
from infoset_gui.table import Table
from infoset_gui.window_clock import window_clock_s
from infoset_protocol.messages import (
    AssistNote,
    BotInfo,
    ChatMsg,
    ClientMessage,
    Describe,
    Error,
    FollowedChanged,
    FollowList,
    GameInfo,
    Games,
    Leave,
    Lobby,
    MatchStart,
    MyGameChanged,
    Ok,
    Rating,
    Room,
    RoomInfo,
    ServerMessage,
    Snapshot,
    Sync,
    Tournament,
    TournamentInfo,
    TournamentTable,
    Unknown,
    Watch,
    WatchLobby,
    Welcome,
    YourTurn,
)

PROGRAM: Final = "infoset-gui"
FEATURES: Final = ("obs", "chat", "assist", "compute")
WRONG_TOKEN: Final = "auth_failed"  # the code of a login that is refused for it
MAX_CHAT: Final = 200
MAX_TABLES: Final = 32
MAX_TOURNAMENTS: Final = 200
MAX_HOMES: Final = 4_096  # as many as rooms can play at once
RECONNECT_S: Final = 120.0
MILLI: Final = 1000.0

Reply = TypeVar("Reply", bound=ServerMessage)
Result = TypeVar("Result")
News = Callable[[str, str], None]  # a text and its kind


@dataclass(frozen=True)
class Login:
    """Who, and where."""

    url: str
    name: str
    token: str = ""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(18))


@dataclass
class Said:
    """A line of a chat."""

    user: str
    name: str
    text: str
    is_own: bool = False
    at_s: float = field(default=0.0, compare=False)  # on the window's clock


@dataclass
class Retelling:
    """What was said, as the server tells it again to who comes back; `before` is what is known of it here.

    A server that has ended meanwhile remembers nothing, and one that goes on only the newest lines.
    """

    before: list[Said]
    again: list[Said] = field(default_factory=list)

    def take(self, line: Said) -> list[Said]:
        """All that was said, once the server has told this line, too."""
        before, again = self.before, self.again
        again.append(line)
        at = next(at for at in range(len(before) + 1) if agree(before[at:], again))
        return [*before[:at], *again, *before[at + len(again) :]]


class Session:
    """What one login knows. Its fields are free to be read."""

    def __init__(
        self,
        network: Network,
        login: Login,
        news: News,
        speed: Callable[[], float],
        clock_s: Callable[[], float] = window_clock_s,
        *,
        hears_of_people: Callable[[], bool] = lambda: True,
        on_turn: Callable[[Table], None] = lambda table: None,
        on_rematch: Callable[[str, str], None] = lambda room, words: None,
    ) -> None:
        """`news` is told what the person should hear; `speed` how fast matches are shown; `clock_s` is that of the window;
        `hears_of_people` whether the person wants to be told what those do whom they follow; `on_turn` is told of each
        match in which it is the person's turn, seen or not; `on_rematch` of a room where others want to play again, and who.
        """
        self.login = login
        self.state = "connecting"
        self.problem = ""
        self.welcome: Welcome | None = None
        self.games: dict[str, GameInfo] = {}
        self.bots: list[BotInfo] = []
        self.lobby: dict[str, RoomInfo] = {}
        self.closed: deque[str] = deque(maxlen=MAX_HOMES)  # rooms where this person was
        self.rooms: dict[str, RoomInfo] = {}  # those this person is in
        self.homes: dict[str, str] = {}  # the room of each match
        self.wanting: dict[str, dict[str, str]] = {}  # who waits there to play again, by room
        self.tournaments: dict[str, TournamentInfo] = {}
        self.called: TournamentTable | None = None  # to a table, and not there yet
        self.table_rooms: deque[str] = deque(
            maxlen=MAX_HOMES
        )  # those of all to which one was called
        self.entries: dict[str, str] = {}  # one's own on each ladder, once a result was counted
        self.tables: dict[str, Table] = {}
        self.chats: dict[str, deque[Said]] = {}
        self._retellings: dict[str, Retelling] = {}
        self.heard: Counter[str] = Counter()  # lines of others in each of them, ever
        self.kept_away = KeptAway(lambda asked, done, failed: self.request(asked, Ok, done, failed))
        self.following = Following(
            lambda asked, done, failed: self.request(asked, FollowList, done, failed)
        )
        self.own = OwnGames(
            lambda asked, reply, done: self.request(asked, reply, done, lambda error: None), clock_s
        )
        self.on_table: Callable[[Session, Table], None] = lambda session, table: None
        self.on_open: Callable[[], None] = nothing
        self._network = network
        self._news = news
        self._speed = speed
        self._hears_of_people = hears_of_people
        self._on_turn = on_turn
        self._on_rematch = on_rematch
        self._clock_s = clock_s
        self._client: Client | None = None
        self._is_closed = False
        self.is_leading = False  # something was asked for that leads to another screen
        self._living: Work | None = None
        self._late = 0  # requests whose answer has not come for long

    # The connection.

    def open(self) -> None:
        """Logs in; `state` tells what came of it."""
        self._living = self._network.start(self._live(), failed=self._ended)

    async def _live(self) -> None:
        """On the loop: the login and everything that comes."""
        login = self.login
        client = Client(
            login.url,
            name=login.name,
            token=login.token or None,
            features=FEATURES,
            program=PROGRAM,
            secret=None if login.token else login.secret,
            is_person=True,
            timing=Timing(reconnect_s=RECONNECT_S, doubt_s=DOUBT_S),
        )
        async with client:
            welcome = client.welcome
            await self._network.post(lambda: self._opened(client, welcome))
            while True:
                incoming = await client.receive()
                await self._network.post(partial(self._take, incoming))

    def _opened(self, client: Client, welcome: Welcome) -> None:
        if self._is_closed:
            return
        self._client = client
        self.welcome = welcome
        self.state = "open"
        self.request(Describe(), Games, self._take_games)
        self.watch_lobby()
        self.kept_away.look()
        self.following.look()
        self.own.look()
        self.on_open()

    def watch_lobby(self) -> None:
        """Hears of all rooms from now on."""
        self.request(WatchLobby(), Lobby, self._take_lobby)

    def _ended(self, error: Exception) -> None:
        if self._is_closed:
            return
        if self.state == "connecting" and self.on_open is not nothing:
            self.complain(error)  # nobody waits at the first screen for this login
        self.state = "over"
        self.problem = explain(error, self.login.url)
        self.rooms.clear()

    def close(self) -> None:
        """Leaves on purpose."""
        self._is_closed = True
        self._client = None
        if self._living is not None:
            self._living.cancel()
        self.state = "over"

    @property
    def is_open(self) -> bool:
        """Is there a working connection?"""
        return self.state == "open" and self._client is not None and self._client.is_connected

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, in words; nothing where it works, or is lost for good."""
        if self.state != "open":
            return ""
        if not self.is_open:
            return say("window-reconnecting")
        return say("window-late") if self._late else ""

    @property
    def user(self) -> str:
        """The own id."""
        return self.welcome.user if self.welcome else ""

    @property
    def name(self) -> str:
        """The own name, as the server knows it."""
        return (self.welcome.name if self.welcome else None) or self.login.name

    # Requests.

    def request(
        self,
        message: ClientMessage,
        kind: type[Reply],
        done: Callable[[Reply], None] = ignore,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Asks for something. A refusal is told, unless `failed` takes care of it. After `close` nothing is told of it."""
        self.run(self._asking(message, kind), done, failed)

    def run(
        self,
        work: Callable[[Client], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Runs a coroutine that talks to the server."""
        if self._client is None:
            (failed or self.complain)(ConnectionLostError(say("window-no-connection")))
            return
        self._start(work(self._client), done, failed or self.complain)

    def enter(
        self,
        message: ClientMessage,
        kind: type[Reply],
        done: Callable[[Reply], None] = ignore,
    ) -> None:
        """`request` for what leads to another screen, as `lead` does it."""
        self.lead(self._asking(message, kind), done)

    def lead(
        self,
        work: Callable[[Client], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """`run` for what leads to another screen: one at a time, and only where there is a connection.

        Whoever presses again because nothing has happened yet wants one room, not two.
        """
        failed = failed or self.complain
        if not self.is_open:
            failed(ConnectionLostError(say("window-no-connection")))
            return
        if self.is_leading:
            return
        self.is_leading = True

        def arrived(call: Callable[[Any], None], outcome: Any) -> None:
            self.is_leading = False
            call(outcome)

        self.run(work, partial(arrived, done), partial(arrived, failed))

    def _start(
        self,
        work: Coroutine[Any, Any, Result],
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """The screen that asked may be gone when the answer comes, with all that was on it."""

        def tell(call: Callable[[Any], None], outcome: Any) -> None:
            if not self._is_closed:
                call(outcome)

        self._network.start(work, partial(tell, done), partial(tell, failed))

    def _asking(
        self, message: ClientMessage, kind: type[Reply]
    ) -> Callable[[Client], Coroutine[Any, Any, Reply]]:
        """A request, to be sent through a client. When its answer is late, `trouble` says so, and the connection is looked at."""

        async def ask(client: Client) -> Reply:
            with doubting(client, message, LATE_S, self._note_late):
                return expect(await client.request(message), kind)

        return ask

    def _note_late(self, is_late: bool) -> None:
        self._late += 1 if is_late else -1

    def complain(self, error: Exception) -> None:
        """Tells why something did not come to be."""
        self._news(explain(error), "bad")

    # What comes.

    def _take(self, incoming: Incoming) -> None:
        if self._is_closed:
            return
        match incoming.message:
            case Welcome() as welcome:
                self._come_back(welcome)
            case Lobby() as lobby:
                self._take_lobby(lobby)
            case Room() as room:
                self.take_room(room)
            case ChatMsg() as said:
                self._take_chat(said)
            case MatchStart() as start:
                self._begin(start)
            case MyGameChanged() as changed:
                self.own.take(changed.item)
            case FollowedChanged() as changed:
                self._hear_of(changed)
            case Error() as error:
                self._news(refusal_words(error.code, error.msg, error.data), "bad")
                self._look_on(error)
            case Tournament() as news:
                self.take_tournament(news.tournament)
            case TournamentTable() as table:
                self._take_table(table)
            case Rating() as rating:
                self.entries[rating.ladder] = rating.entry
                self._news(rating_text(rating), "good" if rating.after >= rating.before else "info")
            case message:
                self._tell_table(message)

    def _hear_of(self, changed: FollowedChanged) -> None:
        words = self.following.take(changed)
        if words and self._hears_of_people():
            self._news(words, "info")

    def _tell_table(self, message: ServerMessage | Unknown) -> None:
        table = self.tables.get(getattr(message, "match_id", None) or "")
        if table is not None:
            table.take(message)
            if isinstance(message, YourTurn) and table.is_player:
                self._on_turn(table)
        elif isinstance(message, AssistNote):
            self._news(clean(message.text), "warn")

    def _look_on(self, error: Error) -> None:
        """A spectator who may no longer watch a seat goes on seeing what all see."""
        table = self.tables.get(error.match_id or "")
        if table is not None and not table.is_player and table.start.view == "seat":
            self.request(Watch(match_id=error.match_id), Ok)

    def _begin(self, start: MatchStart) -> None:
        self._expect_again(start.match_id)
        known = self.tables.get(start.match_id)
        if known is not None and known.is_same(start):
            known.resume(start)
            self._recall(known, known.looks.ver)
            return
        if len(self.tables) >= MAX_TABLES:
            self.tables.pop(next(iter(self.tables)))
        table = Table(self._with_consts(start), self._speed, self._clock_s)
        self.tables[start.match_id] = table
        self.on_table(self, table)
        self._recall(table, 0)
        if table.is_player and start.ver == 0:
            self._look_at(table)

    def _look_at(self, table: Table) -> None:
        """A player who is not asked first sees the table, too.

        What came before the answer may be newer than it, even where it is not shown yet: pushes overtake answers.
        """

        def seen(snapshot: Snapshot) -> None:
            if table.is_blank:
                table.take(snapshot)

        self.request(Sync(match_id=table.match.match_id), Snapshot, seen, ignore)

    def _recall(self, table: Table, known: int) -> None:
        """Asks for what has happened since version `known`; where that may not be had, the log goes on from here."""
        start = table.start
        if start.ver <= known:
            return
        written = table.written
        table.await_past()

        self.run(
            lambda client: fetch_past(client, start, known),
            lambda entries: table.recall(entries, written),
            lambda error: table.recall((), written),
        )

    def _with_consts(self, start: MatchStart) -> MatchStart:
        """The start with the constants of the game, which the server leaves out where it has told them before."""
        game = self.games.get(start.game)
        if start.consts is not None or game is None or game.consts_hash != start.consts_hash:
            return start
        return start.model_copy(update={"consts": game.consts})

    def _come_back(self, welcome: Welcome) -> None:
        self.welcome = welcome
        self.state = "open"
        self._news(say("window-reconnected"), "good")
        if not welcome.resumed:
            self.rooms.clear()
            self.wanting.clear()
            for where in self.chats:
                if not self.is_over(where):
                    self._expect_again(where)
            self.watch_lobby()
            self.following.look()
        self.own.look()

    def _expect_again(self, where: str) -> None:
        """What was said there is told again now, as far as the server remembers it."""
        if where in self.chats:
            self._retellings[where] = Retelling(list(self.chats[where]))

    def is_over(self, match_id: str) -> bool:
        """Is it known here that a match has ended?"""
        table = self.tables.get(match_id)
        return table is not None and table.result is not None

    def leave_room(self, room: str) -> None:
        """Goes out of a room; what was said there is told again to whoever comes back."""
        self.request(Leave(room=room), Ok, failed=lambda error: None)
        self.rooms.pop(room, None)
        self.wanting.pop(room, None)
        self.chats.pop(room, None)
        self._retellings.pop(room, None)

    def _take_games(self, games: Games) -> None:
        self.games = {game.game: game for game in games.games}
        self.bots = list(games.bots)

    def _take_lobby(self, lobby: Lobby) -> None:
        if lobby.full:
            self.lobby.clear()
        for room in lobby.rooms:
            self.lobby[room.room] = room
            self._note_home(room)
            if room.room not in self.rooms:
                self._note_rematch(room)
        for gone in lobby.gone:
            self.lobby.pop(gone, None)
            self.wanting.pop(gone, None)
            if self.rooms.pop(gone, None) is not None:
                self.closed.append(gone)

    def take_room(self, room: Room) -> None:
        """A room this person is in, as it is now."""
        self.rooms[room.room.room] = room.room
        self._note_home(room.room)
        self._note_rematch(room.room)

    def _note_home(self, room: RoomInfo) -> None:
        """Where a match is played: there one meets for the next."""
        if room.match_id is None or room.match_id in self.homes:
            return
        if len(self.homes) >= MAX_HOMES:
            self.homes.pop(next(iter(self.homes)))
        self.homes[room.match_id] = room.room

    def _note_rematch(self, room: RoomInfo) -> None:
        """Others want to play again where this person has played: told when somebody else does than before."""
        before, now = self.wanting.pop(room.room, {}), waiting_for(room, self.user)
        if not now or not self._belongs_to(room):
            return
        self.wanting[room.room] = now
        if now.keys() - before.keys():
            self._on_rematch(room.room, rematch_words(now))

    def _belongs_to(self, room: RoomInfo) -> bool:
        """Does this person sit there, or have they played there?"""
        return any(seat.user == self.user for seat in room.seats) or any(
            table.is_player and self.homes.get(match_id) == room.room
            for match_id, table in self.tables.items()
        )

    def home(self, match_id: str) -> RoomInfo | None:
        """The room of a match, if this person is in it and it is still there."""
        return self.rooms.get(self.homes.get(match_id, ""))

    def listed(self, match_id: str) -> RoomInfo | None:
        """The room of any match that is in the lobby."""
        rooms = self.lobby.values()
        return self.home(match_id) or next((one for one in rooms if one.match_id == match_id), None)

    def own_table(self, room: RoomInfo) -> Table | None:
        """The match in a room, if this person plays in it."""
        table = self.tables.get(room.match_id or "")
        is_own = table is not None and table.is_player and table.result is None
        return table if is_own else None

    def take_tournament(self, tournament: TournamentInfo) -> None:
        """A tournament as it is now: a new one comes first, one that is gone is forgotten."""
        known, name = self.tournaments, tournament.tournament
        if tournament.state == "gone":
            known.pop(name, None)
        elif name in known:
            known[name] = tournament
        else:
            kept = list(known.items())[: MAX_TOURNAMENTS - 1]
            self.tournaments = {name: tournament, **dict(kept)}

    def _take_table(self, table: TournamentTable) -> None:
        """Whom one meets next; an entrant who is called has to come."""
        others = [clean(name) for seat, name in enumerate(table.entrants) if seat != table.you]
        where = say("window-tournaments-where", title=clean(table.title), round=table.round)
        if table.status == "called":
            self.called = table
            if table.room is not None and table.room not in self.table_rooms:
                self.table_rooms.append(table.room)
            words = say("window-tournaments-called", where=where, others=listed(others))
            self._news(words, "good")
        elif table.status == "drawn":
            self._news(say("window-tournaments-drawn", where=where, others=listed(others)), "info")
        elif table.status == "bye":
            self._news(say("window-tournaments-bye", where=where), "info")
        elif self.called is not None and self.called.table == table.table:
            self.called = None

    def _take_chat(self, said: ChatMsg) -> None:
        where = said.match_id or said.room or ""
        if len(self.chats) > MAX_TABLES and where not in self.chats:
            gone = next(iter(self.chats))
            del self.chats[gone]
            self.heard.pop(gone, None)
            self._retellings.pop(gone, None)
        is_own = said.user == self.user
        at_s = self._clock_s() - (said.ago_ms or 0) / MILLI
        line = Said(said.user, clean(said.name), clean(said.text), is_own, at_s)
        if said.ago_ms is None:
            self._retellings.pop(where, None)
            self.chats.setdefault(where, deque(maxlen=MAX_CHAT)).append(line)
            self.heard[where] += not is_own
        else:
            retelling = self._retellings.setdefault(
                where, Retelling(list(self.chats.get(where, ())))
            )
            self.chats[where] = deque(retelling.take(line), maxlen=MAX_CHAT)

    def talk_of(self, where: str) -> list[str]:
        """The room and its matches, as far as this person knows them, of which a room or match `where` is one.

        People talk in the room before a match and after it: what they said belongs together.
        """
        room = self.homes.get(where, where)
        return [room, *(match_id for match_id, home in self.homes.items() if home == room)]

    def said_at(self, where: str) -> list[Said]:
        """What was said there, in a room and its matches, the oldest first."""
        places = dict.fromkeys((*self.talk_of(where), where))
        lines = [line for place in places for line in self.chats.get(place, ())]
        return sorted(lines, key=lambda line: line.at_s)

    def bots_for(self, game: str) -> list[BotInfo]:
        """The house bots that play a game."""
        return [bot for bot in self.bots if game in bot.games]


def agree(one: Sequence[Said], other: Sequence[Said]) -> bool:
    """Do they begin alike, as far as both go?"""
    return all(first == second for first, second in zip(one, other, strict=False))


def nothing() -> None:
    """For when nothing is to be done."""


def explain(error: Exception, address: str = "") -> str:
    """Why something failed, for a person; `address` is that of the server."""
    if isinstance(error, RequestError):
        return refusal_words(error.code, error.msg, error.data)
    if isinstance(error, LoginError) and error.code == WRONG_TOKEN:
        return say("window-connect-refused")
    if isinstance(error, ConnectError) and spoken() != ENGLISH:  # which says why, too
        return say("window-connect-unreachable", address=address)
    if isinstance(error, InfosetError):
        return clean(error)
    return say("window-broke", why=clean(error))


def rating_text(rating: Rating) -> str:
    """What a result did to one's rating."""
    change = rating.after - rating.before
    return say(
        "window-ladder-rated",
        ladder=clean(rating.ladder),
        rating=str(rating.after),
        change=f"{change:+d}",
        count=rating.games,
    )
