"""Emits the Java SDK's generated part: one class for the messages and one per game, full of records.

What is absent is `null`, or, where that is the same, an empty list or map, or the default. How rows, words and
unions are read and written is told by annotations, see `infoset.Typed`.
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
from infoset_sdk_gen.naming import camel, constant, pascal
from infoset_sdk_gen.writing import MARK, indent, join, sentence, wrap

FOLDER = "java/src/main/java/infoset"
SCALARS = {
    Scalar.INT: ("long", "Long"),
    Scalar.SMALL: ("int", "Integer"),
    Scalar.NUM: ("double", "Double"),
    Scalar.TEXT: ("String", "String"),
    Scalar.BOOL: ("boolean", "Boolean"),
    Scalar.ANY: ("JsonNode", "JsonNode"),
}
KEYWORDS = """
    abstract assert boolean break byte case catch char class const continue default do double else enum
    extends final finally float for goto if implements import instanceof int interface long native new
    package private protected public return short static strictfp super switch synchronized this throw
    throws transient try void volatile while hashCode toString notify wait finalize getClass
"""
RESERVED = frozenset(KEYWORDS.split())


def emit(source: Source) -> dict[str, str]:
    """The files by path below `clients/`."""
    files = {f"{FOLDER}/Wire.java": join(write_wire(source))}
    for game in source.games:
        name = pascal(game.name)
        files[f"{FOLDER}/games/{name}.java"] = join(write_game(game, name))
    return files


def write_wire(source: Source) -> Iterator[str]:
    """The messages, and the codes of errors and closes."""
    yield from write_head("infoset", source.wire.doc)
    yield "public final class Wire {"
    yield "    private Wire() {}"
    yield from ("", "    /** The minor version of the protocol that these types are for. */")
    yield f"    public static final int MINOR = {source.minor};"
    yield from ("", "    /** After these close codes a program should not come back by itself. */")
    yield f"    public static final Set<Long> NO_RECONNECT = Set.of({codes(source, 'can_reconnect')});"
    yield from ("", "    /** After these close codes there is no session to resume. */")
    yield f"    public static final Set<Long> NO_RESUME = Set.of({codes(source, 'can_resume')});"
    yield from ("", "    /** The codes of `error` that this version knows. */")
    yield "    public static final class Code {"
    yield "        private Code() {}"
    for error in source.errors:
        yield from ("", *indent(comment(error.doc), "        "))
        yield f'        public static final String {constant(error.code)} = "{error.code}";'
    yield "    }"
    yield from write_module(source.wire, replies(source), requested(source.wire))
    yield "}"


def write_game(game: Module, name: str) -> Iterator[str]:
    """The payloads of one game."""
    yield from write_head("infoset.games", game.doc)
    yield f"public final class {name} {{"
    yield f"    private {name}() {{}}"
    yield from ("", "    /** The rules that these types are for: name, major, minor. */")
    yield f'    public static final String RULES = "{game.version}";'
    yield from write_module(game, {}, set())
    yield "}"


def write_head(package: str, doc: str) -> Iterator[str]:
    """The lines of a file before its class."""
    yield f"// {MARK}"
    yield from (f"package {package};", "")
    for name in ("JsonEnumDefaultValue", "JsonInclude", "JsonProperty"):
        yield f"import com.fasterxml.jackson.annotation.{name};"
    yield "import com.fasterxml.jackson.databind.JsonNode;"
    yield "import com.fasterxml.jackson.databind.node.ObjectNode;"
    if package != "infoset":
        yield "import infoset.Typed;"
    yield from ("import java.util.List;", "import java.util.Map;")
    if package == "infoset":
        yield "import java.util.Set;"
    yield from ("", *comment(doc))


def codes(source: Source, may: str) -> str:
    """The close codes after which something may not be done."""
    return ", ".join(f"{close.code}L" for close in source.closes if not getattr(close, may))


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
        if names:
            several = "ServerMessage"
            found[members["ClientMessage", request]] = names[0] if len(names) == 1 else several
    return found


def requested(module: Module) -> set[str]:
    """The records that clients make: requests and their parts."""
    found: set[str] = set()

    def add(name: str) -> None:
        definition = module.find(name)
        if isinstance(definition, Record) and name not in found:
            found.add(name)
            for field in definition.fields:
                for kind in walk(field.type):
                    if isinstance(kind, Named):
                        add(kind.name)

    for union in module.unions():
        if union.name == "ClientMessage":
            for member in union.members:
                add(member.name)
    return found


# Definitions.


def write_module(module: Module, answers: dict[str, str], made: set[str]) -> Iterator[str]:
    """All definitions, inside a class."""
    unions: dict[str, list[str]] = {}
    for union in module.unions():
        for member in union.members:
            unions.setdefault(member.name, []).append(union.name)
    for definition in module.definitions:
        yield ""
        yield from indent(documentation(definition), "    ")
        above = unions.get(definition.name, [])
        reply = answers.get(definition.name)
        is_made = definition.name in made
        yield from indent(write_definition(module, definition, above, reply, is_made), "    ")


def write_definition(
    module: Module, definition: Definition, above: list[str], reply: str | None, is_made: bool
) -> Iterator[str]:
    """One definition; `above` are the unions that it is a member of."""
    match definition:
        case Record():
            requests = [] if reply is None else [f"Typed.Request<{reply}>"]
            yield from write_record(module, definition, [*above, *requests], reply, is_made)
        case Row():
            yield from write_row(definition, [*above, "Typed.Row"])
        case Enum():
            yield from write_enum(definition)
        case Union():
            yield from write_union(definition)


def write_record(
    module: Module, record: Record, above: list[str], reply: str | None, is_made: bool
) -> Iterator[str]:
    """A record; those that clients make have a short way to be made."""
    if record.tag is not None:
        yield f'@Typed.Tag(field = "{record.tag[0]}", value = "{record.tag[1]}")'
    yield "@JsonInclude(JsonInclude.Include.NON_NULL)"
    parents = f" implements {', '.join(above)}" if above else ""
    body = list(write_body(module, record, reply, is_made))
    if not record.fields:
        yield f"public record {record.name}(){parents} {{"
    else:
        yield f"public record {record.name}("
        for number, field in enumerate(record.fields):
            end = "," if number + 1 < len(record.fields) else ""
            yield from indent(write_component(field, end), "        ")
        yield f"){parents} {{"
    yield from indent(body, "    ")
    yield "}"


def write_component(field: Field, end: str) -> Iterator[str]:
    """A component with its name on the wire."""
    if field.empty is Empty.FORBIDDEN:
        yield "@JsonInclude(JsonInclude.Include.NON_EMPTY)"
    required = ", required = true" if field.is_required else ""
    named = f'@JsonProperty(value = "{field.name}"{required})'
    yield f"{named} {component_type(field)} {word(field.name)}{end}"


def write_body(module: Module, record: Record, reply: str | None, is_made: bool) -> Iterator[str]:
    """What stands inside a record."""
    defaults = list(write_defaults(module, record))
    if defaults:
        yield f"public {record.name} {{"
        yield from indent(defaults, "    ")
        yield "}"
    if reply is not None:
        yield from ("", "@Override")
        yield f"public Class<{reply}> reply() {{"
        yield f"    return {reply}.class;"
        yield "}"
    if is_made:
        yield from write_making(record)


def write_defaults(module: Module, record: Record) -> Iterator[str]:
    """Gives absent components their defaults, and makes lists unmodifiable."""
    for field in record.fields:
        name = word(field.name)
        holder = holder_of(field.type)
        if holder is not None:
            absent = "null" if field.empty is Empty.NEWS else f"{holder}.of()"
            yield f"{name} = {name} == null ? {absent} : {holder}.copyOf({name});"
        elif field.default is not None:
            yield f"{name} = {name} == null ? {literal(module, field)} : {name};"


def write_making(record: Record) -> Iterator[str]:
    """Writes `of` with the required components, and a `with` for each other one."""
    required = [field for field in record.fields if field.is_required]
    given = ", ".join(f"{component_type(field)} {word(field.name)}" for field in required)
    arguments = ", ".join(word(f.name) if f.is_required else "null" for f in record.fields)
    yield from ("", "/** With nothing but what is required. */")
    yield f"public static {record.name} of({given}) {{"
    yield f"    return new {record.name}({arguments});"
    yield "}"
    names = ", ".join(word(field.name) for field in record.fields)
    for field in record.fields:
        if not field.is_required:
            yield ""
            kind = component_type(field)
            yield f"public {record.name} with{pascal(field.name)}({kind} {word(field.name)}) {{"
            yield f"    return new {record.name}({names});"
            yield "}"


def write_row(row: Row, above: list[str]) -> Iterator[str]:
    """A record that is a list on the wire."""
    if row.verb is not None:
        yield f'@Typed.Verb("{row.verb}")'
    components = []
    for item in row.items:
        mark = "" if item.is_required else "@Typed.MayBeAbsent "
        components.append(f"{mark}{component_type(item)} {word(item.name)}")
    if row.rest is not None:
        components.append(f"@Typed.Rest {type_of(ListOf(row.rest.type))} {word(row.rest.name)}")
    head = f"public record {row.name}({', '.join(components)})"
    yield f"{head} implements {', '.join(above)} {{}}"


def write_enum(enum: Enum) -> Iterator[str]:
    """A word out of a few."""
    yield f"public enum {enum.name} {{"
    for value in enum.values:
        yield f'    @JsonProperty("{value}")'
        yield f"    {enum_constant(value)},"
    yield "    /** A word that this version does not know. */"
    yield "    @JsonEnumDefaultValue"
    yield '    @JsonProperty("other")'
    yield "    UNKNOWN"
    yield "}"


def write_union(union: Union) -> Iterator[str]:
    """One of several; one that this version does not know is kept as it came."""
    yield f"public sealed interface {union.name} extends Typed.Union {{"
    yield "    /** A kind that this version does not know, as it came. */"
    yield f"    record Unknown(JsonNode plain) implements {union.name} {{}}"
    yield "}"


# Words.


def holder_of(kind: Type) -> str | None:
    """The interface that makes a value of this type unchangeable; None where there is none."""
    match kind:
        case ListOf():
            return "List"
        case MapOf(value) if value is not Scalar.ANY:
            return "Map"
        case _:
            return None


def component_type(field: Field) -> str:
    """The type of a component: one that may be absent is an object."""
    return type_of(field.type) if field.is_required else boxed(field.type)


def type_of(kind: Type) -> str:
    """A type as Java writes it."""
    return SCALARS[kind][0] if isinstance(kind, Scalar) else boxed(kind)


def boxed(kind: Type) -> str:
    """A type that may be null, or stand in a list."""
    match kind:
        case Scalar():
            return SCALARS[kind][1]
        case ListOf(item):
            return f"List<{boxed(item)}>"
        case MapOf(Scalar.ANY):
            return "ObjectNode"
        case MapOf(value):
            return f"Map<String, {boxed(value)}>"
        case Named(name):
            return name


def literal(module: Module, field: Field) -> str:
    """The default of a field in Java."""
    if isinstance(field.type, Named) and isinstance(module.find(field.type.name), Enum):
        return f"{field.type.name}.{enum_constant(str(field.default))}"
    text = json.dumps(field.default)
    return f"{text}L" if field.type is Scalar.INT else text


def word(name: str) -> str:
    """A field's name, which Java may have reserved."""
    plain = camel(name)
    return f"{plain}_" if plain in RESERVED else plain


