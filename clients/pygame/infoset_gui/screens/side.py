"""What stands beside a match: the players with their time, the log, chat, helpers; and through whose eyes one looks on."""

from functools import partial
from typing import Final

from pygame import Rect

from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import segments
from infoset_gui.phrases import minutes_words
from infoset_gui.screens.log import draw_log
from infoset_gui.screens.panels import draw_side
from infoset_gui.screens.people import draw_person, person_at
from infoset_gui.screens.seating import Seating
from infoset_gui.stage import Stage
from infoset_protocol.messages import Ok, Unwatch, Watch

WIDTH: Final = 244  # units, at least
PUBLIC: Final = "public"
SIGNS: Final = {"log": "log", "know": "bulb", "chat": "chat", "help": "robot"}  # of tabs
MANY: Final = 10  # unread lines
HURRY_S: Final = 10.0


class SidePanel:
    """The panel of one match. `is_open`: it is shown at all."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.is_open = True
        self.players: dict[str, Rect] = {}  # where they stand, as far as they are shown
        self._tab = "know" if stage.preferences.known else "log"

    def toggle(self) -> None:
        """Shows it, or gives its room to the board."""
        self.is_open = not self.is_open

    def draw(self, ui: Ui, rect: Rect, seating: Seating) -> None:
        """The whole panel."""
        table = seating.table
        self.players.clear()
        ui.fill(rect, ui.theme.surface, 10, ui.theme.line)
        box = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(10)), ui.u(8))
        unread = 0 if self._tab == "chat" else seating.chat.unread
        tabs = [("log", say("match-tab-log"))]
        if seating.known.is_there:
            tabs.append(("know", say("match-tab-know")))
        tabs.append(("chat", talk_words(unread)))
        if table.is_player and table.start.assist != "off":
            is_new = self._tab != "help" and seating.panel.alarm is not None
            words = say("window-match-helpers-new") if is_new else say("window-match-helpers")
            tabs.append(("help", words))
        if self._tab not in dict(tabs):
            self._tab = "log"
        signs = [SIGNS[tab] for tab, _ in tabs]
        place = box.top(ui.u(34))
        segments(ui, "tab", place, tabs, self._tab, self._set_tab, signs=signs, style="label")
        if not table.is_player and table.result is None:
            draw_eyes(ui, box.top(ui.u(34)), seating)
        draw_side(ui, box, table.advice)
        if self._tab == "chat":
            seating.chat.draw(ui, box.rest)
        elif self._tab == "know":
            seating.known.draw(ui, box.rest)
        elif self._tab == "help":
            seating.panel.draw(ui, box.rest)
        else:
            self.players = draw_players(ui, box, self._stage, seating)
            draw_log(ui, box.rest, table.log)

    def _set_tab(self, value: str) -> None:
        self._tab = value


def draw_eyes(ui: Ui, rect: Rect, seating: Seating) -> None:
    """Whose eyes an onlooker looks through, where that seat allows it."""
    table = seating.table
    count = table.match.seats
    labels = [
        sentence(say("match-seat", seat=seat + 1)) if count < 3 else str(seat + 1)
        for seat in range(count)
    ]
    seats = [(f"seat:{seat}", label) for seat, label in enumerate(labels)]
    options = [(PUBLIC, say("window-match-all-see")), *seats]
    value = f"seat:{table.start.seat}" if table.start.view == "seat" else PUBLIC
    segments(ui, "eyes", rect, options, value, partial(look_through, seating), style="label")


def look_through(seating: Seating, view: str) -> None:
    """Looks on through other eyes; where that is refused, through those of everybody."""
    session, match_id = seating.session, seating.table.match.match_id

    def refused(error: Exception) -> None:
        session.complain(error)
        session.request(Watch(match_id=match_id), Ok)

    def left(_: Ok) -> None:
        session.request(Watch(match_id=match_id, view=view), Ok, failed=refused)

    session.request(Unwatch(match_id=match_id), Ok, left)


def talk_words(unread: int) -> str:
    """The tab of the chat, with how many lines wait there."""
    if not unread:
        return say("match-tab-talk")
    return say("match-tab-talk-new", count=str(unread) if unread < MANY else f"{MANY - 1}+")


def draw_players(ui: Ui, box: Box, stage: Stage, seating: Seating) -> dict[str, Rect]:
    """Who plays, who is away, what is left in the banks. Returns where each stands, by anchor."""
    table = seating.table
    row = ui.u(26)
    places = {}
    for seat in range(table.match.seats):
        cell = places[f"seat:{seat}"] = box.top(row)
        colour = ui.theme.seat(seat)
        mark = Rect(cell.x, cell.centery - ui.u(8), ui.u(16), ui.u(16))
        ui.fill(mark, colour, 5)
        words = table.name(seat)
        if seat in table.taken:
            words = f"{words} ({table.taken[seat]})"
        elif seat in table.away:
            words = f"{words} ({say('match-away')})"
        right = 0
        left_s = None if table.result is not None else table.seat_left_s(seat, ui.now_s)
        if left_s is not None:
            text = minutes_words(left_s)
            right = ui.width(text, "label") + ui.u(8)
            runs = seat in table.clocks.thinking
            ink = (
                ui.theme.bad
                if runs and left_s < HURRY_S
                else ui.theme.text
                if runs
                else ui.theme.muted
            )
            ui.text(text, cell, "label", ink, align="right")
        place = ui.text(
            words,
            Rect(cell.x + ui.u(24), cell.y, cell.width - ui.u(24) - right, cell.height),
            "label",
            may_cut=True,
        )
        person = person_at(stage, table.start.players[seat])
        if person is not None:
            draw_person(ui, place, f"person {seat}", stage, seating.session, person)
    line = box.top(ui.u(1))
    ui.surface.fill(ui.theme.line, line)
    return places
