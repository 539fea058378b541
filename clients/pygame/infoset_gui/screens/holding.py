"""A choice that one press has made: held until it is pressed again or confirmed, so that no slip is final."""

from dataclasses import dataclass

from infoset.turn import Answer, Turn
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.preferences import Preferences
from infoset_gui.views.view import BUTTON, View


@dataclass(frozen=True)
class Held:
    """What would be sent. `words` say it in the game's own."""

    turn: Turn
    answer: Answer
    words: str

    def is_for(self, turn: Turn | None) -> bool:
        """Is this the question that it answers?"""
        return turn is self.turn


def asks_back(likes: Preferences, turn: Turn, answer: Answer, pressed_by: str) -> bool:
    """Is this answer to be confirmed? Not what was prepared before it is sent, nor the only one there is."""
    if not isinstance(answer, int) or (turn.n == 1 and not turn.params):
        return False
    return likes.confirm == "always" or (likes.confirm == "keys" and pressed_by == "shortcut")


def draw_held(ui: Ui, row: Box, held: Held, confirm: Press, release: Press) -> None:
    """In the bar: whether it is meant."""
    for name, label, press, kind, key, words in (
        (
            "not yet",
            say("match-not-yet"),
            release,
            "plain",
            "",
            say("window-match-not-yet-about"),
        ),
        (
            "do it",
            say("match-do-it"),
            confirm,
            "primary",
            "enter",
            say("window-match-do-it-about"),
        ),
    ):
        place = row.right(button_width(ui, label, style="label") - ui.u(8)).inflate(0, -ui.u(4))
        button(ui, name, place, label, press, kind=kind, key=key, style="label", tooltip=words)
    ui.fill(row.rest, ui.theme.soft(ui.theme.warn, 0.22), 8)
    inner = row.rest.inflate(-2 * ui.u(8), 0)
    ui.text(say("match-question", words=held.words), inner, "strong", may_cut=True)
    ui.hint("held", row.rest, say("window-match-held", words=held.words))


def mark_held(ui: Ui, held: Held, view: View) -> None:
    """On the table: a ring around the place that is meant."""
    index = held.answer
    if not held.turn.actions or not isinstance(index, int):
        return
    anchor = view.anchor_of(held.turn.actions[index])
    if anchor.startswith(BUTTON):
        name = anchor.removeprefix(BUTTON)
        rect = next((one.shape.box for one in ui.regions if one.name == name), None)
    else:
        rect = view.anchors.get(anchor) or view.anchors.get(f"action:{index}")
    if rect is not None:
        ui.art.round_rect(
            ui.surface,
            rect.inflate(ui.u(8), ui.u(8)),
            ui.u(10),
            None,
            ui.theme.warn,
            max(2, ui.u(3)),
        )
