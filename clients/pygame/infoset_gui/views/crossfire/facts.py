"""What stands beside and below the board of Crossfire: the shrinking, the terrain, the state of a unit."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import icon_button
from infoset_gui.views.crossfire.field import DIRECTIONS, Camera
from infoset_gui.views.crossfire.sketches import draw_offers
from infoset_gui.views.crossfire.terrain import draw_square
from infoset_gui.views.crossfire.words import unit_name, way_words
from infoset_gui.views.phrases import sentence
from infoset_gui.views.view import Look

TERRAIN: Final = {  # letters, and the words that explain them
    "M": "mountain",
    "W": "water",
    "F": "forest",
    "D": "desert",
    "G": "ground",
}


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
        ui.text(say("window-table-round", round=look.obs["round"]), head.top(ui.u(26)), "title")
        most = say("crossfire-of-rounds", count=self._last_round)
        ui.text(most, head.top(ui.u(18)), "caption", ui.theme.muted)
        draw_shrinking(ui, head.rest, look)
        self._draw_tools(ui, box.top(ui.u(38)))
        draw_offers(ui, box, look.sketches)
        draw_legend(ui, box.rest, stops_beams=look.match.consts["laser_stop"] != "mountain")

    def _draw_tools(self, ui: Ui, rect: Rect) -> None:
        board, camera = self._board, self._board.camera
        tools: tuple[tuple[str, str, Press, str, bool], ...] = (
            ("maybe", "question", board.toggle_maybe, "g", board.shows_maybe),
            ("closer", "plus", partial(self._zoom, 3), "", False),
            ("farther", "minus", partial(self._zoom, -3), "", False),
            ("whole", "expand", camera.reset, "", False),
        )
        for (name, sign, press, key, is_on), cell in zip(
            tools, columns(rect, len(tools), ui.u(6)), strict=True
        ):
            ui.fill(cell, ui.theme.surface, 8, ui.theme.line)
            text, label = say(f"crossfire-see-{name}"), say(f"crossfire-see-{name}-about")
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
        return say("match-over"), ui.theme.muted
    if left == 1:
        return say("crossfire-shrinks-now"), ui.theme.bad
    return say("crossfire-shrinks-in", count=left), ui.theme.warn if left == 2 else ui.theme.muted


def draw_legend(ui: Ui, rect: Rect, *, stops_beams: bool) -> None:
    """The kinds of terrain, as far as there is room. Water may stop beams or not."""
    box = Box(ui.panel(rect), ui.u(4))
    if box.rest.height < ui.u(60):
        return
    for letter, kind in TERRAIN.items():
        if box.rest.height < ui.u(28):
            return
        row = Box(box.top(ui.u(28)), ui.u(8))
        tile = row.left(ui.u(26))
        draw_square(ui, Rect(tile.x, tile.y + ui.u(1), ui.u(26), ui.u(26)), letter)
        ui.text(sentence(say(f"crossfire-terrain-{letter}")), row.rest, "caption")
        key = f"{kind}-beams" if letter == "W" and stops_beams else kind
        ui.hint(f"terrain {letter}", row.rest, say(f"crossfire-legend-{key}"))


def draw_state(ui: Ui, rect: Rect, unit: Sequence[int], look: Look, number: int) -> None:
    """The charge as a row of dots, full where it can fire."""
    _, _, wait, alive = unit
    if not alive:
        ui.text(say("crossfire-lost"), rect, "caption", ui.theme.muted, align="center")
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
    name = unit_name(number, is_king=is_king)
    if not alive:
        return f"{name}: {say('crossfire-destroyed')}"
    motions = [say("crossfire-sliding", way=way_words(DIRECTIONS[motion]))] if motion >= 0 else []
    charge = say("crossfire-can-fire", count=wait) if wait else say("crossfire-charged")
    whole = obs["numbers"][number] if number < len(obs["numbers"]) else "?"
    recharge = say("crossfire-recharge-of", unit=number + 1)
    return f"{name}: {', '.join([*motions, charge])}\n{sentence(recharge)}: {whole}"
