"""A first look around a table: one place after another is pointed out, with a few words. Knows no game."""

from collections.abc import Mapping, Sequence
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.views.view import Step

WIDTH: Final = 360


class Lesson:
    """Where in the steps one is."""

    def __init__(self, steps: Sequence[Step], done: Press) -> None:
        """`done` is called at the end, or when it is skipped."""
        self._steps = steps
        self._done = done
        self._at = 0

    def _next(self) -> None:
        self._at += 1
        if self._at >= len(self._steps):
            self._done()

    def _back(self) -> None:
        self._at = max(0, self._at - 1)

    def draw(self, ui: Ui, anchors: Mapping[str, Rect]) -> None:
        """Shades everything but the place of this step."""
        if self._at >= len(self._steps):
            return
        step = self._steps[self._at]
        place = anchors.get(step.anchor)
        if place is not None:
            place = place.inflate(ui.u(6), ui.u(6)).clip(ui.window)
        light = ui.surface.subsurface(place).copy() if place else None
        ui.modal()
        if place is not None and light is not None:
            ui.surface.blit(light, place)
            ui.frame(place, ui.theme.accent, 10, 2)
        self._draw_words(ui, step, place)

    def _draw_words(self, ui: Ui, step: Step, place: Rect | None) -> None:
        width = ui.u(WIDTH)
        inside = width - 2 * ui.u(18)
        height = ui.u(112) + ui.paragraph_height(step.text, inside)
        rect = beside(ui, place, width, height)
        ui.shadow(rect)
        ui.fill(rect, ui.theme.surface, 12, ui.theme.accent, 1.5)
        box = Box(rect.inflate(-2 * ui.u(18), -2 * ui.u(14)), ui.u(6))
        ui.text(step.title, box.top(ui.u(28)), "title")
        row = Box(box.bottom(ui.u(38)), ui.u(8))
        is_last = self._at == len(self._steps) - 1
        label = say("mine-play") if is_last else say("tape-next")
        spot = row.right(max(ui.u(92), button_width(ui, label)))
        button(ui, "lesson next", spot, label, self._next, kind="primary", key="enter")
        if self._at:
            label = say("window-back")
            spot = row.right(max(ui.u(76), button_width(ui, label)))
            button(ui, "lesson back", spot, label, self._back)
        if not is_last:
            label = say("window-skip")
            spot = row.left(button_width(ui, label))
            button(ui, "lesson skip", spot, label, self._done, kind="ghost")
        ui.paragraph(step.text, box.rest)


def beside(ui: Ui, place: Rect | None, width: int, height: int) -> Rect:
    """Room for words beside a place: right, left, below or above, else in the middle."""
    rect = Rect(0, 0, width, height)
    rect.center = ui.window.center
    if place is None:
        return rect
    gap = ui.u(14)
    rect.midleft = place.right + gap, place.centery
    if rect.right > ui.window.right - gap:
        rect.midright = place.left - gap, place.centery
    if rect.left < gap:
        rect.midtop = place.centerx, place.bottom + gap
    if rect.bottom > ui.window.bottom - gap and rect.left >= gap and rect.top >= place.bottom:
        rect.midbottom = place.centerx, place.top - gap
    rect.clamp_ip(ui.window.inflate(-2 * gap, -2 * gap))
    return rect
