"""The longest road: how long a seat's is, and who has the card. Compiled.

A road is a trail: no piece twice, vertices as often as one likes. It may end at somebody else's
building, but not pass through (almanac, "Longest Road").
"""

from mypy_extensions import i64, u8

from infoset_games.bits import bit
from infoset_games.catan.cards import LEAST_ROAD, NOBODY, SPECIAL_POINTS
from infoset_games.catan.cells import (
    EDGE,
    HALF,
    LENGTH,
    POINTS,
    TOUCHED,
    lowest_bit,
)
from infoset_games.catan.position import Position
from infoset_games.catan.topology import NOWHERE, VERTEX_EDGES, VERTEX_NEXT


class Walk:
    """The search for the longest trail of one seat; remembers which pieces it has met."""

    def __init__(self, position: Position, seat: i64) -> None:
        self.position = position
        self.seat: i64 = seat
        self.met_low: i64 = 0
        self.met_high: i64 = 0

    def farthest(self, vertex: i64, low: i64, high: i64) -> i64:
        """The longest trail from `vertex` on over own pieces not in the sets `low` and `high`."""
        cells = self.position.cells
        own = self.seat + 1
        best: i64 = 0
        for i in range(3 * vertex, 3 * vertex + 3):
            edge = i64(VERTEX_EDGES[i])
            if edge == NOWHERE or i64(cells[EDGE + edge]) != own:
                continue
            next_low = low
            next_high = high
            if edge < HALF:
                next_low |= bit(edge)
            else:
                next_high |= bit(edge - HALF)
            if next_low == low and next_high == high:
                continue
            self.met_low |= next_low
            self.met_high |= next_high
            length: i64 = 1
            end = i64(VERTEX_NEXT[i])
            owner = self.position.owner_at(end)
            if owner == NOBODY or owner == self.seat:
                length += self.farthest(end, next_low, next_high)
            best = max(best, length)
        return best

    def is_end(self, vertex: i64) -> bool:
        """May a longest trail have to begin here? Not where two own pieces join freely."""
        owner = self.position.owner_at(vertex)
        return self.degree(vertex) != 2 or (owner != NOBODY and owner != self.seat)

    def degree(self, vertex: i64) -> i64:
        """How many own pieces meet at `vertex`."""
        cells = self.position.cells
        count: i64 = 0
        for i in range(3 * vertex, 3 * vertex + 3):
            edge = i64(VERTEX_EDGES[i])
            if edge != NOWHERE and i64(cells[EDGE + edge]) == self.seat + 1:
                count += 1
        return count

    def is_new(self, vertex: i64) -> bool:
        """Does a piece meet here that no trail has met?"""
        cells = self.position.cells
        for i in range(3 * vertex, 3 * vertex + 3):
            edge = i64(VERTEX_EDGES[i])
            if edge == NOWHERE or i64(cells[EDGE + edge]) != self.seat + 1:
                continue
            met = self.met_low >> edge if edge < HALF else self.met_high >> (edge - HALF)
            if met & 1 == 0:
                return True
        return False


def road_length(position: Position, seat: i64) -> i64:
    """The length of the seat's longest trail.

    Some longest trail begins at an end of the net, at a fork or at somebody's building, but in a net
    that is a mere ring, which is met last.
    """
    walk = Walk(position, seat)
    best: i64 = 0
    left = position.masks[TOUCHED + seat]
    while left != 0:
        vertex = lowest_bit(left)
        left &= left - 1
        if walk.is_end(vertex):
            best = max(best, walk.farthest(vertex, 0, 0))
    left = position.masks[TOUCHED + seat]
    while left != 0:
        vertex = lowest_bit(left)
        left &= left - 1
        if walk.is_new(vertex):
            best = max(best, walk.farthest(vertex, 0, 0))
    return best


def measure_roads(position: Position, seat: i64) -> None:
    """Measures the seat's roads anew and hands the card to whom it is due."""
    position.cells[LENGTH + seat] = u8(road_length(position, seat))
    award_longest_road(position)


def award_longest_road(position: Position) -> None:
    """The holder keeps the card in a tie; lost, it goes to the one longest road, or aside."""
    cells = position.cells
    best: i64 = 0
    seats = position.options.seats
    for seat in range(seats):
        best = max(best, i64(cells[LENGTH + seat]))
    holder = position.longest
    if best < LEAST_ROAD:
        give_card(position, NOBODY)
    elif holder == NOBODY or i64(cells[LENGTH + holder]) < best:
        leader: i64 = NOBODY
        is_shared = False
        for seat in range(seats):
            if i64(cells[LENGTH + seat]) == best:
                is_shared = leader != NOBODY
                leader = seat
        give_card(position, NOBODY if is_shared else leader)


def give_card(position: Position, seat: i64) -> None:
    cells = position.cells
    holder = position.longest
    if holder == seat:
        return
    if holder != NOBODY:
        cells[POINTS + holder] -= SPECIAL_POINTS
    if seat != NOBODY:
        cells[POINTS + seat] += SPECIAL_POINTS
    position.longest = seat
