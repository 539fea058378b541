"""What there is in the box: resources, terrain, harbours, development cards, pieces and prices. Compiled."""

from typing import Final

MOST_SEATS: Final = 4
NOBODY: Final = -1

# Resources, and the terrain that yields them, in the order used everywhere.
WOOD: Final = 0
BRICK: Final = 1
SHEEP: Final = 2
WHEAT: Final = 3
ORE: Final = 4
RESOURCES: Final = 5
DESERT: Final = 5  # a terrain
GENERIC: Final = 5  # a harbour for any resource, 3:1
RESOURCE_NAMES: Final = ("wood", "brick", "sheep", "wheat", "ore")
TERRAIN_NAMES: Final = (*RESOURCE_NAMES, "desert")
HARBOUR_NAMES: Final = (*RESOURCE_NAMES, "3:1")
RESOURCE_CARDS: Final = 19  # of each
HEX_COUNTS: Final = (4, 3, 4, 4, 3, 1)  # by terrain
HARBOUR_COUNTS: Final = (1, 1, 1, 1, 1, 4)  # by kind
TOKENS: Final = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)  # A..R

# Development cards.
KNIGHT: Final = 0
ROAD_BUILDING: Final = 1
PLENTY: Final = 2
MONOPOLY: Final = 3
VICTORY: Final = 4  # never played
DEV_KINDS: Final = 5
DEV_NAMES: Final = ("knight", "road_building", "plenty", "monopoly", "victory")
DEV_COUNTS: Final = (14, 2, 2, 2, 5)
DEV_CARDS: Final = 25

# Pieces of a seat, and prices by resource.
ROADS: Final = 15
SETTLEMENTS: Final = 5
CITIES: Final = 4
ROAD_PRICE: Final = bytes((1, 1, 0, 0, 0))
SETTLEMENT_PRICE: Final = bytes((1, 1, 1, 1, 0))
CITY_PRICE: Final = bytes((0, 0, 0, 2, 3))
DEV_PRICE: Final = bytes((0, 0, 1, 1, 1))

LEAST_ROAD: Final = 5  # the longest road's least length
LEAST_ARMY: Final = 3  # the largest army's least number of knights
SPECIAL_POINTS: Final = 2  # of either
HAND_LIMIT: Final = 7  # cards that a seven leaves alone
PIPS: Final = bytes((0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1))  # ways out of 36, by number
SEVEN: Final = 7
