"""Emits the Rust SDK's generated part: a struct for each record and row, an enum for words and unions.

What is absent is `None`, or, where that is the same, the type's own default.
"""

import json
import re
from collections.abc import Iterator

from infoset_sdk_gen.model import (
    Definition,
    Empty,
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
)
from infoset_sdk_gen.naming import constant, pascal, snake
from infoset_sdk_gen.writing import MARK, WIDTH, indent, join, sentence, wrap

FOLDER = "rust/src"
SCALARS = {
    Scalar.INT: "i64",
    Scalar.SMALL: "i64",
    Scalar.NUM: "f64",
    Scalar.TEXT: "String",
    Scalar.BOOL: "bool",
    Scalar.ANY: "Value",
}
KEYWORDS = """
    abstract as async await become box break const continue crate do dyn else enum extern false final
    fn for gen if impl in let loop macro match mod move mut override priv pub ref return static struct
    super trait true try type typeof unsafe unsized use virtual where while yield
"""
RESERVED = frozenset(KEYWORDS.split())
HELPERS = ("Entries", "Message", "Request", "Row", "is_default", "read_row", "write_row")  # sorted
DERIVED = "Clone, Debug, Default, PartialEq"


def emit(source: Source) -> dict[str, str]:
    """The files by path below `clients/`."""
    files = {f"{FOLDER}/wire.rs": join(write_wire(source))}
    for game in source.games:
        files[f"{FOLDER}/games/{game.name}.rs"] = join(write_game(game))
    return files


def write_wire(source: Source) -> Iterator[str]:
    """The messages, and the codes of errors and closes."""
    lines = list(write_module(source.wire))
    lines += write_requests(source)
    lines += ["", "/// The minor version of the protocol that these types are for."]
    lines += [f"pub const MINOR: i64 = {source.minor};"]
    lines += ["", "/// The codes of `error` that this version knows.", "pub mod code {"]
    for error in source.errors:
        lines += indent(comment(error.doc), "    ")
        lines.append(f'    pub const {constant(error.code)}: &str = "{error.code}";')
    lines += ["}", "", "/// May a program come back by itself after a connection was closed so?"]
    lines += ["pub fn can_reconnect(close: i64) -> bool {"]
    lines += [f"    !matches!(close, {codes(source, 'can_reconnect')})", "}"]
    lines += ["", "/// Is there a session to resume after a connection was closed so?"]
    lines += ["pub fn can_resume(close: i64) -> bool {"]
    lines += [f"    !matches!(close, {codes(source, 'can_resume')})", "}"]
    yield from with_head(source.wire, lines)


def write_game(game: Module) -> Iterator[str]:
    """The payloads of one game."""
    lines = ["", "/// The rules that these types are for: name, major, minor."]
    lines += [f'pub const RULES: &str = "{game.version}";', *write_module(game)]
    yield from with_head(game, lines)


def with_head(module: Module, lines: list[str]) -> Iterator[str]:
    """The lines of a file behind what it uses."""
    text = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    helpers = [name for name in HELPERS if re.search(rf"\b{name}\b", text)]
    values = [name for name in ("Map", "Value") if re.search(rf"\b{name}\b", text)]
    yield f"// {MARK}"
    yield ""
    yield f"//! {module.doc}"
    yield ""
    if "BTreeMap" in text:
        yield from ("use std::collections::BTreeMap;", "")
    yield "use serde::{Deserialize, Serialize};"
    yield from use("serde_json", values)
    if helpers:
        yield ""
        yield from use("crate::typed", helpers)
    yield from lines


def use(path: str, names: list[str]) -> Iterator[str]:
    """An import of some names, if there are any."""
    if names:
        yield f"use {path}::{names[0] if len(names) == 1 else '{' + ', '.join(names) + '}'};"


def codes(source: Source, may: str) -> str:
    """The close codes after which something may not be done, as a pattern."""
    return " | ".join(str(close.code) for close in source.closes if not getattr(close, may))


def write_requests(source: Source) -> Iterator[str]:
    """What answers which request."""
    members = {
        (union.name, member.tag): member.name
        for union in source.wire.unions()
        for member in union.members
    }
    for request, kinds in source.replies.items():
        names = [members["ServerMessage", kind] for kind in kinds if kind != "error"]
        if names:
            yield ""
            yield f"impl Request for {members['ClientMessage', request]} {{"
            yield f"    type Reply = {names[0] if len(names) == 1 else 'ServerMessage'};"
            yield "}"


