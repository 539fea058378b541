"""The options of Crossfire: what may be chosen, what is meant, and what is refused. Not compiled."""

from dataclasses import dataclass
from typing import Final

from infoset_games.core import Json
from infoset_games.crossfire.generator import ANY_SYMMETRY
from infoset_games.crossfire.geometry import SYMMETRY_NAMES
from infoset_games.crossfire.maps import Map, MapError, read_map
from infoset_games.crossfire.terrain import LASER_STOP_NAMES
from infoset_games.fields import is_int
from infoset_games.game import OptionError


@dataclass(frozen=True)
class Preset:
    """A size to play in."""

    size: int
    units: int


PRESETS: Final = {"mini": Preset(11, 3), "standard": Preset(15, 5), "large": Preset(21, 8)}
STANDARD: Final = "standard"
ANY: Final = "any"
SYMMETRIES: Final = (ANY, *SYMMETRY_NAMES)
MOST_RECHARGE: Final = 20

DESCRIBED: Final[dict[str, dict[str, Json]]] = {
    "preset": {
        "type": "string",
        "default": STANDARD,
        "enum": list(PRESETS),
        "about": "board and units: mini 11x11 with 3, standard 15x15 with 5, large 21x21 with 8",
    },
    "laser_stop": {
        "type": "string",
        "default": LASER_STOP_NAMES[0],
        "enum": list(LASER_STOP_NAMES),
        "about": "what ends a beam: mountain and water, or mountain only",
    },
    "recharge_min": {
        "type": "integer",
        "default": 2,
        "minimum": 1,
        "maximum": MOST_RECHARGE,
        "about": "the least recharge time, in rounds",
    },
    "recharge_max": {
        "type": "integer",
        "default": 6,
        "minimum": 1,
        "maximum": MOST_RECHARGE,
        "about": "the greatest recharge time, in rounds",
    },
    "symmetry": {
        "type": "string",
        "default": ANY,
        "enum": list(SYMMETRIES),
        "about": "the symmetry of random maps",
    },
    "map": {
        "type": "string",
        "default": "",
        "about": "a drawn map in text form; empty for random ones. It decides size and units",
    },
    "mirror": {
        "type": "boolean",
        "default": False,
        "about": "a test room for one seat: the enemy does the image of what you do",
    },
}


def read_choice(value: Json, name: str, words: tuple[str, ...]) -> str:
    """One of `words`. Raises OptionError."""
    if not isinstance(value, str) or value not in words:
        raise OptionError(name, f"one of {', '.join(words)}")
    return value


def read_recharge(least: Json, most: Json) -> tuple[int, int]:
    """The range of the recharge times. Raises OptionError."""
    for name, value in (("recharge_min", least), ("recharge_max", most)):
        if not is_int(value, 1, MOST_RECHARGE):
            raise OptionError(name, f"an integer in 1..{MOST_RECHARGE}")
    if least > most:
        raise OptionError("recharge_max", f"at least recharge_min, {least}")
    return int(least), int(most)


def read_drawn(value: Json) -> Map | None:
    """The drawn map, None for an empty text. Raises OptionError naming line or square."""
    if not isinstance(value, str):
        raise OptionError("map", "the text of a map")
    try:
        return read_map(value) if value else None
    except MapError as error:
        raise OptionError("map", f"a map; {error}") from None


def symmetry_of(name: str) -> int:
    """The symmetry a name means, ANY_SYMMETRY for any."""
    return ANY_SYMMETRY if name == ANY else SYMMETRY_NAMES.index(name)
