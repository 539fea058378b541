"""What a position of Catan is worth to a seat before the end. Compiled."""

from typing import Final, final

from mypy_extensions import i64

from infoset_games.catan.cards import HAND_LIMIT, KNIGHT, PIPS, RESOURCES
from infoset_games.catan.cells import CITY, DEVS, HELD, LENGTH, PLAYED, VERTEX
from infoset_games.catan.position import Position
from infoset_games.catan.state import own
from infoset_games.catan.topology import HEX_VERTICES, HEXES
from infoset_games.core import State
from infoset_games.evaluation import Evaluation

# What these stand for, in points.
PIP_WORTH: Final = 0.06  # of a settlement's yield in 36 rolls; a city has it twice
CARD_WORTH: Final = 0.08  # up to what a seven leaves alone
DEV_WORTH: Final = 0.3  # a hidden card that is no point itself
KNIGHT_WORTH: Final = 0.15
ROAD_WORTH: Final = 0.08  # a piece of the longest trail


@final
class IslandWorth(Evaluation):
    """Points with victory cards, and a little for what brings more of them."""

    def value(self, state: State, seat: i64) -> float:
        position = own(state)
        cells = position.cells
        victory = position.victory_cards(seat)
        hidden = i64(cells[DEVS + seat]) - victory
        return (
            float(position.total_points(seat))
            + PIP_WORTH * float(pips_of(position, seat))
            + CARD_WORTH * float(min(i64(cells[HELD + seat]), HAND_LIMIT))
            + DEV_WORTH * float(hidden)
            + KNIGHT_WORTH * float(i64(cells[PLAYED + RESOURCES * seat + KNIGHT]))
            + ROAD_WORTH * float(i64(cells[LENGTH + seat]))
        )


def pips_of(position: Position, seat: i64) -> i64:
    """The cards that 36 rolls yield to a seat, on average."""
    count: i64 = 0
    for place in range(i64(HEXES)):
        if place == position.robber:
            continue
        pips = i64(PIPS[i64(position.board.numbers[place])])
        for i in range(6 * place, 6 * place + 6):
            building = i64(position.cells[VERTEX + i64(HEX_VERTICES[i])])
            if building != 0 and (building - 1) & 3 == seat:
                count += 2 * pips if building > CITY else pips
    return count