# Definitions.


def write_module(module: Module) -> Iterator[str]:
    """All definitions."""
    for definition in module.definitions:
        yield ""
        yield from comment(definition.doc)
        yield from write_definition(definition)


def write_definition(definition: Definition) -> Iterator[str]:
    """One definition, with what it can do."""
    match definition:
        case Record():
            yield from write_record(definition)
        case Row():
            yield from write_row(definition)
        case Enum():
            yield from write_enum(definition)
        case Union():
            yield from write_union(definition)


def write_record(record: Record) -> Iterator[str]:
    """A struct with named fields."""
    yield f"#[derive({DERIVED}, Serialize, Deserialize)]"
    if not record.fields:
        yield f"pub struct {record.name} {{}}"
    else:
        yield f"pub struct {record.name} {{"
        for number, field in enumerate(record.fields):
            if number:
                yield ""
            yield from indent(write_field(field), "    ")
        yield "}"
    if record.tag is not None and record.tag[0] == "type":
        yield ""
        yield f"impl Message for {record.name} {{"
        yield f'    const TYPE: &\'static str = "{record.tag[1]}";'
        yield "}"


def write_field(field: Field) -> Iterator[str]:
    """A field with its attributes."""
    yield from comment(documented(field))
    kind = type_of(field.type)
    if field.is_required:
        yield f"pub {word(field.name)}: {kind},"
    elif is_own_default(field):
        is_forbidden = field.empty is Empty.FORBIDDEN
        skip = ', skip_serializing_if = "is_default"' if is_forbidden else ""
        yield f"#[serde(default{skip})]"
        yield f"pub {word(field.name)}: {kind},"
    else:
        yield '#[serde(default, skip_serializing_if = "Option::is_none")]'
        yield f"pub {word(field.name)}: Option<{kind}>,"


def is_own_default(field: Field) -> bool:
    """Does absent mean the same as the default of the field's type?"""
    if field.empty is not None:
        return field.empty is not Empty.NEWS
    return field.default is not None and field.default in (0, "", False)


def write_row(row: Row) -> Iterator[str]:
    """A struct that is a list on the wire."""
    items = [*row.items, *([row.rest] if row.rest else [])]
    yield f"#[derive({DERIVED})]"
    if items:
        yield f"pub struct {row.name} {{"
        for number, item in enumerate(items):
            if number:
                yield ""
            yield from indent(comment(documented(item)), "    ")
            yield f"    pub {word(item.name)}: {item_type(row, item)},"
        yield "}"
    else:
        yield f"pub struct {row.name};"
    verb = "None" if row.verb is None else f'Some("{row.verb}")'
    yield ""
    yield f"impl Row for {row.name} {{"
    yield f"    const VERB: Option<&'static str> = {verb};"
    yield ""
    if items:
        yield "    fn take(entries: &mut Entries) -> Result<Self, String> {"
        yield from write_taking(row, items)
        yield "    }"
        yield ""
        yield "    fn put(&self, row: &mut Vec<Value>) {"
        for item in items:
            how = "put_rest" if item is row.rest else "put" if item.is_required else "put_if_any"
            yield f"        Entries::{how}(row, &self.{word(item.name)});"
        yield "    }"
    else:
        yield "    fn take(_: &mut Entries) -> Result<Self, String> {"
        yield "        Ok(Self)"
        yield "    }"
        yield ""
        yield "    fn put(&self, _: &mut Vec<Value>) {}"
    yield "}"
    yield from bridge(row.name, "read_row(deserializer)", "write_row(self, serializer)")


def write_taking(row: Row, items: list[Field]) -> Iterator[str]:
    """How the entries of a row are read."""
    parts = []
    for item in items:
        how = "rest" if item is row.rest else "next" if item.is_required else "next_if_any"
        parts.append(f'{word(item.name)}: entries.{how}("{item.name}")?')
    line = f"        Ok(Self {{ {', '.join(parts)} }})"
    if len(line) <= WIDTH:
        yield line
    else:
        yield "        Ok(Self {"
        yield from (f"            {part}," for part in parts)
        yield "        })"


def item_type(row: Row, item: Field) -> str:
    """The type of an entry of a row."""
    kind = type_of(item.type)
    if item is row.rest:
        return f"Vec<{kind}>"
    return kind if item.is_required else f"Option<{kind}>"


