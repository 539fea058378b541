"""Emits the Go SDK's generated part: package `wire`, and a package for each game.

Structs for records and rows, string types for words, interfaces for unions. What may be absent is a
pointer where zero would mean something, else the zero value. Values that nobody knows stay raw JSON.
The text is as gofmt would write it: where gofmt would align neighbours, a blank line keeps them apart.
"""

import json
from collections.abc import Iterator

from infoset_sdk_gen.model import (
    Definition,
    Enum,
    Field,
    ListOf,
    MapOf,
    Member,
    Module,
    Named,
    Record,
    Row,
    Scalar,
    Source,
    Type,
    Union,
)
from infoset_sdk_gen.naming import words
from infoset_sdk_gen.writing import MAKER, join, sentence, wrap

FOLDER = "go"
MODULE = "infoset.example/clients/go"
RAW = "json.RawMessage"
SCALARS = {
    Scalar.INT: "int",
    Scalar.SMALL: "int",
    Scalar.NUM: "float64",
    Scalar.TEXT: "string",
    Scalar.BOOL: "bool",
    Scalar.ANY: RAW,
}
INITIALISMS = {"id": "ID"}
METHODS = {"type": "MessageType", "e": "EventKind", None: "ActionVerb"}  # of a union's members


def emit(source: Source) -> dict[str, str]:
    """The files by path below `clients/`."""
    files = {f"{FOLDER}/wire/messages.go": join(write_wire(source))}
    for game in source.games:
        files[f"{FOLDER}/games/{game.name}/payloads.go"] = join(write_game(game))
    return files


def write_wire(source: Source) -> Iterator[str]:
    """Messages, versions and codes."""
    yield from head(source.wire, imports=['"encoding/json"'])
    yield from ("", "// The version of the protocol that this package was made for.")
    yield f"const Major = {source.major}"
    yield from ("", "// The minor of that version.", f"const Minor = {source.minor}")
    for error in source.errors:
        yield from ("", *wrap(sentence(error.doc), "// "))
        yield f"const Code{pascal(error.code)} = {json.dumps(error.code)}"
    yield from ("", "// IsKnownCode tells whether this version knows a code of `error`.")
    yield from ("func IsKnownCode(code string) bool {", "\tswitch code {")
    for error in source.errors:
        yield f"\tcase Code{pascal(error.code)}:"
    yield from ("\tdefault:", "\t\treturn false", "\t}", "\treturn true", "}")
    yield from write_closes(source)
    for definition in source.wire.definitions:
        yield from write(definition, source.wire, local="")


def write_closes(source: Source) -> Iterator[str]:
    """What may be done after a connection was closed with a code."""
    yield from ("", "// Closing says what may be done after the server closed with `code`.")
    yield "func Closing(code int) CloseInfo {"
    yield "\tswitch code {"
    for close in source.closes:
        facts = (
            f"{go_bool(close.can_reconnect)}, {go_bool(close.can_resume)}, {json.dumps(close.doc)}"
        )
        yield from (f"\tcase {close.code}:", f"\t\treturn CloseInfo{{{facts}}}")
    yield from ("\tdefault:", '\t\treturn CloseInfo{true, true, ""}', "\t}", "}")


def write_game(game: Module) -> Iterator[str]:
    """The payloads of one game."""
    yield from head(game, imports=['"encoding/json"', "", f'"{MODULE}/wire"'])
    yield from ("", "// Rules are the rules that this package is for: name, major, minor.")
    yield f"const Rules = {json.dumps(game.version)}"
    for definition in game.definitions:
        yield from write(definition, game, local="wire.")


def head(module: Module, imports: list[str]) -> Iterator[str]:
    """The beginning of a file."""
    yield from (f"// Code g{MAKER} from the schemas. DO NOT EDIT.", "")
    yield from wrap(f"Package {module.name} holds {lower_first(sentence(module.doc))}", "// ")
    yield from (f"package {module.name}", "", "import (")
    yield from (f"\t{one}" if one else "" for one in imports)
    yield ")"


