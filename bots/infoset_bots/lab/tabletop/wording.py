"""What a program's player does, said so that people can do it on the real board. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.watching.catan_words import cards_text, harbour_name, resource_name, trade_text
from infoset.wording import listed, say
from infoset_games.catan.board import Board
from infoset_games.catan.cards import (
    CITY_PRICE,
    DESERT,
    DEV_PRICE,
    GENERIC,
    RESOURCES,
    ROAD_PRICE,
    SETTLEMENT_PRICE,
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


class Announcer:
    """Says actions of the program's players at one table."""

    def __init__(self, board: Board, names: Sequence[str]) -> None:
        self._board = board
        self._names = names

    def say(self, state: CatanState, seat: int, action: Sequence[Json]) -> str:
        """What `seat` does in this position. Tells nothing but the action and what all can see."""
        verb = str(action[0])
        known = self._known(state, seat, action)
        if verb in PRICES:
            known["price"] = cards_text(list(PRICES[verb]))
        return say(f"terminal-table-say-{verb}", name=self._names[seat], **known)

    def vertex(self, vertex: int) -> str:
        """A corner by what lies around it: `vertex 12 (ore 10, wheat 12, brick 6)`."""
        around = [
            self.hex_name(int(place))
            for place in VERTEX_HEXES[3 * vertex : 3 * vertex + 3]
            if place != NOWHERE
        ]
        for edge, kind in zip(HARBOUR_EDGES, self._board.harbours, strict=True):
            if vertex in EDGE_ENDS[edge]:
                name = harbour_name(kind)
                exchange = name if kind == GENERIC else f"2:1 {name}"
                around.append(say("terminal-table-harbour", kind=exchange))
        return say("terminal-table-vertex", number=vertex, around=", ".join(around))

    def hex_name(self, place: int) -> str:
        """A hex by terrain and number: `ore 10`."""
        terrain = int(self._board.terrain[place])
        name = resource_name(terrain)
        return name if terrain == DESERT else f"{name} {int(self._board.numbers[place])}"

    def road(self, state: CatanState, seat: int, edge: int) -> str:
        """A road from where the seat already is to where it comes."""
        first, second = (int(end) for end in EDGE_ENDS[edge])
        if not is_reached(state, seat, first) and is_reached(state, seat, second):
            first, second = second, first
        ends = {"from": self.vertex(first), "to": self.vertex(second)}
        return say("terminal-table-road", edge=edge, **ends)

    def _known(self, state: CatanState, seat: int, action: Sequence[Json]) -> dict[str, str]:
        """What the words of an action say besides who does it."""
        match action:
            case ["road" | "place_road" | "free_road", edge]:
                return {"road": self.road(state, seat, edge)}
            case ["settlement" | "city" | "place_settlement", vertex]:
                return {"vertex": self.vertex(vertex)}
            case ["move_robber", place]:
                return {"hex": str(place), "lies": self.hex_name(place)}
            case ["steal", victim]:
                return {"whom": self._names[int(victim)]}
            case ["discard" | "play_monopoly", resource]:
                return {"card": resource_name(resource)}
            case ["play_plenty", *resources]:
                return {"cards": counted(resources)}
            case ["end_turn"]:
                return {"whom": self._names[(seat + 1) % len(self._names)]}
            case _:
                return self._traded(state, seat, action)

    def _traded(self, state: CatanState, seat: int, action: Sequence[Json]) -> dict[str, str]:
        match action:
            case ["bank", give, take]:
                rate = int(state.cells[RATE + RESOURCES * seat + give])
                return {"trade": trade_text(of_one(give, rate), of_one(take, 1))}
            case ["offer", give, take, *to]:
                others = to[0] if to else [at for at in range(len(self._names)) if at != seat]
                asked = listed(self._names[other] for other in others)
                return {"whom": asked, "give": cards_text(give), "take": cards_text(take)}
            case ["counter", give, take]:
                return {"trade": trade_text(give, take)}
            case ["confirm", partner]:
                give, take = agreed(state, int(partner))
                return {"whom": self._names[int(partner)], "trade": trade_text(give, take)}
            case _:
                return {}


def of_one(resource: int, count: int) -> list[int]:
    """So many cards of one resource, by resource."""
    return [count if kind == resource else 0 for kind in range(RESOURCES)]


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
