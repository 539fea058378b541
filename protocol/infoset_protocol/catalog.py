"""What the contract consists of, as data: messages, parts, fields. Derived from the models only.

For the tools around the models (schemas, field tables, coverage of the vectors), not for traffic.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, get_args

from infoset_protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Message, Part


class Direction(StrEnum):
    """Who sends a message."""

    CLIENT = "c2s"
    SERVER = "s2c"


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of the contract. `type_name` is unique within a direction, the model's name everywhere."""

    direction: Direction
    type_name: str
    model: type[Message]

    @property
    def name(self) -> str:
        """The model's name, unique over both directions."""
        return self.model.__name__


@cache
def all_messages() -> tuple[Entry, ...]:
    """Every message, requests first, in the order in which the models are defined."""
    tables: tuple[tuple[Direction, Mapping[str, type[Message]]], ...] = (
        (Direction.CLIENT, CLIENT_MESSAGES),
        (Direction.SERVER, SERVER_MESSAGES),
    )
    return tuple(
        Entry(direction, name, model)
        for direction, table in tables
        for name, model in table.items()
    )


def find_message(direction: Direction, type_: str) -> type[Message] | None:
    """The model of a message, or None if there is no such type in this direction."""
    table: Mapping[str, type[Message]] = (
        CLIENT_MESSAGES if direction is Direction.CLIENT else SERVER_MESSAGES
    )
    return table.get(type_)


@cache
def all_parts() -> tuple[type[Part], ...]:
    """Every object inside messages, in the order in which messages mention them."""
    found: dict[type[Part], None] = {}
    waiting: list[type[Part]] = [entry.model for entry in all_messages()]
    while waiting:
        for part in _parts_in(waiting.pop(0)):
            if part not in found:
                found[part] = None
                waiting.append(part)
    return tuple(found)


def visit(model: type[Part], plain: Mapping[str, Any]) -> Iterator[tuple[type[Part], Any]]:
    """The object itself and all objects of the contract inside it, each with its model."""
    yield model, plain
    for name, part in _nested_fields(model).items():
        value = plain.get(name)
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, Mapping):
                yield from visit(part, inner)


@cache
def _nested_fields(model: type[Part]) -> Mapping[str, type[Part]]:
    """The fields of a model that hold other objects of the contract, or lists of them."""
    return {
        name: part
        for name, field in model.model_fields.items()
        if (part := _part_of(field.annotation)) is not None
    }


def _parts_in(model: type[Part]) -> tuple[type[Part], ...]:
    return tuple(dict.fromkeys(_nested_fields(model).values()))


def _part_of(annotation: Any) -> type[Part] | None:
    """The object an annotation is about: `X`, `X | None`, `list[X]`; None for plain values."""
    if inspect.isclass(annotation) and issubclass(annotation, Part):
        return annotation
    for inner in get_args(annotation):
        if (part := _part_of(inner)) is not None:
            return part
    return None
