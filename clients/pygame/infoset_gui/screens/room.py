"""A room before and after its matches: seats, house bots, people at this computer, readiness, chat."""

from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.printing import clean
from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.house_bots import by_strength, strength_words, usual_bot
from infoset_gui.kit.fields import field
from infoset_gui.kit.forms import draw_form
from infoset_gui.kit.layout import Box
from infoset_gui.kit.listing import draw_list
from infoset_gui.kit.lists import Listing, Row
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, dialog, icon_button
from infoset_gui.net.session import Login, Session
from infoset_gui.screens.bar import draw_bar, game_title, margins, tool_width
from infoset_gui.screens.chat import ChatBox
from infoset_gui.screens.options import OptionRows
from infoset_gui.screens.people import draw_person, person_at
from infoset_gui.screens.room_facts import ROW as FACT
from infoset_gui.screens.room_facts import draw_facts, draw_rules, facts_of, rules_of
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    AddBot,
    BotInfo,
    Configure,
    Join,
    Kick,
    Ok,
    Ready,
    Room,
    RoomChanges,
    RoomInfo,
    SeatInfo,
    SeriesInfo,
    ServerMessage,
    Sit,
    Start,
    Watch,
)

SEAT: Final = 62


class RoomScreen(Screen):
    """One room this person is in."""

    def __init__(self, stage: Stage, room: str) -> None:
        self._stage = stage
        self._room = room
        self.chat = ChatBox(stage, stage.session, room=room)
        self._choosing: int | None = None  # the seat for which a house bot is chosen
        self._adding: int | None = None  # the seat for another person at this computer
        self._guest = ""
        self._rows: OptionRows | None = None  # the options, while they are changed

    @property
    def room(self) -> RoomInfo | None:
        """The room as it is now."""
        return self._stage.session.rooms.get(self._room) if self._stage.sessions else None

    def shows_room(self, room: str) -> bool:
        return room == self._room

    def tick(self, now_s: float) -> bool:
        stage = self._stage
        if stage.sessions and (stage.session.state == "over" or stage.has_lost(stage.session)):
            stage.leave(self)
            return True
        if stage.sessions and self._room in stage.session.closed:
            stage.leave(self)
            stage.say(say("window-room-gone"))
            return True
        return False

    def on_escape(self) -> bool:
        if self._choosing is not None or self._adding is not None or self._rows is not None:
            self._close_dialogs()
        else:
            self._leave()
        return True

    def _close_dialogs(self) -> None:
        self._choosing = self._adding = self._rows = None

    # What can be done.

    def _leave(self) -> None:
        for session in self._stage.sessions:
            session.leave_room(self._room)
        for session in self._stage.sessions[1:]:
            session.close()
        del self._stage.sessions[1:]
        self._stage.leave(self)

    def _ask(self, message: Any) -> None:
        session = self._stage.session
        session.request(message, Room, session.take_room)

    def _add_bot(self, seat: int, bot: str) -> None:
        self._choosing = None
        self._ask(AddBot(room=self._room, seat=seat, bot=bot))

    def _fill(self) -> None:
        """House bots for all open seats."""
        room = self.room
        bot = usual_bot(self._stage.session.bots_for(room.game)) if room else None
        if room is None or bot is None:
            self._stage.say(say("window-room-no-bots"), "bad")
            return
        for seat in room.seats:
            if seat.kind == "open":
                self._ask(AddBot(room=self._room, seat=seat.seat, bot=bot))

    def _add_guest(self) -> None:
        """Another person at this computer: a login of their own, so that nobody's cards mix."""
        seat, name = self._adding, self._guest.strip()
        room = self.room
        if seat is None or room is None or not name:
            self._stage.say(say("window-room-guest-who"), "warn")
            return
        self._adding = None
        stage = self._stage
        session = stage.log_in(Login(stage.session.login.url, name))
        session.on_table = stage.session.on_table
        code = room.code

        def sit() -> None:
            session.request(
                Join(room=self._room, seat=seat, code=code, ready=True), Room, session.take_room
            )

        session.on_open = sit

    def _configure(self) -> None:
        rows = self._rows
        if rows is None or rows.faults:
            self._stage.say(say("window-room-option-wrong"), "bad")
            return
        self._rows = None
        self._ask(Configure(room=self._room, changes=RoomChanges(options=rows.values)))

    def _watch(self) -> None:
        self._stage.session.enter(Watch(room=self._room), ServerMessage)

    # The picture.

    def draw(self, ui: Ui) -> None:
        room = self.room
        if room is None:
            draw_bar(ui, say("room-entering"), "", self._leave, [])
            return
        title = room.title or say("room-of-game", game=game_title(room.game), room=room.room)
        rest = draw_bar(ui, title, f"{room.rules}  ·  {room.room}", self._leave, [])
        outer = Box(margins(ui, rest), ui.u(14))
        side = outer.right(max(ui.u(280), outer.rest.width // 3))
        foot = Box(outer.bottom(ui.u(48)), ui.u(10))
        self._draw_seats(ui, outer.rest, room)
        self._draw_foot(ui, foot, room)
        self._draw_side(ui, side, room)
        if self._choosing is not None:
            self._draw_bots(ui, room, self._choosing)
        elif self._adding is not None:
            self._draw_adding(ui)
        elif self._rows is not None:
            self._draw_options(ui, self._rows)

    def _own(self, room: RoomInfo) -> SeatInfo | None:
        return next((seat for seat in room.seats if seat.user == self._stage.session.user), None)

    def _is_host(self, room: RoomInfo) -> bool:
        return room.host == self._stage.session.user and not self._is_settled()

    def _is_settled(self) -> bool:
        """Is it a table of a tournament? Its seats cannot be changed, and nobody is its host."""
        return self._room in self._stage.session.table_rooms

    def _draw_seats(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        box = Box(ui.panel(rect), ui.u(8))
        ui.text(say("window-room-seats"), box.top(ui.u(28)), "title")
        if room.series is not None:
            words = series_words(room.series)
            ui.paragraph(
                words, box.top(ui.paragraph_height(words, box.rest.width, "strong")), "strong"
            )
        gap = ui.u(8)
        height = min(ui.u(SEAT), (box.rest.height - gap * (len(room.seats) - 1)) // len(room.seats))
        for seat in room.seats:
            self._draw_seat(ui, box.top(height), room, seat)
        game = self._stage.session.games.get(room.game)
        if game is not None:
            box.top(ui.u(8))
            draw_rules(ui, box.rest, rules_of(room.game, game.options, room.options))

    def _draw_seat(self, ui: Ui, rect: Rect, room: RoomInfo, seat: SeatInfo) -> None:
        colour = ui.theme.seat(seat.seat)
        ui.fill(rect, ui.theme.raised, 8)
        ui.frame(rect, colour, 8, 1.5, PATTERNS[seat.seat % 4])
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(10)), ui.u(8))
        sign = {"human": "person", "bot": "robot", "open": "plus"}.get(seat.kind, "lock")
        ui.icon(sign, row.left(ui.u(28)).center, 22, colour)
        is_own = seat.user == self._stage.session.user
        can_change = room.status != "playing" and not self._is_settled()
        if seat.kind == "open" and can_change:
            self._draw_open(ui, row, room, seat)
            return
        if is_own and can_change:
            label = say("room-stand")
            button(
                ui,
                "stand up",
                row.right(button_width(ui, label)),
                label,
                lambda: self._ask(Sit(room=self._room)),
            )
        elif self._is_host(room) and can_change and seat.kind in ("bot", "human"):
            word = say("room-remove")
            icon_button(
                ui,
                f"remove {seat.seat}",
                row.right(tool_width(ui, word)),
                "close",
                say("window-room-remove", name=clean(seat.name)),
                lambda: self._stage.session.request(Kick(room=self._room, seat=seat.seat), Ok),
                text=word,
            )
        if seat.kind in ("human", "bot"):
            state = say("room-ready") if seat.ready else say("window-room-not-ready")
            tag = row.right(badge_width(ui, state))
            ground = ui.theme.good if seat.ready else ui.theme.muted
            badge(ui, Rect(tag.x, tag.centery - ui.u(12), tag.width, ui.u(24)), state, ground)
        name = clean(seat.name or say("window-room-closed"))
        words = say("review-own", name=name) if is_own else name
        place = ui.text(words, row.rest, "strong", may_cut=True)
        person = person_at(self._stage, seat)
        if person is not None:
            draw_person(ui, place, f"person {seat.seat}", self._stage, self._stage.session, person)

    def _draw_open(self, ui: Ui, row: Box, room: RoomInfo, seat: SeatInfo) -> None:
        number = seat.seat
        if self._is_host(room):
            for name, sign, word, label, press in (
                (
                    f"guest {number}",
                    "people",
                    sentence(say("room-kind-human")),
                    say("window-room-guest"),
                    self._open_guest,
                ),
                (
                    f"bot {number}",
                    "robot",
                    sentence(say("room-kind-bot")),
                    say("room-add-bot"),
                    self._open_bots,
                ),
            ):
                place = row.right(tool_width(ui, word))
                icon_button(ui, name, place, sign, label, partial(press, number), text=word)
        label = say("room-sit-here")
        button(
            ui,
            f"sit {number}",
            row.right(button_width(ui, label)),
            label,
            lambda: self._ask(
                Join(room=self._room, seat=number)
                if self._own(room) is None
                else Sit(room=self._room, seat=number)
            ),
        )
        ui.text(say("window-room-free"), row.rest, "body", ui.theme.muted)

    def _open_bots(self, seat: int) -> None:
        self._choosing = seat

    def _open_guest(self, seat: int) -> None:
        self._adding, self._guest = seat, ""

    def _draw_foot(self, ui: Ui, row: Box, room: RoomInfo) -> None:
        own = self._own(room)
        table = self._stage.session.own_table(room)
        if table is not None:
            label = say("room-to-match")
            button(
                ui,
                "play on",
                row.right(max(ui.u(170), button_width(ui, label))),
                label,
                partial(self._stage.session.on_table, self._stage.session, table),
                kind="primary",
            )
            return
        if room.match_id is not None:
            label = say("room-watch")
            button(
                ui,
                "watch",
                row.right(max(ui.u(160), button_width(ui, label, icon="eye"))),
                label,
                self._watch,
                kind="primary",
                icon="eye",
            )
            return
        if own is not None:
            label = say("room-not-ready") if own.ready else say("room-i-am-ready")
            button(
                ui,
                "ready",
                row.right(max(ui.u(170), button_width(ui, label, icon="check"))),
                label,
                lambda: self._ask(Ready(room=self._room, ready=not own.ready)),
                kind="plain" if own.ready else "primary",
                icon="check",
                key="enter",
            )
        if self._is_host(room):
            if any(seat.kind == "open" for seat in room.seats):
                label = say("window-room-fill")
                width = button_width(ui, label, icon="robot")
                button(ui, "fill", row.right(width), label, self._fill, icon="robot")
            else:
                label = say("room-start")
                button(ui, "start", row.right(button_width(ui, label)), label, self._start)
            label = say("window-room-rules")
            width = button_width(ui, label, icon="settings")
            button(ui, "options", row.right(width), label, self._open_options, icon="settings")

    def _start(self) -> None:
        self._stage.session.request(Start(room=self._room), ServerMessage)

    def _open_options(self) -> None:
        room = self.room
        game = self._stage.session.games.get(room.game) if room else None
        if room is not None and game is not None:
            self._rows = OptionRows(room.game, game.options, room.options)

    def _draw_side(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        outer = Box(rect, ui.u(12))
        facts = facts_of(room)
        if room.code:
            facts.insert(0, ("key", say("window-room-code", code=room.code)))
        box = Box(ui.panel(outer.top(ui.u(24) + ui.u(FACT) * len(facts))))
        if room.code:
            words = f"{room.room} {room.code}"
            copy = partial(self._stage.copy, words, say("room-copied"))
            sign = Rect(box.rest.right - ui.u(28), box.rest.y - ui.u(2), ui.u(28), ui.u(28))
            icon_button(ui, "copy code", sign, "copy", say("window-room-copy"), copy)
        draw_facts(ui, box, facts)
        chat = Box(ui.panel(outer.rest), ui.u(6))
        ui.text(say("room-talk"), chat.top(ui.u(26)), "title")
        self.chat.draw(ui, chat.rest)

    def _draw_bots(self, ui: Ui, room: RoomInfo, seat: int) -> None:
        bots = by_strength(self._stage.session.bots_for(room.game), room.game)
        inner = Box(dialog(ui, 560, 480), ui.u(8))
        head = Box(inner.top(ui.u(34)))
        close = say("frame-close")
        icon_button(ui, "close", head.right(ui.u(34)), "close", close, self._close_dialogs)
        ui.text(say("window-room-who"), head.rest, "title")
        rows = [self._bot_row(bot, room.game, seat) for bot in bots]
        draw_list(ui, inner.rest, Listing(name="bots", rows=rows))

    def _bot_row(self, bot: BotInfo, game: str, seat: int) -> Row:
        about = clean(bot.about or "")
        return Row(
            title=clean(bot.bot),
            facts=[about],
            aside=strength_words(bot, game),
            name=f"take {bot.bot}",
            label=say("window-room-bot", name=bot.bot),
            press=partial(self._add_bot, seat, bot.bot),
            tooltip=about,
        )

    def _draw_adding(self, ui: Ui) -> None:
        about = say("window-room-guest-about")
        lines = ui.paragraph_height(about, ui.u(480 - 2 * 22))
        box = Box(dialog(ui, 480, 192 + lines / ui.scale), ui.u(8))
        ui.text(say("window-room-guest"), box.top(ui.u(32)), "title")
        ui.paragraph(about, box.top(lines), "body", ui.theme.muted)
        field(
            ui,
            "guest name",
            box.top(ui.u(40)),
            self._guest,
            self._set_guest,
            hint=say("window-room-guest-name"),
            submit=self._add_guest,
            max_length=32,
        )
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        label = say("lobby-sit")
        width = max(ui.u(120), button_width(ui, label))
        button(ui, "add guest", row.right(width), label, self._add_guest, kind="primary")
        label = say("room-form-cancel")
        button(ui, "cancel", row.right(button_width(ui, label)), label, self._close_dialogs)

    def _set_guest(self, value: str) -> None:
        self._guest = value

    def _draw_options(self, ui: Ui, rows: OptionRows) -> None:
        room = self.room
        can_change = room is not None and self._is_host(room) and room.status != "playing"
        box = Box(dialog(ui, 720, 560), ui.u(10))
        ui.text(say("window-room-rules-title"), box.top(ui.u(32)), "title")
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        if can_change:
            label = say("room-form-save")
            width = max(ui.u(120), button_width(ui, label))
            button(ui, "apply", row.right(width), label, self._configure, kind="primary")
        label = say("frame-close")
        width = max(ui.u(100), button_width(ui, label))
        button(ui, "cancel", row.right(width), label, self._close_dialogs)
        draw_form(ui, "rules", box.rest, rows.items(can_change=can_change))


def enter_room(stage: Stage, session: Session, room: str) -> None:
    """Enters a room and shows it."""

    def entered(found: Room) -> None:
        session.take_room(found)
        stage.push(RoomScreen(stage, found.room.room))

    session.enter(Join(room=room), Room, entered)


def series_words(series: SeriesInfo) -> str:
    """How a series stands."""
    key = "room-series-over" if series.over else "room-series"
    points = " : ".join(f"{one:g}" for one in series.points)
    return say(key, most=series.best_of, played=series.played, points=points)
