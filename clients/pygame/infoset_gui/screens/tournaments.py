"""Tournaments of a server: what is played, who may take part, entering and leaving; and the way to one's own table."""

from datetime import UTC, datetime
from functools import partial
from typing import Final

from pygame import Rect

from infoset.printing import clean
from infoset.wording import is_said, say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, spinner
from infoset_gui.net.session import Session
from infoset_gui.phrases import clock_words, wire_words
from infoset_gui.screens.asking import ask_first
from infoset_gui.screens.bar import draw_bar, draw_empty, game_title, margins
from infoset_gui.screens.covers import draw_small_cover
from infoset_gui.screens.room import RoomScreen
from infoset_gui.stage import Screen, Stage
from infoset_protocol.messages import (
    Join,
    Room,
    Tournament,
    TournamentBerserk,
    TournamentEnter,
    TournamentInfo,
    TournamentLeave,
    TournamentList,
    Tournaments,
)

ROW: Final = 66
MOST: Final = 50  # of the newest that are shown


class TournamentsScreen(Screen):
    """The newest tournaments; what becomes of them is shown as it comes."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._is_loading = True
        self._leaving: TournamentInfo | None = None  # whether to leave it is asked
        stage.session.request(
            Tournaments(follow=True, count=MOST), TournamentList, self._listed, self._failed
        )

    def _listed(self, found: TournamentList) -> None:
        self._is_loading = False
        for item in reversed(found.items):  # the newest shall be first
            self._stage.session.take_tournament(item)

    def _failed(self, error: Exception) -> None:
        self._is_loading = False
        self._stage.session.complain(error)

    def tick(self, now_s: float) -> bool:
        return go_to_table(self._stage)

    # What can be done.

    def _enter(self, tournament: str) -> None:
        self._ask(TournamentEnter(tournament=tournament))

    def _leave(self, tournament: str) -> None:
        self._leaving = None
        self._ask(TournamentLeave(tournament=tournament))

    def _ask_first(self, item: TournamentInfo | None) -> None:
        self._leaving = item

    def _go_berserk(self, tournament: str, is_on: bool) -> None:
        self._ask(TournamentBerserk(tournament=tournament, on=is_on))

    def on_escape(self) -> bool:
        if self._leaving is None:
            return False
        self._leaving = None
        return True

    def _ask(self, message: TournamentBerserk | TournamentEnter | TournamentLeave) -> None:
        session = self._stage.session
        session.request(
            message, Tournament, lambda reply: session.take_tournament(reply.tournament)
        )

    # The picture.

    def draw(self, ui: Ui) -> None:
        rest = draw_bar(ui, say("tournaments-title"), "", self._stage.pop, [])
        box = Box(ui.panel(margins(ui, rest)), ui.u(8))
        items = list(self._stage.session.tournaments.values())
        if self._is_loading:
            spinner(ui, box.rest.center, 34)
            return
        if not items:
            title, about = say("tournaments-none"), say("window-tournaments-none-about")
            draw_empty(ui, box.rest, "crown", title, about)
        row, gap = ui.u(ROW), ui.u(6)
        with ui.scroll("tournaments", box.rest, len(items) * (row + gap)) as place:
            for at, item in enumerate(items):
                cell = Rect(place.x, place.y + at * (row + gap), place.width, row)
                self._draw_item(ui, cell, item)
        if self._leaving is not None:
            self._draw_leaving(ui, self._leaving)

    def _draw_leaving(self, ui: Ui, item: TournamentInfo) -> None:
        is_open = item.state == "open"
        about = say("window-tournaments-again") if is_open else say("window-tournaments-costs")
        title = say("tournaments-leave-question", title=clean(item.title))
        leave, stay = partial(self._leave, item.tournament), partial(self._ask_first, None)
        ask_first(ui, title, about, say("tournaments-leave"), leave, stay)

    def _draw_item(self, ui: Ui, rect: Rect, item: TournamentInfo) -> None:
        ui.fill(rect, ui.theme.raised, 8)
        row = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(10)), ui.u(10))
        draw_small_cover(ui, row, item.game)
        mine = next((entry for entry in item.yours if entry.bot is None and not entry.out), None)
        is_in = mine is not None
        if mine is not None and item.state != "over":
            label = say("tournaments-leave")
            press = partial(self._ask_first, item)
            place = row.right(button_width(ui, label))
            button(ui, f"leave {item.tournament}", place, label, press, kind="danger")
            if item.berserk:
                self._draw_berserk(ui, row, item, is_on=mine.berserk)
        elif item.may_enter:
            label = say("tournaments-enter")
            press = partial(self._enter, item.tournament)
            place = row.right(button_width(ui, label))
            button(ui, f"enter {item.tournament}", place, label, press, kind="primary")
        state = say("tournaments-in") if is_in else state_words(item.state)
        tag = row.right(badge_width(ui, state))
        ground = ui.theme.good if is_in or item.state == "open" else ui.theme.muted
        badge(ui, Rect(tag.x, tag.centery - ui.u(12), tag.width, ui.u(24)), state, ground)
        words = Box(row.rest)
        ui.text(clean(item.title), words.top(ui.u(24)), "strong", may_cut=True)
        ui.text(about(item), words.rest, "caption", ui.theme.muted, may_cut=True)

    def _draw_berserk(self, ui: Ui, row: Box, item: TournamentInfo, *, is_on: bool) -> None:
        label = say("window-tournaments-berserk")
        button(
            ui,
            f"berserk {item.tournament}",
            row.right(button_width(ui, label, icon="bolt")),
            label,
            partial(self._go_berserk, item.tournament, not is_on),
            icon="bolt",
            is_on=is_on,
            tooltip=f"{say('tournaments-berserk')}: {say('tournaments-berserk-about')}",
        )


def about(item: TournamentInfo) -> str:
    """What is played, how, by how many, and when."""
    parts = [
        game_title(item.game),
        format_words(item.format),
        clock_words(item.clock),
        say("lobby-shown", shown=item.entrants, all=item.most),
    ]
    if item.start_ms is not None and item.state == "open":
        when = datetime.fromtimestamp(item.start_ms / 1000, UTC).astimezone()
        parts.append(say("window-tournaments-begins", time=f"{when:%Y-%m-%d %H:%M}"))
    return "  ·  ".join(parts)


def state_words(state: str) -> str:
    """What becomes of a tournament, by its name on the wire."""
    key = f"tournaments-state-{state}"
    return say(f"tournaments-state-{state}") if is_said(key) else state


def format_words(name: str) -> str:
    """How is decided who plays whom, by its name on the wire."""
    key = f"tournaments-format-{name}"
    return say(f"tournaments-format-{name}") if is_said(key) else wire_words(name)


def go_to_table(stage: Stage) -> bool:
    """Who is called to a table is led to its room, once; has that happened?"""
    if not stage.sessions:
        return False
    session = stage.session
    table = session.called
    if table is None or table.room is None:
        return False
    session.called = None
    show_room(stage, session, table.room)
    return True


def show_room(stage: Stage, session: Session, room: str) -> None:
    """Enters a room and shows it."""

    def entered(found: Room) -> None:
        session.take_room(found)
        stage.push(RoomScreen(stage, found.room.room))

    if room in session.rooms:
        stage.push(RoomScreen(stage, room))
    else:
        session.request(Join(room=room), Room, entered)
