"""All that a server has to offer: games to begin at once, rooms to enter or to watch."""

from collections.abc import Callable
from functools import partial
from typing import Final

from pygame import Rect

from infoset.printing import clean
from infoset.wording import say
from infoset_gui.house_bots import usual_bot
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, icon_button
from infoset_gui.phrases import game_brief
from infoset_gui.screens.bar import Tool, draw_bar, draw_empty, game_title, margins
from infoset_gui.screens.covers import draw_cover, draw_small_cover
from infoset_gui.screens.create import CreateScreen
from infoset_gui.screens.joining import JoinDialog
from infoset_gui.screens.ladder import LadderScreen
from infoset_gui.screens.mine import MineScreen
from infoset_gui.screens.people import draw_person, person_at
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

ROW: Final = 62
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

        session.request(request, Room, opened)

    def _enter(self, room: str, code: str | None = None) -> None:
        session = self._stage.session

        def entered(found: Room) -> None:
            self._joining = None
            session.take_room(found)
            self._stage.push(RoomScreen(self._stage, found.room.room))

        session.request(Join(room=room, code=code), Room, entered)

    def _watch(self, room: RoomInfo) -> None:
        self._stage.session.request(Watch(room=room.room), ServerMessage)

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
        box = Box(ui.panel(rect), ui.u(8))
        head = Box(box.top(ui.u(38)), ui.u(10))
        rooms = self._rooms()
        search = head.right(ui.u(260))
        field(
            ui,
            "search",
            search,
            self._filter,
            self._set_filter,
            hint=say("lobby-find-what"),
            icon="search",
            max_length=60,
        )
        label = say("lobby-join-code")
        button(
            ui,
            "join with a code",
            head.right(button_width(ui, label, icon="key", style="label")),
            label,
            self._join,
            icon="key",
            style="label",
        )
        ui.text(say("lobby-rooms"), head.rest, "title")
        if not rooms:
            title, about = say("window-lobby-none"), say("window-lobby-none-about")
            if self._filter:
                title, about = say("window-lobby-not-found"), say("window-lobby-not-found-about")
            draw_empty(ui, box.rest, "door", title, about)
            return
        row, gap = ui.u(ROW), ui.u(6)
        area = box.rest
        with ui.scroll("rooms", area, len(rooms) * (row + gap)) as inner:
            first = max(0, (area.y - inner.y) // (row + gap) - 1)
            last = first + area.height // (row + gap) + 3
            for at in range(first, min(last, len(rooms))):
                place = Rect(inner.x, inner.y + at * (row + gap), inner.width, row)
                self._draw_room(ui, place, rooms[at])

    def _rooms(self) -> list[RoomInfo]:
        wanted = self._filter.strip().lower()
        found = [
            room
            for room in self._stage.session.lobby.values()
            if wanted
            in f"{room.title} {room.game} {room.room} {' '.join(s.name or '' for s in room.seats)}".lower()
        ]
        return sorted(
            found, key=lambda room: (room.status != "open", room.title.lower(), room.room)
        )

    def _draw_room(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        ui.fill(rect, ui.theme.raised, 8)
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(8)), ui.u(10))
        draw_small_cover(ui, row, room.game)
        own = self._stage.session.own_table(room)
        if own is not None:
            back = partial(self._stage.session.on_table, self._stage.session, own)
            label = say("match-play-on")
            place = row.right(button_width(ui, label))
            button(ui, f"play on {room.room}", place, label, back, kind="primary")
        elif room.match_id is not None:
            label = say("lobby-watch")
            width = button_width(ui, label)
            button(ui, f"watch {room.room}", row.right(width), label, lambda: self._watch(room))
        label = say("lobby-enter")
        width = button_width(ui, label)
        button(ui, f"enter {room.room}", row.right(width), label, lambda: self._enter(room.room))
        free = sum(seat.kind == "open" for seat in room.seats) if room.status == "open" else 0
        state = state_words(room, free)
        ground = ui.theme.good if free else ui.theme.muted
        tag = row.right(badge_width(ui, state))
        badge(ui, Rect(tag.x, tag.centery - ui.u(12), tag.width, ui.u(24)), state, ground)
        words = Box(row.rest)
        title = room.title or say("room-of-game", game=game_title(room.game), room=room.room)
        ui.text(title, words.top(ui.u(24)), "strong", may_cut=True)
        self._draw_people(ui, words.rest, room)

    def _draw_people(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        """The game and who sits there; the names of others lead to them."""
        seats = [seat for seat in room.seats if seat.name]
        x = rect.x
        for piece, seat in [
            (f"{game_title(room.game)}  ·  ", None),
            *((clean(seat.name), seat) for seat in seats),
            *(() if seats else ((say("window-lobby-nobody"), None),)),
        ]:
            words = f"{piece}, " if seat is not None and seat is not seats[-1] else piece
            rest = Rect(x, rect.y, rect.right - x, rect.height)
            if ui.width(words, "caption") > rest.width:
                ui.text(words, rest, "caption", ui.theme.muted, may_cut=True)
                return
            place = ui.text(words, rest, "caption", ui.theme.muted)
            person = None if seat is None else person_at(self._stage, seat)
            if person is not None and seat is not None:
                name = f"person {room.room} {seat.seat}"
                place.width = ui.width(piece, "caption")
                draw_person(ui, place, name, self._stage, self._stage.session, person)
            x += ui.width(words, "caption")

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
        case other:
            return other
