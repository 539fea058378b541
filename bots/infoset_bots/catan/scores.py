"""The heuristic of the thesis as an evaluation: the sum of a map of named scores. Compiled.

H. Phillingham, "Conquerors of Catan" (2023), Table 4, with the entries of weights.py. Looks at one
seat's own things, and at what others show and hold in the given world.

With `as_coded` four entries are counted as the original program counts them: mean distances at all
times; the roll map as a running maximum of products, building by building in the order of vertices;
the desert as a resource; a settlement as paid for without brick.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from infoset_bots.catan.distances import STEPS
from infoset_bots.catan.weights import NUMBERS, Weights, read_weights
from infoset_games.bits import bit
from infoset_games.catan.actions import FINISHED
from infoset_games.catan.bank import can_pay
from infoset_games.catan.building import settlement_places
from infoset_games.catan.cards import (
    BRICK,
    CITIES,
    CITY_PRICE,
    DESERT,
    DEV_PRICE,
    HAND_LIMIT,
    KNIGHT,
    NOBODY,
    ORE,
    PIPS,
    RESOURCES,
    ROAD_PRICE,
    ROADS,
    SETTLEMENT_PRICE,
    SETTLEMENTS,
    SHEEP,
    WHEAT,
    WOOD,
)
from infoset_games.catan.cells import (
    CITIES_LEFT,
    CITY,
    DEVS,
    EDGE,
    HALF,
    HAND,
    HELD,
    LENGTH,
    NEXT_HIGH,
    NEXT_LOW,
    OPEN,
    PLAYED,
    POINTS,
    RATE,
    ROADS_LEFT,
    SETTLEMENTS_LEFT,
    TOUCHED,
    VERTEX,
    lowest_bit,
)
from infoset_games.catan.policies import pips_at
from infoset_games.catan.position import Position
from infoset_games.catan.state import own
from infoset_games.catan.topology import (
    EDGE_FROM,
    EDGE_TO,
    EDGES,
    NOWHERE,
    VERTEX_HEXES,
    VERTICES,
)
from infoset_games.core import State
from infoset_games.evaluation import Evaluation

WON: Final = 1_000_000.0
MANY_CARDS: Final = 12
MANY_DEVS: Final = 12
MANY_ROADS: Final = 10
FEW_ROADS: Final = 2  # for each building
CLOSE: Final = 6
FAR: Final = 8
KNIGHTS_AHEAD: Final = 2
EARLY_ROUNDS: Final = 15
EARLY_ROADS: Final = 7
ANY_RATE: Final = 3
OWN_RATE: Final = 2


@final
class ScoreMap(Evaluation):
    """The sum of the scores of one seat in one position; `WON` or its negative once the game is over."""

    def __init__(self, weights: Weights) -> None:
        self.race = Race(weights)
        self.buildings = Buildings(weights)
        self.hand = Hand(weights)
        self.army = Army(weights)
        self.roads = Roads(weights)
        self.rivals = Rivals(weights)

    def value(self, state: State, seat: i64) -> float:
        position = own(state)
        if position.phase == FINISHED:
            return WON if has_won(position, seat) else -WON
        return (
            self.race.score(position, seat)
            + self.buildings.score(position, seat)
            + self.hand.score(position, seat)
            + self.army.score(position, seat)
            + self.roads.score(position, seat)
            + self.rivals.score(position, seat)
        )


def has_won(position: Position, seat: i64) -> bool:
    """Has the seat won a game that is over, perhaps among others?"""
    if not position.is_stopped:
        return seat == position.turn
    points = position.total_points(seat)
    for other in range(position.options.seats):
        if position.total_points(other) > points:
            return False
    return True


def explain(weights: Weights, state: State, seat: int) -> dict[str, float]:
    """The score map by name: what each entry adds to the value of an unfinished position."""
    nothing = read_weights(dict.fromkeys(NUMBERS, 0.0), weights)
    return {
        name: ScoreMap(read_weights({name: getattr(weights, name)}, nothing)).value(
            state, i64(seat)
        )
        for name in NUMBERS
    }


@final
class Race:
    """Points, and who leads."""

    def __init__(self, weights: Weights) -> None:
        self.point = float(weights.point)
        self.near_win = float(weights.near_win)
        self.sole_lead = float(weights.sole_lead)
        self.shared_lead = float(weights.shared_lead)
        self.rival_point = float(weights.rival_point)

    def score(self, position: Position, seat: i64) -> float:
        points = position.total_points(seat)
        best: i64 = 0
        for other in range(position.options.seats):
            if other != seat:
                best = max(best, position.total_points(other))
        score = self.point * float(points) + self.rival_point * float(best)
        if points >= position.options.target - 1:
            score += self.near_win
        if points > best:
            score += self.sole_lead
        elif points == best:
            score += self.shared_lead
        return score


@final
class Buildings:
    """Settlements and cities, what the dice bring them, and harbours."""

    def __init__(self, weights: Weights) -> None:
        self.settlement = float(weights.settlement)
        self.settlement_pip = float(weights.settlement_pip)
        self.settlement_hex = float(weights.settlement_hex)
        self.city = float(weights.city)
        self.city_pip = float(weights.city_pip)
        self.city_hex = float(weights.city_hex)
        self.close_buildings = float(weights.close_buildings)
        self.far_buildings = float(weights.far_buildings)
        self.any_harbour = float(weights.any_harbour)
        self.own_harbour = float(weights.own_harbour)
        self.harbour = float(weights.harbour)
        self.variety = float(weights.variety)
        self.blocked_pip = float(weights.blocked_pip)
        self.roll_worths = vec[float](
            [
                float(weights.wood_roll),
                float(weights.brick_roll),
                float(weights.sheep_roll),
                float(weights.wheat_roll),
                float(weights.ore_roll),
            ]
        )
        self.as_coded: bool = weights.as_coded

    def score(self, position: Position, seat: i64) -> float:
        rolls = vec[i64]([0] * (RESOURCES + 1))
        homes = vec[i64](capacity=SETTLEMENTS + CITIES)
        score = 0.0
        for vertex in range(i64(VERTICES)):
            building = i64(position.cells[VERTEX + vertex])
            if building != 0 and (building - 1) & 3 == seat:
                homes = append(homes, vertex)
                score += self.score_home(position, vertex, building > CITY, rolls)
        if self.as_coded or position.round == 0:
            score += self.score_distances(homes)
        return score + self.score_rolls(rolls) + self.score_harbours(position, seat, rolls)

    def score_home(self, position: Position, vertex: i64, is_city: bool, rolls: vec[i64]) -> float:
        """One building's own score; adds what it yields to the roll map."""
        share: i64 = 2 if is_city else 1
        pips: i64 = 0
        hexes: i64 = 0
        blocked: i64 = 0
        for i in range(3 * vertex, 3 * vertex + 3):
            place = i64(VERTEX_HEXES[i])
            if place == NOWHERE:
                continue
            here = i64(PIPS[i64(position.board.numbers[place])])
            kind = i64(position.board.terrain[place])
            hexes += 1
            pips += here
            if place == position.robber:
                blocked += share * here
            if self.as_coded:
                rolls[kind] = share * max(rolls[kind], max(1, here))
            elif kind != DESERT:
                rolls[kind] += share * here
        score = self.blocked_pip * float(blocked)
        if is_city:
            return score + (self.city + self.city_pip * float(pips) + self.city_hex * float(hexes))
        return score + (
            self.settlement + self.settlement_pip * float(pips) + self.settlement_hex * float(hexes)
        )

    def score_distances(self, homes: vec[i64]) -> float:
        """For the mean number of roads between two of the buildings."""
        pairs: i64 = 0
        steps: i64 = 0
        for i in range(len(homes)):
            for j in range(i):
                pairs += 1
                steps += i64(STEPS[VERTICES * homes[i] + homes[j]])
        if pairs == 0:
            return 0.0
        if steps < CLOSE * pairs:
            return self.close_buildings
        return self.far_buildings if steps > FAR * pairs else 0.0

    def score_rolls(self, rolls: vec[i64]) -> float:
        """For what the dice bring, and of how many resources."""
        score = 0.0
        for resource in range(i64(RESOURCES)):
            if rolls[resource] != 0:
                score += self.variety + self.roll_worths[resource] * float(rolls[resource])
        return score + (self.variety if rolls[DESERT] != 0 else 0.0)

    def score_harbours(self, position: Position, seat: i64, rolls: vec[i64]) -> float:
        """For the harbours, as the bank's rates show them; two of a kind count once."""
        score = 0.0
        has_any = True
        best: i64 = 0
        for resource in range(i64(RESOURCES)):
            rate = position.cells[RATE + RESOURCES * seat + resource]
            best = max(best, rolls[resource])
            if rate == OWN_RATE:
                score += self.harbour + self.own_harbour * float(rolls[resource])
            elif rate > ANY_RATE:
                has_any = False
        if has_any:
            score += self.harbour + self.any_harbour * float(best)
        return score


