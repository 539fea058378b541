"""The player for playouts of a search: greedy, but by lot among what is about as good. Compiled.

A playout by fixed rules of thumb sees the same few futures again and again. This player draws instead among
the places to build, the hexes to rob and the cards to give away that are about as good, and now and then
saves where it could buy, or goes for the longest road. It answers offers, but makes none; it has no memory
and looks at nothing that its seat does not know.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_games.catan.actions import (
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    DISCARD,
    DISCARDS,
    END_TURN,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    PLACE_ROAD,
    PLACE_ROADS,
    PLACE_SETTLEMENT,
    PLACE_SETTLEMENTS,
    PLAY_KNIGHT,
    ROAD,
    ROBBER,
    SETTLEMENT,
    STEAL,
    VICTIM,
)
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import LEAST_ROAD, PIPS, RESOURCES, ROAD_PRICE
from infoset_games.catan.cells import CITY as CITY_CELL
from infoset_games.catan.cells import HELD, LENGTH, POINTS, RATE, VERTEX
from infoset_games.catan.policies import (
    answer,
    between,
    card_to_play,
    choose_partner,
    goal,
    listed,
    lives_at,
    missing,
    reach_worth,
    richest,
    spot_worth,
)
from infoset_games.catan.position import Position
from infoset_games.catan.state import own
from infoset_games.catan.topology import EDGE_FROM, EDGE_TO, HEX_VERTICES
from infoset_games.core import State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

SPREAD: Final = 2  # twice the pips by which a place may be worse and yet be drawn
HEX_SPREAD: Final = 12  # the same of a hex to rob, in units of `loss_at`
ROAD_CHANCE: Final = (
    4  # one turn in so many goes for the longest road though there is a place to settle
)
SAVING_CHANCE: Final = 8  # one turn in so many saves where a development card could be bought
NEAR_ROAD: Final = 2  # pieces short of the longest road from which on it is worth the try
OWN_HEX: Final = -1_000_000


@final
class RolloutPlayer(Policy):
    """Draws by worth, quick enough to be asked thousands of times for a decision."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        position = own(state)
        codes = listed(position, seat)
        if len(codes) == 1:
            return int(codes[0])
        phase = position.phase
        if phase == MAIN:
            return int(draw_main(position, codes, rng))
        if phase == BEFORE_ROLL:
            if codes[1] == PLAY_KNIGHT and lives_at(position, seat, position.robber):
                return PLAY_KNIGHT
            return int(codes[0])
        if phase == DISCARDS:
            return int(draw_discard(position, seat, codes, rng))
        if phase == ROBBER:
            return int(draw_hex(position, codes, rng))
        if phase == VICTIM:
            return richest(position, codes, STEAL)
        if phase == PLACE_SETTLEMENTS:
            return int(draw_spot(position, codes, PLACE_SETTLEMENT, rng))
        if phase == PLACE_ROADS:
            return int(draw_road(position, codes, PLACE_ROAD, rng))
        if phase == FREE_ROADS:
            return int(draw_road(position, codes, FREE_ROAD, rng))
        if phase == ANSWERS:
            return answer(position, seat, codes)
        return choose_partner(position, codes)


def draw_main(position: Position, codes: vec[i64], rng: Rng) -> i64:
    """Builds, plays, swaps, buys, ends: the first of these that makes sense."""
    seat = position.turn
    if codes[0] != END_TURN:
        return codes[rng.below(len(codes))]
    if len(codes) == 1:
        return END_TURN
    cities = between(codes, CITY, SETTLEMENT)
    if len(cities) != 0:
        return draw_spot(position, cities, CITY, rng)
    spots = between(codes, SETTLEMENT, ROAD)
    if len(spots) != 0:
        return draw_spot(position, spots, SETTLEMENT, rng)
    wanted = goal(position, seat)
    card = i64(card_to_play(position, codes, wanted, rng))
    if card >= 0:
        return card
    swap = draw_swap(position, codes, wanted, rng)
    if swap >= 0:
        return swap
    roads = between(codes, ROAD, FREE_ROAD)
    if len(roads) != 0 and wants_road(position, seat, rng):
        return draw_road(position, roads, ROAD, rng)
    if codes[1] == BUY_DEV and wanted is not ROAD_PRICE and rng.below(SAVING_CHANCE) != 0:
        return BUY_DEV
    return END_TURN


