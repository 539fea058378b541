"""Emits the C++ SDK's headers of messages and payloads: a struct for each record and row.

A struct names its fields once, in `each`, for reading and for writing. What is absent is an empty
`optional`, a null `Json`, or, where that is the same, an empty list.
"""

import json
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
    walk,
)
from infoset_sdk_gen.naming import constant, snake
from infoset_sdk_gen.writing import MARK, indent, sentence, wrap

HEAD = f"""// {MARK}

#pragma once

#include "fields.hpp"

namespace infoset {{
"""
SCALARS = {
    Scalar.INT: "std::int64_t",
    Scalar.SMALL: "std::int64_t",
    Scalar.NUM: "double",
    Scalar.TEXT: "std::string",
    Scalar.BOOL: "bool",
    Scalar.ANY: "Json",
}
KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl
    const constexpr const_cast continue decltype default delete do double dynamic_cast else
    enum explicit export extern false float for friend goto if inline int long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast requires return short signed sizeof static static_assert
    static_cast struct switch template this throw true try typedef typeid typename union
    unsigned using virtual void volatile while xor xor_eq
"""
RESERVED = frozenset(KEYWORDS.split())
ENVELOPE = frozenset({"id", "re", "seq", "ts"})
WIDTH = 110


def emit(source: Source) -> dict[str, str]:
    """The headers: one for the messages, one for each game."""
    headers = {"wire": write_wire(source)} | {game.name: write_game(game) for game in source.games}
    return {f"cpp/infoset/{name}.hpp": header(lines) for name, lines in headers.items()}


def header(lines: Iterator[str]) -> str:
    """A whole header of these lines."""
    body = "\n".join(line.rstrip() for line in lines)
    return f"{HEAD}\n{body}\n\n}}  // namespace infoset\n"


def write_wire(source: Source) -> Iterator[str]:
    """The messages, and the codes of errors and closes."""
    yield from write_names(source.wire)
    yield "namespace wire {"
    yield ""
    yield from declare_unions(source.wire)
    yield from write_structs(source.wire, replies(source))
    yield from ("", f"constexpr int MINOR = {source.minor};")
    yield from ("", "// The codes of `error` that this version knows.")
    yield "namespace code {"
    yield from (f'constexpr const char *{constant(e.code)} = "{e.code}";' for e in source.errors)
    yield "}  // namespace code"
    yield from ("", "// Close codes after which a program should not come back by itself.")
    yield write_closes("NO_RECONNECT", closes(source, "can_reconnect"))
    yield from ("", "// Close codes after which there is no session to resume.")
    yield write_closes("NO_RESUME", closes(source, "can_resume"))
    yield from ("", "}  // namespace wire")


def write_game(game: Module) -> Iterator[str]:
    """The payloads of one game."""
    yield from write_names(game)
    yield from comment(game.doc)
    yield f"namespace {game.name} {{"
    yield from ("", f'constexpr const char *RULES = "{game.version}";', "")
    yield from declare_unions(game)
    yield from write_structs(game, {})
    yield f"}}  // namespace {game.name}"


def closes(source: Source, may: str) -> list[int]:
    """The close codes after which something may not be done."""
    return [close.code for close in source.closes if not getattr(close, may)]


def write_closes(name: str, codes: list[int]) -> str:
    """Close codes under a name."""
    return (
        f"constexpr std::array<std::int64_t, {len(codes)}> {name}{{{', '.join(map(str, codes))}}};"
    )


def replies(source: Source) -> dict[str, str]:
    """By record name of a request the type of its answer."""
    members = {
        (union.name, member.tag): member.name
        for union in source.wire.unions()
        for member in union.members
    }
    found: dict[str, str] = {}
    for request, kinds in source.replies.items():
        names = [members["ServerMessage", kind] for kind in kinds if kind != "error"]
        several = "ServerMessage" if names else "void"
        found[members["ClientMessage", request]] = names[0] if len(names) == 1 else several
    return found


# Definitions.


def write_names(module: Module) -> Iterator[str]:
    """The enumerations and their words; these stand before the structs that use them."""
    if not any(module.enums()):
        return
    yield f"namespace {module.name} {{"
    for enum in module.enums():
        yield ""
        yield from comment(enum.doc)
        words = ", ".join([*map(word, enum.values), "other"])
        yield f"enum class {enum.name} {{ {words} }};"
    yield from ("", f"}}  // namespace {module.name}", "")
    for enum in module.enums():
        count = len(enum.values) + 1
        words = ", ".join(json.dumps(value) for value in (*enum.values, "other"))
        yield "template <>"
        yield f"struct Names<{module.name}::{enum.name}> {{"
        yield f"    static constexpr std::array<const char *, {count}> all{{{words}}};"
        yield "};"
    yield ""


def declare_unions(module: Module) -> Iterator[str]:
    """Everything by name only, so that the order of the structs does not matter to aliases."""
    for definition in module.definitions:
        if isinstance(definition, Record | Row):
            yield f"struct {definition.name};"
    for union in module.unions():
        members = ", ".join([*(member.name for member in union.members), "Unknown"])
        yield ""
        yield from comment(union.doc)
        yield from wrap(f"using {union.name} = std::variant<{members}>;", "", WIDTH)


def write_structs(module: Module, answers: dict[str, str]) -> Iterator[str]:
    """The structs, each behind those it contains."""
    for definition in in_order(module):
        yield ""
        yield from comment(definition.doc)
        yield f"struct {definition.name} {{"
        yield from indent(write_body(module, definition, answers.get(definition.name)), "    ")
        yield "};"


def write_body(module: Module, definition: Record | Row, reply: str | None) -> Iterator[str]:
    """What stands inside a struct."""
    if isinstance(definition, Record):
        if definition.tag is not None:
            tag, value = definition.tag
            yield f'static constexpr const char *TAG = "{tag}", *TYPE = "{value}";'
        fields = definition.fields
    else:
        yield "static constexpr bool IS_ROW = true;"
        if definition.verb is not None:
            yield f'static constexpr const char *TYPE = "{definition.verb}";'
        fields = definition.items + (() if definition.rest is None else (definition.rest,))
    if reply is not None:
        yield f"using Reply = {reply};"
    envelope = [field.name for field in fields if is_envelope(module, field)]
    if envelope:
        yield f"std::optional<std::int64_t> {', '.join(envelope)};  // envelope"
    for field in fields:
        if field.name not in envelope:
            yield from comment(documented(field))
            name = name_of(field)
            yield f"{member_type(definition, field)} {name}{initial(module, definition, field)};"
    yield ""
    yield "template <class Self, class Visit>"
    if fields:
        yield "static void each(Self &self, Visit &&at) {"
        yield from fill([visit(module, definition, field) for field in fields], "    ")
        yield "}"
    else:
        yield "static void each(Self &, Visit &&) {}"


def is_envelope(module: Module, field: Field) -> bool:
    """Is this one of the fields that all messages have?"""
    is_number = field.type in (Scalar.INT, Scalar.SMALL) and not field.is_required
    return module.name == "wire" and is_number and field.name in ENVELOPE


def member_type(definition: Record | Row, field: Field) -> str:
    """The type of a member."""
    kind = type_of(field.type)
    if isinstance(definition, Row) and field is definition.rest:
        return f"std::vector<{kind}>"
    has_absent = is_nullable(field.type) or field.empty in (Empty.SAME, Empty.FORBIDDEN)
    if field.is_required or has_absent or field.default is not None:
        return kind
    return f"std::optional<{kind}>"


def initial(module: Module, definition: Record | Row, field: Field) -> str:
    """What a member is before it is set."""
    if not field.is_required and field.default is not None:
        return f" = {literal(module, field)}"
    kind = member_type(definition, field)
    is_number = kind in ("std::int64_t", "double", "bool")
    is_enum = any(enum.name == kind for enum in module.enums())
    return "{}" if is_number or is_enum else ""


def visit(module: Module, definition: Record | Row, field: Field) -> str:
    """How `each` names a field."""
    named = f'"{field.name}", self.{name_of(field)}'
    if isinstance(definition, Row) and field is definition.rest:
        return f"at.rest({named});"
    if field.is_required:
        return f"at({named});"
    if field.default is not None:
        return f"at({named}, {literal(module, field)});"
    if is_nullable(field.type) or field.empty is Empty.FORBIDDEN:
        return f"at({named}, EMPTY);"
    return (
        f"at({named}, {type_of(field.type)}{{}});" if field.empty is Empty.SAME else f"at({named});"
    )


def is_nullable(kind: Type) -> bool:
    """Is null among the values of this type, as the absent one?"""
    return kind is Scalar.ANY or kind == MapOf(Scalar.ANY)


def literal(module: Module, field: Field) -> str:
    """The default of a field in C++."""
    value = field.default
    if isinstance(field.type, Named) and isinstance(module.find(field.type.name), Enum):
        return f"{field.type.name}::{word(str(value))}"
    if field.type in (Scalar.INT, Scalar.SMALL):
        return f"std::int64_t{{{value}}}"
    return json.dumps(value)


def type_of(kind: Type) -> str:
    """A type as C++ writes it."""
    match kind:
        case Scalar():
            return SCALARS[kind]
        case ListOf(item):
            return f"std::vector<{type_of(item)}>"
        case MapOf(Scalar.ANY):
            return "Plain"
        case MapOf(value):
            return f"std::map<std::string, {type_of(value)}>"
        case Named(name):
            return name


def in_order(module: Module) -> list[Record | Row]:
    """The structs, each behind those that it contains by value."""
    done: dict[str, Record | Row] = {}

    def place(name: str) -> None:
        definition = module.find(name)
        if isinstance(definition, Union):
            for member in definition.members:
                place(member.name)
        elif isinstance(definition, Record | Row) and name not in done:
            for needed in contained(definition):
                place(needed)
            done[name] = definition

    for definition in module.definitions:
        place(definition.name)
    return list(done.values())


def contained(definition: Definition) -> Iterator[str]:
    """The names that a struct mentions."""
    if isinstance(definition, Row):
        fields = definition.items + (() if definition.rest is None else (definition.rest,))
    else:
        fields = definition.fields if isinstance(definition, Record) else ()
    for field in fields:
        yield from (kind.name for kind in walk(field.type) if isinstance(kind, Named))


# Words.


def name_of(field: Field) -> str:
    """A field's name, which C++ may have reserved."""
    return word(field.name)


def word(value: str) -> str:
    """A word of the wire as an identifier."""
    name = snake(value)
    if not name or name[0].isdigit():
        return f"n{name}"
    return f"{name}_" if name in RESERVED or name == "other" else name


def documented(field: Field) -> str:
    """What is said about a field, with its default."""
    default = "" if field.default is None else f" (absent: {json.dumps(field.default)})"
    return field.doc + default


def fill(statements: list[str], prefix: str) -> Iterator[str]:
    """Statements beside each other, as many as a line takes."""
    line = ""
    for statement in statements:
        if line and len(prefix) + len(line) + 1 + len(statement) > WIDTH:
            yield prefix + line
            line = ""
        line = f"{line} {statement}".lstrip()
    yield prefix + line


def comment(text: str) -> list[str]:
    """Lines of comment."""
    return wrap(sentence(text), "// ", WIDTH)
