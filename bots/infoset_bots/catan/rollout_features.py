"""What can be counted of a position of Catan for each seat: the ground on which chances are judged. Compiled.

All counts are of a complete world, in which hands are known.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.catan.actions import BEFORE_ROLL
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import (
    CITY_PRICE,
    DESERT,
    HAND_LIMIT,
    KNIGHT,
    MOST_SEATS,
    PIPS,
    RESOURCES,
    SETTLEMENT_PRICE,
)
from infoset_games.catan.cells import (
    CITIES_LEFT,
    CITY,
    DEVS,
    FRESH,
    HELD,
    LENGTH,
    PLAYED,
    RATE,
    SETTLED,
    SETTLEMENTS_LEFT,
    USABLE,
    VERTEX,
)
from infoset_games.catan.policies import missing
from infoset_games.catan.position import Position
from infoset_games.catan.topology import HEX_VERTICES, HEXES

# By place in a row of features; the names are those of a weights file.
FEATURES: Final = (
    "points",  # with victory cards
    "near",  # 1 divided by the points that are missing
    "wood",  # logarithm of the pips on each resource
    "brick",
    "sheep",
    "wheat",
    "ore",
    "pips",  # cards that 36 rolls yield
    "bank",  # the same, divided by what the bank takes for a card
    "hand",  # cards that a seven leaves alone
    "excess",  # cards that it does not
    "city",  # part of the price of a city that is in the hand, if there is a settlement to replace
    "settlement",  # the same of a settlement, if there is a place
    "places",  # to settle, up to MOST_PLACES
    "knights",  # in the hand
    "devs",  # other development cards that are no points
    "army",  # knights played
    "road",  # length of the longest trail
    "has_army",
    "has_road",
    "wait",  # how many turns of others come before the own next roll, as a part of a round
)
COUNT: Final = len(FEATURES)
MOST_PLACES: Final = 3
CITY_CARDS: Final = 5
SETTLEMENT_CARDS: Final = 4
ROW: Final = 5  # resources of a seat in the table of yields


def yields(position: Position) -> vec[i64]:
    """For each seat and resource the cards that 36 rolls yield, the robber where it is."""
    table = vec[i64]([0] * (MOST_SEATS * RESOURCES))
    board = position.board
    for place in range(i64(HEXES)):
        kind = i64(board.terrain[place])
        if place == position.robber or kind == DESERT:
            continue
        pips = i64(PIPS[i64(board.numbers[place])])
        for i in range(6 * place, 6 * place + 6):
            building = i64(position.cells[VERTEX + i64(HEX_VERTICES[i])])
            if building != 0:
                share = 2 * pips if building > CITY else pips
                table[ROW * ((building - 1) & 3) + kind] += share
    return table


def features(position: Position, seat: i64, table: vec[i64]) -> vec[float]:
    """The features of a seat, `table` being the yields of the position."""
    cells = position.cells
    row = vec[float]([0.0] * COUNT)
    points = position.total_points(seat)
    row[0] = float(points)
    row[1] = 1.0 / float(max(1, position.options.target - points))
    pips: i64 = 0
    swaps = 0.0
    for resource in range(i64(RESOURCES)):
        count = table[ROW * seat + resource]
        pips += count
        swaps += float(count) / float(i64(cells[RATE + RESOURCES * seat + resource]))
        row[2 + resource] = math.log(1.0 + float(count))
    row[7] = float(pips)
    row[8] = swaps
    held = i64(cells[HELD + seat])
    row[9] = float(min(held, HAND_LIMIT))
    row[10] = float(max(0, held - HAND_LIMIT))
    if cells[CITIES_LEFT + seat] != 0 and position.masks[SETTLED + seat] != 0:
        lacking = missing(position, seat, CITY_PRICE)
        row[11] = 1.0 - float(lacking) / CITY_CARDS
    places = count_places(settlement_places(position, seat))
    if cells[SETTLEMENTS_LEFT + seat] != 0 and places != 0:
        lacking = missing(position, seat, SETTLEMENT_PRICE)
        row[12] = 1.0 - float(lacking) / SETTLEMENT_CARDS
        row[13] = float(places)
    knights = i64(cells[USABLE + RESOURCES * seat + KNIGHT])
    if seat == position.turn:
        knights += i64(cells[FRESH + KNIGHT])
    row[14] = float(knights)
    row[15] = float(i64(cells[DEVS + seat]) - knights - position.victory_cards(seat))
    row[16] = float(i64(cells[PLAYED + RESOURCES * seat + KNIGHT]))
    row[17] = float(i64(cells[LENGTH + seat]))
    row[18] = 1.0 if position.army == seat else 0.0
    row[19] = 1.0 if position.longest == seat else 0.0
    row[20] = float(turns_until(position, seat)) / float(position.options.seats)
    return row


def count_places(places: i64) -> i64:
    """The size of a set, up to MOST_PLACES."""
    count: i64 = 0
    while places != 0 and count < MOST_PLACES:
        places &= places - 1
        count += 1
    return count


def turns_until(position: Position, seat: i64) -> i64:
    """How many turns of others come before the seat rolls."""
    seats = position.options.seats
    steps = (seat - position.turn + seats) % seats
    if steps == 0 and position.phase != BEFORE_ROLL:
        return seats - 1
    return max(0, steps - (0 if position.phase == BEFORE_ROLL else 1))