@final
class Hand:
    """The cards of resources, and what they pay for."""

    def __init__(self, weights: Weights) -> None:
        self.cards = vec[float](
            [
                float(weights.card + weights.wood_card),
                float(weights.card + weights.brick_card),
                float(weights.card + weights.sheep_card),
                float(weights.card + weights.wheat_card),
                float(weights.card + weights.ore_card),
            ]
        )
        self.excess_card = float(weights.excess_card)
        self.risk_card = float(weights.risk_card)
        self.city_price = float(weights.city_price)
        self.settlement_price = float(weights.settlement_price)
        self.road_price = float(weights.road_price)
        self.dev_price = float(weights.dev_price)
        self.city_progress = float(weights.city_progress)
        self.settlement_progress = float(weights.settlement_progress)
        self.has_prices: bool = (
            self.city_price != 0.0
            or self.settlement_price != 0.0
            or self.road_price != 0.0
            or self.dev_price != 0.0
        )
        self.as_coded: bool = weights.as_coded

    def score(self, position: Position, seat: i64) -> float:
        cells = position.cells
        held = i64(cells[HELD + seat])
        score = 0.0
        for resource in range(i64(RESOURCES)):
            score += self.cards[resource] * float(i64(cells[HAND + RESOURCES * seat + resource]))
        if held > MANY_CARDS:
            score += self.excess_card * float(held - MANY_CARDS)
        if held > HAND_LIMIT:
            score += self.risk_card * float(held - HAND_LIMIT)
        if self.has_prices:
            score += self.score_prices(position, seat)
        return score + self.score_progress(position, seat)

    def score_prices(self, position: Position, seat: i64) -> float:
        """For everything that the hand pays for."""
        score = 0.0
        if can_pay(position, seat, CITY_PRICE):
            score += self.city_price
        if can_pay(position, seat, ROAD_PRICE):
            score += self.road_price
        if can_pay(position, seat, DEV_PRICE):
            score += self.dev_price
        if can_pay(position, seat, SETTLEMENT_PRICE) or (
            self.as_coded
            and position.hand(seat, WOOD) > 0
            and position.hand(seat, SHEEP) > 0
            and position.hand(seat, WHEAT) > 0
        ):
            score += self.settlement_price
        return score

    def score_progress(self, position: Position, seat: i64) -> float:
        """For the share of the price of a city and of a settlement that is in the hand."""
        cells = position.cells
        wheat = position.hand(seat, WHEAT)
        score = 0.0
        if self.city_progress != 0.0 and cells[CITIES_LEFT + seat] != 0:
            have = min(wheat, 2) + min(position.hand(seat, ORE), 3)
            score += self.city_progress * float(have) / 5.0
        if self.settlement_progress != 0.0 and cells[SETTLEMENTS_LEFT + seat] != 0:
            have = min(wheat, 1) + min(position.hand(seat, WOOD), 1)
            have += min(position.hand(seat, BRICK), 1) + min(position.hand(seat, SHEEP), 1)
            score += self.settlement_progress * float(have) / 4.0
        return score


