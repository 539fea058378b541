"""Dice of Catan, and how often each sum has come."""

from collections.abc import Mapping

from pygame import Rect

from infoset_gui.kit.theme import BLACK, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.island import TOKEN


def draw_die(ui: Ui, rect: Rect, value: int, *, is_faint: bool) -> None:
    """One die."""
    ground = mix(TOKEN, ui.theme.ground, 0.45) if is_faint else TOKEN
    ui.fill(rect, ground, 8, mix(ground, BLACK, 0.35))
    spots = {
        1: ((1, 1),),
        2: ((0, 0), (2, 2)),
        3: ((0, 0), (1, 1), (2, 2)),
        4: ((0, 0), (0, 2), (2, 0), (2, 2)),
        5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
        6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    }
    step = rect.width / 4
    for column, row in spots.get(value, ()):
        ui.art.disc(
            ui.surface,
            (rect.x + step * (1 + column), rect.y + step * (1 + row)),
            rect.width * 0.09,
            BLACK,
        )


def draw_histogram(ui: Ui, rect: Rect, counts: Mapping[int, int]) -> None:
    """How often each sum of two dice has come."""
    inner = rect.inflate(-2 * ui.u(12), -2 * ui.u(8))
    most = max([*counts.values(), 1])
    width = inner.width / 11
    for at in range(11):
        number = at + 2
        count = counts.get(number, 0)
        cell = Rect(round(inner.x + at * width), inner.y, round(width), inner.height)
        high = round((inner.height - ui.u(38)) * count / most)
        bar = Rect(cell.x + ui.u(3), cell.bottom - ui.u(20) - high, cell.width - ui.u(6), high)
        if high:
            ui.fill(bar, ui.theme.accent if number != 7 else ui.theme.warn, 2)
        ui.text(
            str(number),
            Rect(cell.x, cell.bottom - ui.u(18), cell.width, ui.u(16)),
            "tiny",
            ui.theme.muted,
            align="center",
        )
        if count:
            ui.text(
                str(count),
                Rect(cell.x, bar.y - ui.u(17), cell.width, ui.u(16)),
                "tiny",
                align="center",
            )
