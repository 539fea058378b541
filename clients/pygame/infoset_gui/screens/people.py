"""A person who is met at this server: a card with their name, and whether one wants to meet and hear them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset.printing import clean
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog
from infoset_gui.net.session import Session
from infoset_gui.phrases import sentence
from infoset_gui.screens.profile import show_profile
from infoset_gui.stage import Dialog, Stage
from infoset_protocol.messages import SeatInfo

ROW: Final = 50
MOST_ROWS: Final = 6  # that are seen at once


@dataclass(frozen=True)
class Person:
    """Somebody with a login."""

    user: str
    name: str


def person_at(stage: Stage, seat: SeatInfo) -> Person | None:
    """Who sits there, if that is a person who is not at this computer."""
    if seat.kind != "human" or seat.user is None:
        return None
    return somebody(stage, seat.user, clean(seat.name))


def somebody(stage: Stage, user: str, name: str) -> Person | None:
    """A person by the id, None where it is one of those at this computer."""
    is_here = any(user == session.user for session in stage.sessions)
    return None if is_here or not user else Person(user, name)


def meet(stage: Stage, session: Session, person: Person) -> None:
    """Shows the card of a person."""
    stage.show(PersonCard(stage, session, person))


class PersonCard(Dialog):
    """One person."""

    def __init__(self, stage: Stage, session: Session, person: Person) -> None:
        self._stage = stage
        self._session = session
        self._person = person

    def draw(self, ui: Ui) -> None:
        person, is_away = self._person, self._session.kept_away.has(self._person.user)
        about = say("window-people-away") if is_away else say("window-people-near")
        width = ui.u(480 - 2 * 22)
        height = 150 + ui.paragraph_height(about, width) / ui.scale
        box = Box(dialog(ui, 480, height), ui.u(10))
        head = Box(box.top(ui.u(36)), ui.u(10))
        ui.icon("away" if is_away else "person", head.left(ui.u(34)).center, 28, ui.theme.muted)
        ui.text(person.name, head.rest, "title", may_cut=True)
        row = Box(box.bottom(ui.u(42)), ui.u(8))
        label = say("frame-let-near") if is_away else sentence(say("frame-keep-away"))
        name = "let near" if is_away else "keep away"
        press = partial(self._set, on=not is_away)
        kind = "primary" if is_away else "danger"
        button(ui, name, row.right(button_width(ui, label)), label, press, kind=kind)
        label = say("frame-close")
        button(ui, "close", row.right(button_width(ui, label)), label, self._stage.hide)
        words = say("people-profile")
        button(ui, "profile", row.left(button_width(ui, words)), words, self._show_profile)
        ui.paragraph(about, box.rest, "body", ui.theme.muted)

    def _show_profile(self) -> None:
        self._stage.hide()
        show_profile(self._stage, self._session, self._person.user)

    def _set(self, *, on: bool) -> None:
        set_away(self._stage, self._session, self._person, on=on)
        self._stage.hide()


class KeptAwayList(Dialog):
    """All whom a login keeps away, each with the way back."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage = stage
        self._session = session

    def draw(self, ui: Ui) -> None:
        people = [Person(user, name) for user, name in self._session.kept_away.names.items()]
        shown = max(1, min(len(people), MOST_ROWS))
        box = Box(dialog(ui, 480, 150 + (ROW + 6) * shown), ui.u(10))
        ui.text(say("frame-kept-away-list"), box.top(ui.u(36)), "title")
        foot = Box(box.bottom(ui.u(42)))
        label = say("frame-close")
        button(ui, "close", foot.right(button_width(ui, label)), label, self._stage.hide)
        if not people:
            ui.text(say("window-people-nobody"), box.top(ui.u(30)), "body", ui.theme.muted)
            return
        self._draw_rows(ui, box.rest, people)

    def _draw_rows(self, ui: Ui, rect: Rect, people: Sequence[Person]) -> None:
        row, gap = ui.u(ROW), ui.u(6)
        with ui.scroll("kept away", rect, len(people) * (row + gap)) as place:
            for at, person in enumerate(people):
                cell = Rect(place.x, place.y + at * (row + gap), place.width, row)
                ui.fill(cell, ui.theme.raised, 8)
                words = Box(cell.inflate(-2 * ui.u(12), -2 * ui.u(7)), ui.u(10))
                label = say("frame-let-near")
                spot = words.right(button_width(ui, label, style="label"))
                press = partial(set_away, self._stage, self._session, person, on=False)
                button(ui, f"let near {person.user}", spot, label, press, style="label")
                ui.icon("away", words.left(ui.u(24)).center, 20, ui.theme.muted)
                ui.text(person.name, words.rest, "strong", may_cut=True)


def set_away(stage: Stage, session: Session, person: Person, *, on: bool) -> None:
    """Keeps a person away, or no longer, and says so when that is done."""
    name = person.name
    done = say("frame-kept-away", name=name) if on else say("window-people-near-again", name=name)
    session.kept_away.set(person.user, on=on, done=lambda: stage.say(done, "good"))


def draw_person(
    ui: Ui, rect: Rect, name: str, stage: Stage, session: Session, person: Person
) -> None:
    """Makes a name that is drawn there lead to the card; it is underlined where one points at it."""
    if ui.is_hovered(name) or ui.is_focused(name):
        ui.surface.fill(
            ui.theme.accent, Rect(rect.x, rect.bottom - ui.u(2), rect.width, max(1, ui.u(1)))
        )
    is_away = session.kept_away.has(person.user)
    key = "window-people-is-away" if is_away else "window-people-who"
    words = say(key, name=person.name)
    ui.region(name, rect, words, partial(meet, stage, session, person), tooltip=words)
    if ui.is_focused(name):
        ui.focus_ring(rect, 4)
