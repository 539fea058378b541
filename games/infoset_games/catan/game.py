"""Catan as the server and the bots meet it: options, deal, notation. The rules are in state.py."""

from collections.abc import Mapping
from typing import Any, Final

from infoset_games.catan import events, notation, reversing, wire
from infoset_games.catan.actions import ANSWERS, MAIN
from infoset_games.catan.board import Board
from infoset_games.catan.cards import (
    CITIES,
    CITY_PRICE,
    DEV_COUNTS,
    DEV_NAMES,
    DEV_PRICE,
    HARBOUR_NAMES,
    LEAST_ARMY,
    LEAST_ROAD,
    MOST_SEATS,
    RESOURCE_CARDS,
    RESOURCE_NAMES,
    RESOURCES,
    ROAD_PRICE,
    ROADS,
    SETTLEMENT_PRICE,
    SETTLEMENTS,
    TERRAIN_NAMES,
)
from infoset_games.catan.determinize import sample_state
from infoset_games.catan.layouts import (
    LAYOUT_NAMES,
    PRINTED,
    RANDOM,
    LayoutError,
    deal_board,
    read_deal,
    read_layout,
    write_deal,
    write_layout,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.options import (
    LEAST_TARGET,
    MAX_OFFERS,
    MENU_NAMES,
    MENU_SINGLE,
    MOST_OFFERS,
    MOST_ROUNDS,
    MOST_TARGET,
    ROUND_LIMIT,
    TARGET,
    Options,
)
from infoset_games.catan.reading import read_observation, read_position
from infoset_games.catan.state import CatanState, first_state, own
from infoset_games.catan.topology import EDGE_ENDS, HARBOUR_EDGES, HEX_AXIAL, HEX_VERTICES, HEXES
from infoset_games.catan.trading import may_offer
from infoset_games.core import Json, State
from infoset_games.fields import is_int
from infoset_games.game import Event, Game, OptionError
from infoset_games.rng import Rng

FEWEST_SEATS: Final = 2


class Catan(Game):
    """The rules of Catan under fixed options; see README.md next to this file."""

    name = "catan"
    rules = "catan/1.0"
    seat_range = (FEWEST_SEATS, MOST_SEATS)
    simultaneous = True

    def __init__(
        self,
        *,
        seats: Json = MOST_SEATS,
        target: Json = TARGET,
        layout: Json = RANDOM,
        round_limit: Json = ROUND_LIMIT,
        public_discards: Json = True,
        bank_public: Json = True,
        trade_menu: Json = MENU_NAMES[MENU_SINGLE],
        max_offers: Json = MAX_OFFERS,
        friendly_robber: Json = False,
        rob_empty: Json = False,
    ) -> None:
        """Raises OptionError. See `describe_options`."""
        self.seats = _count("seats", seats, FEWEST_SEATS, MOST_SEATS)
        self.layout, self.board = _layout(layout)
        self.rule_options = Options(
            self.seats,
            _count("target", target, LEAST_TARGET, MOST_TARGET),
            _count("round_limit", round_limit, 1, MOST_ROUNDS),
            _flag("public_discards", public_discards),
            _flag("bank_public", bank_public),
            _menu("trade_menu", trade_menu),
            _count("max_offers", max_offers, 0, MOST_OFFERS),
            _flag("friendly_robber", friendly_robber),
            _flag("rob_empty", rob_empty),
        )

    @staticmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        return {
            "seats": _described_count(MOST_SEATS, FEWEST_SEATS, MOST_SEATS, "seats that play"),
            "target": _described_count(TARGET, LEAST_TARGET, MOST_TARGET, "points that win"),
            "layout": {
                "type": "string",
                "enum": list(LAYOUT_NAMES),
                "default": RANDOM,
                "about": "the board by name, or an object with hexes and harbours",
            },
            "round_limit": _described_count(
                ROUND_LIMIT, 1, MOST_ROUNDS, "rounds after which the most points win"
            ),
            "public_discards": _described_flag(True, "everybody sees what a seven costs others"),
            "bank_public": _described_flag(True, "everybody sees how much the bank holds"),
            "trade_menu": {
                "type": "string",
                "enum": list(MENU_NAMES),
                "default": MENU_NAMES[MENU_SINGLE],
                "about": "offers that are listed; all others can be made as well",
            },
            "max_offers": _described_count(
                MAX_OFFERS, 0, MOST_OFFERS, "offers to other seats in one turn; 0: no trade"
            ),
            "friendly_robber": _described_flag(
                False, "the robber spares whoever has less than 3 public points"
            ),
            "rob_empty": _described_flag(False, "seats without cards can be chosen as victims"),
        }

    def options(self) -> dict[str, Json]:
        options = self.rule_options
        return {
            "seats": self.seats,
            "target": int(options.target),
            "layout": self.layout,
            "round_limit": int(options.round_limit),
            "public_discards": options.public_discards,
            "bank_public": options.bank_public,
            "trade_menu": MENU_NAMES[options.trade_menu],
            "max_offers": int(options.max_offers),
            "friendly_robber": options.friendly_robber,
            "rob_empty": options.rob_empty,
        }

    def deal(self, rng: Rng) -> dict[str, Json]:
        """The board: terrain, numbers and harbours."""
        if self.board is not None:
            return write_deal(self.board)
        return write_deal(deal_board(self.layout, rng))

    def start(self, deal: Json) -> CatanState:
        return first_state(self._read_board("deal", deal), self.rule_options)

    def from_plain(self, value: Json) -> CatanState:
        """The position that `State.to_plain` wrote, perhaps edited. Raises ValueError naming the field.

        A position that the rules cannot reach is refused, as far as it shows that by itself.
        """
        state = read_position(value, self.rule_options)
        self._read_board("board", value["board"])
        return state

    def _read_board(self, field: str, deal: Json) -> Board:
        """The board of a deal, which must be one of this game. Raises ValueError naming the field."""
        try:
            board = read_deal(deal, apart=True)
        except ValueError as error:
            raise ValueError(f"{field}: {error}") from None
        if self.board is not None and board.facts() != self.board.facts():
            raise ValueError(f"{field}: expected the board {self.layout}")
        return board

    def determinize(self, observation: Observation, rng: Rng) -> CatanState:
        return sample_state(observation, rng)

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        return events.narrate(own(before), joint, own(after))

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        return reversing.is_reversible(own(before), action, own(after))

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return notation.write_action(own(state), action)

    def read_action(self, state: State, seat: int, value: Json) -> int:
        action = notation.parse_action(own(state), value)
        state.verify(seat, action)
        return action

    def write_observation(self, observation: Observation) -> dict[str, Json]:
        return wire.write_observation(observation)

    def read_observation(self, value: Json) -> Observation:
        return read_observation(value, self.rule_options)

    def params(self, state: State, seat: int) -> list[dict[str, Json]]:
        """Offers and counter-offers beside those of the menu."""
        position = own(state)
        if not position.is_asked(seat):
            return []
        if position.phase == MAIN and may_offer(position):
            side = {"len": RESOURCES, "min": 0, "max": RESOURCE_CARDS}
            others = [other for other in range(self.seats) if other != seat]
            return [
                {"kind": "offer", "fields": {"give": side, "take": side, "to": {"enum": others}}}
            ]
        if position.phase == ANSWERS:
            side = {"len": RESOURCES, "min": 0, "max": RESOURCE_CARDS}
            return [{"kind": "counter", "fields": {"give": side, "take": side}}]
        return []

    def consts(self) -> dict[str, Json]:
        return {
            "resources": list(RESOURCE_NAMES),
            "terrain": list(TERRAIN_NAMES),
            "harbours": list(HARBOUR_NAMES),
            "resource_cards": RESOURCE_CARDS,
            "dev_cards": [
                {"name": name, "count": count}
                for name, count in zip(DEV_NAMES, DEV_COUNTS, strict=True)
            ],
            "prices": {
                "road": list(ROAD_PRICE),
                "settlement": list(SETTLEMENT_PRICE),
                "city": list(CITY_PRICE),
                "dev": list(DEV_PRICE),
            },
            "pieces": {"road": ROADS, "settlement": SETTLEMENTS, "city": CITIES},
            "longest_road": LEAST_ROAD,
            "largest_army": LEAST_ARMY,
            "hexes": [list(axial) for axial in HEX_AXIAL],
            "hex_vertices": [
                list(HEX_VERTICES[6 * place : 6 * place + 6]) for place in range(HEXES)
            ],
            "edges": [list(ends) for ends in EDGE_ENDS],
            "harbour_edges": list(HARBOUR_EDGES),
        }


def _count(option: str, value: Any, least: int, most: int) -> int:
    if not is_int(value, least, most):
        raise OptionError(option, f"an integer in {least}..{most}")
    return int(value)


def _flag(option: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise OptionError(option, "true or false")
    return value


def _menu(option: str, value: Any) -> int:
    if value not in MENU_NAMES:
        raise OptionError(option, f"one of {', '.join(MENU_NAMES)}")
    return MENU_NAMES.index(value)


def _layout(value: Any) -> tuple[Any, Board | None]:
    """The layout as an option, and its board where there is only one."""
    if isinstance(value, str) and value in LAYOUT_NAMES:
        return value, PRINTED.get(value)
    names = ", ".join(LAYOUT_NAMES)
    if not isinstance(value, dict):
        raise OptionError("layout", f"one of {names}, or an object with hexes and harbours")
    try:
        board = read_layout(value)
    except LayoutError as error:
        raise OptionError("layout", f"a board that can be laid: {error}") from None
    return write_layout(board), board


def _described_count(default: int, least: int, most: int, about: str) -> dict[str, Json]:
    return {
        "type": "integer",
        "default": default,
        "minimum": least,
        "maximum": most,
        "about": about,
    }


def _described_flag(default: bool, about: str) -> dict[str, Json]:
    return {"type": "boolean", "default": default, "about": about}
