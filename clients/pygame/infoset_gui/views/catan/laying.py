"""An island laid by pointing, as it lies on a table: hexes, then numbers, then harbours. Knows what is in the box, no rules."""

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.brush import regular
from infoset_gui.kit.layout import Box, columns
from infoset_gui.kit.regions import Round
from infoset_gui.kit.theme import mix
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, segments
from infoset_gui.views.catan.bar import HIGH
from infoset_gui.views.catan.choices import FOOT
from infoset_gui.views.catan.island import (
    SAND,
    TOKEN,
    Island,
    draw_coast,
    draw_harbour,
    draw_hex,
    draw_open_sea,
    draw_token,
    read_charts,
    tone,
)
from infoset_gui.views.catan.names import exchange_words, land_words, thing_name
from infoset_gui.views.phrases import sentence

Piece = str | int  # a terrain or a harbour by its name, a number
LAYERS: Final = ("terrain", "numbers", "harbours")
HEX: Final = re.compile(r"hexes\[(\d+)\]")  # of refusals


class Draft:
    """How far the island is laid: what lies where, and where the next piece goes."""

    def __init__(self, box: Mapping[str, Any]) -> None:
        """`box` is what there is, as `infoset tabletop --json` says it; harbours begin as on the printed frame."""
        consts = box["consts"]
        self._resources = consts["resources"]
        self.stock: dict[str, list[tuple[Piece, int]]] = {
            "terrain": list(zip(consts["terrain"], box["terrain"], strict=True)),
            "numbers": [(number, count) for number, count in box["numbers"]],
            "harbours": list(zip(consts["harbours"], box["harbours"], strict=True)),
        }
        hexes = len(consts["hexes"])
        self.laid: dict[str, list[Piece | None]] = {
            "terrain": [None] * hexes,
            "numbers": [None] * hexes,
            "harbours": list(box["frame"]),
        }
        self.layer = "terrain"
        self.place = 0
        self._before: list[tuple[str, int, dict[str, list[Piece | None]]]] = []

    def wants(self, layer: str, place: int) -> bool:
        """Does a piece belong there? The desert has no number."""
        return layer != "numbers" or self.laid["terrain"][place] in (None, *self._resources)

    def empty(self, layer: str) -> list[int]:
        """The places of a layer that still want a piece."""
        return [
            at
            for at, piece in enumerate(self.laid[layer])
            if piece is None and self.wants(layer, at)
        ]

    def missing(self) -> int:
        """How many pieces are still to be laid."""
        return sum(len(self.empty(layer)) for layer in LAYERS)

    def left(self, piece: Piece) -> int:
        """How many of it are still in the box."""
        return dict(self.stock[self.layer])[piece] - self.laid[self.layer].count(piece)

    def turn_to(self, layer: str) -> None:
        """Goes on with another layer, at its first empty place."""
        self.layer = layer
        self.place = min(self.empty(layer), default=0)

    def go(self, layer: str, place: int) -> None:
        """Goes to a place; what lies there goes back into the box."""
        self._keep()
        self.layer, self.place = layer, place
        self.laid[layer][place] = None

    def put(self, piece: Piece) -> None:
        """Lays a piece where the next one goes, and goes on."""
        self._keep()
        self.laid[self.layer][self.place] = piece
        if not self.wants("numbers", self.place) and self.layer == "terrain":
            self.laid["numbers"][self.place] = None
        later = [layer for layer in LAYERS if layer != self.layer and self.empty(layer)]
        rest = self.empty(self.layer)
        if rest:
            self.place = min((at for at in rest if at > self.place), default=rest[0])
        elif later:
            self.turn_to(later[0])

    def undo(self) -> bool:
        """Takes the last step back; was there any?"""
        if not self._before:
            return False
        self.layer, self.place, self.laid = self._before.pop()
        return True

    def _keep(self) -> None:
        laid = {layer: list(pieces) for layer, pieces in self.laid.items()}
        self._before.append((self.layer, self.place, laid))

    def layout(self) -> str:
        """The board as the books take it."""
        hexes = zip(self.laid["terrain"], self.laid["numbers"], strict=True)
        return json.dumps(
            {
                "hexes": [[terrain, number or 0] for terrain, number in hexes],
                "harbours": self.laid["harbours"],
            }
        )


