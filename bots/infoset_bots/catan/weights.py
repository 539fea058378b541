"""What the players of Catan value, as data: one named number for each entry of the score map.

The map is that of H. Phillingham, "Conquerors of Catan" (2023), Table 4. What each entry counts is in
scores.py; rewriting a map for a style of play is the business of modifiers.py.

A file of weights is a flat TOML table or JSON object; what it leaves out is as usual, in `strong`:

    point = 12
    blocked_pip = -1.5
"""

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

MOST: Final = 1e9  # a weight beyond it would drown victory and defeat


class WeightsError(ValueError):
    """Weights that cannot be; the message names the file or the entry, and what was expected."""


@dataclass(frozen=True, kw_only=True)
class Weights:
    """One score map. The defaults are the thesis' text; entries that are 0 there are the program's, or ours.

    A *pip* is one of 36 rolls of two dice that yields a card to a settlement. The *roll map* is the sum
    of pips by resource, doubled for cities.
    """

    # Points and the race for them.
    point: float = 10
    near_win: float = 10_000  # one point short of the target
    sole_lead: float = 100  # more points than anybody else
    shared_lead: float = 50

    # Buildings.
    settlement: float = 500
    settlement_pip: float = 2
    settlement_hex: float = 2
    city: float = 1000
    city_pip: float = 3
    city_hex: float = 2
    close_buildings: float = 10  # mean distance below 6 roads, while placing
    far_buildings: float = -10  # mean distance above 8 roads, while placing

    # Harbours: by the roll map of what they trade, and for having them.
    any_harbour: float = 3  # x the best entry of the roll map
    own_harbour: float = 2  # x the entry of its resource
    harbour: float = 0

    # The hand.
    card: float = 1
    wood_card: float = 0
    brick_card: float = 0
    sheep_card: float = 0
    wheat_card: float = 0
    ore_card: float = 0
    excess_card: float = -0.5  # beyond 12
    risk_card: float = 0  # beyond what a seven leaves alone
    city_price: float = 0  # can pay for one
    settlement_price: float = 0
    road_price: float = 0
    dev_price: float = 0
    city_progress: float = 0  # x the share of the price in the hand, while one can be built
    settlement_progress: float = 0

    # What the dice bring.
    variety: float = 3  # different resources
    wood_roll: float = 0
    brick_roll: float = 0
    sheep_roll: float = 0
    wheat_roll: float = 0
    ore_roll: float = 0
    blocked_pip: float = 0  # own pips under the robber

    # Army and development cards.
    army: float = 50
    hoarded_army: float = -25  # the army with more than two knights more than anybody else
    hoarded_knights: float = 0  # so many knights, with or without the army
    knight: float = 0  # played
    victory_card: float = -5
    hidden_dev: float = 0  # held, but for victory cards
    excess_dev: float = -0.5  # held, beyond 12
    played_dev: float = 0

    # Roads and where they lead.
    longest_road: float = 50
    length: float = 2  # x the longest trail, without the card
    held_length: float = 0  # the same with the card
    held_road: float = 2  # with the card, whatever the length
    excess_road: float = -1.5  # beyond 10
    few_roads: float = 25  # at most two roads for each building
    spot: float = 5  # where one can settle at once
    spot_pip: float = 0  # of the best such place
    next_spot_pip: float = 0  # of the best place that one road more opens
    blocked_end: float = -5  # somebody else's building at an own road
    linked_pair: float = 0  # ordered pairs of own buildings joined by own roads
    early_road: float = 0  # a road in the first 14 rounds, or with less than 7 roads
    early_spot: float = 0  # a spot at that time

    # The others, each by the share of the target that it has.
    rival_point: float = 0  # points of the best of them, not by share
    rival_pip: float = 0  # what their buildings yield past the robber
    rival_card: float = 0  # what they hold

    # Reads Table 4 as the original program does, mistakes included; scores.py lists them.
    as_coded: bool = False


NUMBERS: Final = tuple(field.name for field in fields(Weights) if field.name != "as_coded")

