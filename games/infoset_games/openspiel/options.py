"""The options of OpenSpiel's games that players may choose. Only these: a board of a million squares is an option, too."""

from collections.abc import Mapping
from typing import Any, Final

from infoset_games.core import Json
from infoset_games.fields import is_int
from infoset_games.game import OptionError

MOST_PLAYERS: Final = 10
FEWER_PLAYERS: Final = {  # where OpenSpiel takes only some numbers, or worlds become too many to be listed
    "first_sealed_auction": 3,
    "pathfinding": 1,
    "repeated_leduc_poker": 3,
    "snake": 2,
}
Described = dict[str, dict[str, Json]]

HOLDEM: Final = {  # what OpenSpiel's own tests call hold'em; the blinds are those of two or more seats
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numRounds": 4,
    "numBoardCards": "0 3 1 1",
}
LIMIT: Final = {"betting": "limit", "raiseSize": "10 10 20 20", "maxRaises": "3 4 4 4"}
NO_LIMIT: Final = {"betting": "nolimit", "bettingAbstraction": "fcpa"}


def _number(default: int, least: int, most: int, about: str) -> dict[str, Json]:
    return {"type": "int", "default": default, "min": least, "max": most, "about": about}


EXTRA: Final[Mapping[str, Described]] = {
    "goofspiel": {"num_cards": _number(13, 3, 13, "cards of each suit")},
    "liars_dice": {"numdice": _number(1, 1, 5, "dice of each player")},
    "universal_poker": {
        "variant": {
            "type": "enum",
            "default": "no_limit_holdem",
            "values": ["no_limit_holdem", "limit_holdem"],
            "about": "hold'em without a limit, or with one",
        }
    },
}


def describe_options(member: str, kind: Any) -> Described:
    """The options of a game, by name, as `Game.describe_options` gives them."""
    described: Described = {}
    least = kind.min_num_players
    most = min(kind.max_num_players, FEWER_PLAYERS.get(member, MOST_PLAYERS))
    default = kind.parameter_specification.get("players")
    if member == "universal_poker":
        described["players"] = _number(2, 2, MOST_PLAYERS, "players")
    elif default is not None and least < most:
        described["players"] = _number(max(default, least), least, most, "players")
    return described | EXTRA.get(member, {})


def read_options(described: Described, given: Mapping[str, Json]) -> dict[str, Json]:
    """The options in force. Raises OptionError naming the one that is wrong."""
    for name, value in given.items():
        if name not in described:
            raise OptionError(
                name, f"one of the options {', '.join(sorted(described)) or '(none)'}"
            )
        about = described[name]
        if about["type"] == "enum":
            if not isinstance(value, str) or value not in about["values"]:
                raise OptionError(name, f"one of {', '.join(about['values'])}")
        elif not is_int(value, about["min"], about["max"]):
            raise OptionError(name, f"an integer in {about['min']}..{about['max']}")
    return {name: given.get(name, about["default"]) for name, about in described.items()}


FIXED: Final[Mapping[str, Mapping[str, Json]]] = {
    "bridge": {"use_double_dummy_result": False},  # else deals are solved, and not played
}


def parameters(member: str, options: Mapping[str, Json]) -> dict[str, Json]:
    """The options as OpenSpiel's parameters."""
    if member != "universal_poker":
        return {**options, **FIXED.get(member, {})}
    seats, variant = int(options["players"]), options["variant"]
    each: dict[str, Json] = {"numPlayers": seats}
    if seats == 2:  # the button posts the small blind, and acts last after the flop
        each |= {"blind": "10 5", "firstPlayer": "2 1 1 1"}
    else:
        rest = " 0" * (seats - 2)
        each |= {"blind": f"5 10{rest}", "firstPlayer": "3 1 1 1"}
    stacks = {"stack": " ".join(["1000"] * seats)}
    return {**HOLDEM, **each, **stacks, **(LIMIT if variant == "limit_holdem" else NO_LIMIT)}
