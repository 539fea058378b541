"""A room before and after its matches: seats, house bots, people at this computer, readiness, chat."""

from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.printing import clean
from infoset_gui.house_bots import by_strength, strength_words, usual_bot
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, dialog, icon_button
from infoset_gui.net.session import Login
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.chat import ChatBox
from infoset_gui.screens.options import OptionRows
from infoset_gui.screens.people import draw_person, person_at
from infoset_gui.screens.room_facts import ROW as FACT
from infoset_gui.screens.room_facts import draw_facts, draw_rules, facts_of, rules_of
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    AddBot,
    Configure,
    Join,
    Kick,
    Ok,
    Ready,
    Room,
    RoomChanges,
    RoomInfo,
    SeatInfo,
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
        self._chat = ChatBox(stage, stage.session, room=room)
        self._choosing: int | None = None  # the seat for which a house bot is chosen
        self._adding: int | None = None  # the seat for another person at this computer
        self._guest = ""
        self._rows: OptionRows | None = None  # the options, while they are changed

    @property
    def room(self) -> RoomInfo | None:
        """The room as it is now."""
        return self._stage.session.rooms.get(self._room) if self._stage.sessions else None

    def tick(self, now_s: float) -> bool:
        stage = self._stage
        if stage.sessions and (stage.session.state == "over" or stage.has_lost(stage.session)):
            stage.leave(self)
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
            self._stage.say("this server has no house bots for it", "bad")
            return
        for seat in room.seats:
            if seat.kind == "open":
                self._ask(AddBot(room=self._room, seat=seat.seat, bot=bot))

    def _add_guest(self) -> None:
        """Another person at this computer: a login of their own, so that nobody's cards mix."""
        seat, name = self._adding, self._guest.strip()
        room = self.room
        if seat is None or room is None or not name:
            self._stage.say("what is the other person's name?", "warn")
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
            self._stage.say("an option is not filled in right", "bad")
            return
        self._rows = None
        self._ask(Configure(room=self._room, changes=RoomChanges(options=rows.values)))

    def _watch(self) -> None:
        self._stage.session.request(Watch(room=self._room), ServerMessage)

    # The picture.

    def draw(self, ui: Ui) -> None:
        room = self.room
        if room is None:
            draw_bar(ui, "Room", "", self._leave, [])
            return
        title = room.title or f"{game_title(room.game)} {room.room}"
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
        return room.host == self._stage.session.user

    def _draw_seats(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        box = Box(ui.panel(rect), ui.u(8))
        ui.text("Seats", box.top(ui.u(28)), "title")
        if room.series is not None:
            score = " : ".join(f"{points:g}" for points in room.series.points)
            ui.text(f"Best of {room.series.best_of}: {score}", box.top(ui.u(24)), "strong")
        gap = ui.u(8)
        height = min(ui.u(SEAT), (box.rest.height - gap * (len(room.seats) - 1)) // len(room.seats))
        for seat in room.seats:
            self._draw_seat(ui, box.top(height), room, seat)
        game = self._stage.session.games.get(room.game)
        if game is not None:
            box.top(ui.u(8))
            draw_rules(ui, box.rest, rules_of(game.options, room.options))

    def _draw_seat(self, ui: Ui, rect: Rect, room: RoomInfo, seat: SeatInfo) -> None:
        colour = ui.theme.seat(seat.seat)
        ui.fill(rect, ui.theme.raised, 8)
        ui.frame(rect, colour, 8, 1.5, PATTERNS[seat.seat % 4])
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(10)), ui.u(8))
        sign = {"human": "person", "bot": "robot", "open": "plus"}.get(seat.kind, "lock")
        ui.icon(sign, row.left(ui.u(28)).center, 22, colour)
        is_own = seat.user == self._stage.session.user
        can_change = room.status != "playing"
        if seat.kind == "open" and can_change:
            self._draw_open(ui, row, room, seat)
            return
        if is_own and can_change:
            width = button_width(ui, "Stand up")
            button(
                ui,
                "stand up",
                row.right(width),
                "Stand up",
                lambda: self._ask(Sit(room=self._room)),
            )
        elif self._is_host(room) and can_change and seat.kind in ("bot", "human"):
            icon_button(
                ui,
                f"remove {seat.seat}",
                row.right(ui.u(38)),
                "close",
                f"Remove {clean(seat.name)}",
                lambda: self._stage.session.request(Kick(room=self._room, seat=seat.seat), Ok),
                text="Away",
            )
        if seat.kind in ("human", "bot"):
            state = "ready" if seat.ready else "not ready"
            tag = row.right(badge_width(ui, state))
            ground = ui.theme.good if seat.ready else ui.theme.muted
            badge(ui, Rect(tag.x, tag.centery - ui.u(12), tag.width, ui.u(24)), state, ground)
        name = clean(seat.name or "closed")
        words = f"{name} (you)" if is_own else name
        place = ui.text(words, row.rest, "strong", may_cut=True)
        person = person_at(self._stage, seat)
        if person is not None:
            draw_person(ui, place, f"person {seat.seat}", self._stage, self._stage.session, person)

    def _draw_open(self, ui: Ui, row: Box, room: RoomInfo, seat: SeatInfo) -> None:
        number = seat.seat
        if self._is_host(room):
            icon_button(
                ui,
                f"guest {number}",
                row.right(ui.u(40)),
                "people",
                "Another person at this computer",
                lambda: self._open_guest(number),
                text="Person",
            )
            icon_button(
                ui,
                f"bot {number}",
                row.right(ui.u(40)),
                "robot",
                "Add a house bot",
                lambda: self._open_bots(number),
                text="Bot",
            )
        width = button_width(ui, "Sit here")
        button(
            ui,
            f"sit {number}",
            row.right(width),
            "Sit here",
            lambda: self._ask(
                Join(room=self._room, seat=number)
                if self._own(room) is None
                else Sit(room=self._room, seat=number)
            ),
        )
        ui.text("Free", row.rest, "body", ui.theme.muted)

    def _open_bots(self, seat: int) -> None:
        self._choosing = seat

    def _open_guest(self, seat: int) -> None:
        self._adding, self._guest = seat, ""

    def _draw_foot(self, ui: Ui, row: Box, room: RoomInfo) -> None:
        own = self._own(room)
        table = self._stage.session.own_table(room)
        if table is not None:
            width = max(ui.u(170), button_width(ui, "Back to the table"))
            button(
                ui,
                "play on",
                row.right(width),
                "Back to the table",
                partial(self._stage.session.on_table, self._stage.session, table),
                kind="primary",
            )
            return
        if room.match_id is not None:
            button(
                ui,
                "watch",
                row.right(max(ui.u(160), button_width(ui, "Watch"))),
                "Watch",
                self._watch,
                kind="primary",
                icon="eye",
            )
            return
        if own is not None:
            label = "Not ready" if own.ready else "Ready"
            button(
                ui,
                "ready",
                row.right(ui.u(170)),
                label,
                lambda: self._ask(Ready(room=self._room, ready=not own.ready)),
                kind="plain" if own.ready else "primary",
                icon="check",
                key="enter",
            )
        if self._is_host(room):
            if any(seat.kind == "open" for seat in room.seats):
                button(
                    ui,
                    "fill",
                    row.right(button_width(ui, "Fill with bots", icon="robot")),
                    "Fill with bots",
                    self._fill,
                    icon="robot",
                )
            else:
                button(
                    ui,
                    "start",
                    row.right(button_width(ui, "Start")),
                    "Start",
                    lambda: self._stage.session.request(Start(room=self._room), ServerMessage),
                )
            button(
                ui,
                "options",
                row.right(button_width(ui, "Rules", icon="settings")),
                "Rules",
                self._open_options,
                icon="settings",
            )

    def _open_options(self) -> None:
        room = self.room
        game = self._stage.session.games.get(room.game) if room else None
        if room is not None and game is not None:
            self._rows = OptionRows(game.options, room.options)

    def _draw_side(self, ui: Ui, rect: Rect, room: RoomInfo) -> None:
        outer = Box(rect, ui.u(12))
        facts = facts_of(room)
        if room.code:
            facts.insert(0, ("key", f"Code: {room.code}"))
        box = Box(ui.panel(outer.top(ui.u(24) + ui.u(FACT) * len(facts))))
        if room.code:
            words = f"{room.room} {room.code}"
            copy = partial(self._stage.copy, words, "the room with its code")
            sign = Rect(box.rest.right - ui.u(28), box.rest.y - ui.u(2), ui.u(28), ui.u(28))
            icon_button(ui, "copy code", sign, "copy", "Copy room and code for a friend", copy)
        draw_facts(ui, box, facts)
        chat = Box(ui.panel(outer.rest), ui.u(6))
        ui.text("Chat", chat.top(ui.u(26)), "title")
        self._chat.draw(ui, chat.rest)

    def _draw_bots(self, ui: Ui, room: RoomInfo, seat: int) -> None:
        bots = by_strength(self._stage.session.bots_for(room.game), room.game)
        inner = Box(dialog(ui, 560, 480), ui.u(8))
        head = Box(inner.top(ui.u(34)))
        icon_button(ui, "close", head.right(ui.u(34)), "close", "Close", self._close_dialogs)
        ui.text("Who shall play?", head.rest, "title")
        row, gap = ui.u(54), ui.u(6)
        with ui.scroll("bots", inner.rest, len(bots) * (row + gap)) as place:
            for at, bot in enumerate(bots):
                cell = Rect(place.x, place.y + at * (row + gap), place.width, row)
                name = f"take {bot.bot}"
                ui.fill(
                    cell,
                    ui.theme.raised,
                    8,
                    ui.theme.accent if ui.is_hovered(name) else ui.theme.line,
                )
                words = Box(cell.inflate(-2 * ui.u(14), -2 * ui.u(6)))
                top = Box(words.top(ui.u(22)))
                strength = strength_words(bot, room.game)
                level = top.right(ui.width(strength, "caption") + ui.u(2))
                ui.text(strength, level, "caption", ui.theme.muted)
                ui.text(clean(bot.bot), top.rest, "strong")
                ui.text(clean(bot.about or ""), words.rest, "caption", ui.theme.muted, may_cut=True)
                ui.region(
                    name,
                    cell,
                    f"house bot {bot.bot}",
                    partial(self._add_bot, seat, bot.bot),
                    tooltip=clean(bot.about or ""),
                )
                if ui.is_focused(name):
                    ui.focus_ring(cell)

    def _draw_adding(self, ui: Ui) -> None:
        box = Box(dialog(ui, 460, 230), ui.u(8))
        ui.text("Another person at this computer", box.top(ui.u(32)), "title")
        ui.paragraph(
            "They get a login of their own; between turns a curtain hides what the other must not see.",
            box.top(ui.line() * 2),
            "body",
            ui.theme.muted,
        )
        field(
            ui,
            "guest name",
            box.top(ui.u(40)),
            self._guest,
            self._set_guest,
            hint="Name",
            submit=self._add_guest,
            max_length=32,
        )
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        button(ui, "add guest", row.right(ui.u(120)), "Sit down", self._add_guest, kind="primary")
        button(ui, "cancel", row.right(ui.u(100)), "Cancel", self._close_dialogs)

    def _set_guest(self, value: str) -> None:
        self._guest = value

    def _draw_options(self, ui: Ui, rows: OptionRows) -> None:
        room = self.room
        can_change = room is not None and self._is_host(room) and room.status != "playing"
        box = Box(dialog(ui, 720, 560), ui.u(10))
        ui.text("Rules of this room", box.top(ui.u(32)), "title")
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        if can_change:
            button(ui, "apply", row.right(ui.u(120)), "Apply", self._configure, kind="primary")
        button(ui, "cancel", row.right(ui.u(100)), "Close", self._close_dialogs)
        with ui.scroll("rules", box.rest, rows.height(ui, box.rest.width)) as place:
            rows.draw(ui, place, reason="" if can_change else "only the host changes rules")
