"""Checks plain values that come from outside. Every error is a ValueError that names the field."""

from collections.abc import Sequence

from infoset_games.core import Json


def fields(value: Json, path: str, names: Sequence[str]) -> dict[str, Json]:
    """`value` as a dict with exactly these keys."""
    if not isinstance(value, dict):
        raise ValueError(f"{path or 'value'}: expected an object")  # noqa: TRY004 - the callers' contract
    dot = f"{path}." if path else ""
    for name in names:
        if name not in value:
            raise ValueError(f"{dot}{name}: missing")
    for name in value:
        if name not in names:
            raise ValueError(f"{dot}{name}: unknown field")
    return value


def flag(value: Json, path: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{path}: expected true or false")  # noqa: TRY004 - as above
    return value


def number(value: Json, path: str, low: int, high: int | None = None) -> int:
    """`value` as an integer in low..high, or from `low` up."""
    is_int = isinstance(value, int) and not isinstance(value, bool)
    if not is_int or value < low or (high is not None and value > high):
        want = f"{low}..{high}" if high is not None else f"{low} or more"
        raise ValueError(f"{path}: expected an integer, {want}")
    return int(value)


def items(value: Json, path: str, fewest: int, most: int) -> list[Json]:
    """`value` as a list of fewest..most entries."""
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        want = f"{fewest}..{most}" if fewest != most else str(fewest)
        raise ValueError(f"{path}: expected a list of {want} entries")
    return value


def numbers(
    value: Json, path: str, fewest: int, most: int, low: int, high: int | None = None
) -> list[int]:
    """`value` as a list of fewest..most integers in low..high."""
    return [
        number(entry, f"{path}[{i}]", low, high)
        for i, entry in enumerate(items(value, path, fewest, most))
    ]


def distinct_numbers(
    value: Json, path: str, fewest: int, most: int, low: int, high: int
) -> list[int]:
    """`numbers`, none twice."""
    read = numbers(value, path, fewest, most, low, high)
    if len(set(read)) < len(read):
        raise ValueError(f"{path}: expected no number twice")
    return read


def word(value: Json, path: str, words: Sequence[str]) -> int:
    """The position of `value` among `words`."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{path}: expected one of {', '.join(words)}")
    return list(words).index(value)
