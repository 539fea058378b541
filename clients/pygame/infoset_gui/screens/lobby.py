"""All that a server has to offer: games to begin at once, rooms to enter or to watch."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.house_bots import usual_bot
from infoset_gui.kit.covers import draw_cover
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import (
    Badge,
    Bar,
    Button,
    Empty,
    Link,
    Listing,
    Row,
    Rows,
    Search,
)
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button
from infoset_gui.net.rematch import rematch_words
from infoset_gui.phrases import game_brief
from infoset_gui.screens.bar import Tool, draw_bar, game_title, margins
from infoset_gui.screens.create import CreateScreen
from infoset_gui.screens.joining import JoinDialog
from infoset_gui.screens.ladder import LadderScreen
from infoset_gui.screens.mine import MineScreen
from infoset_gui.screens.people import person_link
from infoset_gui.screens.replays import ReplaysScreen
from infoset_gui.screens.room import RoomScreen
from infoset_gui.screens.seeking import SeekScreen
from infoset_gui.screens.settings import SettingsScreen
from infoset_gui.screens.tournaments import TournamentsScreen, go_to_table
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    AddBot,
    ClockSpec,
    CreateRoom,
    GameInfo,
    Join,
    Room,
    RoomInfo,
    ServerMessage,
    Watch,
)

CARD: Final = 208
MOST_CARDS: Final = 4  # games side by side
NO_CLOCK: Final = ClockSpec(kind="none")
ORDER: Final = {"colonizers": 0, "catan": 1, "crossfire": 2}


class LobbyScreen(Screen):
    """The lobby of the person's own login."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._filter = ""
        self._page = 0  # of the games
        self._is_connected = True
        self._joining: JoinDialog | None = None

    def tick(self, now_s: float) -> bool:
        if not self._stage.sessions:
            return False
        session = self._stage.session
        is_ended = self._stage.has_lost(session)
        if session.state == "over" or is_ended:
            words = say("window-own-server-ended") if is_ended else session.problem
            self._stage.log_out()
            self._stage.say(words or say("window-closed"), "bad")
            self._stage.leave(self)
            return True
        before, self._is_connected = self._is_connected, session.is_open
        return go_to_table(self._stage) or before != self._is_connected

    def on_escape(self) -> bool:
        if self._joining is not None:
            self._joining = None
        else:
            self._leave()
        return True

    def _leave(self) -> None:
        self._stage.log_out()
        self._stage.leave(self)

    # What can be done.

    def play_now(self, game: GameInfo) -> None:
        """A room of one's own, filled with house bots, without a clock; the match begins at once."""
        session = self._stage.session
        bot = usual_bot(session.bots_for(game.game))
        if bot is None:
            self._stage.say(say("window-lobby-no-bots"), "bad")
            return
        title = say("lobby-against-bots", game=game_title(game.game))[:60]
        request = CreateRoom(game=game.game, title=title, clock=NO_CLOCK, assist="auto")

        def opened(room: Room) -> None:
            name = room.room.room
            session.take_room(room)
            self._stage.push(RoomScreen(self._stage, name))
            seats = range(1, len(room.room.seats))
            for seat in seats:
                session.request(AddBot(room=name, seat=seat, bot=bot), Room)
            session.request(Join(room=name, seat=0, ready=True), Room, session.take_room)

        session.enter(request, Room, opened)

    def _enter(self, room: str, code: str | None = None) -> None:
        session = self._stage.session

        def entered(found: Room) -> None:
            self._joining = None
            session.take_room(found)
            self._stage.push(RoomScreen(self._stage, found.room.room))

        session.enter(Join(room=room, code=code), Room, entered)

    def _watch(self, room: RoomInfo) -> None:
        self._stage.session.enter(Watch(room=room.room), ServerMessage)

    # The picture.

    def draw(self, ui: Ui) -> None:
        stage = self._stage
        if not stage.sessions:
            return
        session = stage.session
        about = say("window-lobby-where", name=session.name, server=session.login.url)
        if not session.is_open:
            about += f"  ·  {say('window-reconnecting')}"
        rest = draw_bar(
            ui,
            say("lobby-title"),
            about,
            self._leave,
            self._tools(),
        )
        box = Box(margins(ui, rest), ui.u(14))
        games = sorted(
            session.games.values(), key=lambda game: (ORDER.get(game.game, 9), game.game)
        )
        self._draw_games(ui, box.top(ui.u(CARD)), games)
        self._draw_rooms(ui, box.rest)
        if self._joining is not None:
            self._joining.draw(ui)

    def _tools(self) -> list[Tool]:
        stage = self._stage
        turns = stage.session.own.turns
        mine = say("window-mine-turns", count=turns) if turns else say("frame-mine")
        replays, tournaments = say("frame-replays"), say("frame-tournaments")
        ladders, settings = say("ladder-title"), say("frame-settings")

        def to(screen: Callable[[Stage], Screen]) -> Press:
            return lambda: stage.push(screen(stage))

        return [
            ("mine", "person", mine, say("frame-mine"), to(MineScreen), "m"),
            ("replays", "film", replays, say("replays-list"), to(ReplaysScreen), "r"),
            ("tournaments", "crown", tournaments, tournaments, to(TournamentsScreen), "t"),
            ("ladders", "trophy", ladders, ladders, to(LadderScreen), "l"),
            ("settings", "settings", settings, settings, to(SettingsScreen), "s"),
        ]

    def _draw_games(self, ui: Ui, rect: Rect, games: list[GameInfo]) -> None:
        """As many as find room side by side; the others behind an arrow."""
        box = Box(rect, ui.u(8))
        pages = max(1, -(-len(games) // MOST_CARDS))
        if pages > 1:
            more = partial(self._turn_page, pages)
            icon_button(
                ui, "more games", box.right(ui.u(36)), "forward", say("window-lobby-more"), more
            )
        first = self._page % pages * MOST_CARDS
        shown = games[first : first + MOST_CARDS]
        count = MOST_CARDS if pages > 1 else max(3, len(shown))
        for game, cell in zip(shown, columns(box.rest, count, ui.u(14)), strict=False):
            self._draw_game(ui, cell, game)

    def _turn_page(self, pages: int) -> None:
        self._page = (self._page + 1) % pages

    def _draw_game(self, ui: Ui, rect: Rect, game: GameInfo) -> None:
        box = Box(ui.panel(rect), ui.u(6))
        buttons = ui.u(36 + 42) + 2 * ui.u(6)
        head = Box(box.top(box.rest.height - buttons - ui.u(6)), ui.u(14))
        cover = head.left(head.rest.height)
        draw_cover(ui, cover, game.game)
        words = Box(head.rest)
        ui.text(game_title(game.game), words.top(ui.u(26)), "title", may_cut=True)
        least, most = game.seats
        count = say("lobby-seats", count=least)
        if most > least:
            count = say("lobby-seats-range", least=least, most=most)
        ui.text(count, words.top(ui.u(20)), "caption", ui.theme.muted)
        words.top(ui.u(2))
        ui.paragraph(game_brief(game.game), words.rest, "caption")
        others, new = columns(box.bottom(ui.u(36)), 2, ui.u(8))
        button(
            ui,
            f"seek {game.game}",
            others,
            say("lobby-find-opponents"),
            lambda: self._stage.push(SeekScreen(self._stage, game)),
            style="label",
            tooltip=say("window-lobby-find-about"),
        )
        button(
            ui,
            f"new {game.game}",
            new,
            say("lobby-new-room"),
            lambda: self._stage.push(CreateScreen(self._stage, game)),
            style="label",
            tooltip=say("window-lobby-new-about"),
        )
        button(
            ui,
            f"play {game.game}",
            box.bottom(ui.u(42)),
            say("lobby-play-now"),
            lambda: self.play_now(game),
            kind="primary",
            icon="play",
            tooltip=say("window-lobby-play-about"),
        )

    def _draw_rooms(self, ui: Ui, rect: Rect) -> None:
        title, about = say("window-lobby-none"), say("window-lobby-none-about")
        if self._filter:
            title, about = say("window-lobby-not-found"), say("window-lobby-not-found-about")
        code = Button(
            name="join with a code", label=say("lobby-join-code"), press=self._join, icon="key"
        )
        search = Search("search", self._filter, self._set_filter, say("lobby-find-what"))
        listing = Listing(
            name="rooms",
            rows=Rows(self._rooms(), self._row),
            empty=Empty("door", title, about),
            bars=[Bar(title=say("lobby-rooms"), buttons=[code], search=search)],
        )
        draw_list(ui, ui.panel(rect), listing)

    def _rooms(self) -> list[RoomInfo]:
        wanted = self._filter.strip().lower()
        session = self._stage.session
        wanting = session.wanting  # others wait for this person there: also where it is not listed
        own = {room: session.rooms[room] for room in wanting if room in session.rooms}
        found = [
            room
            for room in {**session.lobby, **own}.values()
            if wanted
            in f"{room.title} {room.game} {room.room} {' '.join(s.name or '' for s in room.seats)}".lower()
        ]
        return sorted(
            found,
            key=lambda room: (
                room.room not in wanting,
                room.status != "open",
                room.title.lower(),
                room.room,
            ),
        )

    def _row(self, room: RoomInfo) -> Row:
        free = sum(seat.kind == "open" for seat in room.seats) if room.status == "open" else 0
        session = self._stage.session
        people: list[str | Link] = [
            person_link(self._stage, session, seat, f"person {room.room} {seat.seat}")
            for seat in room.seats
            if seat.name
        ]
        wanting = rematch_words(session.wanting.get(room.room, {}))
        state = wanting or state_words(room, free)
        return Row(
            title=room.title or say("room-of-game", game=game_title(room.game), room=room.room),
            cover=room.game,
            facts=[game_title(room.game), *(people or [say("window-lobby-nobody")])],
            badges=[Badge(state, "good" if free or wanting else "muted")],
            buttons=list(self._ways(room)),
        )

    def _ways(self, room: RoomInfo) -> Iterator[Button]:
        """Into the room, and to the match that is played there."""
        session = self._stage.session
        enter = partial(self._enter, room.room)
        yield Button(name=f"enter {room.room}", label=say("lobby-enter"), press=enter)
        own = session.own_table(room)
        if own is not None:
            back = partial(session.on_table, session, own)
            label = say("match-play-on")
            yield Button(name=f"play on {room.room}", label=label, press=back, tone="primary")
        elif room.match_id is not None:
            watch = partial(self._watch, room)
            yield Button(name=f"watch {room.room}", label=say("lobby-watch"), press=watch)

    def _join(self) -> None:
        self._joining = JoinDialog(self._enter, self._not_joining)

    def _not_joining(self) -> None:
        self._joining = None

    def _set_filter(self, value: str) -> None:
        self._filter = value


def state_words(room: RoomInfo, free: int) -> str:
    """What a room waits for, with so many free seats."""
    match room.status:
        case "open":
            return say("lobby-free", count=free) if free else say("lobby-full")
        case "playing":
            return say("lobby-playing")
        case "over":
            return say("window-lobby-over")
        case other:
            return other