def write(definition: Definition, module: Module, local: str) -> Iterator[str]:
    """One definition; `local` stands in front of the names of package wire."""
    yield ""
    match definition:
        case Record():
            yield from write_record(definition, module)
        case Row():
            yield from write_row(definition, module, local)
        case Enum():
            yield from comment(definition.name, definition.doc)
            yield f"type {definition.name} string"
            for value in definition.values:
                name = definition.name + pascal(value)
                yield from ("", f"// {name} is one of the words of {definition.name}.")
                yield f"const {name} {definition.name} = {json.dumps(value)}"
        case Union():
            yield from write_union(definition, local)


def write_record(record: Record, module: Module) -> Iterator[str]:
    """A struct, and for a member of a union what it is told by."""
    yield from comment(record.name, record.doc)
    yield from write_struct(record.name, record.fields, module, has_tags=True)
    if record.tag is None:
        return
    tag, value = record.tag
    yield from write_method(record.name, METHODS[tag], value, "*")
    if tag != "type":
        return
    required = [field.name for field in record.fields if field.is_required]
    objects = [field.name for field in record.fields if isinstance(field.type, MapOf)]
    yield from write_names(
        record.name, "required", "names the fields that are never absent", required
    )
    yield from write_names(record.name, "objects", "names the fields that are objects", objects)


def write_names(record: str, method: str, what: str, names: list[str]) -> Iterator[str]:
    """A list of field names, for the reader."""
    listed = ", ".join(json.dumps(name) for name in names)
    yield from ("", f"// {method} {what}.", f"func (*{record}) {method}() []string {{")
    yield from (f"\treturn []string{{{listed}}}" if names else "\treturn nil", "}")


def write_row(row: Row, module: Module, local: str) -> Iterator[str]:
    """A struct that goes over the wire as a list."""
    yield from comment(row.name, row.doc)
    fields = row.items if row.rest is None else (*row.items, as_list(row.rest))
    yield from write_struct(row.name, fields, module, has_tags=False)
    if row.verb is not None:
        yield from write_method(row.name, METHODS[None], row.verb, "")
    verb = json.dumps(row.verb or "")
    least = sum(1 for item in row.items if item.is_required)
    values = "".join(f", r.{pascal(item.name)}" for item in row.items)
    places = "".join(f", &r.{pascal(item.name)}" for item in row.items)
    rest = "" if row.rest is None else f"r.{pascal(row.rest.name)}"
    written = f"{local}Rest({rest})" if rest else "nil"
    read = f"{local}ReadRest(&{rest})" if rest else "nil"
    yield from ("", "// MarshalJSON writes the list.")
    yield f"func (r {row.name}) MarshalJSON() ([]byte, error) {{"
    yield f"\treturn {local}WriteRow({verb}, {least}, {written}{values})"
    yield from ("}", "", "// UnmarshalJSON reads the list.")
    yield f"func (r *{row.name}) UnmarshalJSON(data []byte) error {{"
    yield f"\treturn {local}ReadRow(data, {verb}, {least}, {read}{places})"
    yield "}"


def write_struct(
    name: str, fields: tuple[Field, ...], module: Module, has_tags: bool
) -> Iterator[str]:
    """The type itself; fields are kept apart so that gofmt has nothing to align."""
    if not fields:
        yield f"type {name} struct{{}}"
        return
    yield f"type {name} struct {{"
    for place, field in enumerate(fields):
        if place:
            yield ""
        yield from wrap(documented(field), "\t// ")
        omit = "" if field.is_required else ",omitzero"
        tag = f' `json:"{field.name}{omit}"`' if has_tags else ""
        yield f"\t{pascal(field.name)} {field_type(field, module)}{tag}"
    yield "}"


def write_method(name: str, method: str, value: str, pointer: str) -> Iterator[str]:
    """What tells a member of a union from the others."""
    yield from ("", f"// {method} is {json.dumps(value)}.")
    yield f"func ({pointer}{name}) {method}() string {{ return {json.dumps(value)} }}"