def enum_constant(value: str) -> str:
    """A word of the wire as a constant."""
    name = constant(value)
    return f"N{name}" if not name or name[0].isdigit() else name


def documented(field: Field) -> str:
    """The documentation of a field, with its default."""
    default = "" if field.default is None else f" (absent: {json.dumps(field.default)})"
    return field.doc + default


def documentation(definition: Definition) -> list[str]:
    """The Javadoc of a definition, with that of the components of a record."""
    components = components_of(definition)
    told = [(word(one.name), plain(documented(one))) for one in components if one.doc]
    if not told:
        return comment(definition.doc)
    lines = [*wrap(plain(definition.doc), " * ", 92), " *"] if definition.doc else []
    for name, text in told:
        lines += wrap(f"@param {name} {text}", " * ", 92)
    return ["/**", *lines, " */"]


def components_of(definition: Definition) -> tuple[Field, ...]:
    """The components of what becomes a record."""
    match definition:
        case Record(fields=fields):
            return fields
        case Row(items=items, rest=rest):
            return items if rest is None else (*items, rest)
        case _:
            return ()


def comment(text: str) -> list[str]:
    """Documentation of one thing."""
    told = plain(text)
    if not told:
        return []
    if len(told) <= 85:
        return [f"/** {told} */"]
    return ["/**", *wrap(told, " * ", 92), " */"]


def plain(text: str) -> str:
    """A text as a sentence, with nothing that Javadoc would take for markup."""
    text = sentence(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("@", "{@literal @}").replace("*/", "* /")
