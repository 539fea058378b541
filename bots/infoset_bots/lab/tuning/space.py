"""What a tuner may vary, and how the command line says it.

c=0.1..2            a number; whole if both ends are whole
iterations=50..800:log
policy=heuristic|rollout
modifiers=+early_expansion+development_cards     any of these, joined by +
weights.point=5..20      an entry of the weights file
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from infoset.errors import CommandError
from infoset.game_options import read_value

WEIGHTS: Final = "weights"  # the parameter that names a file of weights
ENTRY: Final = f"{WEIGHTS}."  # begins the name of an entry of that file
LOG: Final = ":log"
MOST_DIMENSIONS: Final = 200

Value = int | float | str | bool
Values = Mapping[str, Value]  # what one candidate has, by name of dimension


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`; with `is_log` its logarithm is what is searched evenly."""

    name: str
    low: float
    high: float
    is_whole: bool = False
    is_log: bool = False


@dataclass(frozen=True)
class Choice:
    """One of several values."""

    name: str
    options: tuple[Value, ...]


@dataclass(frozen=True)
class Part:
    """Is `item` one of those joined in the parameter `parameter`?"""

    parameter: str
    item: str

    @property
    def name(self) -> str:
        """What the optimiser calls it."""
        return f"{self.parameter}+{self.item}"


Dimension = Number | Choice | Part


def read_dimensions(texts: Iterable[str]) -> list[Dimension]:
    """The dimensions that options describe. Raises CommandError naming the one that is wrong."""
    found: list[Dimension] = []
    for text in texts:
        found += read_dimension(text)
    return found


def read_dimension(text: str) -> list[Dimension]:
    """One option: a number, a choice, or the parts of a combination."""
    name, equals, rest = text.partition("=")
    if not equals or not name or not rest:
        raise wrong(text, "NAME=LOW..HIGH, NAME=a|b|c or NAME=+a+b+c")
    if rest.startswith("+"):
        items = [item for item in rest.split("+") if item]
        return [Part(name, item) for item in dict.fromkeys(items)]
    if ".." in rest:
        return [read_number(text, name, rest)]
    options = tuple(read_value(option) for option in rest.split("|"))
    if len(options) < 2 or not all(isinstance(option, int | float | str) for option in options):
        raise wrong(text, "LOW..HIGH, or at least two values with | between them")
    return [Choice(name, options)]


def read_number(text: str, name: str, rest: str) -> Number:
    is_log = rest.endswith(LOG)
    low_text, _, high_text = rest.removesuffix(LOG).partition("..")
    low, high = read_value(low_text), read_value(high_text)
    if not is_number(low) or not is_number(high) or not low < high:
        raise wrong(text, "two numbers, the lower first")
    if is_log and low <= 0:
        raise wrong(text, "numbers above 0 with :log")
    return Number(name, low, high, type(low) is int and type(high) is int, is_log)


def wrong(text: str, expected: str) -> CommandError:
    return CommandError(f"--vary {text}: expected {expected}")


def is_number(value: Any) -> bool:
    """Is it a finite number, and no truth value?"""
    return type(value) in (int, float) and math.isfinite(value)


def around(record: Mapping[str, Any], spread: float) -> list[Dimension]:
    """A dimension for every number of a weights record but 0, which has no scale.

    It reaches `spread` times the number to either side.
    """
    return [
        Number(ENTRY + name, value - spread * abs(value), value + spread * abs(value))
        for name, value in record.items()
        if is_number(value) and value != 0
    ]


def joined(dimensions: Sequence[Dimension]) -> list[Dimension]:
    """Of dimensions of one name the last. Raises CommandError for none, or too many."""
    by_name = {dimension.name: dimension for dimension in dimensions}
    if not by_name:
        raise CommandError("nothing to tune: expected --vary, --weights, or both")
    if len(by_name) > MOST_DIMENSIONS:
        raise CommandError(f"{len(by_name)} things to tune: at most {MOST_DIMENSIONS}")
    return list(by_name.values())


def start_value(
    dimension: Dimension, params: Mapping[str, Any], record: Mapping[str, Any]
) -> Value:
    """Where the search begins: what the bot is given at the start; for what it is not given, the middle.

    Raises CommandError where that lies outside.
    """
    if isinstance(dimension, Part):
        return dimension.item in str(params.get(dimension.parameter, "")).split("+")
    name = dimension.name
    given = record.get(name.removeprefix(ENTRY)) if name.startswith(ENTRY) else params.get(name)
    if isinstance(dimension, Choice):
        return (
            check_start(name, given, dimension.options)
            if given is not None
            else dimension.options[0]
        )
    if given is None:
        middle = (
            math.sqrt(dimension.low * dimension.high)
            if dimension.is_log
            else (dimension.low + dimension.high) / 2
        )
        return round(middle) if dimension.is_whole else middle
    if not is_number(given) or not dimension.low <= given <= dimension.high:
        raise CommandError(
            f"{name}: starts at {given!r}; expected a number in {dimension.low:g}..{dimension.high:g}"
        )
    return int(given) if dimension.is_whole else float(given)


def check_start(name: str, given: Any, options: Sequence[Value]) -> Value:
    for option in options:
        if option == given:
            return option
    raise CommandError(
        f"{name}: starts at {given!r}; expected one of {', '.join(map(str, options))}"
    )


def parameters(dimensions: Sequence[Dimension], values: Values) -> dict[str, Value]:
    """What a candidate's bot is given, entries of its weights file left out."""
    found: dict[str, Value] = {}
    parts: dict[str, list[str]] = {}
    for dimension in dimensions:
        if isinstance(dimension, Part):
            chosen = parts.setdefault(dimension.parameter, [])
            if values[dimension.name]:
                chosen.append(dimension.item)
        elif not dimension.name.startswith(ENTRY):
            found[dimension.name] = values[dimension.name]
    return found | {name: "+".join(items) for name, items in parts.items()}


def entries(values: Values) -> dict[str, Value]:
    """The entries of the weights file that a candidate changes."""
    return {
        name.removeprefix(ENTRY): value for name, value in values.items() if name.startswith(ENTRY)
    }


def key_of(values: Values) -> str:
    """Equal for equal candidates."""
    return json.dumps(values, sort_keys=True)


def write_dimension(dimension: Dimension) -> dict[str, Any]:
    """As plain values, for a file."""
    return {"kind": type(dimension).__name__.lower()} | vars(dimension)


def read_written(plain: Mapping[str, Any]) -> Dimension:
    """The dimension of such plain values. Raises KeyError or TypeError if they are none."""
    fields = {name: value for name, value in plain.items() if name != "kind"}
    match plain["kind"]:
        case "number":
            return Number(**fields)
        case "choice":
            return Choice(fields["name"], tuple(fields["options"]))
        case "part":
            return Part(**fields)
        case kind:
            raise KeyError(kind)
