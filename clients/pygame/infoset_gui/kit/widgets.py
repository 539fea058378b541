"""What a person presses, types into and chooses from. Each draws itself and names its region."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.art import put
from infoset_gui.kit.layout import columns, inset, shares
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import Colour, ink_on, mix
from infoset_gui.kit.ui import Ui

SPINNER_S: Final = 0.1  # between two of its pictures


def button_colours(ui: Ui, name: str, kind: str, *, is_on: bool) -> tuple[Colour, Colour, Colour]:
    """Ground, ink and border of a button as it is now."""
    theme = ui.theme
    match kind:
        case "primary":
            ground, ink, border = theme.accent, theme.on_accent, theme.accent
        case "danger":
            ground, ink, border = theme.surface, theme.bad, theme.bad
        case "ghost":
            ground, ink, border = theme.surface, theme.text, theme.surface
        case _:
            ground, ink, border = theme.raised, theme.text, theme.line
    if is_on and kind != "primary":
        ground, border = mix(theme.surface, theme.accent, 0.18), theme.accent
    if ui.is_pressed(name):
        ground = mix(ground, theme.text, 0.16)
    elif ui.is_hovered(name):
        ground = mix(ground, theme.text, 0.07)
    return ground, ink, border


def button(
    ui: Ui,
    name: str,
    rect: Rect,
    label: str,
    press: Press | None,
    *,
    kind: str = "plain",
    icon: str = "",
    key: str = "",
    tooltip: str = "",
    reason: str = "",
    is_on: bool = False,
    style: str = "strong",
    foot: int = 0,
) -> None:
    """A button. With a `reason` it does nothing, and says why; with only an icon the label is its tooltip.

    `foot` pixels at its bottom are left to the caller.
    """
    ground, ink, border = button_colours(ui, name, kind, is_on=is_on)
    if reason:
        ground, ink, border = ui.theme.surface, ui.theme.muted, ui.theme.line
    ui.fill(rect, ground, 8, border)
    if is_on and not reason:
        ui.fill(
            Rect(rect.x + ui.u(10), rect.bottom - ui.u(3), rect.width - 2 * ui.u(10), ui.u(2)),
            ui.theme.accent,
        )
    room = Rect(rect.x, rect.y, rect.width, rect.height - foot)
    draw_label(ui, room, label, ink, icon=icon, style=style)
    shown = tooltip or (label if icon and not fits_label(ui, rect, label, icon, style) else "")
    if key and shown:
        shown = f"{shown} ({key.upper()})"
    ui.region(name, rect, label, press, tooltip=reason or shown, reason=reason, key=key)
    if ui.is_focused(name):
        ui.focus_ring(rect)


def fits_label(ui: Ui, rect: Rect, label: str, icon: str, style: str) -> bool:
    """Is there room for the words beside the sign?"""
    needed = ui.width(label, style) + (ui.u(24) if icon else 0) + ui.u(12)
    return rect.width >= needed


def draw_label(
    ui: Ui, rect: Rect, label: str, ink: Colour, *, icon: str = "", style: str = "strong"
) -> None:
    """Sign and words in the middle; only the sign where there is no room for both."""
    if not icon:
        ui.text(label, inset(rect, ui.u(4)), style, ink, align="center")
        return
    size = 18
    if not fits_label(ui, rect, label, icon, style):
        ui.icon(icon, rect.center, size, ink)
        return
    width = ui.u(size + 6) + ui.width(label, style)
    left = rect.centerx - width // 2
    ui.icon(icon, (left + ui.u(size) / 2, rect.centery), size, ink)
    ui.text(label, Rect(left + ui.u(size + 6), rect.y, rect.width, rect.height), style, ink)


def button_width(ui: Ui, label: str, *, icon: str = "", style: str = "strong") -> int:
    """Pixels that a button with these words should have."""
    return ui.width(label, style) + ui.u(24 if icon else 0) + ui.u(28)


def icon_button(
    ui: Ui,
    name: str,
    rect: Rect,
    icon: str,
    label: str,
    press: Press | None,
    *,
    key: str = "",
    is_on: bool = False,
    reason: str = "",
    ink: Colour | None = None,
    text: str = "",
) -> None:
    """A sign to press; the label is its tooltip, and `text` the same in a word below it."""
    ground, usual, _ = button_colours(ui, name, "ghost", is_on=is_on)
    if is_on or ui.is_hovered(name):
        ui.fill(rect, ground, 8)
    colour = ui.theme.line if reason else ink or usual
    if text:
        ui.icon(icon, (rect.centerx, rect.y + (rect.height - ui.u(12)) / 2), 18, colour)
        place = Rect(rect.x, rect.bottom - ui.u(15), rect.width, ui.u(14))
        ui.text(text, place, "tiny", ui.theme.muted, align="center")
    else:
        ui.icon(icon, rect.center, 20, colour)
    shown = reason or (f"{label} ({key.upper()})" if key else label)
    ui.region(name, rect, label, press, tooltip=shown, reason=reason, key=key)
    if ui.is_focused(name):
        ui.focus_ring(rect)


def toggle(
    ui: Ui,
    name: str,
    rect: Rect,
    label: str,
    value: bool,
    change: Callable[[bool], None],
    *,
    tooltip: str = "",
    key: str = "",
    reason: str = "",
) -> None:
    """Something that is on or off."""
    theme = ui.theme
    track = Rect(0, 0, ui.u(36), ui.u(20))
    track.midleft = (rect.x, rect.centery)
    ground = theme.accent if value else theme.line
    ui.fill(track, ground, 10)
    knob = track.right - ui.u(10) if value else track.x + ui.u(10)
    ui.art.disc(
        ui.surface, (knob, track.centery), ui.u(7), theme.sunken if not value else theme.on_accent
    )
    place = Rect(track.right + ui.u(10), rect.y, rect.right - track.right - ui.u(10), rect.height)
    ui.text(label, place, "body", theme.muted if reason else None)
    ui.region(
        name,
        rect,
        label,
        lambda: change(not value),
        tooltip=reason or tooltip,
        key=key,
        reason=reason,
    )
    if ui.is_focused(name):
        ui.focus_ring(rect)


def segments(
    ui: Ui,
    name: str,
    rect: Rect,
    options: Sequence[tuple[str, str]],
    value: str,
    change: Callable[[str], None],
    *,
    icons: Sequence[str] = (),
    signs: Sequence[str] = (),
    style: str = "strong",
) -> None:
    """One of a few, side by side: `options` are values with their labels; `signs` stand for them where there is no room for words."""
    ui.fill(rect, ui.theme.sunken, 8, ui.theme.line)
    cells = columns(inset(rect, max(1, ui.u(2))), len(options), ui.u(2))
    widest = max(ui.width(label, style) for _, label in options)
    if not icons and widest > cells[0].width - 2 * ui.u(4):
        style = "tiny"
        needed = [ui.width(label, style) + 2 * ui.u(4) for _, label in options]
        if signs and sum(needed) > rect.width - len(options) * ui.u(3):
            icons = signs
        elif max(needed) > cells[0].width:
            cells = shares(inset(rect, max(1, ui.u(2))), needed, ui.u(2))
    for at, ((option, label), cell) in enumerate(zip(options, cells, strict=True)):
        region = f"{name}/{option}"
        is_on = option == value
        if is_on:
            ui.fill(cell, ui.theme.accent, 6)
        elif ui.is_hovered(region):
            ui.fill(cell, ui.theme.raised, 6)
        ink = ui.theme.on_accent if is_on else ui.theme.text
        draw_label(ui, cell, label, ink, icon=icons[at] if icons else "", style=style)
        ui.region(
            region,
            cell,
            label,
            partial(change, option),
            tooltip="" if not icons else label,
        )
        if ui.is_focused(region):
            ui.focus_ring(cell, 6)


def stepper(
    ui: Ui,
    name: str,
    rect: Rect,
    text: str,
    down: Press,
    up: Press,
    *,
    can_down: bool = True,
    can_up: bool = True,
) -> None:
    """A value with a step to either side."""
    side = rect.height
    ui.fill(rect, ui.theme.sunken, 8, ui.theme.line)
    ends = (
        ("less", Rect(rect.x, rect.y, side, rect.height), "left", down, can_down),
        ("more", Rect(rect.right - side, rect.y, side, rect.height), "forward", up, can_up),
    )
    for end, cell, sign, press, can in ends:
        region = f"{name}/{end}"
        if ui.is_hovered(region) and can:
            ui.fill(inset(cell, ui.u(2)), ui.theme.raised, 6)
        ui.icon(sign, cell.center, 16, ui.theme.text if can else ui.theme.line)
        ui.region(
            region, cell, f"{name} {end}", press, reason="" if can else say("window-no-further")
        )
        if ui.is_focused(region):
            ui.focus_ring(inset(cell, ui.u(2)), 6)
    draw_value(ui, Rect(rect.x + side, rect.y, rect.width - 2 * side, rect.height), text)


def draw_value(ui: Ui, rect: Rect, text: str) -> None:
    """What is chosen: one line, else two smaller ones; what finds no room there is told to who points at it."""
    if ui.width(text) <= rect.width:
        ui.text(text, rect, align="center")
        return
    lines = ui.type.wrap(text, "caption", rect.width)
    if len(lines) > 2:
        lines[1] = " ".join(lines[1:])
        ui.hint(f"whole {text}", rect, text)
    height = ui.line("caption")
    top = rect.centery - height * len(lines[:2]) // 2
    for at, line in enumerate(lines[:2]):
        place = Rect(rect.x, top + at * height, rect.width, height)
        ui.text(line, place, "caption", align="center", may_cut=True)


def choice(
    ui: Ui,
    name: str,
    rect: Rect,
    options: Sequence[tuple[str, str]],
    value: str,
    change: Callable[[str], None],
    *,
    icons: Sequence[str] = (),
) -> None:
    """One of several: side by side where there is room, else step by step."""
    sign = ui.u(24) if icons else 0
    room = sum(ui.width(label, "strong") + sign + ui.u(24) for _, label in options)
    widest = max(ui.width(label, "strong") for _, label in options) + sign + ui.u(18)
    if room <= rect.width and widest * len(options) <= rect.width:
        segments(ui, name, rect, options, value, change, icons=icons)
        return
    values = [option for option, _ in options]
    at = values.index(value) if value in values else 0
    stepper(
        ui,
        name,
        rect,
        options[at][1],
        lambda: change(values[(at - 1) % len(values)]),
        lambda: change(values[(at + 1) % len(values)]),
    )


def number(
    ui: Ui,
    name: str,
    rect: Rect,
    value: int,
    least: int,
    most: int,
    change: Callable[[int], None],
) -> None:
    """A whole number between bounds."""
    stepper(
        ui,
        name,
        rect,
        str(value),
        lambda: change(max(least, value - 1)),
        lambda: change(min(most, value + 1)),
        can_down=value > least,
        can_up=value < most,
    )


def badge(
    ui: Ui, rect: Rect, text: str, ground: Colour, *, icon: str = "", style: str = "label"
) -> None:
    """A word on a coloured ground."""
    ink = ink_on(ground)
    ui.fill(rect, ground, rect.height / ui.scale / 2)
    draw_label(ui, rect, text, ink, icon=icon, style=style)


def badge_width(ui: Ui, text: str, style: str = "label") -> int:
    """Pixels that a badge needs."""
    return ui.width(text, style) + ui.u(20)


def link(ui: Ui, rect: Rect, name: str, label: str, press: Press) -> None:
    """Makes words that are drawn there lead somewhere; they are underlined where one points at them."""
    if ui.is_hovered(name) or ui.is_focused(name):
        line = Rect(rect.x, rect.bottom - ui.u(2), rect.width, max(1, ui.u(1)))
        ui.surface.fill(ui.theme.accent, line)
    ui.region(name, rect, label, press, tooltip=label)
    if ui.is_focused(name):
        ui.focus_ring(rect, 4)


def spinner(ui: Ui, centre: tuple[float, float], size: float = 22) -> None:
    """Something is going on."""
    turns = int(ui.now_s / SPINNER_S)
    ui.move((turns + 1) * SPINNER_S)
    turn = turns % 12
    side = ui.u(size)
    colour = ui.theme.accent
    picture = ui.art.sprite(
        ("spinner", turn, colour),
        side,
        side,
        24,
        lambda brush: brush.arc((12, 12), 9, turn * 30, turn * 30 + 250, colour, 2.6),
    )
    put(ui.surface, picture, (round(centre[0] - side / 2), round(centre[1] - side / 2)))


def dialog(ui: Ui, width: float, height: float) -> Rect:
    """A window over the picture; returns its inside. Only what is drawn in it reacts."""
    ui.modal()
    rect = Rect(
        0,
        0,
        min(ui.u(width), ui.window.width - ui.u(24)),
        min(ui.u(height), ui.window.height - ui.u(24)),
    )
    rect.center = ui.window.center
    ui.shadow(rect)
    ui.fill(rect, ui.theme.surface, 12, ui.theme.line)
    return inset(rect, ui.u(22))


def tooltip(ui: Ui) -> None:
    """The words for where the pointer rests, or the keyboard is. Call last."""
    memory = ui.memory
    name = memory.focus if memory.by_keyboard else memory.hover
    region = next((one for one in ui.regions if one.name == name), None)
    if region is None or not region.tooltip:
        return
    ui.layer += 1
    style = "caption"
    width = min(
        ui.u(300), max(ui.width(line, style) for line in region.tooltip.split("\n")) + ui.u(2)
    )
    height = ui.paragraph_height(region.tooltip, width, style)
    rect = Rect(0, 0, width + ui.u(20), height + ui.u(14))
    box = region.shape.box
    rect.midtop = (box.centerx, box.bottom + ui.u(8))
    if rect.bottom > ui.window.bottom - ui.u(4):
        rect.bottom = box.top - ui.u(8)
    rect.clamp_ip(ui.window.inflate(-2 * ui.u(4), -2 * ui.u(4)))
    ground = ui.theme.text
    ui.shadow(rect, 7, 5)
    ui.fill(rect, ground, 7)
    words = Rect(0, 0, width, height)
    words.center = rect.center
    ui.paragraph(region.tooltip, words, style, ink_on(ground))
