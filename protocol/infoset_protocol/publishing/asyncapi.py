"""The AsyncAPI 3 document: the server's side of one `session` channel. Payloads are the JSON Schemas of `schema`.

AsyncAPI knows neither our TCP framing nor msgpack; the prose rules on those.
"""

from collections.abc import Iterator
from typing import Any

from infoset_protocol.catalog import Direction, Entry, all_messages
from infoset_protocol.schema import Schema, definitions, schema_id
from infoset_protocol.version import DEFAULT_PORT, PROTOCOL_MAJOR, PROTOCOL_MINOR, SUBPROTOCOLS

VERSION = "3.0.0"

_CHANNEL = {"$ref": "#/channels/session"}


def document() -> dict[str, Any]:
    """The whole document."""
    return {
        "asyncapi": VERSION,
        "id": schema_id("asyncapi"),
        "info": {
            "title": "Infoset",
            "version": f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}",
            "description": "A server for board games with hidden information. Every message is one "
            "flat object told apart by `type`. Operations are the server's: it receives requests "
            "and pushes what happens.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": {
            "session": {
                "address": None,
                "title": "One connection",
                "description": "The client speaks first, with `hello`.",
                "messages": {
                    entry.name: {"$ref": f"#/components/messages/{entry.name}"}
                    for entry in all_messages()
                },
            }
        },
        "operations": dict(_operations()),
        "components": {
            "messages": {entry.name: _message(entry) for entry in all_messages()},
            "schemas": {name: _relink(schema) for name, schema in definitions().items()},
            "correlationIds": {
                "request": {
                    "location": "$message.payload#/id",
                    "description": "Number of a request.",
                },
                "answer": {
                    "location": "$message.payload#/re",
                    "description": "Number of the request that is answered; absent in pushes.",
                },
            },
        },
    }


def _servers() -> dict[str, Any]:
    host = "{host}:{port}"
    variables = {
        "host": {"default": "localhost"},
        "port": {"default": str(DEFAULT_PORT)},
    }
    names = " or ".join(f"`{name}`" for name in SUBPROTOCOLS)
    web = f"WebSocket, subprotocol {names}; none offered means JSON."
    stream = "JSON lines if the first byte is `{`, length-prefixed msgpack if it is zero."
    return {
        "ws": {
            "host": host,
            "pathname": "/v1",
            "protocol": "ws",
            "description": web,
            "variables": variables,
        },
        "wss": {
            "host": host,
            "pathname": "/v1",
            "protocol": "wss",
            "description": web,
            "variables": variables,
        },
        "tcp": {"host": host, "protocol": "tcp", "description": stream, "variables": variables},
        "tls": {
            "host": host,
            "protocol": "secure-tcp",
            "description": stream,
            "variables": variables,
        },
    }


def _operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """One `on_<type>` for each request, and one `push` for all that the server may say unasked."""
    for entry in all_messages():
        if entry.direction is Direction.CLIENT:
            yield f"on_{entry.type_name}", _receive(entry)
    yield (
        "push",
        {
            "action": "send",
            "channel": _CHANNEL,
            "summary": "What the server says without being asked.",
            "messages": [_link(e) for e in all_messages() if e.direction is Direction.SERVER],
        },
    )


def _receive(entry: Entry) -> dict[str, Any]:
    operation = {
        "action": "receive",
        "channel": _CHANNEL,
        "summary": _summary(entry),
        "messages": [_link(entry)],
    }
    answers = replies_to(entry)
    if answers:
        operation["reply"] = {
            "channel": _CHANNEL,
            "messages": [_link(answer) for answer in answers],
        }
    return operation


def replies_to(entry: Entry) -> list[Entry]:
    """What may answer a request, `error` last; nothing for what is never answered."""
    wanted: tuple[str, ...] = getattr(entry.model, "replies", ())
    if not wanted:
        return []
    by_type = {e.type_name: e for e in all_messages() if e.direction is Direction.SERVER}
    return [by_type[name] for name in (*wanted, "error")]


def _message(entry: Entry) -> dict[str, Any]:
    asks = entry.direction is Direction.CLIENT
    return {
        "name": entry.type_name,
        "title": entry.name,
        "summary": _summary(entry),
        "correlationId": {"$ref": f"#/components/correlationIds/{'request' if asks else 'answer'}"},
        "payload": {"$ref": f"#/components/schemas/{entry.name}"},
    }


def _summary(entry: Entry) -> str:
    """The first line of the model's docstring."""
    return (entry.model.__doc__ or "").partition("\n")[0]


def _link(entry: Entry) -> dict[str, str]:
    return {"$ref": f"#/channels/session/messages/{entry.name}"}


def _relink(node: Any) -> Schema | Any:
    """A schema whose references point into this document."""
    if isinstance(node, dict):
        return {
            name: value.replace("#/$defs/", "#/components/schemas/")
            if name == "$ref"
            else _relink(value)
            for name, value in node.items()
        }
    if isinstance(node, list):
        return [_relink(entry) for entry in node]
    return node
