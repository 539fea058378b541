"""A match, played or watched: the game's view, what stands around and over it, and what a person can do there."""

from functools import partial

from pygame import Rect

from infoset.turn import Answer
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.net.rematch import rematch_words
from infoset_gui.net.session import Session
from infoset_gui.phrases import minutes_words
from infoset_gui.screens.answering import Answering
from infoset_gui.screens.asking import ask_first
from infoset_gui.screens.bar import Tool, draw_bar, game_title, margins, tools_width
from infoset_gui.screens.connect import ConnectScreen
from infoset_gui.screens.curtain import draw_curtain
from infoset_gui.screens.ending import draw_ending
from infoset_gui.screens.holding import mark_held
from infoset_gui.screens.lesson import Lesson
from infoset_gui.screens.match_tools import (
    answer_undo,
    consent_tool,
    end_tools,
    lesson_tool,
    resign_tool,
    settings_tool,
    skip_tool,
    speed_tool,
    undo_tools,
)
from infoset_gui.screens.overlays import draw_overlays, draw_suggestions
from infoset_gui.screens.panels import draw_panels
from infoset_gui.screens.picture import picture_tool
from infoset_gui.screens.places import Places, board_of
from infoset_gui.screens.replays import show_replay
from infoset_gui.screens.room import RoomScreen
from infoset_gui.screens.room_facts import delay_words
from infoset_gui.screens.seating import Seating, sit
from infoset_gui.screens.side import WIDTH, SidePanel
from infoset_gui.screens.status import HURRY_S, draw_status
from infoset_gui.screens.undoing import draw_undo
from infoset_gui.stage import Screen, Stage
from infoset_gui.table import OTHER_RULES, Table
from infoset_gui.views.plain import PlainView
from infoset_gui.views.view import FRESH_S, Look
from infoset_protocol.messages import Ok, Ready, Resign, Room, RoomInfo, Unwatch


