"""What the audit of a picture finds: texts below what floats over them, and floating things that meet."""

import pygame
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.audit import Audit, Drawn, Ground
from infoset_gui.kit.theme import THEMES
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui

WINDOW = Rect(0, 0, 400, 300)
PANEL = Rect(100, 100, 120, 60)


def written(text: str, box: Rect, layer: int = 0) -> Drawn:
    return Drawn(text, box, layer, contrast=9.0, is_cut=False)


def test_a_text_below_a_floating_thing_is_a_fault() -> None:
    audit = Audit(WINDOW, [written("below", Rect(110, 110, 40, 12))], [Ground(PANEL, 1)])
    assert audit.faults() == ["covered: 'below' at (110, 110, 40, 12) by (100, 100, 120, 60)"]


def test_what_stands_on_a_floating_thing_or_beside_it_is_none() -> None:
    texts = [
        written("on it", Rect(110, 110, 40, 12), layer=1),
        written("beside", Rect(10, 110, 88, 12)),
    ]
    assert Audit(WINDOW, texts, [Ground(PANEL, 1)]).faults() == []


def test_two_floating_things_that_meet_are_a_fault() -> None:
    audit = Audit(WINDOW, [], [Ground(PANEL, 1), Ground(PANEL.move(50, 10), 2)])
    assert len(audit.faults()) == 1
    assert Audit(WINDOW, [], [Ground(PANEL, 1), Ground(PANEL.move(0, 90), 2)]).faults() == []


def test_a_dialog_leaves_behind_what_is_in_its_shade() -> None:
    audit = Audit(WINDOW, [written("below", Rect(110, 110, 40, 12))], [Ground(PANEL, 1)])
    audit.forget_below(2)
    assert audit.faults() == []


def test_what_somebody_wants_over_texts_may_lie_there() -> None:
    texts = [written("below", Rect(110, 110, 40, 12))]
    assert Audit(WINDOW, texts, [Ground(PANEL, 1, may_cover=True)]).faults() == []


def test_texts_of_a_picture_that_was_kept_are_seen_again() -> None:
    pygame.font.init()
    type_, art = Typesetter(), Art()

    def seen(layers: int) -> list[Drawn]:
        surface = Surface(WINDOW.size)
        audit = Audit(WINDOW)
        ui = Ui(surface, THEMES["light"], type_, art, Memory(), 0.0, audit=audit)
        for _ in range(layers):
            ui.floating(PANEL)
        ui.still("sign", WINDOW, lambda: paint(ui))
        return audit.drawn

    def paint(ui: Ui) -> None:
        painted.append(ui.layer)
        ui.fill(WINDOW, ui.theme.surface)
        ui.text("harbour", PANEL)

    painted: list[int] = []
    first = seen(0)
    assert [one.text for one in first] == ["harbour"]
    assert seen(0) == first
    assert [one.layer for one in seen(1)] == [1]
    assert painted == [0, 1]
