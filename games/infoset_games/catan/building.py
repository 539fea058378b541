"""Putting roads, settlements and cities on the board, and the sets of places where one may. Compiled.

The sets are kept up to date piece by piece: `OPEN` is where the distance rule allows a settlement,
`TOUCHED` where a seat's roads end, `NEXT_LOW` and `NEXT_HIGH` the free edges its network reaches.
"""

from typing import Final

from mypy_extensions import i64, u8

from infoset_games.bits import bit
from infoset_games.catan.board import NO_HARBOUR
from infoset_games.catan.cards import GENERIC, NOBODY, RESOURCES, SPECIAL_POINTS
from infoset_games.catan.cells import (
    CITIES_LEFT,
    CITY,
    EDGE,
    HALF,
    LENGTH,
    NEXT_HIGH,
    NEXT_LOW,
    OPEN,
    POINTS,
    RATE,
    ROADS_LEFT,
    SETTLED,
    SETTLEMENTS_LEFT,
    TOUCHED,
    VERTEX,
)
from infoset_games.catan.position import Position
from infoset_games.catan.roads import measure_roads, road_length
from infoset_games.catan.topology import (
    ALL_VERTICES,
    EDGE_FROM,
    EDGE_TO,
    EDGES,
    NOWHERE,
    VERTEX_EDGES,
    VERTEX_NEXT,
    VERTICES,
)

GENERIC_RATE: Final = 3
SPECIAL_RATE: Final = 2


def may_build_road(position: Position, seat: i64, edge: i64) -> bool:
    """Is the edge free, and does the seat's network reach it?"""
    if edge < HALF:
        return (position.masks[NEXT_LOW + seat] >> edge) & 1 != 0
    return (position.masks[NEXT_HIGH + seat] >> (edge - HALF)) & 1 != 0


def has_road_place(position: Position, seat: i64) -> bool:
    """Is there any edge for another road?"""
    masks = position.masks
    return masks[NEXT_LOW + seat] != 0 or masks[NEXT_HIGH + seat] != 0


def settlement_places(position: Position, seat: i64) -> i64:
    """The vertices where the seat may settle in its turn."""
    return position.masks[OPEN] & position.masks[TOUCHED + seat]


def put_road(position: Position, seat: i64, edge: i64) -> None:
    """Takes a road from the seat's stock to the board."""
    cells = position.cells
    cells[EDGE + edge] = u8(seat + 1)
    cells[ROADS_LEFT + seat] -= 1
    for other in range(position.options.seats):
        forbid(position, other, edge)
    extend_to(position, seat, i64(EDGE_FROM[edge]))
    extend_to(position, seat, i64(EDGE_TO[edge]))
    measure_roads(position, seat)


def put_settlement(position: Position, seat: i64, vertex: i64) -> None:
    """Takes a settlement from the stock to the board; it may cut somebody's road."""
    cells = position.cells
    masks = position.masks
    cells[VERTEX + vertex] = u8(seat + 1)
    cells[SETTLEMENTS_LEFT + seat] -= 1
    cells[POINTS + seat] += 1
    masks[SETTLED + seat] |= bit(vertex)
    close_around(position, vertex)
    open_harbour(position, seat, vertex)
    allow_around(position, seat, vertex)
    for other in range(position.options.seats):
        if other != seat and (masks[TOUCHED + other] >> vertex) & 1:
            cut(position, other, vertex)


def put_city(position: Position, seat: i64, vertex: i64) -> None:
    """Puts a city in place of the settlement, which goes back to the stock."""
    cells = position.cells
    cells[VERTEX + vertex] += CITY
    cells[SETTLEMENTS_LEFT + seat] += 1
    cells[CITIES_LEFT + seat] -= 1
    cells[POINTS + seat] += 1
    position.masks[SETTLED + seat] &= ~bit(vertex)


def extend_to(position: Position, seat: i64, vertex: i64) -> None:
    """A road of the seat ends at `vertex`; it goes on from there unless somebody else lives there."""
    position.masks[TOUCHED + seat] |= bit(vertex)
    owner = position.owner_at(vertex)
    if owner == NOBODY or owner == seat:
        allow_around(position, seat, vertex)


