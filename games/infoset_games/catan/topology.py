"""The island's geometry: which hexes, vertices and edges meet. Compiled; knows no terrain and no rules.

Pointy-top hexes in axial coordinates (q, r), numbered row by row; vertices numbered by (y, x); edges
are sorted pairs of vertices in lexicographic order. Coastal edges are counted clockwise from the
north-west edge of hex 0. Tables are bytes, NOWHERE where there is nothing.
"""

import math
from typing import Final

HEXES: Final = 19
VERTICES: Final = 54
ALL_VERTICES: Final = 0x3F_FFFF_FFFF_FFFF  # as a set
EDGES: Final = 72
NOWHERE: Final = 255

Point = tuple[int, int]  # an (x, y), a (q, r), or the two ends of an edge

HEX_AXIAL: Final[tuple[Point, ...]] = tuple(
    (q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2
)
CORNER_STEPS: Final[tuple[Point, ...]] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def corners(axial: Point) -> list[Point]:
    """The six corners of a hex as (x, y), clockwise from the north: x in half widths, y in halves of the radius."""
    q, r = axial
    return [(2 * q + r + x, 3 * r + y) for x, y in CORNER_STEPS]


def place_vertices() -> tuple[Point, ...]:
    """The vertices by number."""
    found = {corner for axial in HEX_AXIAL for corner in corners(axial)}
    return tuple(sorted(found, key=lambda point: (point[1], point[0])))


VERTEX_AT: Final = place_vertices()
VERTEX_NUMBER: Final = {point: number for number, point in enumerate(VERTEX_AT)}


def border(axial: Point) -> list[Point]:
    """The six edges of a hex as sorted pairs of vertices, clockwise from the north-east one."""
    around = [VERTEX_NUMBER[corner] for corner in corners(axial)]
    pairs = [(around[i], around[(i + 1) % 6]) for i in range(6)]
    return [(min(pair), max(pair)) for pair in pairs]


EDGE_ENDS: Final[tuple[Point, ...]] = tuple(
    sorted({edge for axial in HEX_AXIAL for edge in border(axial)})
)
EDGE_NUMBER: Final = {ends: number for number, ends in enumerate(EDGE_ENDS)}


def trace_coast() -> tuple[int, ...]:
    """The coastal edges clockwise from the north-west edge of hex 0."""
    owners = [edge for axial in HEX_AXIAL for edge in border(axial)]
    coast = [EDGE_NUMBER[edge] for edge in EDGE_ENDS if owners.count(edge) == 1]

    def bearing(edge: int) -> float:
        one, other = EDGE_ENDS[edge]
        x = VERTEX_AT[one][0] + VERTEX_AT[other][0]
        y = VERTEX_AT[one][1] + VERTEX_AT[other][1]
        return math.atan2(x * math.sqrt(3), -y) % math.tau  # clockwise from the north

    coast.sort(key=bearing)
    first = coast.index(EDGE_NUMBER[0, 3])
    return tuple(coast[first:] + coast[:first])


COAST: Final = trace_coast()
HARBOUR_PLACES: Final = (0, 3, 7, 10, 13, 17, 20, 23, 27)  # along the coast
HARBOUR_EDGES: Final = tuple(COAST[place] for place in HARBOUR_PLACES)

# The order in which number tokens are laid, from hex 0 counter-clockwise: outer ring, inner ring, centre.
OUTER_RING: Final = (0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1)
INNER_RING: Final = (4, 8, 13, 14, 10, 5)
CENTRE: Final = 9


def spiral_from(corner: int) -> tuple[int, ...]:
    """All hexes along the spiral that opens at the `corner`-th corner, counter-clockwise, 0..5."""
    outer = OUTER_RING[2 * corner :] + OUTER_RING[: 2 * corner]
    inner = INNER_RING[corner:] + INNER_RING[:corner]
    return (*outer, *inner, CENTRE)


def rows(lists: list[list[int]], width: int) -> bytes:
    """Lists of at most `width` numbers as one table, filled up with NOWHERE."""
    return bytes([number for row in lists for number in row + [NOWHERE] * (width - len(row))])


def hexes_around(vertex: int) -> list[int]:
    """The hexes that meet at `vertex`, ascending."""
    return [number for number, axial in enumerate(HEX_AXIAL) if VERTEX_AT[vertex] in corners(axial)]


def edges_around(vertex: int) -> list[int]:
    """The edges that meet at `vertex`, ascending."""
    return [number for number, ends in enumerate(EDGE_ENDS) if vertex in ends]


def other_end(edge: int, vertex: int) -> int:
    one, other = EDGE_ENDS[edge]
    return other if vertex == one else one


HEX_VERTICES: Final = rows(  # 6 for each hex, clockwise from the north
    [[VERTEX_NUMBER[corner] for corner in corners(axial)] for axial in HEX_AXIAL], 6
)
VERTEX_HEXES: Final = rows([hexes_around(vertex) for vertex in range(VERTICES)], 3)
VERTEX_EDGES: Final = rows([edges_around(vertex) for vertex in range(VERTICES)], 3)
VERTEX_NEXT: Final = rows(  # the vertex at the other end of the edge at the same place above
    [[other_end(edge, vertex) for edge in edges_around(vertex)] for vertex in range(VERTICES)], 3
)
EDGE_FROM: Final = bytes([ends[0] for ends in EDGE_ENDS])
EDGE_TO: Final = bytes([ends[1] for ends in EDGE_ENDS])


def neighbours(number: int) -> list[int]:
    """The hexes that share an edge with hex `number`, ascending."""
    own = set(border(HEX_AXIAL[number]))
    return [
        other for other in range(HEXES) if other != number and own & set(border(HEX_AXIAL[other]))
    ]
