"""Notes that appear and go by themselves: what went wrong and why, what has happened."""

from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.ui import Ui

MAX_TOASTS: Final = 4
SHOWN_S: Final = 6.0


@dataclass
class Toast:
    """One note. `kind` is `info`, `good`, `warn` or `bad`."""

    text: str
    kind: str
    until_s: float


class Toasts:
    """The notes of one window."""

    def __init__(self) -> None:
        self.shown: deque[Toast] = deque(maxlen=MAX_TOASTS)

    def add(self, text: str, kind: str, now_s: float) -> None:
        """Shows a note; one that is there already stays longer."""
        for toast in self.shown:
            if toast.text == text:
                toast.until_s = now_s + SHOWN_S
                return
        self.shown.append(Toast(text, kind, now_s + SHOWN_S))

    def clear(self) -> None:
        """Takes all notes away."""
        self.shown.clear()

    def next_change_s(self) -> float | None:
        """When the next note goes."""
        return min((toast.until_s for toast in self.shown), default=None)

    def expire(self, now_s: float) -> bool:
        """Takes away what was long enough there; was there any?"""
        before = len(self.shown)
        self.shown = deque((t for t in self.shown if t.until_s > now_s), maxlen=MAX_TOASTS)
        return len(self.shown) != before

    def _dismiss(self, toast: Toast) -> None:
        toast.until_s = 0.0  # it goes with the next look at the clock, unless it has gone already

    def draw(self, ui: Ui) -> None:
        """Below the bar, one under the other."""
        signs = {"info": "info", "good": "check", "warn": "warning", "bad": "warning"}
        top = ui.u(60)
        for at, toast in enumerate(reversed(self.shown)):
            inks = {"good": ui.theme.good, "warn": ui.theme.warn, "bad": ui.theme.bad}
            ink = inks.get(toast.kind, ui.theme.accent)
            width = min(ui.u(460), ui.width(toast.text) + ui.u(2))
            height = ui.paragraph_height(toast.text, width)
            rect = Rect(0, 0, width + ui.u(64), height + ui.u(20))
            rect.midtop = (ui.window.centerx, top)
            ui.floating(rect, may_cover=True)  # it goes by itself
            ui.shadow(rect, 9, 6)
            ui.fill(rect, ui.theme.surface, 9, ink, 1.5)
            ui.icon(signs[toast.kind], (rect.x + ui.u(22), rect.centery), 18, ink)
            ui.paragraph(toast.text, Rect(rect.x + ui.u(42), rect.y + ui.u(10), width, height))
            ui.region(
                f"toast {at}",
                rect,
                f"{say('frame-dismiss')}: {toast.text}",
                partial(self._dismiss, toast),
            )
            top = rect.bottom + ui.u(8)
