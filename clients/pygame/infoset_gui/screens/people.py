"""A person who is met at this server: a card with their name, and whether one wants to meet and hear them."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset.printing import clean
from infoset.refusals import sentence
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.listing import GAP, LOW, draw_list
from infoset_gui.kit.lists import Bar, Button, Link, Listing, Note, Row
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog, link
from infoset_gui.net.session import Session
from infoset_gui.stage import Dialog, Stage
from infoset_protocol.messages import SeatInfo

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
        self._stage.show_profile(self._session, self._person.user)

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
        box = Box(dialog(ui, 480, 150 + (LOW + GAP) * shown), ui.u(10))
        foot = Box(box.bottom(ui.u(42)))
        label = say("frame-close")
        button(ui, "close", foot.right(button_width(ui, label)), label, self._stage.hide)
        listing = Listing(
            name="kept away",
            rows=[self._row(person) for person in people] or [Note(say("window-people-nobody"))],
            bars=[Bar(title=say("frame-kept-away-list"))],
        )
        draw_list(ui, box.rest, listing)

    def _row(self, person: Person) -> Row:
        let = Button(
            name=f"let near {person.user}",
            label=say("frame-let-near"),
            press=partial(set_away, self._stage, self._session, person, on=False),
        )
        return Row(title=person.name, sign="away", buttons=[let])


def set_away(stage: Stage, session: Session, person: Person, *, on: bool) -> None:
    """Keeps a person away, or no longer, and says so when that is done."""
    name = person.name
    done = say("frame-kept-away", name=name) if on else say("window-people-near-again", name=name)
    session.kept_away.set(person.user, on=on, done=lambda: stage.say(done, "good"))


def draw_person(
    ui: Ui, rect: Rect, name: str, stage: Stage, session: Session, person: Person
) -> None:
    """Makes a name that is drawn there lead to the card."""
    words = who_words(session, person)
    link(ui, rect, name, words, partial(meet, stage, session, person))


def person_link(stage: Stage, session: Session, seat: SeatInfo, name: str) -> Link:
    """Who sits there, as a name in a list: that of a person leads to the card."""
    return named_link(stage, session, person_at(stage, seat), clean(seat.name), name)


def named_link(stage: Stage, session: Session, person: Person | None, text: str, name: str) -> Link:
    """Words in a list that stand for somebody, and lead to the card where it is a person."""
    if person is None:
        return Link(text)
    return Link(text, name, partial(meet, stage, session, person), who_words(session, person))


def who_words(session: Session, person: Person) -> str:
    """What a press on a name does."""
    is_away = session.kept_away.has(person.user)
    key = "window-people-is-away" if is_away else "window-people-who"
    return say(key, name=person.name)