TEXT: Final = Weights()

# The code column: dead entries are 0, a city counts as a settlement, every road counts with or without
# the card.
LEGACY: Final = Weights(
    near_win=0,
    city=500,
    city_pip=2,
    any_harbour=2,
    card=0,
    brick_card=2,
    ore_card=2,
    city_price=50,
    settlement_price=25,
    road_price=10,
    dev_price=10,
    army=0,
    hoarded_army=0,
    hoarded_knights=-25,
    knight=3,
    longest_road=0,
    length=7,
    held_length=7,
    held_road=0,
    spot=0,
    linked_pair=3,
    as_coded=True,
)

# Ours, with a point for a hundred: points, what brings more of them, and what the others have.
STRONG: Final = Weights(
    point=100,
    near_win=0,
    sole_lead=0,
    shared_lead=0,
    settlement=-24,
    settlement_pip=4.1,
    settlement_hex=0,
    city=-73,
    city_pip=0,
    city_hex=0,
    close_buildings=0,
    far_buildings=0,
    any_harbour=0.1,
    own_harbour=1.9,
    card=2.8,
    excess_card=0,
    risk_card=-10.6,
    city_progress=19.8,
    settlement_progress=13.7,
    variety=36,
    wood_roll=5,
    brick_roll=6.1,
    sheep_roll=5.3,
    wheat_roll=8.2,
    ore_roll=10.3,
    blocked_pip=-2.7,
    army=-2.6,
    hoarded_army=0,
    knight=15.5,
    victory_card=0,
    hidden_dev=26,
    excess_dev=0,
    longest_road=19.1,
    length=6.8,
    held_length=6.3,
    held_road=0,
    excess_road=0,
    few_roads=0,
    spot=0.6,
    spot_pip=7.3,
    next_spot_pip=3.1,
    blocked_end=0,
    rival_point=-20,
    rival_pip=-4.3,
    rival_card=-5.2,
)

USUAL: Final = STRONG  # what a player has where nothing is asked for
PRESETS: Final[Mapping[str, Weights]] = {"text": TEXT, "legacy": LEGACY, "strong": STRONG}


def find_weights(asked: str) -> Weights:
    """The weights of that name, or of a file that ends in .toml or .json. Raises WeightsError."""
    if asked in PRESETS:
        return PRESETS[asked]
    if not asked.endswith((".toml", ".json")):
        raise WeightsError(
            f"expected one of {', '.join(PRESETS)}, or a file (.toml, .json), got {asked!r}"
        )
    return load_weights(Path(asked))


def load_weights(path: Path) -> Weights:
    """The weights in a file. Raises WeightsError naming the file and what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
        values = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # of either reader, and of text that is no UTF-8
        raise WeightsError(f"{path}: {error}") from error
    if not isinstance(values, dict):
        raise WeightsError(f"{path}: expected names with numbers")
    try:
        return read_weights(values, USUAL)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from None


def save_weights(path: Path, weights: Weights) -> None:
    """Writes every entry, as TOML or, to a file that ends in .json, as JSON. Raises OSError."""
    values = asdict(weights)
    if path.suffix == ".json":
        text = json.dumps(values, indent=1)
    else:
        text = "\n".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    path.write_text(text + "\n", encoding="utf-8")


def read_weights(values: Mapping[str, Any], base: Weights = TEXT) -> Weights:
    """`base` with the entries of plain data in place of its own. Raises WeightsError naming the entry."""
    for name, value in values.items():
        if name == "as_coded":
            if not isinstance(value, bool):
                raise WeightsError(f"{name}: expected true or false, got {value!r}")
        elif name not in NUMBERS:
            raise WeightsError(f"{name}: no such entry; known: {', '.join(NUMBERS)}, as_coded")
        elif not is_weight(value):
            raise WeightsError(
                f"{name}: expected a number from {-MOST:g} to {MOST:g}, got {value!r}"
            )
    return replace(base, **values)


def is_weight(value: Any) -> bool:
    """Is it a finite number of a size that makes sense?"""
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= MOST
