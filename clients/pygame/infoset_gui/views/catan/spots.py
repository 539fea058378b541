"""Where on the island of Catan something can be done: marks that can be pressed."""

from collections.abc import Callable
from functools import partial
from typing import Final

from infoset.wording import say
from infoset_gui.kit.regions import Round
from infoset_gui.kit.theme import BLACK
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.island import TOKEN, Island, between
from infoset_gui.views.catan.words import Places
from infoset_gui.views.view import Look

ON_VERTEX: Final = ("place_settlement", "settlement", "city")
ON_EDGE: Final = ("place_road", "road", "free_road")
CHOSEN_FIRST: Final = ("road", "settlement", "city")  # only after the button is pressed


def place_words(verb: str, place: int, places: Places) -> str:
    """An action at a place, as an order to oneself: `Build a city at wheat 8, ore 3`."""
    if verb in ON_VERTEX:
        return say(f"catan-do-{verb}", corner=places.vertex(place))
    if verb in ON_EDGE:
        return say(f"catan-do-{verb}", edge=places.edge(place))
    return say("catan-do-move_robber", hex=places.hex(place))


class Spots:
    """The marks of one picture."""

    def __init__(self, ui: Ui, island: Island, look: Look, places: Places) -> None:
        self._ui = ui
        self._island = island
        self._look = look
        self._places = places

    def draw(self, mode: str) -> None:
        """All of them; roads and buildings only while `mode` says that they are being built.

        Places where it cannot be done say why when they are pressed.
        """
        verbs = {str(action[0]) for action in self._look.actions} - set(CHOSEN_FIRST) | {mode}
        for verb in verbs & {*ON_VERTEX, *ON_EDGE, "move_robber"}:
            self._mark_others(verb)
        for index, action in enumerate(self._look.actions):
            verb = action[0]
            if verb in CHOSEN_FIRST and verb != mode:
                continue
            if verb in ON_EDGE:
                self._draw_edge_place(index, action[1], verb)
            elif verb in ON_VERTEX:
                self._draw_vertex_place(index, action[1], verb)
            elif verb == "move_robber":
                self._draw_hex_place(index, action[1])

    def _mark_others(self, verb: str) -> None:
        """All places of a kind, to be asked why not; those that can be chosen are laid over them."""
        island, places = self._island, self._places
        name_of: Callable[[int], str]
        if verb in ON_VERTEX:
            what, middles, near, name_of = "vertex", island.vertices, 0.3, places.vertex
        elif verb in ON_EDGE:
            edges = range(len(island.charts.edges))
            middles = [island.edge_middle(edge) for edge in edges]
            what, near, name_of = "edge", 0.26, places.edge
        else:
            what, middles, near, name_of = "hex", island.hexes, 0.7, places.hex
        for number, middle in enumerate(middles):
            self._ui.region(
                f"why not {what} {number}",
                Round(middle, island.radius * near),
                say("catan-not-here", where=name_of(number)),
                partial(self._look.explain, [verb, number]),
                tooltip=f"{say('catan-not-here', where=name_of(number))}\n{say('catan-why-not')}",
                is_hint=True,
            )

    def _draw_edge_place(self, index: int, edge: int, verb: str) -> None:
        ui, island, look = self._ui, self._island, self._look
        start, end = island.edge(edge)
        name = f"edge {edge}"
        is_here = ui.is_hovered(name) or ui.is_focused(name)
        ends = [between(start, end, 0.24), between(start, end, 0.76)]
        if look.hints or is_here:
            ui.art.line(ui.surface, ends, BLACK, island.radius * 0.17)
            ink = ui.theme.seat(look.seat) if is_here else TOKEN
            ui.art.line(ui.surface, ends, ink, island.radius * 0.1)
        shape = Round(island.edge_middle(edge), island.radius * 0.26)
        ui.region(
            name,
            shape,
            place_words(verb, edge, self._places),
            lambda: look.answer(index),
            tooltip=place_words(verb, edge, self._places),
        )

    def _draw_vertex_place(self, index: int, vertex: int, verb: str) -> None:
        ui, island, look = self._ui, self._island, self._look
        name = f"vertex {vertex}"
        place = island.vertices[vertex]
        is_here = ui.is_hovered(name) or ui.is_focused(name)
        size = island.radius * (0.2 if is_here else 0.13)
        if verb == "city":
            size *= 2.2
        if look.hints or is_here:
            ink = ui.theme.seat(look.seat) if is_here else TOKEN
            fill = None if verb == "city" else ink
            ui.art.disc(
                ui.surface,
                place,
                size,
                fill,
                BLACK if verb != "city" else ink,
                max(1.5, island.radius * 0.05),
            )
        words = place_words(verb, vertex, self._places)
        ui.region(
            name,
            Round(place, island.radius * 0.3),
            words,
            lambda: look.answer(index),
            tooltip=words,
        )

    def _draw_hex_place(self, index: int, number: int) -> None:
        ui, island, look = self._ui, self._island, self._look
        name = f"hex {number}"
        middle = island.hexes[number]
        if ui.is_hovered(name) or ui.is_focused(name) or look.hints:
            ink = ui.theme.accent if ui.is_hovered(name) or ui.is_focused(name) else TOKEN
            ui.art.disc(
                ui.surface, middle, island.radius * 0.68, None, ink, max(2.0, island.radius * 0.06)
            )
        ui.region(
            name,
            Round(middle, island.radius * 0.7),
            place_words("move_robber", number, self._places),
            lambda: look.answer(index),
            tooltip=place_words("move_robber", number, self._places),
        )
