"""What a match of Catan tells besides: dice, robber, resources, trades, roads and knights. From public events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from infoset_games.catan.cards import DEV_KINDS, KNIGHT, RESOURCES, SEVEN
from infoset_games.catan.cells import CITY, VERTEX
from infoset_games.catan.position import Position
from infoset_games.catan.topology import HEX_VERTICES
from infoset_games.core import State

SUMS: Final = 11  # of two dice, from 2
CORNERS: Final = 6


@dataclass
class SeatTale:
    """One seat. Cards by resource or summed; `held_*` count turns of any seat with the special card."""

    produced: list[int] = field(default_factory=lambda: [0] * RESOURCES)
    blocked: int = 0  # cards that the robber kept away
    stolen: int = 0
    lost: int = 0  # to thieves
    discarded: int = 0
    robber_moves: int = 0
    sevens: int = 0
    offers: int = 0
    deals: int = 0  # with other seats
    bank_trades: int = 0
    bought: int = 0
    played: list[int] = field(default_factory=lambda: [0] * DEV_KINDS)
    held_road: int = 0
    held_army: int = 0


@dataclass(frozen=True)
class IslandTale:
    """One match; `dice` counts the sums 2 to 12, `turns` those of all seats."""

    dice: list[int]
    turns: int
    seats: list[SeatTale]

    @property
    def knights(self) -> list[int]:
        """Knights played, by seat."""
        return [seat.played[KNIGHT] for seat in self.seats]


class IslandTeller:
    """Listens to a match: `hear` everything, then ask for the `tale`."""

    def __init__(self, seats: int) -> None:
        self._dice = [0] * SUMS
        self._turns = 0
        self._seats = [SeatTale() for _ in range(seats)]
        self._road = self._army = -1

    def tale(self) -> IslandTale:
        """What was heard so far."""
        return IslandTale(self._dice, self._turns, self._seats)

    def hear(self, state: State, item: Mapping[str, Any]) -> None:
        """Takes in a public event; `state` is the position after it."""
        kind = item["e"]
        match kind:
            case "turn":
                self._begin_turn()
            case "dice":
                self._roll(state, item)
            case "longest_road":
                self._road = item["by"]
            case "largest_army":
                self._army = item["by"]
            case "over":
                pass
            case _ if item.get("by", -1) >= 0:
                self._book(kind, item, self._seats[item["by"]])

    def _begin_turn(self) -> None:
        self._turns += 1
        if self._road >= 0:
            self._seats[self._road].held_road += 1
        if self._army >= 0:
            self._seats[self._army].held_army += 1

    def _roll(self, state: State, item: Mapping[str, Any]) -> None:
        total = sum(item["dice"])
        self._dice[total - 2] += 1
        if total == SEVEN:
            self._seats[item["by"]].sevens += 1
        else:
            assert isinstance(state, Position)
            for seat, cards in enumerate(blocked_cards(state, total, len(self._seats))):
                self._seats[seat].blocked += cards

    def _book(self, kind: str, item: Mapping[str, Any], seat: SeatTale) -> None:
        match kind:
            case "yield":
                seat.produced = [a + b for a, b in zip(seat.produced, item["cards"], strict=True)]
            case "robber":
                seat.robber_moves += 1
            case "theft":
                seat.stolen += 1
                self._seats[item["from"]].lost += 1
            case "discard":
                seat.discarded += item["count"]
            case "offer":
                seat.offers += 1
            case "trade":
                seat.deals += 1
                self._seats[item["with"]].deals += 1
            case "bank":
                seat.bank_trades += 1
            case "buy":
                seat.bought += 1
            case "play":
                seat.played[item["card"]] += 1
            case _:
                pass


def blocked_cards(position: Position, total: int, seats: int) -> list[int]:
    """By seat the cards that the robber's hex would have yielded for this roll."""
    cards = [0] * seats
    place = int(position.robber)
    if position.board.numbers[place] != total:
        return cards
    for vertex in HEX_VERTICES[CORNERS * place : CORNERS * (place + 1)]:
        piece = int(position.cells[VERTEX + vertex])
        if piece > CITY:
            cards[piece - CITY - 1] += 2
        elif piece:
            cards[piece - 1] += 1
    return cards
