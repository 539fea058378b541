"""A complete position as plain values, secrets included, and back. For logs, hashes, tests and set-ups.

What seats remember is not in it: in a position that is read, everybody knows the hands.
"""

from infoset_games.catan.actions import PHASE_NAMES
from infoset_games.catan.cards import DEV_KINDS, RESOURCES
from infoset_games.catan.cells import (
    ANSWER,
    BANK,
    CAP,
    CITY,
    COUNTER,
    DECK,
    DUE,
    EDGE,
    FRESH,
    HAND,
    LENGTH,
    MADE,
    PENDING,
    PLAYED,
    POINTS,
    USABLE,
    VERTEX,
)
from infoset_games.catan.position import Position
from infoset_games.catan.topology import EDGES, VERTICES
from infoset_games.core import Json


def write_position(position: Position) -> dict[str, Json]:
    return {
        "board": {
            "terrain": list(position.board.terrain),
            "numbers": list(position.board.numbers),
            "harbours": list(position.board.harbours),
        },
        "phase": PHASE_NAMES[position.phase],
        "turn": int(position.turn),
        "round": int(position.round),
        "dice": [int(position.first_die), int(position.second_die)],
        "rolled": position.has_rolled,
        "played": position.has_played,
        "acted": position.has_acted,
        "robber": int(position.robber),
        "victim": int(position.victim),
        "free_roads": int(position.free_roads),
        "placed": int(position.placed),
        "placements": int(position.placements),
        "army": int(position.army),
        "longest": int(position.longest),
        "offer": int(position.offer),
        "offers": [int(position.masks[MADE + i]) for i in range(position.offers)],
        "stopped": position.is_stopped,
        "bank": row(position, BANK, RESOURCES),
        "deck": row(position, DECK, DEV_KINDS),
        "fresh": row(position, FRESH, DEV_KINDS),
        "seats": [write_seat(position, seat) for seat in range(int(position.options.seats))],
    }


def write_seat(position: Position, seat: int) -> dict[str, Json]:
    cells = position.cells
    return {
        "hand": row(position, HAND + RESOURCES * seat, RESOURCES),
        "usable": row(position, USABLE + DEV_KINDS * seat, DEV_KINDS),
        "played": row(position, PLAYED + DEV_KINDS * seat, DEV_KINDS),
        "pending": row(position, PENDING + RESOURCES * seat, RESOURCES),
        "due": int(cells[DUE + seat]),
        "roads": [edge for edge in range(EDGES) if cells[EDGE + edge] == seat + 1],
        "settlements": [v for v in range(VERTICES) if cells[VERTEX + v] == seat + 1],
        "cities": [v for v in range(VERTICES) if cells[VERTEX + v] == seat + 1 + CITY],
        "points": int(cells[POINTS + seat]),
        "length": int(cells[LENGTH + seat]),
        "cap": int(cells[CAP + seat]),
        "answer": int(cells[ANSWER + seat]),
        "counter": int(position.masks[COUNTER + seat]),
    }


def row(position: Position, first: int, width: int) -> list[int]:
    return [int(position.cells[first + i]) for i in range(width)]
