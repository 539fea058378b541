"""What a hand of cards is worth to a seat: how soon it pays for the next two buildings. Compiled.

A purchase that is `n` rolls away is worth FADING ** n of what it is worth now. A card counts for what
it brings nearer, so the same card is worth much to one seat and nothing to another.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_bots.catan.rollout_features import ROW
from infoset_games.catan.building import has_road_place, settlement_places
from infoset_games.catan.cards import (
    CITY_PRICE,
    DEV_CARDS,
    DEV_PRICE,
    HAND_LIMIT,
    LEAST_ROAD,
    RESOURCES,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
)
from infoset_games.catan.cells import (
    CITIES_LEFT,
    DEVS,
    LENGTH,
    PLAYED,
    RATE,
    ROADS_LEFT,
    SETTLED,
    SETTLEMENTS_LEFT,
)
from infoset_games.catan.position import Position

# What purchases are worth, in points: the point itself, and what comes after it.
CITY_WORTH: Final = 1.7
SETTLEMENT_WORTH: Final = 1.6
ROAD_WORTH: Final = 0.15
OPENING_ROAD_WORTH: Final = 0.7  # where there is no place to settle yet
RACING_ROAD_WORTH: Final = 0.5  # where the longest road is near
DEV_WORTH: Final = 0.55
RACE: Final = 2  # pieces short of the longest road

FADING: Final = 0.95  # by roll; a round of four seats keeps 0.81
FARTHEST: Final = 64  # rolls; what is farther away is worth nothing
CARD_WORTH: Final = 0.01
RISK: Final = 0.04  # of a card that a seven may cost
ROLLS: Final = 36.0


@final
class Needs:
    """What one seat can buy next, how dear it is, and what the dice bring it."""

    def __init__(self, position: Position, seat: i64, yields: vec[i64]) -> None:
        """`yields` are those of the position, by seat and resource (rollout_features.py)."""
        self.rates = vec[i64]([0] * RESOURCES)
        self.income = vec[float]([0.0] * RESOURCES)  # cards a roll
        self.prices: list[bytes] = []
        self.worths = vec[float]()
        self.fading = vec[float]([1.0] * (FARTHEST + 1))
        for rolls in range(1, FARTHEST + 1):
            self.fading[rolls] = self.fading[rolls - 1] * FADING
        for resource in range(i64(RESOURCES)):
            self.rates[resource] = i64(position.cells[RATE + RESOURCES * seat + resource])
            self.income[resource] = float(yields[ROW * seat + resource]) / ROLLS
        self.add_goals(position, seat)

    def add_goals(self, position: Position, seat: i64) -> None:
        cells = position.cells
        can_settle = cells[SETTLEMENTS_LEFT + seat] != 0
        has_place = can_settle and settlement_places(position, seat) != 0
        if cells[CITIES_LEFT + seat] != 0 and position.masks[SETTLED + seat] != 0:
            self.add(CITY_PRICE, CITY_WORTH)
        if has_place:
            self.add(SETTLEMENT_PRICE, SETTLEMENT_WORTH)
        if cells[ROADS_LEFT + seat] != 0 and has_road_place(position, seat):
            worth = ROAD_WORTH
            if is_racing(position, seat):
                worth = RACING_ROAD_WORTH
            if can_settle and not has_place:
                worth = OPENING_ROAD_WORTH
            self.add(ROAD_PRICE, worth)
        if deck_left(position) > 0:
            self.add(DEV_PRICE, DEV_WORTH)

    def add(self, price: bytes, worth: float) -> None:
        self.prices.append(price)
        self.worths = append(self.worths, worth)

    def worth(self, hand: vec[i64]) -> float:
        """The worth of a hand, by resource: of the best first purchase and the best one after it."""
        best = 0.0
        goals: i64 = len(self.prices)
        for first in range(goals):
            rolls = self.rolls_until(hand, first, -1)
            if rolls > FARTHEST:
                continue
            sooner = self.worths[first] * self.fading[rolls]
            then = 0.0
            for second in range(goals):
                more = self.rolls_until(hand, first, second)
                if more <= FARTHEST:
                    then = max(then, self.worths[second] * self.fading[more])
            best = max(best, sooner + then)
        cards: i64 = 0
        for resource in range(i64(RESOURCES)):
            cards += hand[resource]
        return best + CARD_WORTH * float(cards) - RISK * float(max(0, cards - HAND_LIMIT))

    def rolls_until(self, hand: vec[i64], first: i64, second: i64) -> i64:
        """After how many rolls the hand pays for one goal, or two (`second` >= 0), the bank's help included."""
        if self.can_pay(hand, first, second, 0.0):
            return 0
        low: i64 = 0
        high: i64 = FARTHEST + 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.can_pay(hand, first, second, float(middle)):
                high = middle
            else:
                low = middle
        return high

    def can_pay(self, hand: vec[i64], first: i64, second: i64, rolls: float) -> bool:
        """Does the hand pay after as many average rolls? Whole swaps with the bank only."""
        lacking = 0.0
        swaps: i64 = 0
        for resource in range(i64(RESOURCES)):
            price = i64(self.prices[first][resource])
            if second >= 0:
                price += i64(self.prices[second][resource])
            left = float(hand[resource] - price) + rolls * self.income[resource]
            if left < 0.0:
                lacking -= left
            else:
                swaps += i64(left) // self.rates[resource]
        return lacking <= float(swaps)


def is_racing(position: Position, seat: i64) -> bool:
    """Is the longest road near, and somebody else's or nobody's?"""
    if position.longest == seat:
        return False
    record: i64 = LEAST_ROAD
    if position.longest >= 0:
        record = i64(position.cells[LENGTH + position.longest]) + 1
    return record - i64(position.cells[LENGTH + seat]) <= RACE


def deck_left(position: Position) -> i64:
    """Development cards that can still be bought, as everybody can count them."""
    left: i64 = DEV_CARDS
    for seat in range(position.options.seats):
        left -= i64(position.cells[DEVS + seat])
        for kind in range(i64(RESOURCES)):
            left -= i64(position.cells[PLAYED + RESOURCES * seat + kind])
    return left


def hand_of(position: Position, seat: i64) -> vec[i64]:
    """The cards of a seat, by resource."""
    hand = vec[i64]([0] * RESOURCES)
    for resource in range(i64(RESOURCES)):
        hand[resource] = position.hand(seat, resource)
    return hand
