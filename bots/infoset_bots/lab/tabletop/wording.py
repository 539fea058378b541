"""What a program's player does, said so that people can do it on the real board. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.watching.catan_words import card_name, cards_text, trade_text
from infoset_games.catan.board import Board
from infoset_games.catan.cards import (
    CITY_PRICE,
    DESERT,
    DEV_PRICE,
    GENERIC,
    HARBOUR_NAMES,
    KNIGHT,
    RESOURCE_NAMES,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
    TERRAIN_NAMES,
)
from infoset_games.catan.cells import ANSWER, COUNTER, EDGE, RATE
from infoset_games.catan.state import CatanState
from infoset_games.catan.topology import (
    EDGE_ENDS,
    HARBOUR_EDGES,
    NOWHERE,
    VERTEX_HEXES,
)
from infoset_games.catan.trades import COUNTERED, given, taken
from infoset_games.core import Json

PRICES: Final[Mapping[str, bytes]] = {
    "road": ROAD_PRICE,
    "settlement": SETTLEMENT_PRICE,
    "city": CITY_PRICE,
    "buy_dev": DEV_PRICE,
}
PLAIN: Final = {
    "roll": "rolls the dice",
    "play_knight": f"plays its {card_name(KNIGHT)}: lay it open",
    "play_road_building": f"plays {card_name(ROAD_BUILDING)}: lay it open",
    "accept": "says yes to the offer",
    "reject": "says no to the offer",
    "withdraw": "withdraws its offer",
}


class Announcer:
    """Says actions of the program's players at one table."""

    def __init__(self, board: Board, names: Sequence[str]) -> None:
        self._board = board
        self._names = names

    def say(self, state: CatanState, seat: int, action: Sequence[Json]) -> str:
        """What `seat` does in this position. Tells nothing but the action and what all can see."""
        verb = str(action[0])
        if verb in PLAIN:
            words = PLAIN[verb]
        elif verb in PRICES:
            price = cards_text(list(PRICES[verb]))
            words = f"{self._built(state, seat, action)}; pay {price} to the bank"
        else:
            words = self._other(state, seat, action)
        return f"{self._names[seat]} {words}."

    def vertex(self, vertex: int) -> str:
        """A corner by what lies around it: `vertex 12 (ore 10, wheat 12, brick 6)`."""
        around = [
            self.hex_name(int(place))
            for place in VERTEX_HEXES[3 * vertex : 3 * vertex + 3]
            if place != NOWHERE
        ]
        for edge, kind in zip(HARBOUR_EDGES, self._board.harbours, strict=True):
            if vertex in EDGE_ENDS[edge]:
                name = HARBOUR_NAMES[kind]
                around.append(f"{name} harbour" if kind == GENERIC else f"2:1 {name} harbour")
        return f"vertex {vertex} ({', '.join(around)})"

    def hex_name(self, place: int) -> str:
        """A hex by terrain and number: `ore 10`."""
        terrain = int(self._board.terrain[place])
        name = TERRAIN_NAMES[terrain]
        return name if terrain == DESERT else f"{name} {int(self._board.numbers[place])}"

    def road(self, state: CatanState, seat: int, edge: int) -> str:
        """A road from where the seat already is to where it comes."""
        first, second = (int(end) for end in EDGE_ENDS[edge])
        if not is_reached(state, seat, first) and is_reached(state, seat, second):
            first, second = second, first
        return f"a road from {self.vertex(first)} to {self.vertex(second)}: edge {edge}"

    def _built(self, state: CatanState, seat: int, action: Sequence[Json]) -> str:
        match action:
            case ["road", edge]:
                return f"builds {self.road(state, seat, edge)}"
            case ["settlement", vertex]:
                return f"builds a settlement at {self.vertex(vertex)}"
            case ["city", vertex]:
                return f"makes its settlement at {self.vertex(vertex)} a city"
            case _:
                return "buys a development card: lay the top card face down before it"

    def _other(self, state: CatanState, seat: int, action: Sequence[Json]) -> str:
        match action:
            case ["place_settlement", vertex]:
                return f"places a settlement at {self.vertex(vertex)}"
            case ["place_road", edge]:
                return f"places {self.road(state, seat, edge)}"
            case ["free_road", edge]:
                return f"builds, free of charge, {self.road(state, seat, edge)}"
            case ["move_robber", place]:
                return f"moves the robber to hex {place} ({self.hex_name(place)})"
            case ["steal", victim]:
                return f"steals from {self._names[victim]}"
            case ["discard", resource]:
                return f"puts 1 {RESOURCE_NAMES[resource]} aside"
            case ["play_monopoly", resource]:
                name = RESOURCE_NAMES[resource]
                return f"plays monopoly on {name}: everybody hands over all {name}"
            case ["play_plenty", *resources]:
                return f"plays year of plenty: it takes {counted(resources)} from the bank"
            case ["end_turn"]:
                return f"ends its turn: the dice go to {self._names[(seat + 1) % len(self._names)]}"
            case ["bank", give, take]:
                rate = int(state.cells[RATE + RESOURCES * seat + give])
                return f"trades with the bank: {rate} {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[take]}"
            case _:
                return self._trade(state, seat, action)

    def _trade(self, state: CatanState, seat: int, action: Sequence[Json]) -> str:
        match action:
            case ["offer", give, take, *to]:
                others = to[0] if to else [at for at in range(len(self._names)) if at != seat]
                asked = " and ".join(self._names[other] for other in others)
                return f"offers {asked}: {cards_text(give)} of its own for {cards_text(take)}"
            case ["counter", give, take]:
                return f"would give {cards_text(give)} for {cards_text(take)}"
            case ["confirm", partner]:
                give, take = agreed(state, int(partner))
                return f"trades with {self._names[partner]}: it gives {trade_text(give, take)}"
            case _:
                raise AssertionError(f"no such action: {action!r}")


def counted(resources: Sequence[Any]) -> str:
    """`1 wood, 1 ore` for resources one by one."""
    return cards_text([list(resources).count(resource) for resource in range(RESOURCES)])


def agreed(state: CatanState, partner: int) -> tuple[list[int], list[int]]:
    """What the seat whose turn it is gives and gets if it closes with `partner`."""
    if state.cells[ANSWER + partner] == COUNTERED:
        trade = state.masks[COUNTER + partner]
        return taken(trade), given(trade)
    return given(state.offer), taken(state.offer)


def is_reached(state: CatanState, seat: int, vertex: int) -> bool:
    """Has the seat a building or a road there?"""
    if state.owner_at(vertex) == seat:
        return True
    return any(
        vertex in ends and state.cells[EDGE + edge] == seat + 1
        for edge, ends in enumerate(EDGE_ENDS)
    )
