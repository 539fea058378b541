"""What schemas say, in the few words that every programming language has. Knows no schema, no language.

A `Module` becomes one namespace: `wire` holds the messages of the protocol, and each game has one for
its observations, actions, events, options and constants. Names are unique within a module.

    Record   an object with named fields              {"seat": 2, "round": 3}
    Row      a list whose entries have names          ["build", 9]
    Enum     a word out of a few                      "build"
    Union    one of several records, told apart by a field, or of several rows, by their first entry

What a server sends may have more fields, words and union members than are known here: readers
skip fields, keep or replace words, and must have a place for members they do not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Scalar(StrEnum):
    """A value without structure. `INT` lies within 53 bits, `SMALL` within 32; `ANY` is any JSON value."""

    INT = "int"
    SMALL = "small"
    NUM = "num"
    TEXT = "text"
    BOOL = "bool"
    ANY = "any"


@dataclass(frozen=True)
class ListOf:
    """A JSON array of equal items."""

    item: "Type"


@dataclass(frozen=True)
class MapOf:
    """A JSON object with free keys."""

    value: "Type"


@dataclass(frozen=True)
class Named:
    """A definition of the same module, by its name."""

    name: str


Type = Scalar | ListOf | MapOf | Named


class Empty(StrEnum):
    """What an empty list or map says in a field that may be absent."""

    SAME = "same"  # as much as an absent one
    NEWS = "news"  # something else: readers and writers must tell them apart
    FORBIDDEN = "forbidden"  # nothing: only an absent one is allowed, so it may stand for that


@dataclass(frozen=True)
class Field:
    """One field of a record, or one entry of a row, as the wire names it (`snake_case`).

    One that is not required may be absent; `default` is then what it means (None: nothing special).
    Lists and maps have no `default`, but `empty` (None: required, or neither list nor map).
    """

    name: str
    type: Type
    is_required: bool
    doc: str
    default: str | int | float | bool | None = None
    empty: Empty | None = None


@dataclass(frozen=True)
class Record:
    """An object. With a `tag` (field and value, such as `type` and `hello`) it is one of a union.

    The tag is not among `fields`.
    """

    name: str
    doc: str
    fields: tuple[Field, ...]
    tag: tuple[str, str] | None = None


@dataclass(frozen=True)
class Row:
    """A list with a meaning for each place. With a `verb`, that word stands in front of `items`.

    Only the last items may be optional. `rest` describes any number of further entries.
    """

    name: str
    doc: str
    items: tuple[Field, ...]
    verb: str | None = None
    rest: Field | None = None


@dataclass(frozen=True)
class Enum:
    """A word out of a few; a later server may know more."""

    name: str
    doc: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Member:
    """One alternative of a union: what it is told by (a message type, an event kind, a verb), and what it is."""

    tag: str
    name: str


@dataclass(frozen=True)
class Union:
    """One of several records, told apart by their field `tag`; or of several rows (`tag` is None)."""

    name: str
    doc: str
    tag: str | None
    members: tuple[Member, ...]


Definition = Record | Row | Enum | Union


@dataclass(frozen=True)
class Module:
    """One namespace. `version` is that of the protocol (`1.0`) or of the rules (`catan/1.0`)."""

    name: str
    doc: str
    version: str
    definitions: tuple[Definition, ...]

    def find(self, name: str) -> Definition:
        """The definition called `name`. Raises KeyError."""
        for definition in self.definitions:
            if definition.name == name:
                return definition
        raise KeyError(name)

    def records(self) -> Iterator[Record]:
        """All records, in order."""
        return (found for found in self.definitions if isinstance(found, Record))

    def rows(self) -> Iterator[Row]:
        """All rows, in order."""
        return (found for found in self.definitions if isinstance(found, Row))

    def enums(self) -> Iterator[Enum]:
        """All enumerations, in order."""
        return (found for found in self.definitions if isinstance(found, Enum))

    def unions(self) -> Iterator[Union]:
        """All unions, in order."""
        return (found for found in self.definitions if isinstance(found, Union))


@dataclass(frozen=True)
class ErrorInfo:
    """One code of `error`; a fatal one always ends the connection, others may."""

    code: str
    is_fatal: bool
    doc: str


@dataclass(frozen=True)
class CloseInfo:
    """One close code: may a program reconnect by itself, and then ask for its old session?"""

    code: int
    can_reconnect: bool
    can_resume: bool
    doc: str


@dataclass(frozen=True)
class Source:
    """All that the SDKs are made from.

    `wire` has the unions `ClientMessage` and `ServerMessage`; `replies` tells by request type which
    server message types answer it (empty: never answered).
    """

    major: int
    minor: int
    wire: Module
    games: tuple[Module, ...]
    replies: dict[str, tuple[str, ...]]
    errors: tuple[ErrorInfo, ...]
    closes: tuple[CloseInfo, ...]


def walk(kind: Type) -> Iterator[Type]:
    """`kind` and everything inside it."""
    yield kind
    match kind:
        case ListOf(item):
            yield from walk(item)
        case MapOf(value):
            yield from walk(value)
        case Scalar() | Named():
            pass