class Laying:
    """The picture of a draft: the island, and below it what is left in the box."""

    def __init__(self, box: Mapping[str, Any], say: Callable[[str], None]) -> None:
        """`say` takes the finished board, as a line."""
        self.draft = Draft(box)
        self._charts = read_charts(box["consts"])
        self._say = say
        self._wrong: set[int] = set()  # hexes that were named by the last refusal

    def undo(self) -> bool:
        """Takes the last piece back."""
        self._wrong.clear()
        return self.draft.undo()

    def refused(self, why: str) -> str:
        """Why it is no board, with hexes by what lies there; they are marked."""
        self._wrong = {int(number) for number in HEX.findall(why)}
        return HEX.sub(lambda found: self._words(int(found[1])), why)

    def _words(self, place: int) -> str:
        laid = self.draft.laid
        terrain, number = laid["terrain"][place], laid["numbers"][place]
        if terrain is None:
            return str(number) if number else say("catan-lay-empty")
        return land_words(str(terrain), int(number or 0))

    def _put(self, piece: Piece) -> None:
        self._wrong.clear()
        self.draft.put(piece)

    def _go(self, layer: str, place: int) -> None:
        self._wrong.clear()
        self.draft.go(layer, place)

    # The picture.

    def draw(self, ui: Ui, rect: Rect) -> None:
        """All of it."""
        box = Box(rect, ui.u(8))
        bar = box.bottom(ui.u(HIGH))
        island = Island(self._charts, box.rest)
        with ui.clipped(box.rest):
            draw_open_sea(ui, box.rest, island)
            draw_coast(ui, island)
            self._draw_harbours(ui, island)
            self._draw_hexes(ui, island)
        self._draw_bar(ui, bar)

    def _draw_harbours(self, ui: Ui, island: Island) -> None:
        for number, kind in enumerate(self.draft.laid["harbours"]):
            middle, radius = island.harbour(number), island.radius * 0.34
            if kind is not None:
                draw_harbour(ui, island, number, str(kind))
            else:
                ui.art.disc(ui.surface, middle, radius, None, ui.theme.line, 2.0)
            if self.draft.layer == "harbours":
                words = exchange_words(str(kind)) if kind is not None else say("catan-lay-empty")
                self._mark(ui, "harbours", number, middle, radius, words)

    def _draw_hexes(self, ui: Ui, island: Island) -> None:
        laid, layer = self.draft.laid, self.draft.layer
        for place, middle in enumerate(island.hexes):
            terrain, number = laid["terrain"][place], laid["numbers"][place]
            if terrain is not None:
                draw_hex(ui, middle, island.radius, str(terrain), int(number or 0))
            else:
                field = regular(middle, island.radius * 0.94, 6)
                ui.art.polygon(ui.surface, field, mix(tone(ui, SAND), ui.theme.ground, 0.35))
            if terrain is None and number is not None:
                draw_token(ui, middle, island.radius * 0.37, int(number))
            if place in self._wrong:
                ui.art.disc(ui.surface, middle, island.radius * 0.8, None, ui.theme.bad, 5.0)
            if layer != "harbours" and self.draft.wants(layer, place):
                self._mark(ui, layer, place, middle, island.radius * 0.7, self._words(place))

    def _mark(
        self,
        ui: Ui,
        layer: str,
        place: int,
        middle: tuple[float, float],
        radius: float,
        words: str,
    ) -> None:
        """A place to point at; the next piece goes where the ring is."""
        name = f"{layer} {place}"
        draft = self.draft
        if (draft.layer, draft.place) == (layer, place) and draft.missing():
            ui.art.disc(ui.surface, middle, radius, None, ui.theme.accent, max(3.0, radius * 0.1))
        elif ui.is_hovered(name) or ui.is_focused(name):
            ui.art.disc(ui.surface, middle, radius, None, mix(tone(ui, SAND), TOKEN, 0.5), 3.0)
        press = partial(self._go, layer, place)
        tooltip = f"{sentence(words)}\n{say('catan-lay-else')}"
        ui.region(name, Round(middle, radius), words, press, tooltip=tooltip)

    def _draw_bar(self, ui: Ui, rect: Rect) -> None:
        ui.fill(rect, ui.theme.surface, 10, ui.theme.accent, 1.5)
        box = Box(rect.inflate(-2 * ui.u(12), -2 * ui.u(9)), ui.u(8))
        head = Box(box.top(ui.u(44)), ui.u(10))
        label, missing = say("catan-lay-done"), self.draft.missing()
        reason = say("catan-lay-missing", count=missing) if missing else ""
        words = reason or say("catan-lay-all")
        place = head.right(button_width(ui, label, icon="check"))
        press = lambda: self._say(self.draft.layout())
        kind, key = "primary", "enter"
        button(ui, "laid", place, label, press, kind=kind, icon="check", key=key, reason=reason)
        layers = [(layer, say(f"catan-layer-{layer}")) for layer in LAYERS]
        wide = len(layers) * max(button_width(ui, name) for _, name in layers)
        tabs = head.left(max(ui.u(330), wide)).inflate(0, -ui.u(4))
        segments(ui, "layer", tabs, layers, self.draft.layer, self.draft.turn_to)
        ui.text(words, head.rest, "body", ui.theme.muted, may_cut=True)
        stock = self.draft.stock[self.draft.layer]
        room = Rect(box.rest.x, box.rest.y, box.rest.width, min(box.rest.height, ui.u(60)))
        for at, ((piece, _), cell) in enumerate(
            zip(stock, columns(room, len(stock), ui.u(6)), strict=True)
        ):
            self._draw_piece(ui, cell, piece, at)

    def _draw_piece(self, ui: Ui, cell: Rect, piece: Piece, at: int) -> None:
        left = self.draft.left(piece)
        is_number = isinstance(piece, int)
        label = sentence(thing_name(str(piece)))
        key = str(piece) if is_number else str(at + 1)
        button(
            ui,
            f"piece {piece}",
            cell,
            label,
            partial(self._put, piece),
            icon="" if is_number or piece == "3:1" else str(piece),
            key=key if len(key) == 1 else "",
            tooltip=say("catan-in-box", piece=label, count=left),
            reason="" if left else say("catan-box-empty", piece=label),
            style="strong" if is_number else "label",
            foot=ui.u(FOOT),
        )
        foot = Rect(cell.x, cell.bottom - ui.u(FOOT) - ui.u(4), cell.width, ui.u(FOOT))
        ui.text(say("catan-left", count=left), foot, "caption", ui.theme.muted, align="center")