def write_union(union: Union, local: str) -> Iterator[str]:
    """An interface, and the reader of what servers send. Clients need not read what they sent."""
    method = METHODS[union.tag]
    yield from comment(union.name, union.doc)
    yield f"type {union.name} interface {{"
    if union.tag == "type":
        yield from (
            "\t// MessageType is what stands in the field `type`.",
            "\tMessageType() string",
        )
        yield "}"
        if union.name == "ClientMessage":
            yield from ("", "// NewRequest is an empty request of a type, nil for an unknown one.")
            yield from write_switch("NewRequest", union.name, union.members)
        else:
            yield from (
                "",
                "// newServerMessage is an empty message of a type, nil for an unknown one.",
            )
            yield from write_switch("newServerMessage", "message", union.members)
        return
    what = "verb" if union.tag is None else "kind"
    yield from (f"\t// {method} is the {what} it is told by.", f"\t{method}() string", "}")
    unknown = f"Unknown{union.name}"
    yield from ("", f"// {unknown} is one that later rules have added.")
    yield from (f"type {unknown} struct {{", f"\t// Tag is its {what}.", "\tTag string", "")
    yield from ("\t// Raw is all of it.", f"\tRaw {RAW}", "}")
    yield from ("", f"// {method} is the {what} as it was sent.")
    yield f"func (u *{unknown}) {method}() string {{ return u.Tag }}"
    if union.tag is None:
        yield from ("", "// MarshalJSON writes it as it was read.")
        yield f"func (u *{unknown}) MarshalJSON() ([]byte, error) {{ return u.Raw, nil }}"
    yield from write_reader(union, unknown, local)


def write_reader(union: Union, unknown: str, local: str) -> Iterator[str]:
    """A function that reads a member; one it does not know is kept as it is."""
    tag = "ReadVerb" if union.tag is None else "ReadKind"
    yield from (
        "",
        f"// Read{union.name} reads any of them. It returns pointers to the types here.",
    )
    yield f"func Read{union.name}(data {RAW}) ({union.name}, error) {{"
    yield f"\ttag, err := {local}{tag}(data)"
    yield from ("\tif err != nil {", "\t\treturn nil, err", "\t}")
    yield f"\tmember := new{union.name}(tag)"
    yield from ("\tif member == nil {", f"\t\treturn &{unknown}{{tag, data}}, nil", "\t}")
    yield from ("\treturn member, json.Unmarshal(data, member)", "}")
    yield ""
    yield from write_switch(f"new{union.name}", union.name, union.members)


def write_switch(name: str, result: str, members: tuple[Member, ...]) -> Iterator[str]:
    """A function from a tag to an empty member, nil for a tag it does not know."""
    yield f"func {name}(tag string) {result} {{"
    yield "\tswitch tag {"
    for member in members:
        yield from (f"\tcase {json.dumps(member.tag)}:", f"\t\treturn new({member.name})")
    yield from ("\tdefault:", "\t\treturn nil", "\t}", "}")


def field_type(field: Field, module: Module) -> str:
    """The type of a field: a pointer where to be absent is something else than to be zero."""
    written = type_of(field.type)
    if field.is_required:
        return written
    match field.type:
        case Scalar.INT | Scalar.SMALL | Scalar.NUM | Scalar.TEXT | Scalar.BOOL:
            return f"*{written}"
        case Named(name) if not isinstance(module.find(name), Enum):
            return f"*{written}"
        case _:
            return written


def type_of(kind: Type) -> str:
    """A type as Go writes it."""
    match kind:
        case Scalar():
            return SCALARS[kind]
        case MapOf(Scalar.ANY):
            return RAW
        case ListOf(item):
            return f"[]{type_of(item)}"
        case MapOf(value):
            return f"map[string]{type_of(value)}"
        case Named(name):
            return name


def as_list(rest: Field) -> Field:
    """The further entries of a row as one field."""
    return Field(rest.name, ListOf(rest.type), is_required=True, doc=rest.doc)


def documented(field: Field) -> str:
    """What is said about a field, with its default."""
    default = "" if field.default is None else f" (absent: {json.dumps(field.default)})"
    return sentence(field.doc + default) if field.doc else f"{pascal(field.name)} of the envelope."


def comment(name: str, doc: str) -> list[str]:
    """A comment that begins with the name, as is usual in Go."""
    return wrap(f"{name}: {lower_first(sentence(doc))}" if doc else f"{name}.", "// ")


def lower_first(text: str) -> str:
    """With a small letter in front."""
    return text[:1].lower() + text[1:]


def pascal(name: str) -> str:
    """An exported name: `MatchID`."""
    return "".join(INITIALISMS.get(word, word.capitalize()) for word in words(name))


def go_bool(value: bool) -> str:
    """A truth value as Go writes it."""
    return "true" if value else "false"