@final
class Army:
    """Knights and development cards."""

    def __init__(self, weights: Weights) -> None:
        self.army = float(weights.army)
        self.hoarded_army = float(weights.hoarded_army)
        self.hoarded_knights = float(weights.hoarded_knights)
        self.knight = float(weights.knight)
        self.victory_card = float(weights.victory_card)
        self.hidden_dev = float(weights.hidden_dev)
        self.excess_dev = float(weights.excess_dev)
        self.played_dev = float(weights.played_dev)

    def score(self, position: Position, seat: i64) -> float:
        cells = position.cells
        knights = i64(cells[PLAYED + RESOURCES * seat + KNIGHT])
        score = self.knight * float(knights)
        if position.army == seat:
            score += self.army
        if knights > KNIGHTS_AHEAD and self.is_far_ahead(position, seat, knights):
            score += self.hoarded_knights
            if position.army == seat:
                score += self.hoarded_army
        held = i64(cells[DEVS + seat])
        victory = position.victory_cards(seat)
        score += self.victory_card * float(victory) + self.hidden_dev * float(held - victory)
        if held > MANY_DEVS:
            score += self.excess_dev * float(held - MANY_DEVS)
        if self.played_dev != 0.0:
            played: i64 = 0
            for kind in range(i64(RESOURCES)):
                played += i64(cells[PLAYED + RESOURCES * seat + kind])
            score += self.played_dev * float(played)
        return score

    def is_far_ahead(self, position: Position, seat: i64, knights: i64) -> bool:
        """Are there more than two knights more than anybody else has played?"""
        for other in range(position.options.seats):
            if other == seat:
                continue
            if knights - i64(position.cells[PLAYED + RESOURCES * other + KNIGHT]) <= KNIGHTS_AHEAD:
                return False
        return True


