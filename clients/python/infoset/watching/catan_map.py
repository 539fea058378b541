"""The island of Catan as text: hexes with their numbers, harbours, robber, pieces, places to build. Pure.

        22          the number of a vertex where one can build
      /    \\
    (a)     .       a settlement of the first seat; [A] would be its city
     | h 8* |       wheat, the number (a star marks 6 and 8)
     . #4 R .       the hex, and here is the robber
      \\   /a/       a road bears the letter of its seat, too
        .

Harbours stand off the coast beside their edge.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from infoset.watching.canvas import Canvas
from infoset.watching.catan_words import resource_name
from infoset.watching.text import SEAT_INKS
from infoset_games.catan.board import Board
from infoset_games.catan.cards import DESERT, GENERIC, NOBODY
from infoset_games.catan.layouts import RED
from infoset_games.catan.text import LETTERS
from infoset_games.catan.topology import (
    EDGE_ENDS,
    EDGES,
    HARBOUR_EDGES,
    HEX_AXIAL,
    HEXES,
    VERTEX_AT,
    VERTICES,
)

SEAT_LETTERS: Final = "abcd"
NAME: Final = 6  # columns of a terrain between the numbers of its corners
TERRAIN_LETTERS: Final = LETTERS + "d"
TERRAIN_INKS: Final = (
    ("green",),
    ("red",),
    ("bright_green",),
    ("yellow",),
    ("cyan",),
    ("dim",),
)
CHOICE_INK: Final = ("on_white", "bold")  # what can be chosen now
HARBOUR_INK: Final = ("cyan", "bold")

MARGIN: Final = 5  # columns for harbours on either side
NARROW: Final = 4  # columns of half a hex
WIDE: Final = 5  # the same where there is room for the names of resources
ROWS: Final = (-8, -7, -5, -4, -2, -1, 1, 2, 4, 5, 7, 8)  # heights of vertices, two rows each
HEIGHT: Final = 2 * len(ROWS) - 1
LEFTMOST: Final = -5  # of all vertices, in halves of a hex


def width_with(half: int) -> int:
    """The columns of the whole picture."""
    return 2 * MARGIN - 2 * LEFTMOST * half + 1


@dataclass(frozen=True)
class Island:
    """What lies on the board. Owners are seats; `buildings` tell owner and whether it is a city.

    `open_*` are places that are shown with their number, because they can be chosen.
    """

    board: Board
    robber: int = -1
    roads: Mapping[int, int] = field(default_factory=dict)
    buildings: Mapping[int, tuple[int, bool]] = field(default_factory=dict)
    open_hexes: frozenset[int] = frozenset()
    open_vertices: frozenset[int] = frozenset()
    open_edges: frozenset[int] = frozenset()


def all_places(board: Board) -> Island:
    """The empty board with the numbers of all vertices."""
    desert = list(board.terrain).index(DESERT)
    return Island(board, robber=desert, open_vertices=frozenset(range(VERTICES)))


class IslandPicture:
    """Draws islands with hexes of `2 * half` columns: `IslandPicture(NARROW).draw(island)`."""

    def __init__(self, half: int) -> None:
        self._half = half

    def draw(self, island: Island) -> Canvas:
        """The island on a canvas of HEIGHT rows."""
        canvas = Canvas(width_with(self._half), HEIGHT)
        for place in range(HEXES):
            self._draw_hex(canvas, island, place)
        for edge in range(EDGES):
            self._draw_edge(canvas, island, edge)
        for vertex in range(VERTICES):
            self._draw_vertex(canvas, island, vertex)
        for edge, kind in zip(HARBOUR_EDGES, island.board.harbours, strict=True):
            self._draw_harbour(canvas, edge, int(kind))
        return canvas

    def vertex_at(self, vertex: int) -> tuple[int, int]:
        """Row and column of a vertex."""
        x, y = VERTEX_AT[vertex]
        return 2 * ROWS.index(y), MARGIN + (x - LEFTMOST) * self._half

    def edge_at(self, edge: int) -> tuple[int, int, str]:
        """Row and column of the middle of an edge, and the character that it is drawn with."""
        (top, left), (bottom, right) = map(self.vertex_at, EDGE_ENDS[edge])
        line = "|" if left == right else "/" if right < left else "\\"
        return (top + bottom) // 2, (left + right) // 2, line

    def _draw_hex(self, canvas: Canvas, island: Island, place: int) -> None:
        q, r = HEX_AXIAL[place]
        row = 2 * ROWS.index(3 * r - 1) + 1
        column = MARGIN + (2 * q + r - LEFTMOST) * self._half
        terrain, number = int(island.board.terrain[place]), int(island.board.numbers[place])
        is_red = number in RED
        token = f"{number}*" if is_red else str(number or "")
        token_ink = ("red", "bold") if is_red else ("bold",)
        if self._half >= WIDE:
            name = resource_name(terrain)[:NAME]
            canvas.centre(row - 1, column, name, *TERRAIN_INKS[terrain])
            canvas.centre(row, column, token, *token_ink)
        else:
            canvas.put(row, column - 2, f"{TERRAIN_LETTERS[terrain]} ", *TERRAIN_INKS[terrain])
            canvas.put(row, column, token, *token_ink)
        name_ink = CHOICE_INK if place in island.open_hexes else ("dim",)
        canvas.put(row + 1, column - 2, f"#{place}", *name_ink)
        if island.robber == place:
            canvas.put(row + 1, column + 2, "R", "reverse", "bold")

    def _draw_edge(self, canvas: Canvas, island: Island, edge: int) -> None:
        row, column, line = self.edge_at(edge)
        owner = island.roads.get(edge, NOBODY)
        if owner != NOBODY:
            text = f"{line}{SEAT_LETTERS[owner]}{line}"
            canvas.centre(row, column, text, SEAT_INKS[owner], "bold")
        elif edge in island.open_edges:
            canvas.centre(row, column, str(edge), *CHOICE_INK)
        else:
            canvas.centre(row, column, line, *(HARBOUR_INK if edge in HARBOUR_EDGES else ("dim",)))

    def _draw_vertex(self, canvas: Canvas, island: Island, vertex: int) -> None:
        row, column = self.vertex_at(vertex)
        if vertex in island.open_vertices:  # also a settlement that can become a city
            canvas.centre(row, column, str(vertex), *CHOICE_INK)
        elif vertex in island.buildings:
            owner, is_city = island.buildings[vertex]
            letter = SEAT_LETTERS[owner]
            text = f"[{letter.upper()}]" if is_city else f"({letter})"
            canvas.centre(row, column, text, SEAT_INKS[owner], "bold")
        else:
            canvas.centre(row, column, ".", "dim")

    def _draw_harbour(self, canvas: Canvas, edge: int, kind: int) -> None:
        """Off the coast beside the edge; at the northern and southern coast beside its tip."""
        text = "3:1" if kind == GENERIC else f"2:1{TERRAIN_LETTERS[kind]}"
        row, column, line = self.edge_at(edge)
        is_west = column < width_with(self._half) // 2
        gap = 1
        if row in (1, HEIGHT - 2):
            gap = 2  # a building on the tip is three columns wide
            row = 0 if row == 1 else HEIGHT - 1
            is_west = (line == "/") == (row == 0)
            tip = EDGE_ENDS[edge][0 if row == 0 else 1]
            column = self.vertex_at(tip)[1]
        canvas.put(
            row, column - len(text) - gap if is_west else column + 1 + gap, text, *HARBOUR_INK
        )
