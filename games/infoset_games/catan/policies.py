"""Players for playouts: at random as in the thesis, and by rules of thumb. Compiled.

Neither remembers anything or looks at what its seat does not know.

*Random* is the random player of H. Phillingham, "Conquerors of Catan" (2023), Table 3: it picks a kind
of move, not a move, so that trades do not drown all else, and is in two minds about some kinds.

*Greedy* builds what it can where the dice fall most often, trades with the bank for what is missing, and
robs who is ahead. It answers offers, but makes none.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_games.catan.actions import (
    ACCEPT,
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    CONFIRM,
    DISCARD,
    DISCARDS,
    END_TURN,
    FREE_ROAD,
    FREE_ROADS,
    MAIN,
    MOVE_ROBBER,
    OFFER,
    PAIR_COUNT,
    PAIR_FIRST,
    PAIR_SECOND,
    PLACE_ROAD,
    PLACE_ROADS,
    PLACE_SETTLEMENT,
    PLACE_SETTLEMENTS,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    REJECT,
    ROAD,
    ROBBER,
    SETTLEMENT,
    STEAL,
    VICTIM,
    WITHDRAW,
)
from infoset_games.catan.board import NO_HARBOUR
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import (
    CITY_PRICE,
    DESERT,
    DEV_PRICE,
    NOBODY,
    PIPS,
    RESOURCES,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
)
from infoset_games.catan.cells import (
    CITIES_LEFT,
    HELD,
    OPEN,
    POINTS,
    RATE,
    ROADS_LEFT,
    SETTLED,
    SETTLEMENTS_LEFT,
    VERTEX,
)
from infoset_games.catan.cells import CITY as CITY_CELL
from infoset_games.catan.legality import legal_codes
from infoset_games.catan.position import Position
from infoset_games.catan.state import CatanState, own
from infoset_games.catan.topology import (
    EDGE_FROM,
    EDGE_TO,
    HEX_VERTICES,
    NOWHERE,
    VERTEX_EDGES,
    VERTEX_HEXES,
    VERTEX_NEXT,
)
from infoset_games.catan.trades import change
from infoset_games.core import State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

FEW_CARDS: Final = 10  # with fewer cards the random player hesitates to build roads and to buy
KINDS: Final = 9
STOP: Final = 0  # end the turn, or roll
BUY: Final = 1
PLAY: Final = 2
BANK: Final = 3
PORT: Final = 4
BUILD_CITY: Final = 5
SETTLE: Final = 6
BUILD_ROAD: Final = 7
TRADE: Final = 8
BANK_RATE: Final = 4


def listed(position: CatanState, seat: i64) -> vec[i64]:
    """The listed actions of a seat that is to act."""
    return position.codes() if position.actor == seat else legal_codes(position, seat)


def any_of(codes: vec[i64], rng: Rng) -> int:
    return int(codes[rng.below(len(codes))])


# The random player.


def kind_of(position: Position, action: i64) -> i64:
    """The kind of move, as Table 3 tells them apart."""
    if action < BUY_DEV:
        return STOP
    if action == BUY_DEV:
        return BUY
    if action < BANK_TRADE:
        return PLAY
    if action < MOVE_ROBBER:
        given = (action - BANK_TRADE) // RESOURCES
        rate = position.cells[RATE + RESOURCES * position.turn + given]
        return BANK if rate == BANK_RATE else PORT
    if action < SETTLEMENT:
        return BUILD_CITY
    if action < ROAD:
        return SETTLE
    return BUILD_ROAD if action < OFFER else TRADE


@final
class RandomByKind(Policy):
    """The thesis' random player."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        position = own(state)
        codes = listed(position, seat)
        phase = position.phase
        if phase == ANSWERS:
            accepts = len(codes) > 1 and codes[1] == ACCEPT and rng.below(2) == 0
            return ACCEPT if accepts else REJECT
        if phase != MAIN and phase != BEFORE_ROLL:
            return any_of(codes, rng)
        if position.has_acted and phase == MAIN and rng.below(4) == 0:
            return END_TURN
        return self.choose_kind(position, codes, rng)

    def choose_kind(self, position: Position, codes: vec[i64], rng: Rng) -> int:
        """Draws a kind until one goes through; each can fail only once."""
        counts = vec[i64]([0] * KINDS)
        kinds: i64 = 0
        for code in codes:
            kind = kind_of(position, code)
            if counts[kind] == 0:
                kinds += 1
            counts[kind] += 1
        while True:
            kind = self.draw_kind(counts, kinds, rng)
            if not self.hesitates(position, kind) or rng.below(2) == 0:
                return self.draw_action(position, codes, kind, rng.below(counts[kind]))
            counts[kind] = 0
            kinds -= 1

    def draw_kind(self, counts: vec[i64], kinds: i64, rng: Rng) -> i64:
        left = rng.below(kinds)
        kind: i64 = -1
        while left >= 0:
            kind += 1
            if counts[kind] != 0:
                left -= 1
        return kind

    def hesitates(self, position: Position, kind: i64) -> bool:
        if kind == PLAY:
            return True
        has_few = position.cells[HELD + position.turn] < FEW_CARDS
        return has_few and (kind == BUILD_ROAD or kind == BUY)

    def draw_action(self, position: Position, codes: vec[i64], kind: i64, index: i64) -> int:
        """The action at `index` among those of a kind."""
        for code in codes:
            if kind_of(position, code) == kind:
                if index == 0:
                    return int(code)
                index -= 1
        raise AssertionError("the index lies among those counted")


