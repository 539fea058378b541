"""The island of Catan with what stands on it, the dice, and the places where something can be done."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog, icon_button
from infoset_gui.views.catan.dice import draw_die, draw_histogram
from infoset_gui.views.catan.island import (
    Charts,
    Island,
    draw_building,
    draw_ground,
    draw_open_sea,
    draw_road,
    draw_robber,
)
from infoset_gui.views.catan.spots import Spots
from infoset_gui.views.catan.words import Places
from infoset_gui.views.view import Look

NEW_S: Final = 1.6


class Board:
    """The board of one match."""

    def __init__(self, charts: Charts, anchors: dict[str, Rect]) -> None:
        """`anchors` is where the places of the board are noted."""
        self.anchors = anchors
        self.rolls: Counter[int] = Counter()  # how often each sum of the dice has come
        self._charts = charts
        self._shows_dice = False

    def draw(self, ui: Ui, rect: Rect, look: Look, places: Places, mode: str) -> None:
        """The whole board; `mode` is what is being built."""
        island = Island(self._charts, rect)
        obs = look.obs
        with ui.clipped(rect):
            ui.still(
                ("island", repr(obs["board"])),
                rect,
                lambda: draw_sea(ui, rect, island, obs["board"]),
            )
            new = new_places(look)
            Spots(ui, island, look, places).draw(mode)
            for seat, player in enumerate(obs["players"]):
                for edge in player["roads"]:
                    draw_road(ui, island, edge, seat, is_new=("road", edge) in new)
            draw_robber(ui, island, obs["robber"], is_new=("robber", obs["robber"]) in new)
            for seat, player in enumerate(obs["players"]):
                for name, is_city in (("settlements", False), ("cities", True)):
                    for vertex in player[name]:
                        kind = "city" if is_city else "settlement"
                        draw_building(
                            ui, island, vertex, seat, is_city=is_city, is_new=(kind, vertex) in new
                        )
        self._note_anchors(island)
        self._draw_dice(ui, Rect(rect.x, rect.y, ui.u(150), ui.u(56)), look)

    def _note_anchors(self, island: Island) -> None:
        side = round(island.radius * 0.5)
        for name, places in (("hex", island.hexes), ("node", island.vertices)):
            for number, (x, y) in enumerate(places):
                self.anchors[f"{name}:{number}"] = Rect(
                    round(x) - side // 2, round(y) - side // 2, side, side
                )
        for number in range(len(self._charts.edges)):
            x, y = island.edge_middle(number)
            self.anchors[f"edge:{number}"] = Rect(
                round(x) - side // 2, round(y) - side // 2, side, side
            )

    def _draw_dice(self, ui: Ui, rect: Rect, look: Look) -> None:
        """The last roll, and the way to how often each number came."""
        first, second = look.obs["dice"]
        side = ui.u(40)
        place = Rect(rect.x + ui.u(4), rect.y + ui.u(6), side, side)
        if first:
            for at, value in enumerate((first, second)):
                draw_die(
                    ui, place.move(at * (side + ui.u(6)), 0), value, is_faint=not look.obs["rolled"]
                )
        spot = Rect(
            place.right + side + ui.u(14) if first else place.x,
            place.y + ui.u(4),
            ui.u(38),
            ui.u(38),
        )
        ui.fill(spot, ui.theme.surface, 8)
        icon_button(
            ui,
            "dice statistics",
            spot,
            "chart",
            say("catan-dice-so-far"),
            self._toggle_dice,
            key="s",
            is_on=self._shows_dice,
            text=say("catan-dice-short"),
        )

    def draw_statistics(self, ui: Ui) -> None:
        """How often each number came, over all else, where that was asked for. To be drawn last."""
        if self._shows_dice:
            box = Box(dialog(ui, 360, 270), ui.u(8))
            ui.text(say("catan-dice-so-far"), box.top(ui.u(32)), "title")
            row = box.bottom(ui.u(40))
            label = say("frame-close")
            width = button_width(ui, label)
            place = Rect(row.right - width, row.y, width, row.height)
            button(ui, "close statistics", place, label, self._toggle_dice, key="s")
            draw_histogram(ui, box.rest, self.rolls)

    def _toggle_dice(self) -> None:
        self._shows_dice = not self._shows_dice


def draw_sea(ui: Ui, rect: Rect, island: Island, board: Mapping[str, Any]) -> None:
    """What does not change during a match: the sea with the island in it."""
    draw_open_sea(ui, rect, island)
    draw_ground(ui, island, board)


def new_places(look: Look) -> set[tuple[str, int]]:
    """What was just built or moved, to be pointed out."""
    if look.age_s > NEW_S or not look.animated:
        return set()
    fields = {"road": "edge", "settlement": "vertex", "city": "vertex", "robber": "hex"}
    return {
        (event["e"], event[fields[event["e"]]]) for event in look.fresh if event.get("e") in fields
    }
