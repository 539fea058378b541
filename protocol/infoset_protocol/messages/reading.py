"""From plain values to messages: picks the model by `type` and explains refusals in plain words."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, TypeVar, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import (
    assist,
    compute,
    ladder,
    mine,
    people,
    play,
    rooms,
    session,
    tournament,
    watching,
)
from infoset_protocol.messages.base import ClientMessage, Message, ServerMessage
from infoset_protocol.messages.scalars import REF_PATTERN, SLUG_PATTERN, TOLERANT, VIEW_PATTERN
from infoset_protocol.messages.usual_act import read_usual_act

_MODULES: Final = (
    session,
    rooms,
    play,
    watching,
    compute,
    assist,
    ladder,
    tournament,
    mine,
    people,
)
_MAX_SHOWN: Final = 40  # characters of a peer's text that an error repeats

MessageT = TypeVar("MessageT", bound=Message)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A message from a newer server: its type is not in this version. `plain` holds all of it."""

    type: str
    re: int | None
    seq: int | None
    plain: dict[str, Any]


def _messages_of(module: ModuleType, base: type[MessageT]) -> dict[str, type[MessageT]]:
    """The message classes that `module` defines below `base`, by type name, in order."""
    return {
        model.model_fields["type"].default: model
        for model in vars(module).values()
        if inspect.isclass(model)
        and issubclass(model, base)
        and model.__module__ == module.__name__
    }


CLIENT_MESSAGES: Final[dict[str, type[ClientMessage]]] = {
    name: model
    for module in _MODULES
    for name, model in _messages_of(module, ClientMessage).items()
}
SERVER_MESSAGES: Final[dict[str, type[ServerMessage]]] = {
    name: model
    for module in _MODULES
    for name, model in _messages_of(module, ServerMessage).items()
}
# The `type` of a request, by its class: on the path of an act, where reading a model's field costs more.
TYPE_NAMES: Final[dict[type[ClientMessage], str]] = {
    model: name for name, model in CLIENT_MESSAGES.items()
}

# `model_validate` without what pydantic wraps around it, which costs as much again; by type, from its first use on.
_VALIDATE: Final[dict[str, Callable[[object], object]]] = {}
_CLIENT_FIELDS: Final = {
    name: frozenset(model.model_fields) for name, model in CLIENT_MESSAGES.items()
}


def read_client_message(plain: dict[str, Any]) -> ClientMessage:
    """The request in `plain`.

    Raises ProtocolError: `bad_message` with {path, want} or `unknown_type` with {type}.
    """
    name = plain.get("type")
    validate = _validate_of(name) if type(name) is str else None
    if validate is None:
        raise _no_such_type(name)
    try:
        return cast(ClientMessage, validate(plain))
    except ValidationError as error:
        raise _bad_message(cast(str, name), error) from None


def _validate_of(name: str) -> Callable[[object], object] | None:
    """What reads the requests of a type, if there are such."""
    validate = _VALIDATE.get(name)
    if validate is None and name in CLIENT_MESSAGES:
        validate = CLIENT_MESSAGES[name].__pydantic_validator__.validate_python
        _VALIDATE[name] = validate
    return validate


def read_request(plain: dict[str, Any]) -> tuple[ClientMessage, tuple[str, ...]]:
    """The request in `plain`, and its `unknown_fields`. Raises as `read_client_message`."""
    usual = read_usual_act(plain)
    if usual is not None:
        return usual, ()
    return read_client_message(plain), unknown_fields(plain)


def read_server_message(plain: dict[str, Any]) -> ServerMessage | Unknown:
    """The server's message in `plain`, read with tolerance for everything a later minor may add.

    Unknown fields are ignored, unknown types come as `Unknown`, unknown enum values as "other".
    Raises ProtocolError (`bad_message`) where a field this version relies on is missing or wrong.
    """
    name = plain.get("type")
    if type(name) is not str:
        raise _no_such_type(name)
    model = SERVER_MESSAGES.get(name)
    if model is None:
        return Unknown(name, _number(plain, "re"), _number(plain, "seq"), plain)
    try:
        return model.model_validate(plain, context=TOLERANT)
    except ValidationError as error:
        raise _bad_message(name, error) from None


def unknown_fields(plain: dict[str, Any]) -> tuple[str, ...]:
    """The top-level fields of a client message that the protocol does not know, sorted.

    Names beginning with `x_` are private extensions and never reported; neither are nulls.
    """
    known = _CLIENT_FIELDS.get(plain["type"], frozenset())
    if known.issuperset(plain):  # as nearly always
        return ()
    return tuple(
        sorted(
            name
            for name, value in plain.items()
            if name not in known and value is not None and not name.startswith("x_")
        )
    )


def _number(plain: dict[str, Any], field: str) -> int | None:
    """The field if it is a number the envelope may hold."""
    value = plain.get(field)
    return value if type(value) is int else None


def shown(text: str) -> str:
    """Text from the peer, cut to a length that is fit for an error message."""
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 3] + "..."


def _no_such_type(name: object) -> ProtocolError:
    """What to answer when `type` names no message, or is no name at all."""
    if type(name) is str:
        return ProtocolError(
            ErrorCode.UNKNOWN_TYPE, f"no such request: {shown(name)!r}", {"type": shown(name)}
        )
    return bad_field("message", "type", "the name of a message")


def unknown_field(name: str, field: str) -> ProtocolError:
    """A `bad_message` error about a field that is not in the protocol, for the feature `strict`."""
    return bad_field(name, shown(field), _WANTS["extra_forbidden"])


def bad_field(name: str, path: str, want: str) -> ProtocolError:
    """A `bad_message` error about one field."""
    return ProtocolError(
        ErrorCode.BAD_MESSAGE, f"{name}: `{path}` must be {want}", {"path": path, "want": want}
    )


def _bad_message(name: str, error: ValidationError) -> ProtocolError:
    """The first thing pydantic objects to, in plain words."""
    first = error.errors(include_url=False, include_input=False)[0]
    steps = [step for step in first["loc"] if "[" not in str(step)]  # not the branches of a union
    path = ".".join(shown(str(step)) for step in steps)
    want = _expectation(first)
    if not path:  # a rule about the whole message
        return ProtocolError(
            ErrorCode.BAD_MESSAGE, f"{name}: there must be {want}", {"path": path, "want": want}
        )
    return bad_field(name, path, want)


_PATTERNS: Final = {
    SLUG_PATTERN: "a name of a-z, 0-9 and _ that begins with a letter, at most 32 characters",
    REF_PATTERN: "an id of A-Z, a-z, 0-9, _ and -, at most 40 characters",
    VIEW_PATTERN: "public, all or seat:N",
}

_WANTS: Final = {
    "missing": "present: the field is required",
    "int_type": "an integer",
    "int_from_float": "an integer",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "extra_forbidden": "left out: there is no such field",
    "greater_than_equal": "an integer of at least {ge}",
    "less_than_equal": "an integer of at most {le}",
    "less_than": "an integer below {lt}",
    "string_too_long": "text of at most {max_length} characters",
    "literal_error": "one of {expected}",
}


def _expectation(error: ErrorDetails) -> str:
    """What belongs where `error` points, as words that fit behind "must be"."""
    context = error.get("ctx", {})
    match error["type"]:
        case "string_pattern_mismatch":
            return _PATTERNS[context["pattern"]]
        case "too_long":
            return f"no longer than {context['max_length']} items"
        case "too_short":
            return f"at least {context['min_length']} items long"
        case kind if kind in _WANTS:
            return _WANTS[kind].format_map(context)
        case _:
            return error["msg"]
