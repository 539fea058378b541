"""All that a server has to offer: games to begin at once, rooms to enter or to watch."""

from functools import partial
from typing import Final

from pygame import Rect

from infoset.printing import clean
from infoset_gui.house_bots import usual_bot
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, icon_button
from infoset_gui.screens.bar import about_game, draw_bar, draw_empty, game_title, margins
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
            words = "the server on this computer has ended" if is_ended else session.problem
            self._stage.log_out()
            self._stage.say(words or "the connection is closed", "bad")
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
            self._stage.say(
                "this server has no house bots for it; open a room and wait for people", "bad"
            )
            return
        title = f"{session.name} and house bots"[:60]
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
        server = session.login.url
        state = "" if session.is_open else "  ·  reconnecting …"
        rest = draw_bar(
            ui,
            "Lobby",
            f"{session.name} at {server}{state}",
            self._leave,
            [
                ("mine", "person", mine_text(session.own.turns), "My games", self._mine, "m"),
                ("replays", "film", "Replays", "Matches that are over", self._replays, "r"),
                ("tournaments", "crown", "Tournaments", "Tournaments", self._tournaments, "t"),
                ("ladders", "trophy", "Ladders", "Ladders", self._ladders, "l"),
                ("settings", "settings", "Settings", "Settings", self._settings, "s"),
            ],
        )
        box = Box(margins(ui, rest), ui.u(14))
        games = sorted(
            session.games.values(), key=lambda game: (ORDER.get(game.game, 9), game.game)
        )
        self._draw_games(ui, box.top(ui.u(CARD)), games)
        self._draw_rooms(ui, box.rest)
        if self._joining is not None:
            self._joining.draw(ui)

    def _draw_games(self, ui: Ui, rect: Rect, games: list[GameInfo]) -> None:
        """As many as find room side by side; the others behind an arrow."""
        box = Box(rect, ui.u(8))
        pages = max(1, -(-len(games) // MOST_CARDS))
        if pages > 1:
            more = partial(self._turn_page, pages)
            icon_button(ui, "more games", box.right(ui.u(36)), "forward", "More games", more)
        first = self._page % pages * MOST_CARDS
        shown = games[first : first + MOST_CARDS]
        count = MOST_CARDS if pages > 1 else max(3, len(shown))
        for game, cell in zip(shown, columns(box.rest, count, ui.u(14)), strict=False):
            self._draw_game(ui, cell, game)

    def _turn_page(self, pages: int) -> None:
        self._page = (self._page + 1) % pages

    def _draw_game(self, ui: Ui, rect: Rect, game: GameInfo) -> None:
        about, _ = about_game(game.game)
        box = Box(ui.panel(rect), ui.u(6))
        buttons = ui.u(36 + 42) + 2 * ui.u(6)
        head = Box(box.top(box.rest.height - buttons - ui.u(6)), ui.u(14))
        cover = head.left(head.rest.height)
        draw_cover(ui, cover, game.game)
        words = Box(head.rest)
        ui.text(game_title(game.game), words.top(ui.u(26)), "title", may_cut=True)
        least, most = game.seats
        count = f"{least} players" if least == most else f"{least} to {most} players"
        ui.text(count, words.top(ui.u(20)), "caption", ui.theme.muted)
        words.top(ui.u(2))
        ui.paragraph(about, words.rest, "caption")
        others, new = columns(box.bottom(ui.u(36)), 2, ui.u(8))
        button(
            ui,
            f"seek {game.game}",
            others,
            "Find opponents",
            lambda: self._stage.push(SeekScreen(self._stage, game)),
            style="label",
            tooltip="Waits for others who want the same",
        )
        button(
            ui,
            f"new {game.game}",
            new,
            "New room",
            lambda: self._stage.push(CreateScreen(self._stage, game)),
            style="label",
            tooltip="Choose options, clock and who plays",
        )
        button(
            ui,
            f"play {game.game}",
            box.bottom(ui.u(42)),
            "Play now",
            lambda: self.play_now(game),
            kind="primary",
            icon="play",
            tooltip="Against house bots, without a clock",
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
            hint="Find a room",
            icon="search",
            max_length=60,
        )
        width = button_width(ui, "Join with a code", icon="key", style="label")
        button(
            ui,
            "join with a code",
            head.right(width),
            "Join with a code",
            self._join,
            icon="key",
            style="label",
        )
        ui.text("Rooms", head.rest, "title")
        if not rooms:
            title, about = (
                "No room is open",
                "Begin a game above, or open a room and wait for others.",
            )
            if self._filter:
                title, about = (
                    "No room is like that",
                    "Titles, games and players are looked through.",
                )
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
            place = row.right(button_width(ui, "Play on"))
            button(ui, f"play on {room.room}", place, "Play on", back, kind="primary")
        elif room.match_id is not None:
            width = button_width(ui, "Watch")
            button(ui, f"watch {room.room}", row.right(width), "Watch", lambda: self._watch(room))
        width = button_width(ui, "Enter")
        button(ui, f"enter {room.room}", row.right(width), "Enter", lambda: self._enter(room.room))
        state = {"open": "open", "playing": "playing"}.get(room.status, room.status)
        free = sum(seat.kind == "open" for seat in room.seats)
        state = f"{free} free" if room.status == "open" and free else state
        ground = ui.theme.good if room.status == "open" and free else ui.theme.muted
        tag = row.right(badge_width(ui, state))
        badge(ui, Rect(tag.x, tag.centery - ui.u(12), tag.width, ui.u(24)), state, ground)
        words = Box(row.rest)
        title = room.title or f"{game_title(room.game)} {room.room}"
        ui.text(title, words.top(ui.u(24)), "strong", may_cut=True)
        self._draw_people(ui, words.rest, room)

    def _draw_people(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        """The game and who sits there; the names of others lead to them."""
        seats = [seat for seat in room.seats if seat.name]
        x = rect.x
        for piece, seat in [
            (f"{game_title(room.game)}  ·  ", None),
            *((clean(seat.name), seat) for seat in seats),
            *(() if seats else (("nobody yet", None),)),
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

    def _mine(self) -> None:
        self._stage.push(MineScreen(self._stage))

    def _replays(self) -> None:
        self._stage.push(ReplaysScreen(self._stage))

    def _tournaments(self) -> None:
        self._stage.push(TournamentsScreen(self._stage))

    def _ladders(self) -> None:
        self._stage.push(LadderScreen(self._stage))

    def _settings(self) -> None:
        self._stage.push(SettingsScreen(self._stage))


def mine_text(turns: int) -> str:
    """What stands on the way to one's own games: how many of them wait."""
    return f"My games ({turns})" if turns else "My games"