def allow_around(position: Position, seat: i64, vertex: i64) -> None:
    """The free edges at `vertex` become places for roads of the seat."""
    masks = position.masks
    for i in range(3 * vertex, 3 * vertex + 3):
        edge = i64(VERTEX_EDGES[i])
        if edge == NOWHERE or position.cells[EDGE + edge] != 0:
            continue
        if edge < HALF:
            masks[NEXT_LOW + seat] |= bit(edge)
        else:
            masks[NEXT_HIGH + seat] |= bit(edge - HALF)


def forbid(position: Position, seat: i64, edge: i64) -> None:
    masks = position.masks
    if edge < HALF:
        masks[NEXT_LOW + seat] &= ~bit(edge)
    else:
        masks[NEXT_HIGH + seat] &= ~bit(edge - HALF)


def cut(position: Position, seat: i64, vertex: i64) -> None:
    """Somebody else has settled where roads of the seat end: they no longer go on from there."""
    touched = position.masks[TOUCHED + seat]
    for i in range(3 * vertex, 3 * vertex + 3):
        edge = i64(VERTEX_EDGES[i])
        # The neighbours of a new settlement are empty, so a road that ends there goes on from there.
        if edge != NOWHERE and (touched >> i64(VERTEX_NEXT[i])) & 1 == 0:
            forbid(position, seat, edge)
    measure_roads(position, seat)


def open_harbour(position: Position, seat: i64, vertex: i64) -> None:
    """The bank's rates for a seat that settles at a harbour."""
    kind = i64(position.board.harbour_at[vertex])
    if kind == NO_HARBOUR:
        return
    cells = position.cells
    first = RATE + RESOURCES * seat
    if kind == GENERIC:
        for resource in range(i64(RESOURCES)):
            cells[first + resource] = min(cells[first + resource], GENERIC_RATE)
    else:
        cells[first + kind] = SPECIAL_RATE


def rebuild(position: Position) -> None:
    """Works out anew what follows from the pieces on the board: stocks, sets, rates, roads, points.

    For positions that were read; `army` and `longest` are taken as they are.
    """
    cells = position.cells
    masks = position.masks
    masks[OPEN] = ALL_VERTICES
    for vertex in range(i64(VERTICES)):
        if cells[VERTEX + vertex] != 0:
            count_building(position, vertex)
    for edge in range(i64(EDGES)):
        if cells[EDGE + edge] != 0:
            seat = i64(cells[EDGE + edge]) - 1
            cells[ROADS_LEFT + seat] -= 1
            masks[TOUCHED + seat] |= bit(i64(EDGE_FROM[edge])) | bit(i64(EDGE_TO[edge]))
    for seat in range(position.options.seats):
        for vertex in range(i64(VERTICES)):
            owner = position.owner_at(vertex)
            is_touched = (masks[TOUCHED + seat] >> vertex) & 1 != 0
            if owner == seat or (owner == NOBODY and is_touched):
                allow_around(position, seat, vertex)
        cells[LENGTH + seat] = u8(road_length(position, seat))
    for holder in (position.army, position.longest):
        if holder != NOBODY:
            cells[POINTS + holder] += SPECIAL_POINTS


def count_building(position: Position, vertex: i64) -> None:
    """A building that stands at `vertex`: stock, points, distance rule, harbour."""
    cells = position.cells
    masks = position.masks
    seat = position.owner_at(vertex)
    if cells[VERTEX + vertex] > CITY:
        cells[CITIES_LEFT + seat] -= 1
        cells[POINTS + seat] += 2
    else:
        cells[SETTLEMENTS_LEFT + seat] -= 1
        cells[POINTS + seat] += 1
        masks[SETTLED + seat] |= bit(vertex)
    close_around(position, vertex)
    open_harbour(position, seat, vertex)


def close_around(position: Position, vertex: i64) -> None:
    """The distance rule: nobody settles at `vertex` or next to it any more."""
    closed = bit(vertex)
    for i in range(3 * vertex, 3 * vertex + 3):
        if VERTEX_NEXT[i] != NOWHERE:
            closed |= bit(i64(VERTEX_NEXT[i]))
    position.masks[OPEN] &= ~closed
