"""What a declared game writes, as JSON Schema: it follows from the types."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import json

from infoset_games.core import Json
from infoset_games.declared.actions import Action
from infoset_games.declared.options import Options
from infoset_games.declared.position import Position
from infoset_games.declared.state import SPECTATOR

TEMPLATE: Final = "#/$defs/{name}"


def payloads_of(
    actions: Sequence[type[Action]], options: type[Options], position: type[Position]
) -> dict[str, Json]:
    """The definitions `Observation`, `Action`, `Options` and what they refer to, by name."""
    kinds: list[Any] = [options, position, *actions]
    references, components = json.schema_components(kinds, ref_template=TEMPLATE)
    found: dict[str, Any] = {name.rpartition(".")[2]: one for name, one in components.items()}
    observed = found.pop(_name(references[1]))
    seat = {"type": "integer", "minimum": SPECTATOR}
    fields = {"seat": seat, **observed["properties"]}
    return {
        **found,
        "Observation": {**observed, "properties": fields, "required": list(fields)},
        "Action": {"oneOf": references[2:]},
        "Options": found[_name(references[0])],
        "Consts": _consts(found[_name(references[0])]),
    }


def _name(reference: dict[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _consts(options: dict[str, Any]) -> dict[str, Any]:
    """As `DeclaredGame.consts` has them: the options, and the bounds of the actions."""
    return {
        "type": "object",
        "properties": {**options["properties"], "actions": {"type": "object"}},
    }
