"""Emits the JavaScript SDK's generated part: declarations for TypeScript, names for JavaScript.

Messages and payloads stay plain JSON values there, so types are all they need: an interface for a
record, a labelled tuple for a row, a union of literals for words.
"""

import json
from collections.abc import Iterator

from infoset_sdk_gen.model import (
    Definition,
    Enum,
    Field,
    ListOf,
    MapOf,
    Module,
    Named,
    Record,
    Row,
    Scalar,
    Source,
    Type,
    Union,
    walk,
)
from infoset_sdk_gen.naming import camel, constant
from infoset_sdk_gen.writing import MARK, indent, join, sentence, wrap

FOLDER = "javascript/src"
UNBROKEN = "\N{NO-BREAK SPACE}"
SCALARS = {
    Scalar.INT: "number",
    Scalar.SMALL: "number",
    Scalar.NUM: "number",
    Scalar.TEXT: "string",
    Scalar.BOOL: "boolean",
    Scalar.ANY: "unknown",
}


def emit(source: Source) -> dict[str, str]:
    """The files by path below `clients/`."""
    files = {
        f"{FOLDER}/wire.d.ts": join(declare_wire(source)),
        f"{FOLDER}/wire.js": join(write_wire(source)),
        f"{FOLDER}/shapes.js": join(write_shapes(source)),
    }
    for game in source.games:
        files[f"{FOLDER}/games/{game.name}.d.ts"] = join(declare_game(game))
        files[f"{FOLDER}/games/{game.name}.js"] = join(write_game(game))
    return files


# Declarations.


def declare_wire(source: Source) -> Iterator[str]:
    """The types of all messages, of replies, and of the names in `wire.js`."""
    yield from declare_module(source.wire)
    yield from ("", "/** By type of request what answers it; an `error` instead is thrown. */")
    yield "export interface Replies {"
    members = {
        (union.name, member.tag): member.name
        for union in source.wire.unions()
        for member in union.members
    }
    for request, replies in source.replies.items():
        names = [members["ServerMessage", reply] for reply in replies if reply != "error"]
        yield f"  {request}: {' | '.join(names) or 'never'};"
    yield "}"
    codes = " | ".join(json.dumps(info.code) for info in source.errors)
    yield from ("", "/** The codes of `error` that this version knows. */")
    yield f"export type KnownErrorCode = {codes};"
    yield from ("", "/** What may be done after a connection was closed with a code. */")
    yield "export interface CloseInfo { reconnect: boolean; resume: boolean; meaning: string }"
    yield from (
        "",
        "export declare const MAJOR: number;",
        "export declare const MINOR: number;",
        "/** The codes of `error` by their names in capitals. */",
        "export declare const ErrorCode: {",
        "  readonly [name in Uppercase<KnownErrorCode>]: Lowercase<name>;",
        "};",
        "/** By close code what may be done; others may be resumed. */",
        "export declare const CLOSES: ReadonlyMap<number, CloseInfo>;",
    )


def declare_game(game: Module) -> Iterator[str]:
    """The types of one game and of the builders of its actions."""
    yield from declare_module(game)
    yield from ("", "/** The rules that these types are for: name, major, minor. */")
    yield f'export declare const RULES: "{game.version}";'
    yield from ("", "/** Writes actions, so that nobody has to remember their form. */")
    yield "export declare const act: {"
    for row in verbs(game):
        yield from indent(comment(row.doc), "  ")
        items = [f"{camel(item.name)}{mark(item)}: {type_of(item.type)}" for item in row.items]
        if row.rest is not None:
            items.append(f"...{camel(row.rest.name)}: {type_of(ListOf(row.rest.type))}")
        yield f"  {camel(row.verb or '')}({', '.join(items)}): {row.name};"
    yield "};"


def declare_module(module: Module) -> Iterator[str]:
    """A type for each definition."""
    yield f"// {MARK}"
    yield f"// {module.doc}"
    for definition in module.definitions:
        yield ""
        yield from comment(definition.doc)
        yield from declare(definition)


def declare(definition: Definition) -> Iterator[str]:
    """The type of one definition."""
    match definition:
        case Record():
            yield f"export interface {definition.name} {{"
            if definition.tag is not None:
                yield f"  {definition.tag[0]}: {json.dumps(definition.tag[1])};"
            for field in definition.fields:
                yield from indent(comment(documented(field)), "  ")
                yield f"  {field.name}{mark(field)}: {type_of(field.type)};"
            yield "}"
        case Row():
            yield f"export type {definition.name} = [{', '.join(places(definition))}];"
        case Enum():
            words = " | ".join(json.dumps(value) for value in definition.values)
            yield f"export type {definition.name} = {words};"
        case Union():
            yield f"export type {definition.name} ="
            yield from (f"  | {member.name}" for member in definition.members[:-1])
            yield f"  | {definition.members[-1].name};"


def places(row: Row) -> Iterator[str]:
    """The labelled places of a tuple."""
    if row.verb is not None:
        yield f"verb: {json.dumps(row.verb)}"
    for item in row.items:
        yield f"{item.name}{mark(item)}: {type_of(item.type)}"
    if row.rest is not None:
        yield f"...{row.rest.name}: {type_of(ListOf(row.rest.type))}"


