"""What the audit of a picture finds: texts below what floats over them, and floating things that meet."""

from pygame import Rect

from infoset_gui.kit.audit import Audit, Drawn

WINDOW = Rect(0, 0, 400, 300)
PANEL = Rect(100, 100, 120, 60)


def written(text: str, box: Rect, layer: int = 0) -> Drawn:
    return Drawn(text, box, layer, contrast=9.0, is_cut=False)


def test_a_text_below_a_floating_thing_is_a_fault() -> None:
    audit = Audit(WINDOW, [written("below", Rect(110, 110, 40, 12))], [(1, PANEL)])
    assert audit.faults() == ["covered: 'below' at (110, 110, 40, 12) by (100, 100, 120, 60)"]


def test_what_stands_on_a_floating_thing_or_beside_it_is_none() -> None:
    texts = [
        written("on it", Rect(110, 110, 40, 12), layer=1),
        written("beside", Rect(10, 110, 88, 12)),
    ]
    assert Audit(WINDOW, texts, [(1, PANEL)]).faults() == []


def test_two_floating_things_that_meet_are_a_fault() -> None:
    audit = Audit(WINDOW, [], [(1, PANEL), (2, PANEL.move(50, 10))])
    assert len(audit.faults()) == 1
    assert Audit(WINDOW, [], [(1, PANEL), (2, PANEL.move(0, 90))]).faults() == []


def test_a_dialog_leaves_behind_what_is_in_its_shade() -> None:
    audit = Audit(WINDOW, [written("below", Rect(110, 110, 40, 12))], [(1, PANEL)])
    audit.forget_below(2)
    assert audit.faults() == []
