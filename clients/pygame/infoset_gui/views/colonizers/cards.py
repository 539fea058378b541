"""The cards of Colonizers: modules, their backs, colonists. Small and large."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pygame import Rect

from infoset.wording import is_said, say
from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush
from infoset_gui.kit.icons import ICONS
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import BLACK, WHITE, Colour, Theme, mix
from infoset_gui.kit.ui import Ui

PATTERN_OF: Final = {"green": "solid", "blue": "dashed", "red": "dotted", "none": "double"}


@dataclass(frozen=True)
class Module:
    """One kind of module."""

    name: str  # in English, as the server names it
    letter: str
    cost: int
    value: int
    colour: str
    copies: int

    @property
    def sign(self) -> str:
        """The name of its sign."""
        sign = self.name.lower().replace(" ", "-")
        return sign if sign in ICONS else "housing-unit"

    @property
    def title(self) -> str:
        """What it is called, in the language that is spoken."""
        key = f"colonizers-card-{self.letter}"
        return say(key) if is_said(key) else self.name

    @property
    def about(self) -> str:
        """In words."""
        facts = {"cost": self.cost, "value": self.value, "colour": self.colour}
        copies = say("colonizers-copies", count=self.copies)
        return f"{say('colonizers-module', name=self.title, **facts)}\n{copies}"


@dataclass(frozen=True)
class Colonist:
    """One of the six."""

    number: int
    name: str  # in English, as the server names it

    @property
    def sign(self) -> str:
        """The name of its sign."""
        return self.name if self.name in ICONS else "person"

    @property
    def title(self) -> str:
        """What it is called, in the language that is spoken."""
        return say(f"colonizers-role-{self.number}")

    @property
    def within(self) -> str:
        """The same within a sentence."""
        return say(f"colonizers-one-{self.number}")

    @property
    def about(self) -> str:
        """What it does."""
        return say(f"colonizers-power-{self.number}")


def read_modules(consts: Mapping[str, Any]) -> Sequence[Module]:
    """All modules, as the server names them."""
    return [
        Module(one["name"], one["letter"], one["cost"], one["value"], one["colour"], one["copies"])
        for one in consts["modules"]
    ]


def read_colonists(consts: Mapping[str, Any]) -> Sequence[Colonist]:
    """All colonists, as the server names them."""
    return [Colonist(number, one["name"]) for number, one in enumerate(consts["colonists"])]


def module_colour(theme: Theme, name: str) -> Colour:
    """The colour of a module on this theme."""
    return {
        "green": theme.seats[2],
        "blue": theme.seats[0],
        "red": mix(theme.bad, theme.seats[1], 0.15),
    }.get(name, theme.muted)


def colonist_colour(theme: Theme, name: str) -> Colour:
    """The colour of a colonist: those who earn for modules have the colour of these."""
    return {
        "ecologist": module_colour(theme, "green"),
        "general": module_colour(theme, "red"),
        "miner": module_colour(theme, "blue"),
        "opportunist": theme.warn,
        "spy": theme.seats[3],
    }.get(name, theme.accent)


def amount_colour(theme: Theme, sign: str) -> Colour:
    """The colour of what is counted."""
    return theme.accent if sign == "omnium" else theme.warn


def draw_portrait(
    ui: Ui, centre: tuple[float, float], size: float, colonist: Colonist, *, is_faint: bool = False
) -> None:
    """The sign of a colonist on a round ground; `size` in units."""
    ink = ui.theme.muted if is_faint else colonist_colour(ui.theme, colonist.name)
    ground = ui.theme.soft(ink, 0.08 if is_faint else 0.2)
    radius = ui.u(size) / 2
    ui.art.disc(ui.surface, centre, radius, ground, ui.theme.soft(ink, 0.45), max(1.0, ui.scale))
    ui.icon(colonist.sign, centre, size * 0.62, ink)


def draw_small(ui: Ui, rect: Rect, module: Module, *, with_cost: bool = True) -> None:
    """A module in a colony or a hand: sign, value below, cost above."""
    colour = module_colour(ui.theme, module.colour)
    ground = ui.theme.soft(colour, 0.2)
    ui.fill(rect, ground, 6)
    ui.frame(rect, colour, 6, 1.2, PATTERN_OF.get(module.colour, "solid"))
    inner = rect.inflate(-2 * ui.u(5), -2 * ui.u(3))
    sign = min(inner.height - ui.u(6), inner.width - ui.u(18)) / ui.scale
    ui.icon(module.sign, (inner.x + ui.u(sign) / 2, inner.centery), sign, colour)
    figures = Rect(inner.right - ui.u(20), inner.y, ui.u(20), inner.height)
    if with_cost:
        half = figures.height // 2
        ui.text(
            str(module.cost),
            Rect(figures.x, figures.y, figures.width, half),
            "tiny",
            ui.theme.muted,
            align="right",
        )
        ui.text(
            str(module.value),
            Rect(figures.x, figures.y + half, figures.width, half),
            "label",
            align="right",
        )
    else:
        ui.text(str(module.value), figures, "strong", align="right")


def draw_back(ui: Ui, rect: Rect) -> None:
    """A card whose face is not known: a planet with its orbit."""
    ground = mix(ui.theme.accent, BLACK, 0.45)
    line, light = mix(ground, WHITE, 0.22), mix(ground, WHITE, 0.5)
    ui.fill(rect, ground, 6, mix(ground, BLACK, 0.3))
    ui.frame(rect.inflate(-2 * ui.u(3), -2 * ui.u(3)), line, 4, 0.8)
    side = min(rect.height, rect.width) - ui.u(10)

    def paint(brush: Brush) -> None:
        brush.circle((12, 12), 5.6, line)
        brush.circle((10.6, 10.4), 2.0, light)
        orbit = [
            (
                12 + 10 * math.cos(turn) - 2 * math.sin(turn),
                12 - 5 * math.cos(turn) - 3 * math.sin(turn),
            )
            for turn in (math.pi * at / 12 for at in range(-2, 15))
        ]
        brush.stroke(orbit, light, 1.1)

    if side >= ui.u(8):
        picture = ui.art.sprite(("back", ground), side, side, 24, paint)
        put(ui.surface, picture, (rect.centerx - side // 2, rect.centery - side // 2))


def draw_slot(ui: Ui, rect: Rect) -> None:
    """A place where nothing is yet."""
    ui.frame(rect, ui.theme.line, 6, 0.8, "dashed")


def draw_module(ui: Ui, rect: Rect, module: Module) -> None:
    """A module with its name, to choose."""
    colour = module_colour(ui.theme, module.colour)
    ui.fill(rect, ui.theme.soft(colour, 0.16), 9)
    ui.frame(rect, colour, 9, 1.6, PATTERN_OF.get(module.colour, "solid"))
    box = Box(rect.inflate(-2 * ui.u(9), -2 * ui.u(8)), ui.u(2))
    head = box.top(ui.u(24))
    draw_amount(
        ui, Rect(head.x, head.y, head.width // 2, head.height), "omnium", module.cost, ui.theme.text
    )
    draw_amount(
        ui,
        Rect(head.centerx, head.y, head.width // 2, head.height),
        "star",
        module.value,
        ui.theme.text,
        right=True,
    )
    lines = ui.type.wrap(module.title, "label", box.rest.width)
    foot = box.bottom(ui.line("label") * len(lines))
    ui.paragraph(module.title, foot, "label", align="center")
    side = min(box.rest.height, box.rest.width) / ui.scale * 0.94
    ui.art.disc(ui.surface, box.rest.center, ui.u(side) / 2, ui.theme.soft(colour, 0.32))
    ui.icon(module.sign, box.rest.center, side * 0.66, colour)


def draw_amount(
    ui: Ui, rect: Rect, sign: str, amount: int, ink: Colour, *, right: bool = False
) -> None:
    """A figure with its sign, which has a colour of its own."""
    width = ui.width(str(amount), "strong") + ui.u(21)
    left = rect.right - width if right else rect.x
    ui.icon(sign, (left + ui.u(8), rect.centery), 16, amount_colour(ui.theme, sign))
    ui.text(str(amount), Rect(left + ui.u(20), rect.y, width, rect.height), "strong", ink)


def draw_colonist(
    ui: Ui, rect: Rect, colonist: Colonist, about: str, *, is_faint: bool = False
) -> None:
    """A colonist with words, to choose."""
    ui.fill(rect, ui.theme.raised, 9, ui.theme.line)
    box = Box(rect.inflate(-2 * ui.u(7), -2 * ui.u(6)), ui.u(1))
    head = box.top(ui.u(52))
    draw_portrait(ui, (head.centerx, head.y + ui.u(17)), 34, colonist, is_faint=is_faint)
    name = Rect(head.x, head.bottom - ui.u(18), head.width, ui.u(18))
    ui.text(colonist.title, name, "label", align="center")
    fits = ui.paragraph_height(about, box.rest.width, "caption") <= box.rest.height
    style = "caption" if fits else "tiny"
    ui.paragraph(about, box.rest, style, ui.theme.muted, align="center")


def draw_role(
    ui: Ui,
    rect: Rect,
    role: Colonist | None,
    possible: Sequence[Colonist],
    others: Sequence[Colonist],
) -> None:
    """Who a seat is; where that is not known, who it can be: the others are faint."""
    ui.fill(rect, ui.theme.raised, 8, ui.theme.line)
    box = Box(rect.inflate(-2 * ui.u(4), -2 * ui.u(5)), ui.u(1))
    if role is not None:
        name = box.bottom(ui.line("tiny"))
        ui.text(role.title, name, "tiny", align="center")
        side = min(box.rest.width, box.rest.height) / ui.scale * 0.86
        draw_portrait(ui, box.rest.center, side, role)
        return
    if not possible:
        ui.icon("question", box.rest.center, 26, ui.theme.muted)
        return
    across = 2
    down = -(-len(others) // across)
    width, height = box.rest.width / across, box.rest.height / down
    for at, one in enumerate(others):
        centre = (
            box.rest.x + (at % across + 0.5) * width,
            box.rest.y + (at // across + 0.5) * height,
        )
        ink = (
            colonist_colour(ui.theme, one.name)
            if one in possible
            else mix(ui.theme.raised, ui.theme.muted, 0.28)
        )
        ui.icon(one.sign, centre, min(width, height) / ui.scale * 0.78, ink)
