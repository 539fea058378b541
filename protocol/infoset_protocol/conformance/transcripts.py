"""Reads scripted dialogues and compares what a server says with what the script expects.

A transcript is NDJSON: a header, then steps in order. In an expected message only the named fields
count, and `$` words stand for values: `$_` for any, `$absent` for a field that must not be there,
`$name` for any value when it is met first and for the same value ever after, in requests too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.conformance.vectors import read_lines

ANY: Final = "$_"
ABSENT: Final = "$absent"
MAIN: Final = "a"  # the client of a step that names none

Bound = Mapping[str, Any]  # values met under `$name`, without the `$`


@dataclass(frozen=True, slots=True)
class Send:
    """The client sends `message`, or exactly the characters of `text` as one frame."""

    client: str
    message: dict[str, Any] | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Expect:
    """The next message, apart from the types passed over, fits `pattern`."""

    client: str
    pattern: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectClose:
    """The server closes with `code`.

    On WebSocket that is the close code; elsewhere that of the server's `bye`, or 1000 where there
    is none because the client said `bye` itself.
    """

    client: str
    code: int


@dataclass(frozen=True, slots=True)
class Drop:
    """The client cuts the connection without a word; its next step connects again."""

    client: str


@dataclass(frozen=True, slots=True)
class Play:
    """The client answers every `your_turn` with its `fallback` until a message fits `until`."""

    client: str
    until: dict[str, Any]


Step = Send | Expect | ExpectClose | Drop | Play


@dataclass(frozen=True, slots=True)
class Transcript:
    """A dialogue. `level` is the conformance level it belongs to, `skip` what may come in between."""

    name: str
    about: str
    level: int
    skip: frozenset[str]
    steps: tuple[Step, ...]


class MismatchError(Exception):
    """A message does not fit. `path` names the place, the text says what was wanted and what came."""

    def __init__(self, path: str, want: object, got: object) -> None:
        super().__init__(f"{path or 'message'}: expected {want!r}, got {got!r}")
        self.path = path


def read_transcript(text: str) -> Transcript:
    """A transcript file. Raises ValueError for a step that is none."""
    header, *lines = read_lines(text)
    return Transcript(
        header["transcript"],
        header["about"],
        header["level"],
        frozenset(header.get("skip", ())),
        tuple(_read_step(line) for line in lines),
    )


def _read_step(line: dict[str, Any]) -> Step:
    client = line.get("who", MAIN)
    match line:
        case {"dir": "c2s", **rest} if len(rest.keys() & {"msg", "text"}) == 1:
            return Send(client, rest.get("msg"), rest.get("text"))
        case {"dir": "s2c", "expect": pattern}:
            return Expect(client, pattern)
        case {"dir": "s2c", "closed": code}:
            return ExpectClose(client, code)
        case {"do": "drop"}:
            return Drop(client)
        case {"do": "play", "until": pattern}:
            return Play(client, pattern)
        case _:
            raise ValueError(f"no such step: {line}")


def fill_in(value: Any, bound: Bound) -> Any:
    """The value with every `$name` replaced. Raises KeyError for a name that was never met."""
    if isinstance(value, str) and value.startswith("$"):
        return bound[value[1:]]
    if isinstance(value, list):
        return [fill_in(entry, bound) for entry in value]
    if isinstance(value, dict):
        return {name: fill_in(entry, bound) for name, entry in value.items()}
    return value


def match(pattern: Any, value: Any, bound: Bound, path: str = "") -> Bound:
    """Compares and returns what is bound afterwards. Raises MismatchError and then binds nothing."""
    if isinstance(pattern, str) and pattern.startswith("$"):
        return _match_word(pattern, value, bound, path)
    if isinstance(pattern, dict):
        return _match_object(pattern, value, bound, path)
    if isinstance(pattern, list):
        return _match_list(pattern, value, bound, path)
    if type(pattern) is bool or type(value) is bool:
        fits = pattern is value
    else:
        fits = pattern == value  # numbers compare as numbers: 1 equals 1.0
    if not fits:
        raise MismatchError(path, pattern, value)
    return bound


def _match_word(word: str, value: Any, bound: Bound, path: str) -> Bound:
    if word == ABSENT:
        raise MismatchError(path, "no such field", value)
    if word == ANY:
        return bound
    name = word[1:]
    if name not in bound:
        return {**bound, name: value}
    if bound[name] != value:
        raise MismatchError(path, bound[name], value)
    return bound


def _match_object(pattern: dict[str, Any], value: Any, bound: Bound, path: str) -> Bound:
    if not isinstance(value, dict):
        raise MismatchError(path, "an object", value)
    for name, wanted in pattern.items():
        inner = f"{path}.{name}" if path else name
        if name in value:
            bound = match(wanted, value[name], bound, inner)
        elif wanted != ABSENT:
            raise MismatchError(inner, wanted, "nothing")
    return bound


def _match_list(pattern: list[Any], value: Any, bound: Bound, path: str) -> Bound:
    if not isinstance(value, list) or len(value) != len(pattern):
        raise MismatchError(path, f"a list of {len(pattern)}", value)
    for number, (wanted, entry) in enumerate(zip(pattern, value, strict=True)):
        bound = match(wanted, entry, bound, f"{path}.{number}")
    return bound
