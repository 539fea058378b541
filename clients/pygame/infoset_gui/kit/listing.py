"""Draws a list that a screen has described: what stands above it, its rows, and how it is moved."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from pygame import Rect

from infoset_gui.kit.art import put
from infoset_gui.kit.covers import draw_cover
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box, centred
from infoset_gui.kit.lists import (
    BETWEEN,
    Bar,
    Button,
    Cells,
    Column,
    Curve,
    Heading,
    Item,
    Link,
    Listing,
    Marked,
    Note,
    Row,
    Rows,
    Span,
    Tabs,
)
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, button, button_width, choice, link, spinner

BAR: Final = 40
BUTTON: Final = 38
MARK: Final = 40
HIGH, LOW, CELLS, TITLES, HEADING, NOTE = 60, 48, 40, 24, 34, 26  # units of rows, by what they are
GAP: Final = 6
ABOVE_HEADING: Final = 10
CURVE: Final = 150
PLACES: Final = 40  # of a curve that can be pressed
STEP: Final = 18  # of what belongs to the line above
NARROWEST_TAB: Final = 110
WIDEST_STEPPER: Final = 420
SEARCH: Final = 260
SCROLL_BAR: Final = 8
BEYOND: Final = 80  # above and below what is seen, where the keyboard may go


def draw_list(ui: Ui, rect: Rect, listing: Listing) -> None:
    """What stands above, then the rows, in a list that can be moved where there is no room for them."""
    box = Box(rect, ui.u(8))
    if listing.is_loading and listing.bars:
        place = Rect(rect.right - ui.u(24), rect.y, ui.u(24), ui.u(BAR))
        spinner(ui, place.center)
    for at, bar in enumerate(listing.bars):
        place = box.top(ui.u(BAR))
        if listing.is_loading and not at:
            place.width -= ui.u(34)
        draw_bar_of(ui, place, bar)
    if not listing.rows:
        if listing.is_loading:
            spinner(ui, box.rest.center, 34)
        elif listing.empty is not None:
            draw_empty(ui, box.rest, listing.empty.sign, listing.empty.title, listing.empty.about)
        return
    if listing.columns:
        titles = box.top(ui.u(TITLES))
        for column, cell in zip(
            listing.columns, cells_of(ui, titles, listing.columns), strict=True
        ):
            ui.text(column.title, cell, "label", ui.theme.muted)
    draw_rows(ui, box.rest, listing)


def draw_rows(ui: Ui, rect: Rect, listing: Listing) -> None:
    """The rows that are seen, and those that the keyboard may reach next."""
    heights = heights_of(ui, rect.width - ui.u(SCROLL_BAR), listing.rows)
    ends = list(accumulate(heights))
    with ui.scroll(listing.name, rect, ends[-1]) as place:
        for at, (end, height) in enumerate(zip(ends, heights, strict=True)):
            bottom = place.y + end
            if bottom >= rect.y - ui.u(BEYOND) and bottom - height <= rect.bottom + ui.u(BEYOND):
                row = Rect(place.x, bottom - height, place.width, height - ui.u(GAP))
                draw_item(ui, row, listing, listing.rows[at])


def heights_of(ui: Ui, width: int, rows: Sequence[Item]) -> list[int]:
    """Pixels of each row with the gap below it."""
    if isinstance(rows, Rows):
        return [item_height(ui, width, rows[0])] * len(rows)
    return [item_height(ui, width, row) for row in rows]


def item_height(ui: Ui, width: int, item: Item) -> int:
    """Pixels of one row with the gap below it."""
    match item:
        case Row():
            return ui.u((HIGH if item.facts else LOW) + GAP)
        case Note():
            indent, style = note_look(ui, item)
            lines = ui.paragraph_height(item.text, width - indent, style)
            return max(ui.u(NOTE), lines + ui.u(GAP)) + 2 * note_edge(ui, item)
        case Heading():
            lines = ui.paragraph_height(item.text, width, "title")
            return ui.u(ABOVE_HEADING) + max(ui.u(HEADING), lines + ui.u(GAP))
        case Curve():
            return ui.u(CURVE + GAP)
        case _:
            return ui.u(CELLS + GAP)


def draw_item(ui: Ui, rect: Rect, listing: Listing, item: Item) -> None:
    """One row of any kind."""
    match item:
        case Row():
            draw_row(ui, rect, item)
        case Cells():
            draw_cells(ui, rect, listing, item)
        case Heading():
            above = ui.u(ABOVE_HEADING)
            place = Rect(rect.x, rect.y + above, rect.width, rect.height - above + ui.u(GAP))
            ui.paragraph(item.text, place, "title")
        case Note():
            draw_note(ui, rect, item)
        case Curve():
            draw_curve(ui, rect, item)
        case Button():
            draw_button(ui, rect, item)


def note_look(ui: Ui, item: Note) -> tuple[int, str]:
    """How far words stand in, and their style."""
    steps = item.level - 1 if item.seat < 0 else 1
    return ui.u(STEP) * steps, "caption" if item.level > 1 else "body"


def draw_note(ui: Ui, rect: Rect, item: Note) -> None:
    """Words with the mark of their seat; a ground where they can be pressed."""
    indent, style = note_look(ui, item)
    ink = ui.theme.muted if item.level > 1 and item.seat < 0 else None
    if item.press is not None:
        is_at = item.is_on or ui.is_hovered(item.name)
        ui.fill(rect, ui.theme.raised, 6, ui.theme.accent if is_at else None)
        ui.region(item.name, rect, item.text, item.press)
        if ui.is_focused(item.name):
            ui.focus_ring(rect, 6)
    if item.seat >= 0:
        mark = Rect(rect.x + ui.u(6), rect.y + ui.u(3), ui.u(4), rect.height - ui.u(6))
        ui.fill(mark, ui.theme.seat(item.seat), 2)
    edge = note_edge(ui, item)
    place = Rect(rect.x + indent, rect.y + edge, rect.width - indent, rect.height + ui.u(GAP))
    ui.paragraph(item.text, place, style, ink)


def note_edge(ui: Ui, item: Note) -> int:
    """Pixels above and below words that can be pressed."""
    return ui.u(4) if item.press is not None else 0


# A curve.


def draw_curve(ui: Ui, rect: Rect, item: Curve) -> None:
    """A scale at the left, the lines, where one is, what stands out; all of it can be pressed."""
    theme = ui.theme
    scale = ui.width("100 %", "tiny") + ui.u(6)
    half = ui.line("tiny") // 2
    area = Rect(rect.x + scale, rect.y + half, rect.width - scale - ui.u(6), rect.height - 2 * half)
    for share in (0.0, 0.5, 1.0):
        y = area.bottom - round(share * area.height)
        ui.surface.fill(theme.line, Rect(area.x, y, area.width, max(1, ui.u(1))))
        place = Rect(rect.x, y - half, scale - ui.u(6), 2 * half)
        ui.text(f"{share:.0%}".replace("%", " %"), place, "tiny", theme.muted, align="right")

    def place_of(point: tuple[float, float]) -> tuple[float, float]:
        return area.x + point[0] * area.width, area.bottom - point[1] * area.height

    now = area.x + round(item.at * area.width)
    ui.surface.fill(theme.text, Rect(now, area.y, max(1, ui.u(1)), area.height))
    for seat, line in enumerate(item.lines):
        if len(line) > 1:
            draw_line(ui, area, line, theme.seat(seat))
    for point in item.marks:
        ui.art.disc(ui.surface, place_of(point), ui.u(4), theme.bad, theme.surface, ui.u(1))
    width = area.width / PLACES
    for at in range(PLACES):
        cell = Rect(round(area.x + at * width), area.y, round(width) + 1, area.height)
        press = partial(item.go, (at + 0.5) / PLACES)
        ui.region(f"{item.name} {at}", cell, item.label, press, is_hint=True)


def draw_line(ui: Ui, area: Rect, line: Sequence[tuple[float, float]], ink: Colour) -> None:
    """One line of a curve, smooth."""
    edge = ui.u(4)
    width, height = area.width + 2 * edge, area.height + 2 * edge
    points = [
        (edge + x * area.width, edge + (1 - min(1.0, max(0.0, y))) * area.height) for x, y in line
    ]
    key = ("curve", tuple(points), ink)
    stroke = ui.art.sprite(key, width, height, width, lambda b: b.stroke(points, ink, ui.u(2.2)))
    put(ui.surface, stroke, (area.x - edge, area.y - edge))


# A row.


def draw_row(ui: Ui, rect: Rect, item: Row) -> None:
    """Its ground, which reacts where the row can be pressed; at the right what can be pressed, at the left what it is."""
    is_at = bool(item.press) and ui.is_hovered(item.name)
    ui.fill(rect, ui.theme.raised, 8, ui.theme.accent if is_at else None)
    if item.press is not None:
        ui.region(item.name, rect, item.label, item.press, tooltip=item.tooltip)
        if ui.is_focused(item.name):
            ui.focus_ring(rect)
    row = Box(rect.inflate(-2 * ui.u(12), 0), ui.u(10))
    draw_mark(ui, row, item)
    for one in reversed(item.buttons):
        width = button_width(ui, one.label, icon=one.icon)
        draw_button(ui, centre_line(row.right(width), ui.u(BUTTON)), one)
    for tag in reversed(item.badges):
        place = centre_line(row.right(badge_width(ui, tag.text)), ui.u(24))
        badge(ui, place, tag.text, tone(ui, tag.tone))
    words = Box(row.rest.inflate(0, -2 * ui.u(8)) if item.facts else row.rest)
    head = Box(words.top(ui.u(24)) if item.facts else words.rest, ui.u(10))
    if item.aside:
        place = head.right(ui.width(item.aside, "caption") + ui.u(2))
        ui.text(item.aside, place, "caption", ui.theme.muted)
    title = (item.title,) if isinstance(item.title, str) else item.title
    draw_facts(ui, head.rest, title, "strong", ui.theme.text)
    if item.facts:
        draw_facts(ui, words.rest, item.facts, "caption", ui.theme.muted)


def draw_mark(ui: Ui, row: Box, item: Row) -> None:
    """What can be told at a glance."""
    if item.cover:
        side = min(ui.u(MARK), row.rest.height)
        draw_cover(ui, centre_line(row.left(side), side), item.cover)
    elif item.sign:
        ui.icon(item.sign, row.left(ui.u(28)).center, 22, ui.theme.muted)


def draw_facts(ui: Ui, rect: Rect, facts: Sequence[str | Link], style: str, ink: Colour) -> None:
    """All in one line, as far as there is room; names stand together."""
    x = rect.x
    for before, words, fact in pieces(facts):
        rest = Rect(x, rect.y, rect.right - x, rect.height)
        text = before + words
        if ui.width(text, style) > rest.width:
            ui.text(text, rest, style, ink, may_cut=True)
            return
        place = ui.text(text, rest, style, ink)
        x = place.right
        if isinstance(fact, Link) and fact.press is not None:
            width = ui.width(words, style)
            where = Rect(place.right - width, place.y, width, place.height)
            link(ui, where, fact.name, fact.tooltip or words, fact.press)


def pieces(facts: Sequence[str | Link]) -> Iterator[tuple[str, str, str | Link]]:
    """What stands before each fact, its words, and the fact."""
    before: str | Link | None = None
    for fact in facts:
        both = isinstance(before, Link) and isinstance(fact, Link)
        mark = "" if before is None else ", " if both else BETWEEN
        yield mark, fact.text if isinstance(fact, Link) else fact, fact
        before = fact


def draw_button(ui: Ui, rect: Rect, one: Button, style: str = "strong") -> None:
    """A button as it is described."""
    button(
        ui,
        one.name,
        rect,
        one.label,
        one.press,
        kind=one.tone,
        icon=one.icon,
        tooltip=one.tooltip,
        reason=one.reason,
        is_on=one.is_on,
        style=style,
    )


def centre_line(rect: Rect, height: int) -> Rect:
    """The middle of a place, at most so high."""
    return centred(rect, rect.width, height)


def tone(ui: Ui, name: str) -> Colour:
    """A colour of the theme by what it says."""
    theme = ui.theme
    colours = {"good": theme.good, "warn": theme.warn, "bad": theme.bad, "accent": theme.accent}
    return colours.get(name, theme.muted)


# A table.


def cells_of(ui: Ui, rect: Rect, columns: Sequence[Column]) -> list[Rect]:
    """The places of all cells in a line: none is narrower than its title."""
    box = Box(rect.inflate(-2 * ui.u(10), 0), ui.u(10))
    widths = [
        max(ui.u(one.width), ui.width(one.title, "label") + ui.u(2)) if one.width else 0
        for one in columns
    ]
    last = widths.index(0) if 0 in widths else len(widths)
    left = [box.left(width) for width in widths[:last]]
    right = [box.right(width) for width in reversed(widths[last + 1 :])]
    return [*left, *([box.rest] if last < len(widths) else []), *reversed(right)]


def draw_cells(ui: Ui, rect: Rect, listing: Listing, item: Cells) -> None:
    """One line of a table."""
    theme = ui.theme
    ui.fill(rect, theme.soft(theme.accent, 0.2) if item.is_own else theme.raised, 7)
    places = cells_of(ui, rect, listing.columns)
    for at, (column, place, cell) in enumerate(
        zip(listing.columns, places, item.cells, strict=True)
    ):
        style = "strong" if column.is_strong else "body"
        if isinstance(cell, Span):
            draw_span(ui, place, cell, bounds(listing.rows, at))
        elif isinstance(cell, Marked):
            row = Box(place, ui.u(8))
            ui.icon(cell.sign, row.left(ui.u(18)).center, 17, theme.muted)
            ui.text(cell.text, row.rest, style, may_cut=True)
        else:
            ui.text(cell, place, style, may_cut=not column.width)


def bounds(rows: Sequence[Item], at: int) -> tuple[float, float]:
    """The least and the most that the spans of a column reach."""
    cells = [row.cells[at] for row in rows if isinstance(row, Cells)]
    spans = [cell for cell in cells if isinstance(cell, Span)]
    return min(one.low for one in spans), max(one.high for one in spans)


def draw_span(ui: Ui, rect: Rect, cell: Span, ends: tuple[float, float]) -> None:
    """A bar from low to high with a point in the middle."""
    lowest, highest = ends
    pixels = rect.width / max(1, highest - lowest)
    left = rect.x + round((cell.low - lowest) * pixels)
    width = max(ui.u(4), round((cell.high - cell.low) * pixels))
    bar = Rect(left, rect.centery - ui.u(4), width, ui.u(8))
    ui.fill(bar, ui.theme.soft(ui.theme.accent, 0.45), 4)
    middle = rect.x + (cell.middle - lowest) * pixels
    ui.art.disc(ui.surface, (middle, bar.centery), ui.u(5), ui.theme.accent)
    ui.hint(cell.name, rect, cell.tooltip)


# Above the rows.


def draw_bar_of(ui: Ui, rect: Rect, bar: Bar) -> None:
    """A line above a list."""
    row = Box(rect, ui.u(10))
    if bar.search is not None:
        search = bar.search
        place = row.right(ui.u(SEARCH))
        field(
            ui,
            search.name,
            place,
            search.value,
            search.change,
            hint=search.hint,
            icon="search",
            max_length=60,
        )
    for one in reversed(bar.buttons):
        draw_button(
            ui, row.right(button_width(ui, one.label, icon=one.icon, style="label")), one, "label"
        )
    if bar.title:
        ui.text(bar.title, row.left(ui.width(bar.title, "title") + ui.u(6)), "title", may_cut=True)
    if bar.tabs is not None:
        draw_tabs(ui, row, bar.tabs)
    if bar.about:
        ui.text(bar.about, row.rest, "caption", ui.theme.muted, may_cut=True)


def draw_tabs(ui: Ui, row: Box, tabs: Tabs) -> None:
    """Side by side where there is room, else step by step."""
    widest = max(ui.width(label, "strong") for _, label in tabs.options) + ui.u(28)
    width = len(tabs.options) * max(ui.u(NARROWEST_TAB), widest)
    if width > row.rest.width:
        width = min(len(tabs.options) * widest, row.rest.width)
        if len(tabs.options) * widest > width:
            width = min(ui.u(WIDEST_STEPPER), row.rest.width)
    choice(ui, tabs.name, row.left(width), tabs.options, tabs.value, tabs.change)


def draw_empty(ui: Ui, rect: Rect, sign: str, title: str, about: str) -> None:
    """What stands in the middle of a list that has nothing in it."""
    lines = ui.paragraph_height(about, min(rect.width, ui.u(420)))
    height = ui.u(64) + ui.u(10) + ui.u(30) + lines
    box = Box(centred(rect, min(rect.width, ui.u(420)), height))
    ring = box.top(ui.u(64))
    if rect.height >= height:
        ui.art.disc(ui.surface, ring.center, ui.u(32), ui.theme.raised, ui.theme.line, ui.scale)
        ui.icon(sign, ring.center, 30, ui.theme.muted)
        box.top(ui.u(10))
    else:
        box = Box(rect)
    ui.text(title, box.top(ui.u(30)), "strong", align="center", may_cut=True)
    ui.paragraph(about, box.rest, "body", ui.theme.muted, align="center")
