"""A match, played or watched: the game's view, log, chat, assistants, clocks, and the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pygame import Rect

from infoset.botseat import CLOSED, write_act
from infoset.errors import RequestError, WrongChoiceError
from infoset.turn import Answer
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import PATTERNS
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, button, button_width, dialog, segments
from infoset_gui.net.session import Session
from infoset_gui.preferences import SPEEDS
from infoset_gui.screens.assistants import AssistantPanel, draw_overlays, draw_suggestions
from infoset_gui.screens.bar import draw_bar, game_title, margins
from infoset_gui.screens.chat import ChatBox
from infoset_gui.screens.ending import draw_ending
from infoset_gui.screens.lesson import Lesson
from infoset_gui.screens.log import draw_log
from infoset_gui.screens.settings import SettingsScreen
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import Table
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import Look, View, all_eyes, find_view
from infoset_protocol.messages import Act, ActOk, Ok, Ready, Resign, Room, Unwatch

HURRY_S: Final = 10.0
FRESH_S: Final = 1.7  # as long as news are shown, and animated
OTHER_RULES: Final = (KeyError, TypeError, IndexError, ValueError)


@dataclass
class Seating:
    """One seat of this computer: whose login, and the match as that seat sees it."""

    session: Session
    table: Table
    view: View
    panel: AssistantPanel
    chat: ChatBox
    asked: int = -1  # the decision that the view knows of


class MatchScreen(Screen):
    """One match through the eyes of this computer's people."""

    def __init__(self, stage: Stage, session: Session, table: Table) -> None:
        self._stage = stage
        self._seatings = [self._seat(session, table)]
        self._at = 0
        self._tab = "log"
        self._side_open = True
        self._dialog = ""  # resign, or empty
        self._curtain: int | None = (
            None  # the seating that is to take over, while the screen is covered
        )
        self._end_seen = False
        self._end_hidden = False
        self._hurried = -1
        self._lesson: Lesson | None = None
        self._eyes = -1  # whose eyes, where all are shown

    def _seat(self, session: Session, table: Table) -> Seating:
        """A seat of this computer with all that belongs to it."""
        view = find_view(table.match, PlainView)
        table.words = view.say
        chat = ChatBox(session, match_id=table.match.match_id)
        return Seating(session, table, view, AssistantPanel(self._stage, session, table), chat)

    # Who looks.

    @property
    def seating(self) -> Seating:
        """Whose eyes these are now."""
        return self._seatings[self._at]

    @property
    def table(self) -> Table:
        """The match as it is shown."""
        return self.seating.table

    def adopt(self, session: Session, table: Table) -> bool:
        """Takes another seat of the same match at this computer in; False: it is another match."""
        if table.match.match_id != self.table.match.match_id:
            return False
        for at, seating in enumerate(self._seatings):
            if seating.session is session:
                seating.panel.close()
                self._seatings[at] = self._seat(session, table)
                return True
        self._seatings.append(self._seat(session, table))
        return True

    def tick(self, now_s: float) -> bool:
        changed = False
        for seating in self._seatings:
            changed |= seating.table.advance(now_s)
            while seating.table.untold:
                seating.view.on_event(seating.table.untold.popleft())
        table = self.table
        changed |= self._notice_turn(now_s)
        changed |= self._hand_over()
        changed |= self._teach(now_s)
        if table.result is not None and not self._end_seen:
            self._end_seen = True
            self._stage.sounds.play("over")
            changed = True
        left_s = table.left_s(now_s)
        if left_s is not None and table.turn is not None:
            if left_s < HURRY_S and self._hurried != table.turn.decision:
                self._hurried = table.turn.decision
                self._stage.sounds.play("hurry")
            changed = True
        return changed or now_s - table.looks.fresh_s < FRESH_S

    def _teach(self, now_s: float) -> bool:
        """Who plays a game for the first time is shown around; is it time for that?"""
        table, likes = self.table, self._stage.preferences
        if (
            self._lesson
            or not likes.guide
            or table.turn is None
            or table.match.game in likes.taught
        ):
            return False
        return self._explain(now_s)

    def _explain(self, now_s: float) -> bool:
        """Shows around."""
        try:
            steps = self.seating.view.lesson(self._look(now_s))
        except OTHER_RULES:
            steps = ()
        if not steps:
            return False
        self._lesson = Lesson(steps, self._explained)
        return True

    def _explained(self) -> None:
        """It need not be explained again by itself."""
        self._lesson = None
        likes, game = self._stage.preferences, self.table.match.game
        if game not in likes.taught:
            likes.taught.append(game)
            self._stage.save()

    def _notice_turn(self, now_s: float) -> bool:
        """Tells the view of a question that it does not know yet; was there one?"""
        seating, turn = self.seating, self.table.turn
        if turn is None or turn.decision == seating.asked:
            return False
        seating.asked = turn.decision
        look = self._look(now_s)
        seating.view.on_turn(look)
        if self._stage.preferences.skip_forced and seating.view.is_forced(look):
            self.answer(0)
        else:
            self._stage.sounds.play("turn")
        return True

    def _hand_over(self) -> bool:
        """Another person at this computer is asked: the screen changes hands."""
        if self.table.turn is not None or self._curtain is not None or len(self._seatings) < 2:
            return False
        for at, seating in enumerate(self._seatings):
            if at != self._at and seating.table.turn is not None:
                if self._stage.preferences.hide_hands:
                    self._curtain = at
                else:
                    self._switch(at)
                return True
        return False

    def _switch(self, at: int) -> None:
        self._at = at
        self._curtain = None
        self._notice_turn(self._stage.clock_s())

    def _look(self, now_s: float) -> Look:
        table = self.table
        looks = table.looks
        likes = self._stage.preferences
        seat, obs = table.seat, looks.obs
        eyes: Sequence[Mapping[str, Any]] = ()
        if table.start.view == "all" and "public" in obs:
            eyes = obs.get("seats", ())
            seat = self._eyes if self._eyes < len(eyes) else -1
            obs = eyes[seat] if seat >= 0 else all_eyes(obs)
        return Look(
            match=table.match,
            seat=seat,
            obs=obs,
            turn=table.turn,
            names=[table.name(at) for at in range(table.match.seats)],
            now_s=now_s,
            fresh=looks.fresh,
            age_s=now_s - looks.fresh_s,
            laid_ready=dict(table.advice.staged.orders) if table.advice.staged else {},
            eyes=eyes if seat < 0 else (),
            say=table.say,
            hints=likes.hints,
            animated=likes.animations and likes.speed_factor > 0,
            answer=self.answer,
            refuse=lambda why: self._stage.say(why, "warn"),
        )

    # What can be done.

    def answer(self, answer: Answer) -> None:
        """Answers the open question; a refusal opens it again, with the reason."""
        seating, table = self.seating, self.table
        turn = table.turn
        if turn is None:
            return
        try:
            choice = turn.read_answer(answer)
        except WrongChoiceError as error:
            self._stage.say(str(error), "warn")
            return
        message: Act = write_act(turn, choice)
        if table.sealed is not None:
            message = message.model_copy(update={"replace": True})
        table.answering()
        self._stage.is_stale = True

        def failed(error: Exception) -> None:
            if isinstance(error, RequestError) and error.code in CLOSED:
                table.sent = None
            else:
                table.refused()
            seating.session.complain(error)

        seating.session.request(message, ActOk, table.accepted, failed)

    def _resign(self) -> None:
        self._dialog = ""
        match_id = self.table.match.match_id
        self.seating.session.request(
            Resign(match_id=match_id), Ok, lambda _: self._stage.say("you have given the match up")
        )

    def _leave(self) -> None:
        table = self.table
        if table.is_player and table.result is None:
            self._dialog = "leave"
            return
        self._go()

    def _go(self) -> None:
        """Away from here; a match that is played goes on, and can be come back to from its room."""
        table = self.table
        if not table.is_player and table.result is None:
            self.seating.session.request(
                Unwatch(match_id=table.match.match_id), Ok, failed=lambda error: None
            )
        self._close()

    def _close(self) -> None:
        for seating in self._seatings:
            seating.panel.close()
        self._stage.leave(self)

    def _rematch(self) -> None:
        """Back to the room, ready for another match with the same seats."""
        for seating in self._seatings:
            room = next((room for room in seating.session.rooms.values()), None)
            if room is not None:
                seating.session.request(Ready(room=room.room), Room, seating.session.take_room)
        self._close()

    def on_escape(self) -> bool:
        if self._lesson is not None:
            self._explained()
        elif self._dialog:
            self._dialog = ""
        elif self._curtain is None:
            self._leave()
        return True

    def on_key(self, key: str) -> bool:
        if self._curtain is not None or self._dialog or self._lesson is not None:
            return False
        if key in ("backspace", "u") and self.seating.view.undo():
            return True
        return self.seating.view.on_key(key, self._look(self._stage.clock_s()))

    def on_drag(self, right: int, down: int) -> None:
        self.seating.view.on_drag(right, down)

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        return self.seating.view.on_zoom(steps, at)

    # The picture.

    def draw(self, ui: Ui) -> None:
        if self._curtain is not None:
            self._draw_curtain(ui, self._seatings[self._curtain])
            return
        table = self.table
        look = self._look(ui.now_s)
        about = f"{game_title(table.match.game)}"
        rest = draw_bar(
            ui, about, "" if table.is_player else "watching", self._leave, self._tools()
        )
        self._draw_status(ui, look)
        box = Box(margins(ui, rest, 8), ui.u(8))
        side = box.right(max(ui.u(244), ui.window.width // 5)) if self._side_open else None
        if side is not None:
            self._draw_side(ui, side)
        foot = self._foot(ui, look, box)
        self._draw_view(ui, box.rest, look)
        if foot is not None:
            ui.text(foot[1], foot[0], "caption", ui.theme.muted, may_cut=True)
        if side is not None:
            self.seating.view.anchors["area:side"] = side
        draw_overlays(ui, box.rest, table.advice, self.seating.view.anchors)
        draw_suggestions(ui, box.rest, table, self.seating.view)
        self._draw_dialogs(ui, look)

    def _foot(self, ui: Ui, look: Look, box: Box) -> tuple[Rect, str] | None:
        """Advice for who plays this for the first time."""
        likes = self._stage.preferences
        words = self.seating.view.guide(look) if likes.guide and self.table.is_player else ""
        if not likes.guide or not self.table.is_player:
            return None
        row = box.bottom(ui.u(20))
        ui.icon("bulb", (row.x + ui.u(10), row.centery), 16, ui.theme.muted)
        return Rect(
            row.x + ui.u(26), row.y, row.width - ui.u(26), row.height
        ), words or "Watch what the others do; the log at the right tells all of it."

    def _draw_view(self, ui: Ui, rect: Rect, look: Look) -> None:
        if not look.obs:
            ui.text("The match begins …", rect, "title", ui.theme.muted, align="center")
            return
        seating = self.seating
        try:
            seating.view.draw(ui, rect, look)
        except OTHER_RULES as error:
            if isinstance(seating.view, PlainView):
                raise
            self.table.words = None
            self._stage.say(f"this game has other rules than the picture knows ({error!r})", "warn")
            seating.view = PlainView(self.table.match)
            self._stage.is_stale = True

    def _tools(self) -> list[tuple[str, str, str, Press, str]]:
        stage = self._stage
        likes = stage.preferences
        tools: list[tuple[str, str, str, Press, str]] = [
            ("speed", "speed", f"Speed of others' turns: {likes.speed}", self._next_speed, "f9"),
            ("side", "log", "Log, chat and assistants", self._toggle_side, "f8"),
            ("lesson", "bulb", "Explain the table", self._explain_again, "f1"),
            ("settings", "settings", "Settings", lambda: stage.push(SettingsScreen(stage)), "f10"),
        ]
        if self.table.is_player and self.table.result is None:
            tools.append(
                ("resign", "flag", "Give the match up", lambda: self._open("resign"), "f4")
            )
        if self._end_seen and self._end_hidden:
            tools.insert(0, ("result", "trophy", "The result", self._show_end, "f2"))
        if self.table.waits:
            tools.insert(
                0, ("skip ahead", "next", "Show everything at once", self.table.flush, "f7")
            )
        return tools

    def _explain_again(self) -> None:
        if not self._explain(self._stage.clock_s()):
            self._stage.say("nothing is written about this game")

    def _open(self, name: str) -> None:
        self._dialog = name

    def _next_speed(self) -> None:
        names = [name for name, _, _ in SPEEDS]
        likes = self._stage.preferences
        likes.speed = (
            names[(names.index(likes.speed) + 1) % len(names)] if likes.speed in names else names[0]
        )
        self._stage.say(f"speed of others' turns: {likes.speed}")
        self._stage.save()

    def _toggle_side(self) -> None:
        self._side_open = not self._side_open

    def _show_end(self) -> None:
        self._end_hidden = False

    def _draw_status(self, ui: Ui, look: Look) -> None:
        """In the bar: what is asked, and how long there is."""
        table = self.table
        left = ui.u(60) + ui.width(game_title(table.match.game), "title") + ui.u(96)
        right = ui.window.right - ui.u(46) * (len(self._tools())) - ui.u(24)
        row = Box(Rect(left, ui.u(8), max(ui.u(80), right - left), ui.u(36)), ui.u(10))
        left_s = table.left_s(ui.now_s)
        if left_s is not None and table.turn is not None:
            words = f"{int(left_s) // 60}:{int(left_s) % 60:02d}"
            cell = row.right(ui.u(84))
            is_late = left_s < HURRY_S
            ink = ui.theme.bad if is_late else ui.theme.text
            ui.fill(cell, ui.theme.soft(ink, 0.14), 8, ink if is_late else ui.theme.line)
            ui.icon("clock", (cell.x + ui.u(20), cell.centery), 18, ink)
            ui.text(
                words,
                Rect(cell.x + ui.u(32), cell.y, cell.width - ui.u(38), cell.height),
                "strong",
                ink,
                align="center",
            )
        session = self.seating.session
        if session.state == "open" and not session.is_open:
            cell = row.right(ui.u(150))
            badge(ui, cell.inflate(0, -ui.u(8)), "Reconnecting …", ui.theme.warn)
        try:
            words = self.seating.view.task(look) if look.obs else "The match begins"
        except OTHER_RULES:
            words = ""
        if table.sealed is not None and table.result is None:
            width = button_width(ui, "Change it", style="label")
            button(
                ui,
                "reopen",
                row.right(width).inflate(0, -ui.u(4)),
                "Change it",
                table.reopen,
                key="u",
                style="label",
            )
            words = "Sent. Waiting until all have chosen"
        if look.turn is not None:
            cell = row.left(min(row.rest.width, ui.width(words, "strong") + ui.u(44)))
            ui.fill(cell, ui.theme.soft(ui.theme.accent, 0.2), 8)
            ui.icon("play", (cell.x + ui.u(16), cell.centery), 12, ui.theme.accent)
            ui.text(
                words,
                Rect(cell.x + ui.u(30), cell.y, cell.width - ui.u(34), cell.height),
                "strong",
                may_cut=True,
            )
        else:
            ui.text(words, row.rest, "body", ui.theme.muted, may_cut=True)

    # Beside the board.

    def _draw_side(self, ui: Ui, rect: Rect) -> None:
        inner = rect.inflate(-2 * ui.u(10), -2 * ui.u(10))
        ui.fill(rect, ui.theme.surface, 10, ui.theme.line)
        box = Box(inner, ui.u(8))
        tabs = [("log", "Log"), ("chat", "Chat")]
        if self.table.is_player and self.table.start.assist != "off":
            tabs.append(("help", "Helpers"))
        segments(ui, "tab", box.top(ui.u(34)), tabs, self._tab, self._set_tab, style="label")
        if self.table.start.view == "all":
            self._draw_eyes(ui, box.top(ui.u(34)))
        if self._tab == "chat":
            self.seating.chat.draw(ui, box.rest)
        elif self._tab == "help":
            self.seating.panel.draw(ui, box.rest)
        else:
            self._draw_players(ui, box)
            draw_log(ui, box.rest, self.table)

    def _set_tab(self, value: str) -> None:
        self._tab = value

    def _draw_eyes(self, ui: Ui, rect: Rect) -> None:
        count = self.table.match.seats
        options = [("-1", "All see"), *((str(seat), f"{seat + 1}") for seat in range(count))]
        segments(ui, "eyes", rect, options, str(self._eyes), self._set_eyes, style="label")

    def _set_eyes(self, value: str) -> None:
        self._eyes = int(value)

    def _draw_players(self, ui: Ui, box: Box) -> None:
        """Who plays, who is away, what is left in the banks."""
        table = self.table
        banks = table.clock.banks_ms
        row = ui.u(26)
        for seat in range(table.match.seats):
            cell = box.top(row)
            colour = ui.theme.seat(seat)
            mark = Rect(cell.x, cell.centery - ui.u(8), ui.u(16), ui.u(16))
            ui.fill(mark, colour, 5)
            words = table.name(seat)
            if seat in table.taken:
                words = f"{words} ({table.taken[seat]})"
            elif seat in table.away:
                words = f"{words} (away)"
            right = 0
            if seat < len(banks):
                text = f"{banks[seat] // 60_000}:{banks[seat] // 1000 % 60:02d}"
                right = ui.width(text, "label") + ui.u(8)
                ui.text(text, cell, "label", align="right")
            ui.text(
                words,
                Rect(cell.x + ui.u(24), cell.y, cell.width - ui.u(24) - right, cell.height),
                "label",
                may_cut=True,
            )
        line = box.top(ui.u(1))
        ui.surface.fill(ui.theme.line, line)

    # Over the board.

    def _draw_dialogs(self, ui: Ui, look: Look) -> None:
        if self._dialog == "resign":
            self._ask(
                ui,
                "Give the match up?",
                "It counts as lost. House bots and people play on where the rules of the room say so.",
                "Give up",
                self._resign,
            )
        elif self._dialog == "leave":
            self._ask(
                ui,
                "Leave the table?",
                "The match goes on and your seat stays yours: its room in the lobby leads back. "
                "After a minute a house bot may play for you.",
                "Leave",
                self._go,
            )
        elif self._lesson is not None:
            self._lesson.draw(ui, self.seating.view.anchors)
        elif self._end_seen and not self._end_hidden:
            can_again = self.table.is_player and bool(self.seating.session.rooms)
            draw_ending(
                ui,
                self.table,
                self.seating.view,
                look,
                self._hide_end,
                self._rematch if can_again else None,
                self._go,
            )

    def _hide_end(self) -> None:
        self._end_hidden = True

    def _ask(self, ui: Ui, title: str, about: str, label: str, press: Press) -> None:
        box = Box(dialog(ui, 460, 210), ui.u(10))
        ui.text(title, box.top(ui.u(34)), "title")
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        button(ui, "confirm", row.right(button_width(ui, label)), label, press, kind="danger")
        button(ui, "cancel", row.right(button_width(ui, "Stay")), "Stay", lambda: self._open(""))
        ui.paragraph(about, box.rest, "body", ui.theme.muted)

    def _draw_curtain(self, ui: Ui, seating: Seating) -> None:
        """Hides everything until the next person is there."""
        seat = max(seating.table.seat, 0)
        colour = ui.theme.seat(seat)
        rect = Rect(0, 0, ui.u(520), ui.u(280))
        rect.center = ui.window.center
        ui.fill(rect, ui.theme.surface, 14, ui.theme.line)
        ui.frame(rect, colour, 14, 2.2, PATTERNS[seat % 4])
        box = Box(rect.inflate(-2 * ui.u(30), -2 * ui.u(26)), ui.u(8))
        ui.icon("hidden", box.top(ui.u(66)).center, 54, colour)
        ui.text(
            f"{seating.session.name} is next",
            box.top(ui.u(38)),
            "heading",
            align="center",
            may_cut=True,
        )
        ui.text(
            "Pass the computer on. Nobody else should look.",
            box.top(ui.u(26)),
            "body",
            ui.theme.muted,
            align="center",
        )
        at = self._seatings.index(seating)
        button(
            ui,
            "take over",
            box.bottom(ui.u(46)),
            "I am here: show my cards",
            lambda: self._switch(at),
            kind="primary",
            key="enter",
        )