def write_enum(enum: Enum) -> Iterator[str]:
    """A word out of a few."""
    yield "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]"
    yield f"pub enum {enum.name} {{"
    for number, value in enumerate(enum.values):
        if number == 0:
            yield "    #[default]"
        yield f'    #[serde(rename = "{value}")]'
        yield f"    {variant(value)},"
    yield "    /// A word that this version does not know."
    yield '    #[serde(rename = "other", other)]'
    yield "    Unknown,"
    yield "}"


def write_union(union: Union) -> Iterator[str]:
    """One of several, told by a field or by the verb."""
    yield "// Made once per message and not kept in numbers: boxes would only be in the way."
    yield "#[allow(clippy::large_enum_variant)]"
    yield "#[derive(Clone, Debug, PartialEq)]"
    yield f"pub enum {union.name} {{"
    for member in union.members:
        yield f"    {member.name}({member.name}),"
    yield "    /// A kind that this version does not know, as it came."
    yield "    Unknown(Value),"
    yield "}"
    tag = "plain.get(0)" if union.tag is None else f'plain.get("{union.tag}")'
    yield ""
    yield f"impl<'de> Deserialize<'de> for {union.name} {{"
    yield "    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {"
    yield "        let plain = Value::deserialize(deserializer)?;"
    yield f'        let tag = {tag}.and_then(Value::as_str).unwrap_or("");'
    yield "        let read = match tag {"
    for member in union.members:
        head = f'            "{member.tag}" =>'
        call = f"{member.name}::deserialize(&plain).map({union.name}::{member.name})"
        if len(head) + len(call) + 2 <= WIDTH:
            yield f"{head} {call},"
        else:
            yield f"{head} {{"
            yield f"                {call}"
            yield "            }"
    yield f"            _ => Ok({union.name}::Unknown(plain.clone())),"
    yield "        };"
    yield "        read.map_err(serde::de::Error::custom)"
    yield "    }"
    yield "}"
    yield ""
    yield f"impl Serialize for {union.name} {{"
    yield "    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {"
    yield "        match self {"
    for member in union.members:
        value = "message"
        if union.tag is None:
            call = f"{value}.serialize(serializer)"
        else:
            call = f'crate::typed::tagged("{union.tag}", "{member.tag}", {value}, serializer)'
        head = f"            {union.name}::{member.name}({value}) =>"
        if len(head) + len(call) + 2 <= WIDTH:
            yield f"{head} {call},"
        else:
            yield f"{head} {{"
            yield f"                {call}"
            yield "            }"
    yield f"            {union.name}::Unknown(plain) => plain.serialize(serializer),"
    yield "        }"
    yield "    }"
    yield "}"


def bridge(name: str, read: str, write: str) -> Iterator[str]:
    """What makes a type readable and writable for serde, by functions of ours."""
    yield ""
    yield f"impl<'de> Deserialize<'de> for {name} {{"
    yield "    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {"
    yield f"        {read}"
    yield "    }"
    yield "}"
    yield ""
    yield f"impl Serialize for {name} {{"
    yield "    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {"
    yield f"        {write}"
    yield "    }"
    yield "}"


# Words.


def type_of(kind: Type) -> str:
    """A type as Rust writes it."""
    match kind:
        case Scalar():
            return SCALARS[kind]
        case ListOf(item):
            return f"Vec<{type_of(item)}>"
        case MapOf(Scalar.ANY):
            return "Map<String, Value>"
        case MapOf(value):
            return f"BTreeMap<String, {type_of(value)}>"
        case Named(name):
            return name


def word(name: str) -> str:
    """A field's name, which Rust may have reserved."""
    plain = snake(name)
    return f"r#{plain}" if plain in RESERVED else plain


def variant(value: str) -> str:
    """A word of the wire as a variant."""
    name = pascal(value)
    return f"N{name}" if not name or name[0].isdigit() else name


def documented(field: Field) -> str:
    """What is said about a field, with its default."""
    default = "" if field.default is None else f" (absent: {json.dumps(field.default)})"
    return field.doc + default


def comment(text: str) -> list[str]:
    """Lines of documentation. Angle and square brackets would be taken for markup and links."""
    plain = sentence(text).replace("[", "\\[").replace("]", "\\]")
    return wrap(plain, "/// ")