def type_of(kind: Type) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case Scalar():
            return SCALARS[kind]
        case ListOf(item):
            return f"{type_of(item)}[]"
        case MapOf(value):
            return f"{{ [name: string]: {type_of(value)} }}"
        case Named(name):
            return name


def mark(field: Field) -> str:
    """What stands behind the name of a field that may be absent."""
    return "" if field.is_required else "?"


def documented(field: Field) -> str:
    """What is said about a field, with its default."""
    default = "" if field.default is None else f" (absent: {json.dumps(field.default)})"
    return field.doc + default


def comment(text: str) -> list[str]:
    """A text for whoever hovers over a name."""
    text = sentence(text).replace("*/", "* /")
    if not text:
        return []
    if len(text) <= 90:
        return [f"/** {text} */"]
    return ["/**", *wrap(text, " * "), " */"]


# Names.


def write_wire(source: Source) -> Iterator[str]:
    """Versions and codes, for programs."""
    yield f"// {MARK}"
    yield "// The versions and codes of the Infoset protocol; its messages are in wire.d.ts."
    yield from (
        "",
        f"export const MAJOR = {source.major};",
        f"export const MINOR = {source.minor};",
    )
    yield from ("", "export const ErrorCode = Object.freeze({")
    for error in source.errors:
        yield from wrap(sentence(error.doc), "  // ")
        yield f"  {constant(error.code)}: {json.dumps(error.code)},"
    yield from ("});", "", "export const CLOSES = new Map([")
    for close in source.closes:
        facts = (
            f"reconnect: {json.dumps(close.can_reconnect)}, "
            f"resume: {json.dumps(close.can_resume)}, meaning: {json.dumps(close.doc)}"
        )
        yield f"  [{close.code}, {{ {facts} }}],"
    yield "]);"


def write_shapes(source: Source) -> Iterator[str]:
    """What every message from a server must look like, for `reading.js` to check it."""
    records = {record.name: record for record in source.wire.records()}
    words = {enum.name for enum in source.wire.enums()}
    messages = source.wire.find("ServerMessage")
    assert isinstance(messages, Union)
    yield f"// {MARK}"
    yield "// The fields of what a server sends, with their types; `!` marks those that must be there."
    yield from ("", "/** By type of message its record in SHAPES. */")
    yield "export const SERVER_MESSAGES = Object.freeze({"
    yield from (f"  {member.tag}: {json.dumps(member.name)}," for member in messages.members)
    yield from ("});", "", "/** @type {Readonly<Record<string, Record<string, string>>>} */")
    yield "export const SHAPES = Object.freeze({"
    for name in reachable([member.name for member in messages.members], records):
        fields = [
            f"{field.name}:{UNBROKEN}{json.dumps(shape_of(field.type, words) + must(field))}"
            for field in records[name].fields
        ]
        yield f"  {name}: {{"
        yield from (line.replace(UNBROKEN, " ") for line in wrap(", ".join(fields), "    "))
        yield "  },"
    yield "});"


def reachable(names: list[str], records: dict[str, Record]) -> list[str]:
    """These records and those inside them, each once, in alphabetical order."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in records:
            continue
        seen.add(name)
        for field in records[name].fields:
            waiting += [kind.name for kind in walk(field.type) if isinstance(kind, Named)]
    return sorted(seen)


def shape_of(kind: Type, words: set[str]) -> str:
    """A type in the short notation of SHAPES; a word may be any text, since there will be new ones."""
    match kind:
        case Scalar.SMALL:  # its range is nothing that the reader would check
            return Scalar.INT.value
        case Scalar():
            return kind.value
        case ListOf(item):
            return f"[{shape_of(item, words)}]"
        case MapOf(value):
            return f"{{{shape_of(value, words)}}}"
        case Named(name):
            return Scalar.TEXT.value if name in words else name


def must(field: Field) -> str:
    """The mark of a field that is always there."""
    return "!" if field.is_required else ""


def write_game(game: Module) -> Iterator[str]:
    """The builders of a game's actions."""
    yield f"// {MARK}"
    yield f"// Actions of {game.version} as they are written; types are in {game.name}.d.ts."
    yield "// @ts-nocheck"
    yield from ("", f'export const RULES = "{game.version}";')
    if any(not item.is_required for row in verbs(game) for item in row.items):
        yield from ("", "// A list without what was left out at its end.")
        yield "const row = (...entries) => {"
        yield "  while (entries[entries.length - 1] === undefined) entries.pop();"
        yield "  return entries;"
        yield "};"
    yield from ("", "export const act = Object.freeze({")
    for row in verbs(game):
        names = [camel(item.name) for item in row.items]
        if row.rest is not None:
            names.append(f"...{camel(row.rest.name)}")
        entries = ", ".join([json.dumps(row.verb), *names])
        is_short = any(not item.is_required for item in row.items)
        written = f"row({entries})" if is_short else f"[{entries}]"
        yield f"  {camel(row.verb or '')}: ({', '.join(names)}) => {written},"
    yield "});"


def verbs(game: Module) -> list[Row]:
    """The rows that are actions: those with a verb."""
    return [row for row in game.rows() if row.verb is not None]
