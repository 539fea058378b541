"""The 16 kinds of module and the six colonists: names, numbers, colours. Compiled; no rules."""

from typing import Final

SEATS: Final = 4
HAND_LIMIT: Final = 5
MODULES: Final = 16  # kinds
MOST_CARDS: Final = 52
MOST_COLONY: Final = 8
COLONISTS: Final = 6

# Colonists in canonical order. The three that live on a colour carry the number of their colour.
ECOLOGIST: Final = 0
GENERAL: Final = 1
MINER: Final = 2
OPPORTUNIST: Final = 3
SPY: Final = 4
VISIONARY: Final = 5
NOBODY: Final = 6  # no colonist, or one that is not known
COLONIST_NAMES: Final = ("ecologist", "general", "miner", "opportunist", "spy", "visionary")
COLONIST_ABOUT: Final = (
    "one more omnium for each green module in the own colony",
    "one more omnium for each red module in the own colony",
    "one more omnium for each blue module in the own colony",
    "names another colonist and takes up to two omnium from whoever has it",
    "names another colonist and swaps hands with whoever has it",
    "draws one more card",
)

COLOUR_NAMES: Final = ("green", "red", "blue", "none")

# Tables by module, as bytes: an index into them costs next to nothing, compiled or not.
COST: Final = bytes((4, 5, 6, 8, 2, 3, 5, 8, 1, 2, 3, 6, 1, 4, 6, 12))
VALUE: Final = bytes((4, 6, 8, 11, 2, 3, 6, 10, 1, 2, 3, 7, 1, 5, 8, 16))
COLOUR: Final = bytes((0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3))
COPIES: Final = (4, 4, 4, 1) * 4
LETTERS: Final = "abcdefghijklmnop"
MODULE_NAMES: Final = (
    "Oxygen Generator",
    "Water Reservoir",
    "Hydroponics Facility",
    "Eco-Dome",
    "Marketplace",
    "Warehouse",
    "Quarry",
    "Omnium Purification Plant",
    "Garrison",
    "Barracks",
    "Military Academy",
    "Planetary Defense System",
    "Housing Unit",
    "Spaceport",
    "Research Lab",
    "Mass Relay",
)
