"""What stands beside and below the board of Crossfire: the shrinking, the terrain, the state of a unit."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from pygame import Rect

from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import icon_button
from infoset_gui.views.crossfire.field import DIRECTIONS, Camera
from infoset_gui.views.crossfire.sketches import draw_offers
from infoset_gui.views.crossfire.terrain import draw_square
from infoset_gui.views.view import Look

TERRAIN_WORDS: Final = (
    ("M", "Mountain", "Nobody passes; stops beams"),
    ("W", "Water", "Nobody passes"),
    ("F", "Forest", "Seen only from beside it"),
    ("D", "Desert", "Units stop here"),
    ("G", "Ground", "Units slide on"),
)

MAYBE: Final = "Where enemies can be"
WHOLE: Final = "The whole board (0); drag with the right button"


class Shown(Protocol):
    """What of the board can be changed from here."""

    camera: Camera
    shows_maybe: bool

    def toggle_maybe(self) -> None:
        """Shows where enemies can be, or hides it."""


class Facts:
    """The column beside the board: round, shrinking, what can be shown or moved, terrain."""

    def __init__(self, last_round: int, board: "Shown") -> None:
        self._last_round = last_round
        self._board = board

    def draw(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The whole column."""
        box = Box(rect, ui.u(8))
        head = Box(ui.panel(box.top(ui.u(126))), ui.u(2))
        ui.text(f"Round {look.obs['round']}", head.top(ui.u(26)), "title")
        ui.text(f"of at most {self._last_round}", head.top(ui.u(18)), "caption", ui.theme.muted)
        draw_shrinking(ui, head.rest, look)
        self._draw_tools(ui, box.top(ui.u(38)))
        draw_offers(ui, box, look.sketches)
        draw_legend(ui, box.rest)

    def _draw_tools(self, ui: Ui, rect: Rect) -> None:
        board, camera = self._board, self._board.camera
        tools: tuple[tuple[str, str, str, str, Press, str, bool], ...] = (
            ("maybe", "question", "Where", MAYBE, board.toggle_maybe, "g", board.shows_maybe),
            (
                "closer",
                "plus",
                "Closer",
                "Closer (+ or the wheel)",
                partial(self._zoom, 3),
                "",
                False,
            ),
            (
                "farther",
                "minus",
                "Farther",
                "Farther (- or the wheel)",
                partial(self._zoom, -3),
                "",
                False,
            ),
            ("whole", "expand", "All", WHOLE, camera.reset, "", False),
        )
        for (name, sign, text, label, press, key, is_on), cell in zip(
            tools, columns(rect, len(tools), ui.u(6)), strict=True
        ):
            ui.fill(cell, ui.theme.surface, 8, ui.theme.line)
            icon_button(ui, name, cell, sign, label, press, key=key, is_on=is_on, text=text)

    def _zoom(self, steps: int) -> None:
        self._board.camera.step(steps)


def draw_shrinking(ui: Ui, rect: Rect, look: Look) -> None:
    """When the board shrinks next, the sooner the louder."""
    words, ink = shrinking(ui, look.obs["reduction_in"], is_over=look.obs["phase"] == "over")
    ui.icon("shrink", (rect.x + ui.u(14), rect.centery), 26, ink)
    place = Rect(rect.x + ui.u(36), rect.centery - ui.u(17), rect.width - ui.u(36), ui.u(40))
    ui.paragraph(words, place, "label", ink)


def shrinking(ui: Ui, left: int, *, is_over: bool) -> tuple[str, Colour]:
    """Words and colour for the rounds that are left."""
    if is_over:
        return "The play is over", ui.theme.muted
    if left == 1:
        return "Shrinks this round!", ui.theme.bad
    return f"Shrinks in {left} rounds", ui.theme.warn if left == 2 else ui.theme.muted


def draw_legend(ui: Ui, rect: Rect) -> None:
    """The kinds of terrain, as far as there is room."""
    box = Box(ui.panel(rect), ui.u(4))
    if box.rest.height < ui.u(60):
        return
    for letter, name, about in TERRAIN_WORDS:
        if box.rest.height < ui.u(28):
            return
        row = Box(box.top(ui.u(28)), ui.u(8))
        tile = row.left(ui.u(26))
        draw_square(ui, Rect(tile.x, tile.y + ui.u(1), ui.u(26), ui.u(26)), letter)
        ui.text(name, row.rest, "caption")
        ui.hint(f"terrain {letter}", row.rest, about)


def draw_state(ui: Ui, rect: Rect, unit: Sequence[int], look: Look, number: int) -> None:
    """The charge as a row of dots, full where it can fire."""
    _, _, wait, alive = unit
    if not alive:
        ui.text("lost", rect, "caption", ui.theme.muted, align="center")
        return
    if not wait:
        ui.icon("bolt", rect.center, 20, ui.theme.warn)
        return
    whole = look.obs["numbers"][number] if number < len(look.obs["numbers"]) else wait
    step = min(ui.u(9), rect.width // max(1, whole))
    for at in range(whole):
        x = rect.centerx + (at - (whole - 1) / 2) * step
        is_full = at < whole - wait
        ink = ui.theme.warn if is_full else ui.theme.muted
        fill = ink if is_full else None
        ui.art.disc(ui.surface, (x, rect.centery), step * 0.36, fill, ink, max(1.0, ui.scale))


def unit_words(number: int, unit: Sequence[int], obs: Mapping[str, Any], *, is_king: bool) -> str:
    """An own unit in words."""
    _, motion, wait, alive = unit
    name = f"Unit {number + 1}{', your king' if is_king else ''}"
    if not alive:
        return f"{name}: destroyed"
    state = f"sliding {DIRECTIONS[motion]}" if motion >= 0 else "waits for commands"
    charge = "can fire" if not wait else f"can fire in {wait} {'round' if wait == 1 else 'rounds'}"
    whole = obs["numbers"][number] if number < len(obs["numbers"]) else "?"
    return f"{name}: {state}, {charge}\nNeeds {whole} rounds between shots"
