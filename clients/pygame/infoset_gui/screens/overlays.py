"""What assistants draw on places of the board, and where their proposals would be done."""

import math
from typing import Final

from pygame import Rect

from infoset.assistant.advice import Advice
from infoset.printing import clean
from infoset_gui.kit.theme import BLACK, Colour, colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.screens.places import Places
from infoset_gui.table import Table
from infoset_protocol.messages import Drawing

LONG: Final = 1.5  # sides of a place that a ring does not suit
BADGES: Final = (
    "badge-cross",
    "badge-ring",
    "badge-skull",
    "badge-diamond",
    "badge-shield",
    "eye",
    "up",
    "forward",
    "down",
    "left",
    "flag",
    "star",
    "question",
    "bolt",
    "lock",
    "badge-coin",
)  # in the order of their numbers


def palette(ui: Ui, name: str | None) -> Colour:
    """A colour by its name, or as `#rrggbb`."""
    theme = ui.theme
    named = {
        "good": theme.good,
        "bad": theme.bad,
        "danger": theme.bad,
        "muted": theme.muted,
        "cold": theme.seats[0],
        "hot": theme.seats[1],
    }
    if name in named:
        return named[name]
    if name and name.startswith("seat") and name[4:].isdigit():
        return theme.seat(int(name[4:]))
    try:
        return colour(name or "")
    except ValueError:
        return theme.accent


def draw_overlays(ui: Ui, area: Rect, advice: Advice, places: Places) -> None:
    """All that the assistants have drawn; what lies on the board stays within its `area`."""
    ui.layer += 1
    board = area.inflate(ui.u(8), ui.u(8))
    for layer in advice.layers.values():
        for drawing in layer.items:
            found = [place for anchor in drawing.at if (place := places.find(anchor)) is not None]
            if found:
                with ui.clipped(board if places.is_on_board(drawing.at) else ui.window):
                    draw_one(ui, drawing, found)


def draw_suggestions(ui: Ui, area: Rect, table: Table, places: Places) -> None:
    """A broken ring where the first proposal of each assistant would be done."""
    if table.turn is None:
        return
    with ui.clipped(area):
        for suggestion in table.advice.suggestions.values():
            index = suggestion.top[0].index if suggestion.top else None
            place = None if index is None else places.find(f"action:{index}")
            if place is not None:
                ui.frame(place.inflate(ui.u(8), ui.u(8)), ui.theme.good, 12, 2, "dashed")


def draw_one(ui: Ui, drawing: Drawing, places: list[Rect]) -> None:
    """One drawing on its places."""
    ink = palette(ui, drawing.c)
    size = float(drawing.size or 1)
    match drawing.k:
        case "arrow" | "path" if len(places) > 1:
            draw_way(ui, places, ink, has_head=drawing.k == "arrow")
            draw_label(ui, places[0].union(places[-1]), clean(drawing.t or ""), ink)
        case "heat":
            for place in places:
                draw_heat(ui, place, float(drawing.v or 0))
        case "badge":
            for place in places:
                side = min(place.width, place.height) * 0.7 * size / ui.scale
                draw_edged(ui, BADGES[drawing.n or 0], place.center, side, ink)
        case "text":
            for place in places:
                draw_label(ui, place, clean(drawing.t or ""), ink)
        case _:
            for place in places:
                draw_mark(ui, place, ink, size)
                if drawing.t:
                    draw_label(ui, place, clean(drawing.t), ink)


def draw_mark(ui: Ui, place: Rect, ink: Colour, size: float) -> None:
    """A ring; around what is long a frame."""
    width, height = place.size
    if max(width, height) > LONG * min(width, height):
        ui.frame(place, ink, 10, 2.5)
        return
    radius = max(width, height) * 0.56 * size
    ui.art.disc(ui.surface, place.center, radius, None, ink, max(2.0, ui.scale * 2.5))


def draw_way(ui: Ui, places: list[Rect], ink: Colour, *, has_head: bool) -> None:
    """A line through places, with a head at its end."""
    points: list[tuple[float, float]] = [place.center for place in places]
    ui.art.line(ui.surface, points, BLACK, max(3.0, ui.scale * 5))
    ui.art.line(ui.surface, points, ink, max(2.0, ui.scale * 3))
    if has_head:
        (x1, y1), (x2, y2) = points[-2], points[-1]
        angle = math.atan2(y2 - y1, x2 - x1)
        arm = ui.scale * 12
        head = [
            (x2, y2),
            *(
                (x2 - arm * math.cos(angle + turn), y2 - arm * math.sin(angle + turn))
                for turn in (-0.5, 0.5)
            ),
        ]
        ui.art.polygon(ui.surface, head, ink, BLACK, 1)


def draw_heat(ui: Ui, place: Rect, value: float) -> None:
    """A value from 0 to 1 as the size and colour of a dot."""
    value = max(0.0, min(1.0, value))
    ink = mix(ui.theme.seats[0], ui.theme.seats[1], value)
    radius = min(place.width, place.height) * (0.12 + 0.26 * value)
    ui.art.disc(ui.surface, place.center, radius, ink, BLACK, 1)


def draw_edged(ui: Ui, name: str, middle: tuple[float, float], side: float, ink: Colour) -> None:
    """A sign that is seen on every ground."""
    ui.icon(name, middle, side * 1.3, BLACK)
    ui.icon(name, middle, side, ink)


def draw_label(ui: Ui, place: Rect, text: str, ink: Colour) -> None:
    """A few letters on a dark ground."""
    if not text:
        return
    width = ui.width(text, "label") + ui.u(8)
    box = Rect(0, 0, width, ui.line("label"))
    box.center = place.center
    ui.layer += 1
    ui.fill(box, BLACK, 5, ink)
    ui.text(text, box, "label", mix(ink, (255, 255, 255), 0.6), align="center")
