"""Gathers what the SDKs are made from: the protocol's messages and codes, the payloads of the games."""

import json
from pathlib import Path
from typing import Any

from infoset_protocol.errors import CLOSES, ERRORS
from infoset_protocol.publishing.contract import contract
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR
from infoset_sdk_gen.model import CloseInfo, ErrorInfo, Module, Scalar, Source, Union
from infoset_sdk_gen.reading import read_definitions
from infoset_sdk_gen.vocabularies import share_vocabularies

MESSAGES = "protocol/schemas/messages.json"
PAYLOADS = "games/infoset_games/*/payloads.json"
SIDES = {
    "client": ("ClientMessage", "Anything a client may send."),
    "server": ("ServerMessage", "Anything a server may send, in this minor of the protocol."),
}


def read_source(root: Path) -> Source:
    """Everything, from the project's folder `root`."""
    agreed = contract()
    return Source(
        major=PROTOCOL_MAJOR,
        minor=PROTOCOL_MINOR,
        wire=read_wire(json.loads((root / MESSAGES).read_text("utf-8"))),
        games=tuple(
            read_game(json.loads(path.read_text("utf-8"))) for path in sorted(root.glob(PAYLOADS))
        ),
        replies={kind: tuple(entry["replies"]) for kind, entry in agreed["client"].items()},
        errors=tuple(
            ErrorInfo(str(code), info.fatal == "yes", info.meaning) for code, info in ERRORS.items()
        ),
        closes=tuple(
            CloseInfo(int(code), *_way_back(info.reconnect), info.meaning)
            for code, info in CLOSES.items()
        ),
    )


def read_wire(document: dict[str, Any]) -> Module:
    """The messages of the protocol, from their combined schema."""
    schemas = {
        SIDES[name][0] if name in SIDES else name: _with_doc(name, schema)
        for name, schema in document["$defs"].items()
    }
    definitions = share_vocabularies(read_definitions(schemas))
    ordered = sorted(definitions, key=lambda definition: isinstance(definition, Union))
    version = f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}"
    return Module("wire", "The messages of the Infoset protocol.", version, tuple(ordered))


def read_game(document: dict[str, Any]) -> Module:
    """The payloads of one game: numbers of cards, places, points, none of them large."""
    definitions = share_vocabularies(read_definitions(document["$defs"], Scalar.SMALL))
    rules = str(document["title"])
    return Module(rules.partition("/")[0], str(document["description"]), rules, definitions)


def _way_back(advice: str) -> tuple[bool, bool]:
    """May a program reconnect by itself, and ask for its old session? From the words of the table."""
    can_reconnect = not advice.startswith("no")
    return can_reconnect, can_reconnect and "new " not in advice


def _with_doc(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": SIDES[name][1], **schema} if name in SIDES else schema
