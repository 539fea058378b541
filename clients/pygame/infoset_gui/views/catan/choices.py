"""Questions of Catan with a few answers: trades with the bank, one resource, one victim, one button."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import BLACK, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.views.catan.cards import draw_card, resource_colour
from infoset_gui.views.catan.island import Charts
from infoset_gui.views.catan.names import bank_words, price_words, resource_name, thing_name
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

ONE_ROW: Final = 3  # buttons
FOOT: Final = 22  # units of a button, for its price


def draw_bank(ui: Ui, rect: Rect, look: Look, charts: Charts, close: Press) -> None:
    """All trades with the bank that can be made."""
    box = Box(rect, ui.u(6))
    head = Box(box.top(ui.u(30)), ui.u(8))
    closes = say("frame-close")
    place = head.right(button_width(ui, closes, style="label"))
    button(ui, "close bank", place, closes, close, key="h", style="label")
    ui.text(say("catan-trade-bank"), head.rest, "strong")
    trades = [(index, action) for index, action in enumerate(look.actions) if action[0] == "bank"]
    across = max(1, min(10, max(4, -(-len(trades) // 2))))
    gap = ui.u(5)
    width = min(ui.u(104), (box.rest.width - gap * (across - 1)) // across)
    for at, (index, action) in enumerate(trades):
        cell = Rect(
            box.rest.x + at % across * (width + gap),
            box.rest.y + at // across * ui.u(46),
            width,
            ui.u(40),
        )
        give, take = (charts.resources[int(resource)] for resource in action[1:3])
        name = f"bank {give} {take}"
        words = bank_words(charts, look.obs, look.seat, action)
        ui.fill(cell, ui.theme.raised, 7, ui.theme.accent if ui.is_hovered(name) else ui.theme.line)
        for share, resource in ((0.22, give), (0.78, take)):
            ui.art.disc(
                ui.surface,
                (cell.x + cell.width * share, cell.centery),
                ui.u(14),
                resource_colour(ui, resource),
            )
            ui.icon(resource, (cell.x + cell.width * share, cell.centery), 19, BLACK)
        ui.icon("forward", cell.center, 13, ui.theme.muted)
        ui.region(
            name,
            cell,
            words,
            partial(look.answer, index),
            tooltip=words,
        )
        if ui.is_focused(name):
            ui.focus_ring(cell)


def draw_choices(
    ui: Ui,
    rect: Rect,
    title: str,
    charts: Charts,
    choices: Mapping[int, Press],
    verb: str,
    close: Press | None,
    amounts: Sequence[str] | None = None,
    words_of: Callable[[int], str] = resource_name,
) -> None:
    """One resource to choose: for a monopoly, for a card from the bank, for one to lose.

    `words_of` says what choosing it means; `verb` is what it is called by programs.
    """
    box = Box(rect, ui.u(6))
    head = Box(box.top(ui.u(28)), ui.u(8))
    if close is not None:
        label = say("catan-cancel")
        place = head.right(button_width(ui, label, style="label"))
        button(ui, "close choice", place, label, close, key="h", style="label")
    ui.text(title, head.rest, "strong", may_cut=True)
    cells = columns(
        Rect(box.rest.x, box.rest.y, min(box.rest.width, ui.u(480)), box.rest.height),
        len(charts.resources),
        ui.u(8),
    )
    for at, cell in enumerate(cells):
        name = charts.resources[at]
        press = choices.get(at)
        shown = thing_name(name) if amounts is None else amounts[at]
        draw_card(ui, cell, name, shown, is_faint=press is None)
        if press is not None:
            region = f"{verb} {name}"
            if ui.is_hovered(region):
                ui.art.round_rect(ui.surface, cell, ui.u(7), None, ui.theme.accent, max(2, ui.u(2)))
            words = sentence(words_of(at))
            ui.region(region, cell, words, press, key=str(at + 1), tooltip=f"{words} ({at + 1})")
            if ui.is_focused(region):
                ui.focus_ring(cell)


def draw_victims(ui: Ui, rect: Rect, look: Look) -> None:
    """Whom to rob."""
    box = Box(rect, ui.u(8))
    ui.text(say("catan-ask-victim"), box.top(ui.u(26)), "strong")
    victims = look.by_verb("steal")
    for (seat, index), cell in zip(victims.items(), columns(box.rest, 4, ui.u(8)), strict=False):
        place = Rect(cell.x, cell.y, cell.width, ui.u(46))
        label = f"{look.names[seat]} ({look.obs['players'][seat]['cards']})"
        button(
            ui,
            f"rob {seat}",
            place,
            label,
            partial(look.answer, index),
            key=str(seat + 1),
        )


class Tool(NamedTuple):
    """A button of the bar. With a `reason` it cannot be pressed, and says why."""

    name: str
    label: str
    sign: str
    press: Press | None
    key: str
    reason: str = ""
    is_on: bool = False
    price: Sequence[str] = ()  # a resource for each card that it costs

    @property
    def about(self) -> str:
        """What it does, with what it costs."""
        cost = say("catan-costs", cards=price_words(self.price)) if self.price else ""
        return f"{self.label}{cost}"


def button_row(ui: Ui, rect: Rect, tools: Sequence[Tool]) -> None:
    """Buttons in as many columns as fit, in two rows."""
    if len(tools) <= ONE_ROW:
        rect = Rect(rect.x, rect.centery - ui.u(24), rect.width, 2 * ui.u(51))
        across = max(1, len(tools))
    else:
        across = -(-len(tools) // 2)
    cells = [
        cell
        for row in (0, 1)
        for cell in columns(
            Rect(
                rect.x,
                rect.y + row * (rect.height // 2 + ui.u(3)),
                rect.width,
                rect.height // 2 - ui.u(3),
            ),
            across,
            ui.u(6),
        )
    ]
    for tool, cell in zip(tools, cells, strict=False):
        is_usual = tool.name in ("roll", "end turn") and not tool.reason
        button(
            ui,
            tool.name,
            cell,
            tool.label,
            tool.press,
            icon=tool.sign,
            key=tool.key,
            reason=tool.reason,
            is_on=tool.is_on,
            foot=ui.u(FOOT) if tool.price else 0,
            kind="primary" if is_usual else "plain",
            style="label",
            tooltip=tool.about,
        )
        if tool.price:
            draw_price(ui, cell, tool.price, is_faint=bool(tool.reason))


def draw_price(ui: Ui, cell: Rect, price: Sequence[str], *, is_faint: bool) -> None:
    """At the foot of a button: a small card for each that it costs."""
    side, gap = ui.u(18), ui.u(2)
    x = cell.centerx - (len(price) * (side + gap) - gap) // 2
    for at, resource in enumerate(price):
        place = Rect(x + at * (side + gap), cell.bottom - ui.u(FOOT) - ui.u(2), side, side)
        ground = resource_colour(ui, resource)
        ground = mix(ground, ui.theme.surface, 0.55) if is_faint else ground
        ui.fill(place, ground, 4)
        ui.icon(resource, place.center, 14, mix(ground, BLACK, 0.75))
