"""The island of Catan: where hexes, corners and edges lie on the screen, and how they are drawn."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pygame import Rect

from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush, Point, regular
from infoset_gui.kit.icons import icon, paint_icon
from infoset_gui.kit.theme import BLACK, PATTERNS, WHITE, Colour, colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.catan.scenery import FIELD, RADIUS, paint_hex

ROOT3: Final = math.sqrt(3)
ROWS_HIGH: Final = 10.2  # radii of a hex, sea and harbours included
COLUMNS_WIDE: Final = 5 * ROOT3 + 2.1
TERRAIN: Final[Mapping[str, Colour]] = {
    "wood": colour("#3f7f52"),
    "brick": colour("#bd6a42"),
    "sheep": colour("#9fc76c"),
    "wheat": colour("#e7c14f"),
    "ore": colour("#8f9aab"),
    "desert": colour("#dcc99d"),
}
SEA: Final = colour("#6aaacd")  # along the coast
COAST: Final = ((1.62, 0.3), (1.44, 0.62), (1.28, 1.0))  # radii of a hex, and how shallow it is
WAVES_APART: Final = 1.3  # radii of a hex
DEEP: Final = colour("#3a7ba6")
SAND: Final = colour("#ead9a8")
TOKEN: Final = colour("#f8efd8")
RED: Final = colour("#a8201a")
FREQUENT: Final = (6, 8)


@dataclass(frozen=True)
class Charts:
    """What never changes: the constants of the game, ready to be used."""

    hexes: Sequence[Sequence[int]]
    hex_vertices: Sequence[Sequence[int]]
    edges: Sequence[Sequence[int]]
    harbour_edges: Sequence[int]
    terrain: Sequence[str]
    harbours: Sequence[str]
    resources: Sequence[str]
    prices: Mapping[str, Sequence[int]]
    dev_cards: Sequence[str]

    @property
    def vertices(self) -> int:
        """How many corners there are."""
        return 1 + max(max(corners) for corners in self.hex_vertices)

    def hexes_at(self, vertex: int) -> list[int]:
        """The hexes around a corner."""
        return [at for at, corners in enumerate(self.hex_vertices) if vertex in corners]


def read_charts(consts: Mapping[str, Any]) -> Charts:
    """The constants, as the server names them."""
    return Charts(
        hexes=consts["hexes"],
        hex_vertices=consts["hex_vertices"],
        edges=consts["edges"],
        harbour_edges=consts["harbour_edges"],
        terrain=consts["terrain"],
        harbours=consts["harbours"],
        resources=consts["resources"],
        prices=consts["prices"],
        dev_cards=[card["name"] for card in consts["dev_cards"]],
    )


class Island:
    """Places on the screen for one size."""

    def __init__(self, charts: Charts, rect: Rect) -> None:
        self.charts = charts
        self.radius = min(rect.height / ROWS_HIGH, rect.width / COLUMNS_WIDE)
        self.centre = rect.center
        radius = self.radius
        self.hexes: list[Point] = [
            (
                self.centre[0] + ROOT3 * radius * (q + r / 2),
                self.centre[1] + 1.5 * radius * r,
            )
            for q, r in charts.hexes
        ]
        self.vertices: list[Point] = [(0.0, 0.0)] * charts.vertices
        for middle, corners in zip(self.hexes, charts.hex_vertices, strict=True):
            for place, vertex in zip(regular(middle, radius, 6), corners, strict=True):
                self.vertices[vertex] = place

    def edge(self, number: int) -> tuple[Point, Point]:
        """The ends of an edge."""
        one, other = self.charts.edges[number]
        return self.vertices[one], self.vertices[other]

    def edge_middle(self, number: int) -> Point:
        """Its middle."""
        (x1, y1), (x2, y2) = self.edge(number)
        return (x1 + x2) / 2, (y1 + y2) / 2

    def harbour(self, number: int) -> Point:
        """Where a harbour lies, off the coast."""
        x, y = self.edge_middle(self.charts.harbour_edges[number])
        right, down = x - self.centre[0], y - self.centre[1]
        length = math.hypot(right, down) or 1.0
        return x + right / length * self.radius * 0.62, y + down / length * self.radius * 0.62


def tone(ui: Ui, base: Colour) -> Colour:
    """A colour of the island, darker at night."""
    return mix(base, BLACK, 0.2) if ui.theme.is_dark else base


def draw_open_sea(ui: Ui, rect: Rect, island: Island) -> None:
    """The deep sea with its waves, without an island."""
    ui.surface.fill(ui.theme.ground, rect)
    ui.fill(rect, tone(ui, DEEP), 12)
    draw_waves(ui, island, rect)


def draw_coast(ui: Ui, island: Island) -> None:
    """Shallow water, and sand where hexes lie or will lie."""
    sand = tone(ui, SAND)
    for reach, share in COAST:
        shallow = mix(tone(ui, DEEP), tone(ui, SEA), share)
        for middle in island.hexes:
            ui.art.disc(ui.surface, middle, island.radius * reach, shallow)
    for middle in island.hexes:
        ui.art.polygon(ui.surface, regular(middle, island.radius * 1.09, 6), sand)


def draw_ground(ui: Ui, island: Island, board: Mapping[str, Any]) -> None:
    """The coast, sand and hexes with their numbers, and the harbours."""
    radius = island.radius
    draw_coast(ui, island)
    for number, terrain in enumerate(board["harbours"]):
        draw_harbour(ui, island, number, island.charts.harbours[int(terrain)])
    for number, middle in enumerate(island.hexes):
        draw_hex(
            ui,
            middle,
            radius,
            island.charts.terrain[int(board["terrain"][number])],
            board["numbers"][number],
        )


def draw_waves(ui: Ui, island: Island, rect: Rect) -> None:
    """Waves far from the coast, here and there and always in the same places."""
    radius = island.radius
    ink = mix(tone(ui, DEEP), tone(ui, SEA), 0.55)
    step = radius * WAVES_APART
    inside = rect.inflate(-2 * radius * 0.7, -2 * radius * 0.3)
    for row in range(math.ceil(rect.height / step)):
        for column in range(math.ceil(rect.width / step)):
            right = (row * 7 + column * 3) % 5 / 5
            down = (row * 3 + column * 5) % 7 / 7
            x, y = rect.x + (column + right) * step, rect.y + (row + down) * step
            is_far = all(math.dist((x, y), middle) > radius * 2 for middle in island.hexes)
            if is_far and inside.collidepoint(x, y):
                width = radius * 0.2
                crest = [(x, y), (x + width, y - width * 0.6), (x + 2 * width, y)]
                ui.art.line(
                    ui.surface, [*crest, (x + 3 * width, y - width * 0.6)], ink, radius * 0.06
                )


def draw_hex(ui: Ui, middle: Point, radius: float, terrain: str, number: int) -> None:
    """One hex: its ground with what stands on it, and its number."""
    ground = tone(ui, TERRAIN.get(terrain, TERRAIN["desert"]))
    side = math.ceil(radius * FIELD / RADIUS)

    def paint(brush: Brush) -> None:
        paint_hex(brush, terrain, ground)

    key = "hex", terrain, ground, round(radius, 1)
    picture = ui.art.sprite(key, side, side, side * RADIUS / radius, paint)
    half = radius * FIELD / RADIUS / 2
    put(ui.surface, picture, (round(middle[0] - half), round(middle[1] - half)))
    if number:
        draw_token(ui, (middle[0], middle[1] + radius * 0.14), radius * 0.37, number)


def draw_token(ui: Ui, middle: Point, radius: float, number: int) -> None:
    """A number with a dot for each way to roll it."""
    ink = RED if number in FREQUENT else BLACK
    ui.art.disc(ui.surface, middle, radius, TOKEN, mix(TOKEN, BLACK, 0.35), max(1.0, radius * 0.06))
    place = Rect(0, 0, round(radius * 2), round(radius * 1.2))
    place.center = round(middle[0]), round(middle[1] - radius * 0.16)
    ui.text(str(number), place, "strong", ink, align="center", size=radius * 0.92)
    ways = 6 - abs(7 - number)
    step = radius * 0.24
    for at in range(ways):
        x = middle[0] + (at - (ways - 1) / 2) * step
        ui.art.disc(ui.surface, (x, middle[1] + radius * 0.58), radius * 0.085, ink)


def draw_harbour(ui: Ui, island: Island, number: int, name: str) -> None:
    """A harbour with its jetties and what it trades."""
    radius = island.radius
    middle = island.harbour(number)
    wood = tone(ui, mix(SAND, BLACK, 0.3))
    for end in island.edge(island.charts.harbour_edges[number]):
        ui.art.line(ui.surface, [middle, end], wood, max(2.0, radius * 0.09))
    size = radius * 0.34
    is_any = name not in island.charts.resources
    ground = TOKEN if is_any else tone(ui, TERRAIN[name])
    ui.art.disc(ui.surface, middle, size, ground, mix(ground, BLACK, 0.4), max(1.0, radius * 0.03))
    if is_any:
        place = Rect(0, 0, round(size * 2), round(size * 1.4))
        place.center = round(middle[0]), round(middle[1])
        ui.text(name, place, "strong", BLACK, align="center", size=size * 0.8)
    else:
        sign = icon(ui.art, name, round(size * 1.25), mix(ground, BLACK, 0.62))
        put(
            ui.surface,
            sign,
            (round(middle[0] - sign.get_width() / 2), round(middle[1] - sign.get_height() / 2)),
        )


def draw_road(ui: Ui, island: Island, edge: int, seat: int, *, is_new: bool = False) -> None:
    """A road in the colour and with the pattern of its seat."""
    (x1, y1), (x2, y2) = island.edge(edge)
    start, end = between((x1, y1), (x2, y2), 0.17), between((x1, y1), (x2, y2), 0.83)
    width = island.radius * 0.15
    if is_new:
        ui.art.line(ui.surface, [start, end], ui.theme.accent, width + island.radius * 0.17)
    ui.art.line(ui.surface, [start, end], BLACK, width + max(2.0, island.radius * 0.055))
    shade = ui.theme.seat(seat)
    ui.art.line(ui.surface, [start, end], shade, width)
    mark_road(ui, start, end, width, PATTERNS[seat % 4], ui.ink_on(shade))


def mark_road(ui: Ui, start: Point, end: Point, width: float, pattern: str, ink: Colour) -> None:
    """What tells a road apart without its colour."""
    match pattern:
        case "dashed":
            for at in (0.0, 0.4, 0.8):
                ui.art.line(
                    ui.surface,
                    [between(start, end, at), between(start, end, at + 0.2)],
                    ink,
                    width * 0.3,
                )
        case "dotted":
            for at in (0.08, 0.36, 0.64, 0.92):
                ui.art.disc(ui.surface, between(start, end, at), width * 0.26, ink)
        case "double":
            ui.art.line(ui.surface, [start, end], ink, width * 0.34)
        case _:
            pass


def draw_building(
    ui: Ui, island: Island, vertex: int, seat: int, *, is_city: bool, is_new: bool = False
) -> None:
    """A settlement or a city, with the number of its seat."""
    x, y = island.vertices[vertex]
    side = round(island.radius * (0.66 if is_city else 0.52))
    shade = ui.theme.seat(seat)
    if is_new:
        ui.art.disc(ui.surface, (x, y), side * 0.72, None, ui.theme.accent, max(2.0, side * 0.09))
    name = "city" if is_city else "settlement"
    back = icon(ui.art, name, round(side * 1.26), BLACK)
    put(ui.surface, back, (round(x - back.get_width() / 2), round(y - back.get_height() / 2)))
    front = ui.art.sprite(
        ("piece", name, shade), side, side, 24, lambda b: paint_icon(b, name, shade)
    )
    put(ui.surface, front, (round(x - side / 2), round(y - side / 2)))
    place = Rect(0, 0, round(side), round(side * 0.6))
    place.center = (
        round(x - (side * 0.16 if is_city else 0)),
        round(y + side * (0.18 if is_city else 0.16)),
    )
    ui.text(str(seat + 1), place, "strong", ui.ink_on(shade), align="center", size=side * 0.46)


def draw_robber(ui: Ui, island: Island, number: int, *, is_new: bool = False) -> None:
    """The robber, beside the number."""
    x, y = island.hexes[number]
    side = round(island.radius * 0.66)
    place = x + island.radius * 0.46, y + island.radius * 0.14
    if is_new:
        ui.art.disc(ui.surface, place, side * 0.66, None, ui.theme.accent, max(2.0, side * 0.08))
    for size, ink in ((1.18, WHITE), (1.0, BLACK)):
        sign = icon(ui.art, "robber", round(side * size), ink)
        put(
            ui.surface,
            sign,
            (round(place[0] - sign.get_width() / 2), round(place[1] - sign.get_height() / 2)),
        )


def between(one: Point, other: Point, share: float) -> Point:
    """A point on the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
