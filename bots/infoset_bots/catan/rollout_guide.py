"""Which actions of Catan a tree search tries, and in what order. Compiled.

Left out is what hardly ever helps: swaps with the bank that bring nothing nearer, offers (trader.py makes
those), counter-offers, robbing oneself, cards before the roll other than a knight, and all but the best few
places for a piece.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_bots.search.guide import Guide
from infoset_games.catan.actions import (
    ANSWERS,
    BANK_TRADE,
    BEFORE_ROLL,
    BUY_DEV,
    CITY,
    COUNTER_OFFER,
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
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    ROAD,
    ROBBER,
    ROLL,
    SETTLEMENT,
)
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import (
    CITY_PRICE,
    DEV_PRICE,
    RESOURCES,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
)
from infoset_games.catan.cells import CITIES_LEFT, RATE, SETTLED, SETTLEMENTS_LEFT
from infoset_games.catan.playouts import loss_at, road_worth
from infoset_games.catan.policies import (
    goal,
    listed,
    lives_at,
    missing,
    relief,
    spot_worth,
)
from infoset_games.catan.position import Position
from infoset_games.catan.state import own
from infoset_games.core import State

# Of each kind no more than the best so many.
MOST_FIRST_SPOTS: Final = 10
MOST_CITIES: Final = 4
MOST_SPOTS: Final = 4
MOST_ROADS: Final = 4
MOST_HEXES: Final = 6
MOST_SWAPS: Final = 4
MOST_PAIRS: Final = 4


@final
class Ranking:
    """Actions with their scores, the best first."""

    def __init__(self) -> None:
        self.codes = vec[i64](capacity=16)
        self.scores = vec[i64](capacity=16)

    def add(self, code: i64, score: i64) -> None:
        """Puts an action behind all that score as much."""
        self.codes = append(self.codes, code)
        self.scores = append(self.scores, score)
        i: i64 = len(self.codes) - 1
        while i > 0 and self.scores[i - 1] < score:
            self.codes[i] = self.codes[i - 1]
            self.scores[i] = self.scores[i - 1]
            i -= 1
        self.codes[i] = code
        self.scores[i] = score

    def first(self, most: i64) -> vec[i64]:
        """The best `most` actions."""
        kept = vec[i64](capacity=16)
        for i in range(min(most, i64(len(self.codes)))):
            kept = append(kept, self.codes[i])
        return kept


@final
class CatanGuide(Guide):
    """Ranks by rules of thumb."""

    def rank(self, state: State, seat: i64) -> vec[i64]:
        position = own(state)
        codes = listed(position, seat)
        if len(codes) == 1:
            return codes
        phase = position.phase
        if phase == MAIN:
            return rank_main(position, codes)
        if phase == BEFORE_ROLL:
            return rank_before_roll(position, seat, codes)
        if phase == PLACE_SETTLEMENTS:
            return rank_spots(position, codes, PLACE_SETTLEMENT, MOST_FIRST_SPOTS)
        if phase == PLACE_ROADS:
            return rank_roads(position, codes, PLACE_ROAD)
        if phase == FREE_ROADS:
            return rank_roads(position, codes, FREE_ROAD)
        if phase == ROBBER:
            return rank_hexes(position, codes)
        if phase == DISCARDS:
            return rank_discards(position, seat, codes)
        if phase == ANSWERS:
            return below(codes, COUNTER_OFFER)
        return codes


def below(codes: vec[i64], end: i64) -> vec[i64]:
    """The codes below `end`."""
    kept = vec[i64](capacity=8)
    for code in codes:
        if code < end:
            kept = append(kept, code)
    return kept


def rank_before_roll(position: Position, seat: i64, codes: vec[i64]) -> vec[i64]:
    ranking = Ranking()
    ranking.add(ROLL, 1)
    if codes[1] == PLAY_KNIGHT:
        ranking.add(PLAY_KNIGHT, 2 if lives_at(position, seat, position.robber) else 0)
    return ranking.first(2)


def rank_spots(position: Position, codes: vec[i64], first: i64, most: i64) -> vec[i64]:
    ranking = Ranking()
    for code in codes:
        ranking.add(code, spot_worth(position, code - first))
    return ranking.first(most)


def rank_roads(position: Position, codes: vec[i64], first: i64) -> vec[i64]:
    ranking = Ranking()
    for code in codes:
        ranking.add(code, road_worth(position, code - first))
    return ranking.first(MOST_ROADS)


def rank_hexes(position: Position, codes: vec[i64]) -> vec[i64]:
    ranking = Ranking()
    for code in codes:
        ranking.add(code, loss_at(position, code - MOVE_ROBBER))
    return ranking.first(MOST_HEXES)


def rank_discards(position: Position, seat: i64, codes: vec[i64]) -> vec[i64]:
    """First what there is most of beyond the price of the next building."""
    wanted = goal(position, seat)
    ranking = Ranking()
    for code in codes:
        resource = code - DISCARD
        ranking.add(code, position.hand(seat, resource) - i64(wanted[resource]))
    return ranking.first(RESOURCES)


def rank_main(position: Position, codes: vec[i64]) -> vec[i64]:
    """Buildings, cards to play, the end of the turn, swaps, a card to buy, roads."""
    if codes[0] != END_TURN:
        return codes
    cities = Ranking()
    spots = Ranking()
    pairs = Ranking()
    swaps = Ranking()
    roads = Ranking()
    plays = vec[i64](capacity=8)
    wanted = goal(position, position.turn)
    for code in codes:
        if code == PLAY_KNIGHT or code == PLAY_ROAD_BUILDING:
            plays = append(plays, code)
        elif PLAY_MONOPOLY <= code < DISCARD:
            if position.hand(position.turn, code - PLAY_MONOPOLY) < i64(
                wanted[code - PLAY_MONOPOLY]
            ):
                plays = append(plays, code)
        elif PLAY_PLENTY <= code < BANK_TRADE:
            brings = relief(position, position.turn, wanted, code - PLAY_PLENTY)
            if brings > 0:
                pairs.add(code, brings)
        elif BANK_TRADE <= code < MOVE_ROBBER:
            score = swap_worth(position, code - BANK_TRADE)
            if score > 0:
                swaps.add(code, score)
        elif CITY <= code < SETTLEMENT:
            cities.add(code, spot_worth(position, code - CITY))
        elif SETTLEMENT <= code < ROAD:
            spots.add(code, spot_worth(position, code - SETTLEMENT))
        elif ROAD <= code < FREE_ROAD:
            roads.add(code, road_worth(position, code - ROAD))
    ranked = joined(cities.first(MOST_CITIES), spots.first(MOST_SPOTS))
    ranked = joined(joined(ranked, plays), pairs.first(MOST_PAIRS))
    ranked = append(ranked, END_TURN)
    ranked = joined(ranked, swaps.first(MOST_SWAPS))
    if codes[1] == BUY_DEV:
        ranked = append(ranked, BUY_DEV)
    return joined(ranked, roads.first(MOST_ROADS))


def joined(codes: vec[i64], more: vec[i64]) -> vec[i64]:
    for code in more:
        codes = append(codes, code)
    return codes


def swap_worth(position: Position, swap: i64) -> i64:
    """4 for a swap that completes a price, fewer for one that brings a price nearer; 0 if it helps with none."""
    seat = position.turn
    given = swap // RESOURCES
    taken = swap % RESOURCES
    rate = i64(position.cells[RATE + RESOURCES * seat + given])
    best: i64 = 0
    for price in prices(position, seat):
        spare = position.hand(seat, given) - i64(price[given])
        if spare >= rate and position.hand(seat, taken) < i64(price[taken]):
            best = max(best, 5 - missing(position, seat, price))
    return best


def prices(position: Position, seat: i64) -> list[bytes]:
    """The prices of what the seat could use now."""
    found = [ROAD_PRICE, DEV_PRICE]
    if position.cells[SETTLEMENTS_LEFT + seat] != 0 and settlement_places(position, seat) != 0:
        found.append(SETTLEMENT_PRICE)
    if position.cells[CITIES_LEFT + seat] != 0 and position.masks[SETTLED + seat] != 0:
        found.append(CITY_PRICE)
    return found
