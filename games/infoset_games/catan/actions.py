"""The codes of actions and phases. Compiled; what the actions do is in state.py and its helpers.

Codes mean the same wherever they stand. Lists of legal actions ascend, so the harmless action of
every decision, where it has one, comes first.
"""

from typing import Final

from infoset_games.catan.cards import DEV_KINDS, MOST_SEATS, RESOURCES
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.catan.trades import TRADES

# Phases.
PLACE_SETTLEMENTS: Final = 0
PLACE_ROADS: Final = 1
BEFORE_ROLL: Final = 2
DICE: Final = 3  # chance
DISCARDS: Final = 4  # several seats at once
ROBBER: Final = 5
VICTIM: Final = 6
THEFT: Final = 7  # chance
FREE_ROADS: Final = 8
MAIN: Final = 9
DRAW: Final = 10  # chance
ANSWERS: Final = 11  # several seats at once
DEAL: Final = 12
FINISHED: Final = 13
PHASE_NAMES: Final = (
    "place_settlement",
    "place_road",
    "roll",
    "dice",
    "discard",
    "robber",
    "victim",
    "theft",
    "free_road",
    "main",
    "draw",
    "answer",
    "deal",
    "over",
)

# Codes.
ROLL: Final = 0
END_TURN: Final = 1
REJECT: Final = 2
WITHDRAW: Final = 3
ACCEPT: Final = 4
BUY_DEV: Final = 5
PLAY_KNIGHT: Final = 6
PLAY_ROAD_BUILDING: Final = 7
CONFIRM: Final = 8  # by seat
STEAL: Final = CONFIRM + MOST_SEATS  # by seat
PLAY_MONOPOLY: Final = STEAL + MOST_SEATS  # by resource
DISCARD: Final = PLAY_MONOPOLY + RESOURCES  # by resource
PLAY_PLENTY: Final = DISCARD + RESOURCES  # by pair, then by single resource
PAIRS: Final = tuple((one, other) for one in range(RESOURCES) for other in range(one, RESOURCES))
PAIR_FIRST: Final = bytes([one for one, _ in PAIRS])
PAIR_SECOND: Final = bytes([other for _, other in PAIRS])
PAIR_COUNT: Final = 15
BANK_TRADE: Final = PLAY_PLENTY + PAIR_COUNT + RESOURCES  # 5 * given + taken
MOVE_ROBBER: Final = BANK_TRADE + RESOURCES * RESOURCES  # by hex
CITY: Final = MOVE_ROBBER + HEXES  # by vertex
SETTLEMENT: Final = CITY + VERTICES  # by vertex
ROAD: Final = SETTLEMENT + VERTICES  # by edge
FREE_ROAD: Final = ROAD + EDGES  # by edge
PLACE_SETTLEMENT: Final = FREE_ROAD + EDGES  # by vertex
PLACE_ROAD: Final = PLACE_SETTLEMENT + VERTICES  # by edge
DICE_ROLL: Final = PLACE_ROAD + EDGES  # 6 * first die + second die, both from 0
STOLEN: Final = DICE_ROLL + 36  # by resource
DRAWN: Final = STOLEN + RESOURCES  # by development card
OFFER: Final = 1024  # + TRADES * addressees (trades.py) + trade
COUNTER_OFFER: Final = OFFER + 8 * TRADES  # + trade
CODES: Final = COUNTER_OFFER + TRADES

assert DRAWN + DEV_KINDS <= OFFER
