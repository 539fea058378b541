"""Cards of Catan on the screen: stacks of a resource, small ones with counts, and what development cards do."""

from collections.abc import Sequence

from pygame import Rect

from infoset_gui.kit.theme import BLACK, Colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.island import TERRAIN, Charts, tone


def resource_colour(ui: Ui, name: str) -> Colour:
    """The ground of a resource card."""
    return tone(ui, TERRAIN.get(name, TERRAIN["desert"]))


def draw_card(ui: Ui, rect: Rect, name: str, amount: str, *, is_faint: bool = False) -> None:
    """A stack of cards of one resource."""
    ground = resource_colour(ui, name)
    if is_faint:
        ground = mix(ui.theme.surface, ground, 0.3)
    ui.fill(rect, ground, 7, mix(ground, BLACK, 0.3))
    ink = BLACK if not is_faint else ui.theme.muted
    side = min(rect.width * 0.62, rect.height * 0.5) / ui.scale
    ui.icon(name, (rect.centerx, rect.y + rect.height * 0.34), side, mix(ground, ink, 0.75))
    place = Rect(rect.x, rect.bottom - ui.u(26), rect.width, ui.u(22))
    ui.text(amount, place, "strong", ui.ink_on(ground), align="center")


def draw_amounts(ui: Ui, rect: Rect, charts: Charts, counts: Sequence[int]) -> int:
    """Small cards with counts from the left; returns the pixels taken."""
    x = rect.x
    for at, count in enumerate(counts):
        if not count:
            continue
        width = ui.u(40)
        cell = Rect(x, rect.centery - ui.u(13), width, ui.u(26))
        ground = resource_colour(ui, charts.resources[at])
        ui.fill(cell, ground, 6, mix(ground, BLACK, 0.3))
        ui.icon(
            charts.resources[at], (cell.x + ui.u(13), cell.centery), 17, mix(ground, BLACK, 0.75)
        )
        ui.text(
            str(count),
            Rect(cell.x + ui.u(22), cell.y, ui.u(16), cell.height),
            "label",
            ui.ink_on(ground),
            align="center",
        )
        x += width + ui.u(5)
    return x - rect.x
