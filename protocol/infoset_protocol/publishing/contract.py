"""The contract as plain data, for comparison with an earlier one: schemas without their texts, and all codes."""

import json
from typing import Any

from infoset_protocol.catalog import Direction, Entry, all_messages
from infoset_protocol.errors import CLOSES, ERRORS
from infoset_protocol.schema import Schema, definitions
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR

_TEXTS = ("description", "title")  # keywords that only explain


def contract() -> dict[str, Any]:
    """What clients of this minor rely on; `infoset_protocol.compatibility` compares two of them."""
    return {
        "protocol": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
        "client": {
            entry.type_name: {"schema": entry.name, "replies": _replies(entry)}
            for entry in all_messages()
            if entry.direction is Direction.CLIENT
        },
        "server": {
            entry.type_name: {
                "schema": entry.name,
                "numbered": bool(getattr(entry.model, "sequenced", True)),
            }
            for entry in all_messages()
            if entry.direction is Direction.SERVER
        },
        "definitions": {name: _without_texts(schema) for name, schema in definitions().items()},
        "errors": {
            str(code): {
                "group": info.group.name.lower(),
                "fatal": info.fatal,
                "close": None if info.close is None else int(info.close),
                "data": list(info.data),
                "meaning": info.meaning,
            }
            for code, info in ERRORS.items()
        },
        "closes": {
            str(int(code)): {
                "reconnect": info.reconnect,
                "resume": info.resume,
                "meaning": info.meaning,
            }
            for code, info in CLOSES.items()
        },
    }


def write_contract(plain: dict[str, Any]) -> str:
    """The text of a contract: JSON with a line for each message, definition and code."""
    parts = []
    for name, value in plain.items():
        if isinstance(value, dict):
            rows = [f"{_compact(key)}:{_compact(row)}" for key, row in value.items()]
            parts.append(f"{_compact(name)}:{{\n" + ",\n".join(rows) + "\n}")
        else:
            parts.append(f"{_compact(name)}:{_compact(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _replies(entry: Entry) -> list[str]:
    replies: tuple[str, ...] = getattr(entry.model, "replies")  # noqa: B009 - only requests have it
    return list(replies)


def _without_texts(schema: Schema) -> Schema:
    """A schema without what only explains. A field may be called as a keyword is."""
    return {
        keyword: {name: _without_texts(field) for name, field in value.items()}
        if keyword == "properties"
        else _strip(value)
        for keyword, value in schema.items()
        if keyword not in _TEXTS
    }


def _strip(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_texts(value)
    if isinstance(value, list):
        return [_strip(item) for item in value]
    return value


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
