"""Makes one type of one vocabulary: the same words in the same field of several messages. Knows no schema."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from infoset_sdk_gen.model import Definition, Enum, Field, ListOf, MapOf, Named, Record, Row, Type
from infoset_sdk_gen.naming import pascal

# By field and first word, where the field alone is no good name: it is that of something else, or of several.
NAMES: Final = {
    ("kind", "human"): "PlayerKind",
    ("rights", "view"): "Right",
    ("watch", "off"): "Watching",
}

Vocabulary = tuple[str, tuple[str, ...]]  # the field, and its words


class NameTakenError(ValueError):
    """A vocabulary would be called like something else."""


def share_vocabularies(definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """The definitions, with one enumeration where there were several, in the place of the first.

    Raises NameTakenError for a name that `NAMES` has to tell apart.
    """
    found = list(definitions)
    names = {definition.name for definition in found}
    renamed: dict[str, str] = {}
    for (field, words), owned in vocabularies(found).items():
        if len(owned) < 2:
            continue
        name = NAMES.get((field, words[0]), pascal(field))
        if name in names:
            raise NameTakenError(
                f"{field} ({', '.join(words)}): {name} is taken; say another in NAMES"
            )
        names.add(name)
        renamed |= dict.fromkeys(owned, name)
    return tuple(_without_doubles(found, renamed))


def vocabularies(definitions: Iterable[Definition]) -> dict[Vocabulary, list[str]]:
    """The enumerations that stand inside records and rows, by field and words."""
    listed = list(definitions)
    words = {one.name: one.values for one in listed if isinstance(one, Enum)}
    found: dict[Vocabulary, list[str]] = {}
    for definition in listed:
        for field in _fields(definition):
            name = definition.name + pascal(field.name)
            if name in words and name in _names(field.type):
                found.setdefault((field.name, words[name]), []).append(name)
    return found


def _without_doubles(
    definitions: list[Definition], renamed: dict[str, str]
) -> Iterator[Definition]:
    seen: set[str] = set()
    for definition in definitions:
        name = renamed.get(definition.name, definition.name)
        if name in seen:
            continue
        seen.add(name)
        yield _rename(replace(definition, name=name), renamed)


def _rename(definition: Definition, renamed: dict[str, str]) -> Definition:
    def field(one: Field) -> Field:
        return replace(one, type=_renamed(one.type, renamed))

    match definition:
        case Record():
            return replace(definition, fields=tuple(map(field, definition.fields)))
        case Row():
            rest = None if definition.rest is None else field(definition.rest)
            return replace(definition, items=tuple(map(field, definition.items)), rest=rest)
        case _:
            return definition


def _renamed(kind: Type, renamed: dict[str, str]) -> Type:
    match kind:
        case Named(name):
            return Named(renamed.get(name, name))
        case ListOf(item):
            return ListOf(_renamed(item, renamed))
        case MapOf(value):
            return MapOf(_renamed(value, renamed))
        case _:
            return kind


def _fields(definition: Definition) -> tuple[Field, ...]:
    match definition:
        case Record():
            return definition.fields
        case Row():
            return (
                definition.items
                if definition.rest is None
                else (*definition.items, definition.rest)
            )
        case _:
            return ()


def _names(kind: Type) -> Iterator[str]:
    match kind:
        case Named(name):
            yield name
        case ListOf(inner) | MapOf(inner):
            yield from _names(inner)
        case _:
            return
