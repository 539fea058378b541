"""The bar at the top of every screen after the first: where one is, where one can go. And pieces that screens share."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import badge, badge_width, icon_button

HEIGHT: Final = 52

TOOL: Final = 42  # units across at least
Tool = tuple[str, str, str, str, Press, str]  # name, sign, a word, label, what it does, key


def draw_bar(ui: Ui, title: str, about: str, back: Press, tools: Sequence[Tool]) -> Rect:
    """Draws the bar; returns what is left of the window."""
    box = Box(ui.window)
    bar = box.top(ui.u(HEIGHT))
    ui.surface.fill(ui.theme.surface, bar)
    ui.surface.fill(ui.theme.line, Rect(bar.x, bar.bottom - 1, bar.width, 1))
    row = Box(bar.inflate(-2 * ui.u(10), -2 * ui.u(6)), ui.u(6))
    word = say("window-back")
    icon_button(
        ui, "back", row.left(tool_width(ui, word)), "back", f"{word} (Esc)", back, text=word
    )
    tray = Box(row.right(tools_width(ui, tools))) if tools else row
    for name, sign, text, label, press, key in reversed(tools):
        place = tray.right(tool_width(ui, text))
        icon_button(ui, name, place, sign, label, press, key=key, text=text)
    words = row.rest
    place = ui.text(
        title, Rect(words.x + ui.u(4), words.y, words.width, words.height), "title", may_cut=True
    )
    rest = Rect(place.right + ui.u(14), words.y, words.right - place.right - ui.u(14), words.height)
    if about and rest.width > ui.u(60):
        ui.text(about, rest, "body", ui.theme.muted, may_cut=True)
    return box.rest


def draw_trouble(ui: Ui, word: str) -> None:
    """Over the bar of any screen: what is wrong with the connection."""
    rect = Rect(0, ui.u(HEIGHT) // 2 - ui.u(14), badge_width(ui, word), ui.u(28))
    rect.centerx = ui.window.centerx
    ui.floating(rect, may_cover=True)  # it goes by itself
    badge(ui, rect, word, ui.theme.warn)


def tool_width(ui: Ui, text: str) -> int:
    """Pixels of a tool with this word."""
    return max(ui.u(TOOL), ui.width(text, "tiny") + ui.u(6))


def tools_width(ui: Ui, tools: Sequence[Tool]) -> int:
    """Pixels of all of them."""
    return sum(tool_width(ui, text) for _, _, text, *_ in tools)


def margins(ui: Ui, rect: Rect, units: float = 14) -> Rect:
    """A rectangle with room around it."""
    return rect.inflate(-2 * ui.u(units), -2 * ui.u(units))


def game_title(name: str) -> str:
    """The name of a game as a title."""
    return name.replace("_", " ").title()
