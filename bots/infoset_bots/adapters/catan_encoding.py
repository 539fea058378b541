"""Catan for learners: decisions spelled with 286 numbers, and what a seat knows as 1,094 small ones.

The same for all options. Trades between seats are named card by card (catan_actions.py). The tensor leaves
out how likely each of the possible hands is, the history of development cards, and which trades were
offered before in this turn; the observation itself has them.
"""

from itertools import product
from typing import Final

from infoset_bots.adapters import catan_actions, catan_cells
from infoset_bots.adapters.encoding import Encoding, Options, Parts, named
from infoset_bots.adapters.menu import menu_alone
from infoset_games.catan.actions import (
    ACCEPT,
    BANK_TRADE,
    BUY_DEV,
    CITY,
    CONFIRM,
    COUNTER_OFFER,
    DISCARD,
    END_TURN,
    MOVE_ROBBER,
    OFFER,
    PAIRS,
    PHASE_NAMES,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_PLENTY,
    PLAY_ROAD_BUILDING,
    REJECT,
    ROAD,
    ROLL,
    SETTLEMENT,
    STEAL,
    WITHDRAW,
)
from infoset_games.catan.cards import (
    DEV_NAMES,
    HARBOUR_NAMES,
    MOST_SEATS,
    RESOURCE_NAMES,
    TERRAIN_NAMES,
)
from infoset_games.catan.observation import Observation
from infoset_games.catan.position import Position
from infoset_games.catan.state import own
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.catan.trades import ANSWER_NAMES, TRADES, given, taken
from infoset_games.catan.trading import everybody
from infoset_games.core import State

SINGLE_NAMES: Final = (
    "target",
    "round",
    "rounds left",
    "first die",
    "second die",
    "has rolled",
    "has played a development card",
    "deck",
    "offers left",
    "free roads",
)
SEAT_NAMES: Final = (
    "plays",
    "points",
    "hand",
    "development cards",
    "road length",
    "roads left",
    "settlements left",
    "cities left",
    "victory cards at most",
    "cards to discard",
    "largest army",
    "longest road",
)
SEATS: Final = ("own seat", *(f"seat +{distance}" for distance in range(1, MOST_SEATS)))