def wants_road(position: Position, seat: i64, rng: Rng) -> bool:
    """Is there nowhere to settle, or the longest road within reach and the mood for it?"""
    if settlement_places(position, seat) == 0:
        return True
    if position.longest == seat:
        return False
    record: i64 = LEAST_ROAD
    if position.longest >= 0:
        record = i64(position.cells[LENGTH + position.longest]) + 1
    is_near = record - i64(position.cells[LENGTH + seat]) <= NEAR_ROAD
    return is_near and rng.below(ROAD_CHANCE) == 0


def draw_swap(position: Position, codes: vec[i64], wanted: bytes, rng: Rng) -> i64:
    """One of the trades with the bank that bring a missing card and cost none that is needed, or -1."""
    seat = position.turn
    if missing(position, seat, wanted) == 0:
        return -1
    found: i64 = 0
    chosen: i64 = -1
    for code in codes:
        if code >= MOVE_ROBBER:
            break
        if code < BANK_TRADE:
            continue
        given = (code - BANK_TRADE) // RESOURCES
        taken = (code - BANK_TRADE) % RESOURCES
        rate = i64(position.cells[RATE + RESOURCES * seat + given])
        spare = position.hand(seat, given) - i64(wanted[given])
        if spare >= rate and position.hand(seat, taken) < i64(wanted[taken]):
            found += 1
            if rng.below(found) == 0:
                chosen = code
    return chosen


def draw_spot(position: Position, codes: vec[i64], first: i64, rng: Rng) -> i64:
    """A vertex that is worth most, give or take SPREAD."""
    worths = vec[i64](capacity=8)
    for code in codes:
        worths = append(worths, spot_worth(position, code - first))
    return drawn(codes, worths, SPREAD, rng)


def draw_road(position: Position, codes: vec[i64], first: i64, rng: Rng) -> i64:
    """An edge that leads towards the best place, give or take SPREAD."""
    worths = vec[i64](capacity=8)
    for code in codes:
        worths = append(worths, road_worth(position, code - first))
    return drawn(codes, worths, SPREAD, rng)


def drawn(codes: vec[i64], worths: vec[i64], spread: i64, rng: Rng) -> i64:
    """The code worth most after each has got a bonus below `spread` by lot."""
    chosen: i64 = 0
    most: i64 = 0
    for i in range(i64(len(codes))):
        worth = worths[i] + rng.below(spread)
        if i == 0 or worth > most:
            most = worth
            chosen = codes[i]
    return chosen


def road_worth(position: Position, edge: i64) -> i64:
    """What the best place is worth that the edge leads towards."""
    return max(
        reach_worth(position, i64(EDGE_FROM[edge])), reach_worth(position, i64(EDGE_TO[edge]))
    )


def draw_discard(position: Position, seat: i64, codes: vec[i64], rng: Rng) -> i64:
    """One of the resources of which the seat holds most beyond the price of its next building."""
    wanted = goal(position, seat)
    most: i64 = -100
    found: i64 = 0
    chosen: i64 = codes[0]
    for code in codes:
        resource = code - DISCARD
        spare = position.hand(seat, resource) - i64(wanted[resource])
        if spare > most:
            most = spare
            found = 0
        if spare == most:
            found += 1
            if rng.below(found) == 0:
                chosen = code
    return chosen


def draw_hex(position: Position, codes: vec[i64], rng: Rng) -> i64:
    """A hex where others lose most, give or take HEX_SPREAD; none of one's own if that can be."""
    worths = vec[i64](capacity=18)
    for code in codes:
        worths = append(worths, loss_at(position, code - MOVE_ROBBER))
    return drawn(codes, worths, HEX_SPREAD, rng)


def loss_at(position: Position, place: i64) -> i64:
    """What others, leaders above all, lose by the robber at a hex; far below 0 where the mover lives."""
    pips = i64(PIPS[i64(position.board.numbers[place])])
    loss: i64 = 0
    for i in range(6 * place, 6 * place + 6):
        building = i64(position.cells[VERTEX + i64(HEX_VERTICES[i])])
        if building == 0:
            continue
        owner = (building - 1) & 3
        if owner == position.turn:
            return OWN_HEX + loss
        share: i64 = 2 if building > CITY_CELL else 1
        loss += share * pips * (2 + i64(position.cells[POINTS + owner]))
        loss += min(i64(position.cells[HELD + owner]), 4)
    return loss


def rollout() -> RolloutPlayer:
    """The policy `catan.rollout`."""
    return RolloutPlayer()