class MatchScreen(Screen):
    """One match through the eyes of this computer's people."""

    def __init__(self, stage: Stage, session: Session, table: Table) -> None:
        self._stage = stage
        self._seatings = [sit(stage, session, table)]
        self._at = 0
        self._side = SidePanel(stage)
        self._dialog = ""  # resign, or empty
        self._curtain: int | None = (
            None  # the seating that is to take over, while the screen is covered
        )
        self._end_seen = False
        self._end_hidden = False
        self._hurried = -1
        # The time left to decide as it was drawn last, and whether it was urgent.
        self._told_left = ("", False)
        self._second = 0  # of the clock, when the picture was looked at last
        self._lesson: Lesson | None = None
        self._line = ("", False)  # what is wrong with the connection, is it lost for good

    # Who looks.

    @property
    def seating(self) -> Seating:
        """Whose eyes these are now."""
        return self._seatings[self._at]

    @property
    def table(self) -> Table:
        """The match as it is shown."""
        return self.seating.table

    @property
    def answering(self) -> Answering:
        """What that seat does with its questions."""
        return Answering(self._stage, self.seating)

    def adopt(self, session: Session, table: Table) -> bool:
        """Takes another seat of the same match at this computer in; False: it is another match."""
        if table.match.match_id != self.table.match.match_id:
            return False
        for at, seating in enumerate(self._seatings):
            if seating.session is session:
                seating.panel.close()
                self._seatings[at] = sit(self._stage, session, table)
                return True
        self._seatings.append(sit(self._stage, session, table))
        return True

    def shows(self, table: Table) -> bool:
        return table.match.match_id == self.table.match.match_id

    def shows_room(self, room: str) -> bool:
        is_told = self._end_seen and not self._end_hidden and not self._dialog
        home = self._home
        return is_told and home is not None and home.room == room

    def make_way(self, session: Session) -> None:
        """Another match begins for this login: one that is over leaves the screen."""
        is_ours = any(seating.session is session for seating in self._seatings)
        if self.table.result is not None and is_ours:
            self._close()

    def tick(self, now_s: float) -> bool:
        changed = False
        for seating in self._seatings:
            changed |= seating.table.advance(now_s)
            changed |= seating.panel.tick()
            seating.table.tell(seating.view.on_event)
        table = self.table
        changed |= self.seating.known.tick(now_s)
        changed |= self.answering.notice(now_s)
        changed |= self.answering.by_itself(now_s)
        changed |= self._hand_over()
        changed |= self._teach(now_s)
        changed |= self._notice_line()
        if table.result is not None and not self._end_seen:
            self._end_seen = True
            self._stage.sounds.play("over")
            changed = True
        if self.seating.chat.rings():
            self._stage.sounds.play("chat")
        if table.warning:
            self._stage.say(table.warning, "warn")
            table.warning = ""
        changed |= (
            bool(table.clocks.thinking) and table.result is None and self._second_passed(now_s)
        )
        left_s = table.left_s(now_s)
        if left_s is not None and table.turn is not None:
            if left_s < HURRY_S and self._hurried != table.turn.decision:
                self._hurried = table.turn.decision
                self._stage.sounds.play("hurry")
            told = minutes_words(left_s), left_s < HURRY_S
            changed |= told != self._told_left
            self._told_left = told
        return changed or now_s - table.looks.fresh_s < FRESH_S

    def _second_passed(self, now_s: float) -> bool:
        """Do the clocks of others show another time than when this was asked last?"""
        before, self._second = self._second, int(now_s)
        return self._second != before

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
            steps = self.seating.view.lesson(self.answering.look(now_s))
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

    def _notice_line(self) -> bool:
        """Has the connection gone, or come back, since this was asked last?"""
        before, self._line = self._line, (self.seating.session.trouble, self._is_lost)
        return self._line != before

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
        self.answering.notice(self._stage.clock_s())

    # What can be done.

    def answer(self, answer: Answer) -> None:
        """Answers the open question; a refusal opens it again, with the reason."""
        self.answering.give(self.table.turn, answer)

    def _resign(self) -> None:
        self._dialog = ""
        match_id = self.table.match.match_id

        def given_up(_: Ok) -> None:
            self._stage.say(say("window-match-gave-up"))

        self.seating.session.request(Resign(match_id=match_id), Ok, given_up)

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

    @property
    def _is_lost(self) -> bool:
        """Does this match go on only where one logs in anew?"""
        session = self.seating.session
        is_gone = session.state == "over" or self._stage.has_lost(session)
        return (is_gone and self.table.result is None) or self.table.is_replaced

    def _come_back(self) -> None:
        """The connection is lost for good, or the seat: logs in anew, which leads back to this match."""
        stage = self._stage
        self._close()
        stage.back_to(ConnectScreen)
        screen = stage.screen
        if isinstance(screen, ConnectScreen):
            screen.come_back()

    def _rematch(self) -> None:
        """Another match like this one: looked for anew, or with the same seats in its room."""
        match_id, again, home = self.table.match.match_id, self.table.again, self._home
        is_awaited = bool(self._wanting)
        self._close()
        if again is not None and not is_awaited:
            again()
            return
        for seating in self._seatings:
            room = seating.session.home(match_id)
            if room is not None:
                seating.session.request(Ready(room=room.room), Room, seating.session.take_room)
        if home is not None and not any(isinstance(one, RoomScreen) for one in self._stage.screens):
            self._stage.push(RoomScreen(self._stage, home.room))

    @property
    def _can_again(self) -> bool:
        table = self.table
        return table.is_player and (table.again is not None or self._home is not None)

    @property
    def _home(self) -> RoomInfo | None:
        return self.seating.session.home(self.table.match.match_id)

    @property
    def _wanting(self) -> dict[str, str]:
        """Who waits in the room of this match to play again."""
        home = self._home
        return {} if home is None else self.seating.session.wanting.get(home.room, {})

    def on_escape(self) -> bool:
        if self._lesson is not None:
            self._explained()
        elif self._dialog:
            self._dialog = ""
        elif self._curtain is None and not self.answering.release():
            self._leave()
        return True

    def on_key(self, key: str) -> bool:
        if self._curtain is not None or self._dialog or self._lesson is not None:
            return False
        if key in ("backspace", "u") and (self.answering.release() or self.seating.view.undo()):
            return True
        return self.seating.view.on_key(key, self.answering.look(self._stage.clock_s()))

    def picture_name(self) -> str:
        return self.table.match.match_id if self.table.result is not None else ""

    def on_idle(self) -> bool:
        """A press of anything ends the wait for what is still to be shown."""
        waits = self.table.waits > 0
        self.table.flush()
        return self.answering.release() or waits

    def on_drag(self, right: int, down: int) -> None:
        self.seating.view.on_drag(right, down)

    def on_zoom(self, steps: int, at: tuple[int, int]) -> bool:
        return self.seating.view.on_zoom(steps, at)

    # The picture.

    def draw(self, ui: Ui) -> None:
        if self._curtain is not None:
            seating = self._seatings[self._curtain]
            draw_curtain(ui, seating, partial(self._switch, self._curtain))
            return
        self.answering.notice(ui.now_s)  # it may have come since the last tick
        table = self.table
        look = self.answering.look(ui.now_s)
        tools = self._tools()
        about = "" if table.is_player else self._watching()
        rest = draw_bar(ui, game_title(table.match.game), about, self._leave, tools)
        come_back = self._come_back if self._is_lost else None
        sure = self.answering.confirm, self.answering.release
        draw_status(ui, self.seating, look, about, tools_width(ui, tools), come_back, sure)
        box = Box(margins(ui, rest, 8), ui.u(8))
        side = box.right(max(ui.u(WIDTH), ui.window.width // 5)) if self._side.is_open else None
        if side is not None:
            self._side.draw(ui, side, self.seating)
        draw_undo(ui, box, table, partial(answer_undo, self.seating))
        foot = self._foot(ui, look, box)
        self._draw_view(ui, box.rest, look)
        if foot is not None:
            ui.text(foot[1], foot[0], "caption", ui.theme.muted, may_cut=True)
        if side is not None:
            self.seating.view.anchors["area:side"] = side
        players = self._side.players if side is not None else {}
        places = Places(self.seating.view, table.turn, ui, players)
        draw_overlays(ui, box.rest, table.advice, places)
        draw_suggestions(ui, box.rest, table, places)
        draw_panels(ui, board_of(self.seating.view, box.rest), table.advice)
        held = self.seating.held
        if held is not None and held.is_for(table.turn):
            mark_held(ui, held, self.seating.view)
        self.seating.view.draw_over(ui)
        self._draw_dialogs(ui, look)

    def _watching(self) -> str:
        """That one watches, and how far behind."""
        room = self.seating.session.listed(self.table.match.match_id)
        later = "" if room is None else delay_words(room)
        words = say("match-watching")
        return f"{words}, {later}" if later else words

    def _foot(self, ui: Ui, look: Look, box: Box) -> tuple[Rect, str] | None:
        """Advice for who plays this for the first time."""
        if not self._stage.preferences.guide or not self.table.is_player:
            return None
        row = box.bottom(ui.u(20))
        ui.icon("bulb", (row.x + ui.u(10), row.centery), 16, ui.theme.muted)
        place = Rect(row.x + ui.u(26), row.y, row.width - ui.u(26), row.height)
        return place, self._advice(look)

    def _advice(self, look: Look) -> str:
        """A line for the foot."""
        if self.table.result is not None:
            return say("window-match-foot-over")
        if look.turn is None:
            return say("window-match-foot-others")
        return self.seating.view.guide(look) or say("window-match-foot-point")

    def _draw_view(self, ui: Ui, rect: Rect, look: Look) -> None:
        if not look.obs:
            ui.text(say("match-board-comes"), rect, "title", ui.theme.muted, align="center")
            return
        seating = self.seating
        try:
            seating.view.draw(ui, rect, look)
        except OTHER_RULES as error:
            if isinstance(seating.view, PlainView):
                raise
            self.table.words = None
            self._stage.say(say("window-other-rules", error=repr(error)), "warn")
            seating.view = PlainView(self.table.match)
            self._stage.is_stale = True

    def _tools(self) -> list[Tool]:
        stage, seating, table = self._stage, self.seating, self.table
        side: Tool = (
            "side",
            "log",
            say("match-tab-log"),
            say("match-side"),
            self._side.toggle,
            "f8",
        )
        tools = [speed_tool(stage), side, lesson_tool(self._explain_again), settings_tool(stage)]
        plays = table.is_player and table.result is None
        if plays and not table.start.rated:
            tools.append(consent_tool(stage, seating))
        if plays:
            tools.append(resign_tool(partial(self._open, "resign")))
        tools[:0] = undo_tools(seating)
        if self._end_seen and self._end_hidden:
            tools[:0] = [*end_tools(self._show_end, self._review), picture_tool(stage)]
        if table.waits:
            tools.insert(0, skip_tool(seating))
        return tools

    def _explain_again(self) -> None:
        if not self._explain(self._stage.clock_s()):
            self._stage.say(say("window-match-not-explained"))

    def _open(self, name: str) -> None:
        self._dialog = name

    def _show_end(self) -> None:
        self._end_hidden = False

    # Over the board.

    def _draw_dialogs(self, ui: Ui, look: Look) -> None:
        if self._dialog == "resign":
            ask_first(
                ui,
                say("match-give-up-title"),
                say("window-match-give-up-costs"),
                say("match-give-up"),
                self._resign,
                partial(self._open, ""),
            )
        elif self._dialog == "leave":
            ask_first(
                ui,
                say("window-match-leave"),
                say("window-match-leave-about", count=self.table.start.max_timeouts),
                say("room-leave"),
                self._go,
                partial(self._open, ""),
            )
        elif self._lesson is not None:
            self._lesson.draw(ui, self.seating.view.anchors)
        elif self._end_seen and not self._end_hidden:
            draw_ending(
                ui,
                self.table,
                self.seating.view,
                look,
                self._hide_end,
                self._rematch if self._can_again else None,
                rematch_words(self._wanting),
                self._go,
                self._review,
            )

    def _review(self) -> None:
        """Why it ended so, beside its replay."""
        self._end_hidden = True
        show_replay(self._stage, self.seating.session, self.table.match.match_id, is_review=True)

    def _hide_end(self) -> None:
        self._end_hidden = True
