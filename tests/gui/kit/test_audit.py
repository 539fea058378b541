"""What the audit of a picture finds: texts below what floats over them, and floating things that meet."""

from pygame import Rect

from infoset_gui.kit.audit import Audit, Drawn, Ground

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