@final
class Roads:
    """Roads, the longest of them, and the places they lead to."""

    def __init__(self, weights: Weights) -> None:
        self.longest_road = float(weights.longest_road)
        self.length = float(weights.length)
        self.held_length = float(weights.held_length)
        self.held_road = float(weights.held_road)
        self.excess_road = float(weights.excess_road)
        self.few_roads = float(weights.few_roads)
        self.spot = float(weights.spot)
        self.spot_pip = float(weights.spot_pip)
        self.next_spot_pip = float(weights.next_spot_pip)
        self.blocked_end = float(weights.blocked_end)
        self.linked_pair = float(weights.linked_pair)
        self.early_road = float(weights.early_road)
        self.early_spot = float(weights.early_spot)

    def score(self, position: Position, seat: i64) -> float:
        cells = position.cells
        roads = ROADS - i64(cells[ROADS_LEFT + seat])
        buildings = SETTLEMENTS + CITIES
        buildings -= i64(cells[SETTLEMENTS_LEFT + seat]) + i64(cells[CITIES_LEFT + seat])
        length = float(i64(cells[LENGTH + seat]))
        if position.longest == seat:
            score = self.longest_road + self.held_road + self.held_length * length
        else:
            score = self.length * length
        if roads > MANY_ROADS:
            score += self.excess_road * float(roads - MANY_ROADS)
        if roads <= FEW_ROADS * buildings:
            score += self.few_roads
        is_early = position.round < EARLY_ROUNDS or roads < EARLY_ROADS
        if is_early:
            score += self.early_road * float(roads)
        if cells[SETTLEMENTS_LEFT + seat] != 0:
            score += self.score_spots(position, seat, is_early)
        if self.blocked_end != 0.0:
            score += self.blocked_end * float(blocked_ends(position, seat))
        if self.linked_pair != 0.0:
            score += self.linked_pair * float(linked_pairs(position, seat))
        return score

    def score_spots(self, position: Position, seat: i64, is_early: bool) -> float:
        """For the places where the seat can settle now, and after one road more."""
        worth = self.spot + self.early_spot if is_early else self.spot
        best: i64 = 0
        spots: i64 = 0
        left = settlement_places(position, seat)
        while left != 0:
            spots += 1
            if self.spot_pip != 0.0:
                best = max(best, pips_at(position, lowest_bit(left)))
            left &= left - 1
        score = worth * float(spots) + self.spot_pip * float(best)
        if self.next_spot_pip != 0.0:
            score += self.next_spot_pip * float(best_next_spot(position, seat))
        return score


