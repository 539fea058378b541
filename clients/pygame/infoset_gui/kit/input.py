"""Turns what a person does with mouse and keyboard into presses of the regions of the last picture."""

from collections.abc import Callable
from typing import Final

import pygame
from pygame.event import Event

from infoset_gui.kit.regions import Region, after, find, named, stops, towards
from infoset_gui.kit.typist import Typist
from infoset_gui.kit.ui import Memory, TextInput, Ui

WHEEL_UNITS: Final = 48
ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
PRESSING: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
Refused = Callable[[str], None]


class Hands:
    """One person's mouse and keyboard on one window."""

    def __init__(self, memory: Memory, refused: Refused, escape: Callable[[], None]) -> None:
        """`refused` is told why a press does nothing; `escape` is what the key of that name does."""
        self._memory = memory
        self._typist = Typist(memory)
        self._refused = refused
        self._escape = escape
        self.mods: Callable[[], int] = lambda: 0  # the keys that are held down with others
        self.sound: Callable[[str], None] = lambda name: None
        self.drag: Callable[[int, int], None] | None = None  # of the screen, with the right button
        self.zoom: Callable[[int, tuple[int, int]], bool] | None = None
        self.key: Callable[[str], bool] | None = None  # keys that the screen wants itself
        self.idle: Callable[[], bool] = lambda: False  # a click or key that is for nothing else

    def take(self, event: Event, ui: Ui, now_s: float) -> bool:
        """Takes one event; has it changed anything?"""
        match event.type:
            case pygame.MOUSEMOTION:
                return self._move(event, ui, now_s)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                return self._down(event, ui, now_s)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                return self._up(event, ui)
            case pygame.MOUSEWHEEL:
                return self._wheel(event, ui)
            case pygame.KEYDOWN:
                return self._key_down(event, ui)
            case pygame.TEXTINPUT:
                return self._type(event.text, ui)
            case _:
                return False

    # The mouse.

    def _move(self, event: Event, ui: Ui, now_s: float) -> bool:
        memory = self._memory
        if self.drag is not None and (event.buttons[2] or event.buttons[1]):
            self.drag(*event.rel)
            return True
        memory.pointer = event.pos
        typing = ui.inputs.get(memory.pressed or "") if event.buttons[0] else None
        if typing is not None and memory.pressed is not None:
            return self._typist.drag(memory.pressed, typing, event.pos[0])
        found = find(ui.regions, *event.pos)
        name = found.name if found else None
        if name == memory.hover and not memory.by_keyboard:
            return False
        memory.hover, memory.hover_since_s, memory.by_keyboard = name, now_s, False
        return True

    def _down(self, event: Event, ui: Ui, now_s: float) -> bool:
        memory = self._memory
        memory.by_keyboard = False
        memory.pointer = event.pos
        found = find(ui.regions, *event.pos)
        memory.pressed = memory.hover = found.name if found else None
        if found is None or found.is_hint:
            memory.focus = None
        else:
            is_extended = bool(self.mods() & pygame.KMOD_SHIFT) and memory.focus == found.name
            self._focus(found)
            typing = ui.inputs.get(found.name)
            if typing is not None:
                self._typist.click(found.name, typing, event.pos, now_s, is_extended=is_extended)
        return True

    def _up(self, event: Event, ui: Ui) -> bool:
        memory = self._memory
        pressed, memory.pressed = memory.pressed, None
        if pressed in ui.inputs:
            return True  # a text was selected, perhaps as far as beside the field
        found = find(ui.regions, *event.pos)
        if found is None:
            self.idle()
        elif found.name == pressed:
            self.press(found, "mouse")
        return True

    def _wheel(self, event: Event, ui: Ui) -> bool:
        memory = self._memory
        for area in reversed(ui.scrolls):
            if area.rect.collidepoint(memory.pointer):
                step = round(WHEEL_UNITS * ui.scale * event.y)
                self._scroll_to(area.name, memory.scrolled.get(area.name, 0) - step)
                return True
        return self.zoom is not None and self.zoom(event.y, memory.pointer)

    def _scroll_to(self, name: str, offset: int) -> None:
        memory = self._memory
        most = memory.scroll_most.get(name, 0)
        memory.scrolled[name] = max(0, min(offset, most))
        memory.follows[name] = memory.scrolled[name] >= most

    # The keyboard.

    def _key_down(self, event: Event, ui: Ui) -> bool:
        focused = named(ui.regions, self._memory.focus or "")
        typing = ui.inputs.get(focused.name) if focused and focused.takes_text else None
        if event.key == pygame.K_TAB:
            back = bool(event.mod & pygame.KMOD_SHIFT)
            return self._step(after(ui.regions, self._memory.focus, -1 if back else 1), ui)
        if event.key == pygame.K_ESCAPE:
            if typing is not None:
                self._memory.focus = None
            else:
                self._escape()
            return True
        if typing is not None and focused is not None:
            return self._edit(event, focused, typing, ui)
        if event.key in ARROWS:
            return self._step(self._ahead(ui, *ARROWS[event.key]), ui)
        if event.key in PRESSING and focused is not None and self._memory.by_keyboard:
            self.press(focused, "focus")
            return True
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and ui.scrolls:
            area = ui.scrolls[-1]
            by = area.rect.height * (1 if event.key == pygame.K_PAGEDOWN else -1)
            self._scroll_to(area.name, self._memory.scrolled.get(area.name, 0) + by)
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        name = pygame.key.name(event.key)
        return self._shortcut("enter" if name == "return" else name, ui) or self.idle()

    def _shortcut(self, key: str, ui: Ui) -> bool:
        if self.key is not None and self.key(key):
            return True
        for region in ui.regions:
            if region.key and region.key == key:
                self.press(region, "shortcut")
                return True
        return False

    def _ahead(self, ui: Ui, right: int, down: int) -> Region | None:
        """Where an arrow leads: from the focus, or where it was, or from the pointer."""
        memory = self._memory
        current = named(ui.regions, memory.focus or "")
        start = current.shape.box if current else memory.focus_box
        if current is None and not start.width:
            return next(iter(stops(ui.regions)), None)
        return towards(ui.regions, start, right, down, current.name if current else None)

    def _step(self, found: Region | None, ui: Ui) -> bool:
        self._memory.by_keyboard = True
        if found is not None:
            self._focus(found)
            self._show(found, ui)
            typing = ui.inputs.get(found.name)
            if typing is not None:
                self._typist.select_all(found.name, typing)
        return True

    def _focus(self, region: Region) -> None:
        self._memory.focus = region.name
        self._memory.focus_box = region.shape.box

    def _show(self, region: Region, ui: Ui) -> None:
        """Moves the list so that the region is seen."""
        area = next((one for one in ui.scrolls if one.name == region.scroll), None)
        if area is None:
            return
        box, offset = region.shape.box, self._memory.scrolled.get(area.name, 0)
        edge = ui.u(8)
        if box.top < area.rect.top + edge:
            self._scroll_to(area.name, offset - (area.rect.top + edge - box.top))
        elif box.bottom > area.rect.bottom - edge:
            self._scroll_to(area.name, offset + box.bottom - area.rect.bottom + edge)

    def press(self, region: Region, by: str) -> None:
        """Does what the region is for, or says why that cannot be; `by` as in `Memory.pressed_by`."""
        self._memory.pressed_by = by
        if region.reason:
            self._refused(region.reason)
            self.sound("refuse")
        elif region.press is not None:
            if not region.takes_text:
                self.sound("press")
            region.press()

    # Typing.

    def _type(self, text: str, ui: Ui) -> bool:
        name = self._memory.focus or ""
        typing = ui.inputs.get(name)
        if typing is None:
            return False
        self._typist.type(name, typing, text)
        return True

    def _edit(self, event: Event, region: Region, typing: TextInput, ui: Ui) -> bool:
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if typing.submit is not None:
                    typing.submit()
                else:
                    self._step(after(ui.regions, region.name, 1), ui)
                return True
            case pygame.K_UP | pygame.K_DOWN:
                return self._step(self._ahead(ui, *ARROWS[event.key]), ui)
            case _:
                return self._typist.press(event, region.name, typing)
