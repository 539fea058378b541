"""What assistants propose in Crossfire, drawn where it would be done: ghosts of slides, beams and setups."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pygame import Rect

from infoset.turn import Turn
from infoset.watching.crossfire_plans import CrossfirePlans
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import BLACK, WHITE, Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button
from infoset_gui.views.crossfire.field import BEAM, Field, draw_sign
from infoset_gui.views.crossfire.orders import given_times
from infoset_gui.views.crossfire.plans import Order, way
from infoset_gui.views.view import Look, Sketch

PANEL: Final = 78  # units of what belongs to one assistant
MOST_PANELS: Final = 2
GHOST: Final = 0.42  # of a ghost that covers what lies below
CROWN: Final[Colour] = (255, 210, 77)


def pointed_at(ui: Ui, sketches: Sequence[Sketch]) -> Sketch | None:
    """The one to draw: where somebody points at the way to accept it, else the first."""
    memory = ui.memory
    names = (memory.focus if memory.by_keyboard else memory.hover, memory.hover)
    for sketch in sketches:
        if any(name in (sketch.name, spot_of(sketch)) for name in names):
            return sketch
    return next(iter(sketches), None)


def spot_of(sketch: Sketch) -> str:
    """The name of the button beside the board."""
    return f"{sketch.name} beside the board"


def commands_of(turn: Turn, picks: Mapping[str, int]) -> dict[int, Order]:
    """The proposed commands by unit."""
    found = {}
    for slot in turn.slots:
        if slot.name in picks:
            verb, direction = slot.options[picks[slot.name]]
            found[int(slot.name.rpartition(" ")[2])] = verb, direction
    return found


def draw_commands(
    ui: Ui, field: Field, look: Look, plans: CrossfirePlans, commands: Mapping[int, Order]
) -> None:
    """Ghosts of units where they would stop, and of the light that they would throw."""
    for number, order in commands.items():
        units: Sequence[Any] = look.obs["units"]
        if number >= len(units) or not units[number][3]:
            continue
        start = units[number][0]
        squares = way(plans, start, order)
        if not squares:
            continue
        if order[0] == "fire":
            draw_band(ui, field, squares, BEAM)
            draw_tag(ui, field, squares[0], str(number + 1), sign="bolt")
        else:
            draw_band(ui, field, [start, *squares], ui.theme.good)
            draw_tag(ui, field, squares[-1], str(number + 1))


def draw_band(ui: Ui, field: Field, squares: Sequence[int], ink: Colour) -> None:
    """A veil over squares in a row, as wide as half of one."""
    places = [field.square(number) for number in squares]
    whole = places[0].unionall(places[1:])
    is_flat = whole.width >= whole.height
    cut = round(field.side * 0.5)
    band = whole.inflate(0, -cut) if is_flat else whole.inflate(-cut, 0)
    ui.art.veil(ui.surface, band, ink, GHOST, round(field.side * 0.22))


def draw_tag(ui: Ui, field: Field, square: int, label: str, *, sign: str = "") -> None:
    """A small disc with a number; a sign stands beside it."""
    x, y = field.middle(square)
    radius = field.side * 0.34
    ui.art.disc(ui.surface, (x, y), radius, ui.theme.good, WHITE, max(1.5, field.side * 0.07))
    place = Rect(0, 0, round(field.side), round(field.side * 0.7))
    place.center = round(x), round(y)
    ink = ui.ink_on(ui.theme.good)
    ui.layer += 1
    ui.text(label, place, "strong", ink, align="center", size=field.side * 0.38)
    if sign:
        small = max(8, round(field.side * 0.4))
        draw_sign(ui, sign, (x + field.side * 0.34, y - field.side * 0.3), small, BEAM)


def draw_times(
    ui: Ui, field: Field, look: Look, spawns: Sequence[int], picks: Sequence[int]
) -> None:
    """Before the match: the time that each unit would get, and who would be king."""
    for number, time in enumerate(given_times(picks, look.obs["recharge"])):
        x, y = field.middle(spawns[number])
        middle = x + field.side * 0.42, y - field.side * 0.42
        radius = field.side * 0.27
        ui.art.disc(ui.surface, middle, radius, ui.theme.good, BLACK, max(1.0, field.side * 0.05))
        place = Rect(0, 0, round(field.side), round(field.side * 0.5))
        place.center = round(middle[0]), round(middle[1])
        ui.layer += 1
        ink = ui.ink_on(ui.theme.good)
        ui.text(str(time), place, "strong", ink, align="center", size=field.side * 0.34)
        if picks[-1] == number:
            crown = x - field.side * 0.3, y - field.side * 0.5
            draw_sign(ui, "crown", crown, max(8, round(field.side * 0.4)), CROWN)


def draw_offers(ui: Ui, box: Box, sketches: Sequence[Sketch]) -> None:
    """Beside the board: who proposes what is drawn on it, and the button that accepts it."""
    for sketch in [one for one in sketches if one.is_best][:MOST_PANELS]:
        place = box.top(ui.u(PANEL))
        ui.fill(place, ui.theme.soft(ui.theme.good, 0.14), 10, ui.theme.good)
        inner = Box(place.inflate(-2 * ui.u(10), -2 * ui.u(8)), ui.u(4))
        head = Box(inner.top(ui.u(22)), ui.u(6))
        ui.icon("robot", head.left(ui.u(18)).center, 16, ui.theme.good)
        ui.text(say("window-table-suggests", name=sketch.by), head.rest, "label", may_cut=True)
        button(
            ui,
            spot_of(sketch),
            inner.rest,
            say("window-table-accept"),
            sketch.accept,
            icon="check",
            style="label",
            tooltip=sketch.words,
        )