def best_next_spot(position: Position, seat: i64) -> i64:
    """The pips of the best place to settle that one road more would open."""
    masks = position.masks
    spots: i64 = 0
    for half in range(i64(2)):
        left = masks[NEXT_HIGH + seat] if half else masks[NEXT_LOW + seat]
        while left != 0:
            edge = HALF * half + lowest_bit(left)
            left &= left - 1
            spots |= bit(i64(EDGE_FROM[edge])) | bit(i64(EDGE_TO[edge]))
    spots &= masks[OPEN] & ~masks[TOUCHED + seat]
    best: i64 = 0
    while spots != 0:
        best = max(best, pips_at(position, lowest_bit(spots)))
        spots &= spots - 1
    return best


def blocked_ends(position: Position, seat: i64) -> i64:
    """How many of the vertices that own roads touch somebody else has built on."""
    count: i64 = 0
    left = position.masks[TOUCHED + seat]
    while left != 0:
        owner = position.owner_at(lowest_bit(left))
        left &= left - 1
        if owner != NOBODY and owner != seat:
            count += 1
    return count


def linked_pairs(position: Position, seat: i64) -> i64:
    """The ordered pairs of own buildings that own roads join, past whatever stands between."""
    joined = 0
    unmet = position.masks[TOUCHED + seat]
    while unmet != 0:
        net = net_from(position, seat, lowest_bit(unmet))
        unmet &= ~net
        homes: i64 = 0
        while net != 0:
            if position.owner_at(lowest_bit(net)) == seat:
                homes += 1
            net &= net - 1
        joined += homes * (homes - 1)
    return joined


def net_from(position: Position, seat: i64, vertex: i64) -> i64:
    """The vertices that own roads join with `vertex`, itself among them."""
    net = bit(vertex)
    before: i64 = 0
    while net != before:
        before = net
        for edge in range(i64(EDGES)):
            if i64(position.cells[EDGE + edge]) == seat + 1:
                ends = bit(i64(EDGE_FROM[edge])) | bit(i64(EDGE_TO[edge]))
                if net & ends != 0:
                    net |= ends
    return net


@final
class Rivals:
    """What the others have, each by the share of the target that it has reached in public."""

    def __init__(self, weights: Weights) -> None:
        self.rival_pip = float(weights.rival_pip)
        self.rival_card = float(weights.rival_card)

    def score(self, position: Position, seat: i64) -> float:
        if self.rival_pip == 0.0 and self.rival_card == 0.0:
            return 0.0
        cells = position.cells
        score = 0.0
        for vertex in range(i64(VERTICES)):
            building = i64(cells[VERTEX + vertex])
            if building != 0 and (building - 1) & 3 != seat:
                yielded = free_pips(position, vertex) * (2 if building > CITY else 1)
                share = self.share(position, (building - 1) & 3)
                score += self.rival_pip * share * float(yielded)
        for other in range(position.options.seats):
            if other != seat:
                held = float(i64(cells[HELD + other]))
                score += self.rival_card * self.share(position, other) * held
        return score

    def share(self, position: Position, seat: i64) -> float:
        """How much of the target the seat has."""
        return float(i64(position.cells[POINTS + seat])) / float(position.options.target)


def free_pips(position: Position, vertex: i64) -> i64:
    """In how many of 36 rolls the hexes around a vertex yield past the robber."""
    count: i64 = 0
    for i in range(3 * vertex, 3 * vertex + 3):
        place = i64(VERTEX_HEXES[i])
        if place != NOWHERE and place != position.robber:
            count += i64(PIPS[i64(position.board.numbers[place])])
    return count
