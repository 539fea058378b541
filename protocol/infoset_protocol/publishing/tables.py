"""Markdown for the chapters of the specification, made from models and tables of codes. Knows no files."""

import json
from inspect import cleandoc
from typing import Any

from infoset_protocol.catalog import Direction, Entry
from infoset_protocol.errors import CLOSES, ERRORS, ErrorCode, ErrorInfo, Group
from infoset_protocol.messages import MAX_SAFE_INT, Part
from infoset_protocol.publishing.asyncapi import replies_to
from infoset_protocol.schema import Schema, definitions, resolve
from infoset_protocol.session.steps import TRANSITIONS, State, Step

# Explained once, in the chapter on the envelope. `seq` and the like are so only where they may be absent.
ENVELOPE = {"type", "id", "re", "seq", "ts"}

_GROUPS = {
    Group.FRAME: "frame",
    Group.REQUEST: "request",
    Group.LATER: "later",
    Group.STATE: "state",
    Group.PERMISSION: "permission",
    Group.SERVER: "server",
}


def message_section(entry: Entry) -> str:
    """One message: who sends it, what it is for, what answers it, its fields."""
    head = f"#### `{entry.type_name}`\n\n*{_route(entry)}.* {_about(entry.model)}"
    return f"{head}\n\n{field_table(entry.model)}"


def part_section(model: type[Part]) -> str:
    """One object inside messages."""
    return f"#### *{model.__name__}*\n\n{_about(model)}\n\n{field_table(model)}"


def _about(model: type[Part]) -> str:
    """The docstring of a model as a paragraph."""
    return cleandoc(model.__doc__ or "")


def field_table(model: type[Part]) -> str:
    """The fields of a model but for the envelope, or a line that says there are none."""
    schema = definitions()[model.__name__]
    required = schema.get("required", [])
    rows = [
        f"| `{name}`{'' if name in required else '?'} | {type_name(inner)} | {_meaning(inner)} |"
        for name, inner in schema["properties"].items()
        if name not in ENVELOPE or (name in required and name != "type")
    ]
    if not rows:
        return "No fields besides the envelope.\n"
    return "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows]) + "\n"


def error_table() -> str:
    """Every error code."""
    rows = [
        f"| `{code}` | {_GROUPS[info.group]} | {_fatal(info)} | {info.meaning} | {_data(info)} |"
        for code, info in ERRORS.items()
    ]
    head = ["| code | group | fatal | meaning | `data` |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def close_table() -> str:
    """Every close code."""
    rows = [
        f"| {code.value} | {info.meaning} | {info.reconnect} |" for code, info in CLOSES.items()
    ]
    return "\n".join(["| code | meaning | come back? |", "| --- | --- | --- |", *rows]) + "\n"


def state_table() -> str:
    """What a client's message does in each state of the conversation."""
    steps = list(Step)
    names = {Step.REQUEST: "any other request", Step.LEAVE: "`bye`"}
    rows = [
        f"| {state.value} | {' | '.join(_outcome(state, step) for step in steps)} |"
        for state in State
        if state is not State.CLOSED
    ]
    head = [
        f"| state | {' | '.join(names.get(step, f'`{step.value}`') for step in steps)} |",
        f"| --- |{' --- |' * len(steps)}",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _outcome(state: State, step: Step) -> str:
    """The next state, or the error that refuses the message."""
    then = TRANSITIONS[state, step]
    if isinstance(then, ErrorCode):
        return f"error `{then}`"
    return "waits for `welcome`" if then is state is not State.WELCOMED else then.value


def type_name(schema: Schema) -> str:
    """A field's type in the words of the manual."""
    if "$ref" in schema:
        return f"*{schema['$ref'].rsplit('/', 1)[1]}*"
    if "anyOf" in schema:
        return " or ".join(type_name(branch) for branch in schema["anyOf"])
    if "enum" in schema:
        return " \\| ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    match schema.get("type"):
        case "integer":
            return _integer_name(schema)
        case "number":
            return "num"
        case "string":
            return _text_name(schema)
        case "boolean":
            return "bool"
        case "array":
            return f"[{type_name(schema['items'])}]{_length(schema)}"
        case "object":
            return "obj" + (
                f" of at most {most} keys" if (most := schema.get("maxProperties")) else ""
            )
        case _:
            return "any"


def _integer_name(schema: Schema) -> str:
    least = schema["minimum"]
    most = schema.get("maximum", schema.get("exclusiveMaximum", 0) - 1)
    if most != MAX_SAFE_INT:
        return f"int {least}..{most}"
    return {0: "uint", -MAX_SAFE_INT: "int"}.get(least, f"uint from {least}")


def _text_name(schema: Schema) -> str:
    pattern = schema.get("pattern", "")
    if pattern.startswith("^[a-z]"):
        return "slug"
    if pattern.startswith("^[A-Z"):
        return "ref"
    if pattern:
        return "view"
    return f"str{schema['maxLength']}"


def _length(schema: Schema) -> str:
    """The bounds of a list, where they are tighter than those of all lists."""
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if least:
        return f" {least}..{most}"
    return ""


def _meaning(schema: Schema) -> str:
    """The description, with the default where there is one worth telling."""
    text = str(schema.get("description", resolve(schema).get("description", "")))
    if "default" not in schema:
        return _cell(text)
    return f"{_cell(text)} (default `{_default(schema['default'])}`)"


def _default(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _cell(text: str) -> str:
    """Text that does not end a table cell."""
    return text.replace("|", "\\|")


def _route(entry: Entry) -> str:
    if entry.direction is Direction.SERVER:
        numbered = "" if getattr(entry.model, "sequenced", True) else ", not numbered"
        return f"Server to client{numbered}"
    answers = [f"`{answer.type_name}`" for answer in replies_to(entry)]
    if not answers:
        return "Client to server, never answered"
    *most, last = answers
    return f"Client to server, answered by {', '.join(most)} or {last}"


def _fatal(info: ErrorInfo) -> str:
    return info.fatal if info.close is None else f"{info.fatal} ({info.close.value})"


def _data(info: ErrorInfo) -> str:
    return ", ".join(f"`{name}`" for name in info.data)
