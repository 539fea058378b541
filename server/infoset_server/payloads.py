"""The JSON Schemas that a game brings along, for `describe`. Does not check anything against them."""

import json
import sys
from functools import cache
from importlib.resources import files
from typing import Any

from infoset_games.registry import find_game

FILE = "payloads.json"  # in the package of the game's class
PARTS = ("Observation", "Action", "Event", "Options", "Consts")


@cache
def payload_schemas(name: str) -> dict[str, Any] | None:
    """The definitions of a game, and what is an observation, an action, ... among them.

    None where the game has none. References are within what is returned. Raises UnknownGameError.
    """
    package = sys.modules[find_game(name).__module__].__package__
    if not package:
        return None
    found = files(package) / FILE
    if not found.is_file():
        return None
    definitions = json.loads(found.read_text("utf-8"))["$defs"]
    parts = {part.lower(): {"$ref": f"#/$defs/{part}"} for part in PARTS if part in definitions}
    return {**parts, "$defs": definitions}