class CatanEncoding(Encoding):
    """Decisions by catan_actions.py; cells in 0..255, most of them 0 or 1."""

    actions = catan_actions.ACTIONS
    row = (actions,)
    cells = catan_cells.CELLS
    low = 0.0
    high = float(catan_cells.MOST)

    def options(self, state: State, seat: int, parts: Parts) -> Options:
        menu = menu_alone(self.actions)
        if own(state).is_asked(seat):
            catan_actions.list_numbers(own(state), seat, parts, menu)
        return menu.options()

    def spell(self, state: State, seat: int, action: int) -> Parts:
        if action < OFFER:
            return super().spell(state, seat, action)
        return trade_numbers(own(state), action)

    def tensor(self, observation: Observation, parts: Parts = ()) -> bytes:
        """Shared facts, the board, then every seat from the own one on. Takes no spectator's observation."""
        return catan_cells.cells_of(observation, parts)

    def coder(self) -> catan_cells.CatanCoder:
        return catan_cells.CatanCoder()

    def cell_names(self) -> list[str]:
        """As catan_cells.py lays them out."""
        return [
            *(f"view of seat {seat}" for seat in range(MOST_SEATS)),
            *named("turn of", SEATS),
            *named("phase", PHASE_NAMES),
            *SINGLE_NAMES,
            *named("bank", RESOURCE_NAMES),
            *named("put aside", RESOURCE_NAMES),
            *named("bought in this turn", DEV_NAMES),
            *trade_names("offer"),
            *("spelling an offer", "spelling a counter-offer"),
            *trade_names("spelled"),
            *named("spelled to", SEATS[1:]),
            *(
                f"hex {place}: {name}"
                for place in range(HEXES)
                for name in (*TERRAIN_NAMES, "number", "robber")
            ),
            *(
                f"harbour {place}: {name}"
                for place in range(catan_cells.HARBOURS)
                for name in HARBOUR_NAMES
            ),
            *(
                f"vertex {vertex}: {name}"
                for vertex in range(VERTICES)
                for name in (*SEATS, "city", "placed last")
            ),
            *(f"edge {edge}: {name}" for edge in range(EDGES) for name in SEATS),
            *(f"{seat}: {name}" for seat in SEATS for name in seat_names()),
        ]

    def action_names(self) -> list[str]:
        """As catan_actions.py numbers them."""
        names = [""] * self.actions
        names[ROLL], names[END_TURN], names[REJECT] = "roll", "end turn", "reject"
        names[WITHDRAW], names[ACCEPT] = "withdraw", "accept"
        names[BUY_DEV], names[PLAY_KNIGHT] = "buy development card", "play knight"
        names[PLAY_ROAD_BUILDING] = "play road building"
        pairs = [f"{RESOURCE_NAMES[one]} and {RESOURCE_NAMES[other]}" for one, other in PAIRS]
        for first, row in (
            (CONFIRM, named("confirm", SEATS)),
            (STEAL, named("steal from", SEATS)),
            (PLAY_MONOPOLY, named("play monopoly", RESOURCE_NAMES)),
            (DISCARD, named("discard", RESOURCE_NAMES)),
            (PLAY_PLENTY, named("play plenty", (*pairs, *RESOURCE_NAMES))),
            (BANK_TRADE, bank_trades()),
            (MOVE_ROBBER, [f"move robber to hex {place}" for place in range(HEXES)]),
            (CITY, [f"build city on vertex {vertex}" for vertex in range(VERTICES)]),
            (SETTLEMENT, [f"build settlement on vertex {vertex}" for vertex in range(VERTICES)]),
            (ROAD, [f"build road on edge {edge}" for edge in range(EDGES)]),
            (catan_actions.OFFER_TRADE, ["offer a trade", "offer another trade in return"]),
            (catan_actions.GIVE_CARD, named("give", RESOURCE_NAMES)),
            (catan_actions.TAKE_CARD, named("take", RESOURCE_NAMES)),
            (catan_actions.TO_SEAT, named("ask", SEATS[1:])),
            (catan_actions.PROPOSE, ["propose"]),
        ):
            names[first : first + len(row)] = row
        return names


def trade_numbers(position: Position, action: int) -> Parts:
    """What list_trade of catan_actions.py leads to an offer or a counter-offer with."""
    is_offer = action < COUNTER_OFFER
    whom, trade = divmod(action - (OFFER if is_offer else COUNTER_OFFER), TRADES)
    parts = [catan_actions.OFFER_TRADE if is_offer else catan_actions.COUNTER_TRADE]
    for first, cards in (
        (catan_actions.GIVE_CARD, given(trade)),
        (catan_actions.TAKE_CARD, taken(trade)),
    ):
        for resource, count in enumerate(cards):
            parts += [first + resource] * count
    if is_offer and whom != everybody(position):
        parts += [catan_actions.TO_SEAT + at for at in range(MOST_SEATS - 1) if whom >> at & 1]
    return (*parts, catan_actions.PROPOSE)


def seat_names() -> list[str]:
    """The cells of one seat."""
    return [
        *SEAT_NAMES,
        *named("at least", RESOURCE_NAMES),
        *named("at most", RESOURCE_NAMES),
        *named("usable", DEV_NAMES),
        *named("played", DEV_NAMES),
        *named("bank takes", RESOURCE_NAMES),
        *named("answer", ANSWER_NAMES[1:]),
        *trade_names("counter-offer"),
    ]


def trade_names(what: str) -> list[str]:
    """The cells of a trade."""
    return [*named(f"{what} gives", RESOURCE_NAMES), *named(f"{what} takes", RESOURCE_NAMES)]


def bank_trades() -> list[str]:
    """Given resource first; the five of a resource for itself are never legal."""
    return [
        f"trade {give} for {take} with the bank"
        for give, take in product(RESOURCE_NAMES, RESOURCE_NAMES)
    ]
