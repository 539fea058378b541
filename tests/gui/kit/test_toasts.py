"""Notes that come and go, also while somebody presses them."""

import pygame
from pygame import Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.theme import DARK
from infoset_gui.kit.toasts import MAX_TOASTS, Toasts
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui


def draw(toasts: Toasts) -> Ui:
    pygame.font.init()
    ui = Ui(Surface((1024, 640)), DARK, Typesetter(), Art(), Memory(), 0.0)
    toasts.draw(ui)
    return ui


def test_a_press_takes_a_note_away() -> None:
    toasts = Toasts()
    toasts.add("one", "info", 0.0)
    toasts.add("two", "info", 0.0)
    press = draw(toasts).regions[0].press  # the newest is above
    assert press is not None
    press()
    toasts.expire(1.0)
    assert [toast.text for toast in toasts.shown] == ["one"]


def test_a_press_on_a_note_that_has_just_gone_does_nothing() -> None:
    toasts = Toasts()
    toasts.add("old", "info", 0.0)
    press = draw(toasts).regions[0].press
    for number in range(MAX_TOASTS):
        toasts.add(str(number), "info", 0.0)
    assert press is not None
    press()
    toasts.expire(1.0)
    assert len(toasts.shown) == MAX_TOASTS
