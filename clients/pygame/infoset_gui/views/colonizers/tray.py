"""The cards to choose from in Colonizers: colonists, omnium or modules, powers; they can be put away to see the table."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from pygame import Rect

from infoset.turn import Action
from infoset.wording import say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, icon_button
from infoset_gui.views.colonizers.cards import (
    Colonist,
    Module,
    draw_colonist,
    draw_module,
)
from infoset_gui.views.colonizers.words import action_words, has_no_holder, holders, task
from infoset_gui.views.view import Look

OPEN: Final = 190  # units
SHUT: Final = 46
WAYS: Final = {  # to begin a turn: a sign, and what the card is called by programs
    "omnium": ("omnium", "extract omnium"),
    "draw": ("deck", "draw modules"),
}


class Tray:
    """The tray of one match."""

    def __init__(
        self,
        modules: Sequence[Module],
        colonists: Sequence[Colonist],
        anchors: dict[str, Rect],
    ) -> None:
        """`anchors` is where the places of the cards are noted."""
        self.anchors = anchors
        self.is_shut = False
        self._modules = modules
        self._colonists = colonists

    @property
    def height(self) -> int:
        """Units that it needs now."""
        return SHUT if self.is_shut else OPEN

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The whole tray, as the open question wants it."""
        ui.fill(rect, ui.theme.surface, 10, ui.theme.accent, 1.5)
        inner = rect.inflate(-2 * ui.u(10), -2 * ui.u(7))
        head = Box(Rect(inner.x, inner.y, inner.width, ui.u(32)), ui.u(8))
        what = "show" if self.is_shut else "hide"
        sign = "up" if self.is_shut else "down"
        label, words = say(f"colonizers-tray-{what}"), say(f"colonizers-tray-{what}-short")
        spot = head.right(max(ui.u(34), ui.width(words, "tiny") + ui.u(4)))
        icon_button(ui, "tray", spot, sign, label, self.toggle, key="h", text=words)
        ui.text(task(look), head.rest, "title", may_cut=True)
        if self.is_shut or look.turn is None:
            return
        body = Rect(inner.x, inner.y + ui.u(34), inner.width, inner.height - ui.u(34))
        match look.turn.kind:
            case "pick":
                self._draw_picks(ui, body, look)
            case "draw":
                self._draw_draw(ui, body, look)
            case "power":
                self._draw_powers(ui, body, look)
            case "discard":
                self._draw_modules(ui, body, look, "keep")
            case _:
                self._draw_modules(ui, body, look, "build")

    def _words(self, look: Look, action: Action) -> str:
        kind = look.turn.kind if look.turn is not None else ""
        return action_words(action, self._modules, self._colonists, kind)

    def toggle(self) -> None:
        """Puts the cards away, or shows them again."""
        self.is_shut = not self.is_shut

    def _draw_picks(self, ui: Ui, rect: Rect, look: Look) -> None:
        cells = columns(rect, len(look.actions), ui.u(8))
        for index, (action, cell) in enumerate(zip(look.actions, cells, strict=True)):
            colonist = self._colonists[action[1]]
            draw_colonist(ui, cell, colonist, colonist.about)
            self._card(
                ui,
                f"pick {colonist.name}",
                cell,
                partial(look.answer, index),
                str(index + 1),
                f"action:{index}",
                label=self._words(look, action),
            )

    def _draw_powers(self, ui: Ui, rect: Rect, look: Look) -> None:
        cells = columns(rect, len(look.actions), ui.u(6))
        for index, (action, cell) in enumerate(zip(look.actions, cells, strict=True)):
            key = str(index + 1)
            if len(action) < 2:
                self._draw_skip(ui, cell, self._words(look, action), partial(look.answer, index))
                continue
            colonist = self._colonists[action[1]]
            is_faint = has_no_holder(look, action[1])
            draw_colonist(ui, cell, colonist, holders(look, action[1]), is_faint=is_faint)
            verb = "steal from" if action[0] == "steal" else "swap hands with"
            self._card(
                ui,
                f"{verb} the {colonist.name}",
                cell,
                partial(look.answer, index),
                key,
                f"action:{index}",
                label=self._words(look, action),
            )

    def _draw_draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        cells = columns(rect, 2, ui.u(10))
        offered = {action[0]: index for index, action in enumerate(look.actions)}
        for at, (verb, (sign, name)) in enumerate(WAYS.items()):
            cell = cells[at]
            index = offered.get(verb)
            ui.fill(cell, ui.theme.raised, 9, ui.theme.line)
            box = Box(cell.inflate(-2 * ui.u(12), -2 * ui.u(8)), ui.u(3))
            head = box.top(ui.u(52))
            ink = ui.theme.muted if index is None else ui.theme.accent
            radius = head.height / 2
            ui.art.disc(ui.surface, head.center, radius, ui.theme.soft(ink, 0.16))
            ui.icon(sign, head.center, 32, ink)
            title = self._words(look, [verb])
            ui.text(title, box.top(ui.u(24)), "strong", align="center")
            reason = say("colonizers-full-hand") if index is None else ""
            about = reason or say(f"colonizers-about-{verb}")
            ui.paragraph(about, box.rest, "caption", ui.theme.muted, align="center")
            self._card(
                ui,
                name,
                cell,
                partial(look.answer, index or 0),
                str(at + 1),
                f"action:{index}",
                label=title,
                reason=reason,
            )

    def _draw_modules(self, ui: Ui, rect: Rect, look: Look, verb: str) -> None:
        cells = columns(rect, max(4, len(look.actions)), ui.u(8))
        offset = (len(cells) - len(look.actions)) // 2
        for index, action in enumerate(look.actions):
            cell = cells[index + offset]
            press: Press = partial(look.answer, index)  # bound now
            if len(action) < 2:
                self._draw_skip(ui, cell, self._words(look, action), press)
                continue
            module = self._modules[action[1]]
            self.anchors[f"module:{action[1]}"] = cell
            draw_module(ui, cell, module)
            name = f"{verb} {module.name}"
            again = sum(other == action for other in look.actions[:index])
            self._card(
                ui,
                f"{name} {again + 1}" if again else name,
                cell,
                press,
                str(index + 1),
                f"action:{index}",
                label=self._words(look, action),
                tooltip=module.about,
            )

    def _draw_skip(self, ui: Ui, rect: Rect, label: str, press: Press) -> None:
        place = Rect(rect.x, rect.centery - ui.u(24), rect.width, ui.u(48))
        if ui.width(label, "strong") + ui.u(12) <= rect.width:
            button(ui, "skip", place, label, press, key="x", tooltip=label)
        else:
            button(
                ui, "skip", place, say("colonizers-skip"), press, key="x", tooltip=f"{label} (X)"
            )

    def _card(
        self,
        ui: Ui,
        name: str,
        rect: Rect,
        press: Press,
        key: str,
        anchor: str,
        *,
        label: str,
        tooltip: str = "",
        reason: str = "",
    ) -> None:
        """What makes a drawn card a choice."""
        self.anchors[anchor] = rect
        if ui.is_hovered(name) and not reason:
            ui.art.round_rect(ui.surface, rect, ui.u(9), None, ui.theme.accent, max(2, ui.u(2)))
        ui.region(name, rect, label, press, key=key, tooltip=reason or tooltip, reason=reason)
        if ui.is_focused(name):
            ui.focus_ring(rect, 9)