# The greedy player.


@final
class Greedy(Policy):
    """Rules of thumb, quick enough for playouts."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        position = own(state)
        codes = listed(position, seat)
        if len(codes) == 1:
            return int(codes[0])
        phase = position.phase
        if phase == MAIN:
            return choose_main(position, codes, rng)
        if phase == BEFORE_ROLL:
            # A knight before the roll only to free an own hex.
            if codes[1] == PLAY_KNIGHT and lives_at(position, seat, position.robber):
                return PLAY_KNIGHT
            return int(codes[0])
        if phase == PLACE_SETTLEMENTS:
            return best_spot(position, seat, codes, PLACE_SETTLEMENT, rng)
        if phase == PLACE_ROADS:
            return best_road(position, codes, PLACE_ROAD, rng)
        if phase == FREE_ROADS:
            return best_road(position, codes, FREE_ROAD, rng)
        if phase == ROBBER:
            return best_robbery(position, codes, rng)
        if phase == VICTIM:
            return richest(position, codes, STEAL)
        if phase == DISCARDS:
            return DISCARD + least_needed(position, seat, codes)
        if phase == ANSWERS:
            return answer(position, seat, codes)
        return choose_partner(position, codes)


def missing(position: Position, seat: i64, price: bytes) -> i64:
    """How many cards the seat lacks for something."""
    count: i64 = 0
    for resource in range(i64(RESOURCES)):
        count += max(0, i64(price[resource]) - position.hand(seat, resource))
    return count


def goal(position: Position, seat: i64) -> bytes:
    """The price of what the seat should build next."""
    cells = position.cells
    can_settle = cells[SETTLEMENTS_LEFT + seat] != 0 and settlement_places(position, seat) != 0
    can_grow = cells[CITIES_LEFT + seat] != 0 and position.masks[SETTLED + seat] != 0
    if can_grow and can_settle:
        for_city = missing(position, seat, CITY_PRICE)
        return (
            CITY_PRICE
            if for_city <= missing(position, seat, SETTLEMENT_PRICE)
            else SETTLEMENT_PRICE
        )
    if can_grow:
        return CITY_PRICE
    if can_settle:
        return SETTLEMENT_PRICE
    can_extend = cells[ROADS_LEFT + seat] != 0 and cells[SETTLEMENTS_LEFT + seat] != 0
    return ROAD_PRICE if can_extend else DEV_PRICE


def choose_main(position: Position, codes: vec[i64], rng: Rng) -> int:
    seat = position.turn
    if codes[0] != END_TURN:
        return any_of(codes, rng)
    cities = between(codes, CITY, SETTLEMENT)
    if len(cities) != 0:
        return best_spot(position, seat, cities, CITY, rng)
    spots = between(codes, SETTLEMENT, ROAD)
    if len(spots) != 0:
        return best_spot(position, seat, spots, SETTLEMENT, rng)
    wanted = goal(position, seat)
    card = card_to_play(position, codes, wanted, rng)
    if card >= 0:
        return int(card)
    swap = useful_swap(position, codes, wanted)
    if swap >= 0:
        return int(swap)
    roads = between(codes, ROAD, FREE_ROAD)
    if len(roads) != 0 and settlement_places(position, seat) == 0:
        return best_road(position, roads, ROAD, rng)
    if codes[1] == BUY_DEV and wanted is not ROAD_PRICE:
        return BUY_DEV
    return END_TURN


def between(codes: vec[i64], first: i64, end: i64) -> vec[i64]:
    """The codes in first..end-1."""
    found = vec[i64](capacity=8)
    for code in codes:
        if first <= code < end:
            found = append(found, code)
    return found


def pips_at(position: Position, vertex: i64) -> i64:
    """In how many of 36 rolls the hexes around a vertex yield."""
    count: i64 = 0
    for i in range(3 * vertex, 3 * vertex + 3):
        place = i64(VERTEX_HEXES[i])
        if place != NOWHERE:
            count += i64(PIPS[i64(position.board.numbers[place])])
    return count


def spot_worth(position: Position, vertex: i64) -> i64:
    """What a building at a vertex is worth: twice the pips, variety, a harbour."""
    worth: i64 = 2 * pips_at(position, vertex)
    seen: i64 = 0
    for i in range(3 * vertex, 3 * vertex + 3):
        place = i64(VERTEX_HEXES[i])
        if place != NOWHERE and position.board.terrain[place] != DESERT:
            kind = i64(position.board.terrain[place])
            if (seen >> kind) & 1 == 0:
                worth += 1
            seen |= 1 << kind
    if position.board.harbour_at[vertex] != NO_HARBOUR:
        worth += 1
    return worth


def best_spot(position: Position, seat: i64, codes: vec[i64], first: i64, rng: Rng) -> int:
    """The code of the most valuable vertex."""
    best: i64 = -1
    chosen: i64 = codes[0]
    for code in codes:
        worth = 4 * spot_worth(position, code - first) + rng.below(4)
        if worth > best:
            best = worth
            chosen = code
    return int(chosen)


def best_road(position: Position, codes: vec[i64], first: i64, rng: Rng) -> int:
    """The code of the edge that leads towards the best free vertex."""
    best: i64 = -1
    chosen: i64 = codes[0]
    for code in codes:
        edge = code - first
        worth = max(
            reach_worth(position, i64(EDGE_FROM[edge])), reach_worth(position, i64(EDGE_TO[edge]))
        )
        worth = 4 * worth + rng.below(4)
        if worth > best:
            best = worth
            chosen = code
    return int(chosen)


def reach_worth(position: Position, vertex: i64) -> i64:
    """The best place to settle at a vertex, or half of the best one road behind it."""
    open_places = position.masks[OPEN]
    if (open_places >> vertex) & 1:
        return spot_worth(position, vertex)
    owner = position.owner_at(vertex)
    if owner != NOBODY and owner != position.turn:
        return 0
    best: i64 = 0
    for i in range(3 * vertex, 3 * vertex + 3):
        if VERTEX_EDGES[i] != NOWHERE:
            end = i64(VERTEX_NEXT[i])
            if (open_places >> end) & 1:
                best = max(best, spot_worth(position, end))
    return best // 2


def card_to_play(position: Position, codes: vec[i64], wanted: bytes, rng: Rng) -> i64:
    """A development card worth playing now, or -1."""
    seat = position.turn
    best: i64 = -1
    lacking: i64 = missing(position, seat, wanted)
    for code in between(codes, PLAY_KNIGHT, BANK_TRADE):
        if code == PLAY_KNIGHT or code == PLAY_ROAD_BUILDING:
            return code
        if code < DISCARD:
            resource = code - PLAY_MONOPOLY
            if position.hand(seat, resource) < i64(wanted[resource]):
                best = code
        elif code >= PLAY_PLENTY:
            left = lacking - relief(position, seat, wanted, code - PLAY_PLENTY)
            if left == 0 or (left < lacking and best < 0 and rng.below(2) == 0):
                best = code
    return best


def relief(position: Position, seat: i64, wanted: bytes, pair: i64) -> i64:
    """How many of the missing cards a pair from the bank brings."""
    if pair >= PAIR_COUNT:
        kind = pair - PAIR_COUNT
        return 1 if position.hand(seat, kind) < i64(wanted[kind]) else 0
    first = i64(PAIR_FIRST[pair])
    second = i64(PAIR_SECOND[pair])
    count: i64 = 1 if position.hand(seat, first) < i64(wanted[first]) else 0
    had = position.hand(seat, second) + (1 if first == second else 0)
    return count + (1 if had < i64(wanted[second]) else 0)


def useful_swap(position: Position, codes: vec[i64], wanted: bytes) -> i64:
    """A trade with the bank that brings a missing card and gives none that is needed, or -1."""
    seat = position.turn
    for code in between(codes, BANK_TRADE, MOVE_ROBBER):
        given = (code - BANK_TRADE) // RESOURCES
        taken = (code - BANK_TRADE) % RESOURCES
        rate = i64(position.cells[RATE + RESOURCES * seat + given])
        spare = position.hand(seat, given) - i64(wanted[given])
        if spare >= rate and position.hand(seat, taken) < i64(wanted[taken]):
            return code
    return -1


def lives_at(position: Position, seat: i64, place: i64) -> bool:
    """Has the seat a building at a hex?"""
    for i in range(6 * place, 6 * place + 6):
        if position.owner_at(i64(HEX_VERTICES[i])) == seat:
            return True
    return False


def best_robbery(position: Position, codes: vec[i64], rng: Rng) -> int:
    """The hex where others, leaders above all, lose most, and oneself nothing."""
    best: i64 = -1_000_000
    chosen: i64 = codes[0]
    for code in codes:
        place = code - MOVE_ROBBER
        pips = i64(PIPS[i64(position.board.numbers[place])])
        worth = rng.below(4)
        for i in range(6 * place, 6 * place + 6):
            building = i64(position.cells[VERTEX + i64(HEX_VERTICES[i])])
            if building == 0:
                continue
            owner = (building - 1) & 3
            share: i64 = 2 if building > CITY_CELL else 1
            if owner == position.turn:
                worth -= 40 * share * (pips + 1)
            else:
                worth += 2 * share * pips * (2 + i64(position.cells[POINTS + owner]))
                worth += min(i64(position.cells[HELD + owner]), 4)
        if worth > best:
            best = worth
            chosen = code
    return int(chosen)


def richest(position: Position, codes: vec[i64], first: i64) -> int:
    """The seat with the most public points; of equals the one with most cards."""
    best: i64 = -1
    chosen: i64 = codes[0]
    for code in codes:
        seat = code - first
        worth = 256 * i64(position.cells[POINTS + seat]) + i64(position.cells[HELD + seat])
        if worth > best:
            best = worth
            chosen = code
    return int(chosen)


def least_needed(position: Position, seat: i64, codes: vec[i64]) -> int:
    """Of the resources that may be put aside next the one of which the seat holds most."""
    most: i64 = -1
    chosen: i64 = 0
    for code in codes:
        resource = code - DISCARD
        if position.hand(seat, resource) > most:
            most = position.hand(seat, resource)
            chosen = resource
    return int(chosen)


def answer(position: Position, seat: i64, codes: vec[i64]) -> int:
    """Yes where the trade brings the seat nearer to its goal, unless it may win the game for the other."""
    offer = position.offer
    is_near = i64(position.cells[POINTS + position.turn]) >= position.options.target - 2
    if len(codes) < 2 or codes[1] != ACCEPT or is_near:
        return REJECT
    wanted = goal(position, seat)
    before: i64 = 0
    after: i64 = 0
    for resource in range(i64(RESOURCES)):
        count = position.hand(seat, resource)
        need = i64(wanted[resource])
        before += max(0, need - count)
        after += max(0, need - count + change(offer, resource))
    return ACCEPT if after < before else REJECT


def choose_partner(position: Position, codes: vec[i64]) -> int:
    """The partner with the fewest points, or nobody."""
    fewest: i64 = 1_000
    chosen: i64 = WITHDRAW
    for code in codes:
        if code >= CONFIRM and i64(position.cells[POINTS + code - CONFIRM]) < fewest:
            fewest = i64(position.cells[POINTS + code - CONFIRM])
            chosen = code
    return int(chosen)


def random_player() -> RandomByKind:
    """The policy `catan.thesis_random`."""
    return RandomByKind()


def heuristic() -> Greedy:
    """The policy `catan.heuristic`."""
    return Greedy()
