"""Reads integer fields out of plain objects, with errors that name the field and what was expected."""

from infoset_games.core import Json


def is_int(value: Json, least: int, most: int) -> bool:
    """Is `value` an integer in least..most? A bool is none."""
    return type(value) is int and least <= value <= most


def read_int(value: Json, field: str, least: int, most: int) -> int:
    """The integer `field` of an object. Raises ValueError naming it."""
    number = _get(value, field)
    if not is_int(number, least, most):
        raise ValueError(f"{field}: expected an integer in {least}..{most}")
    return int(number)


def read_ints(value: Json, field: str, length: int, least: int, most: int) -> tuple[int, ...]:
    """The `field` of exactly `length` integers. Raises ValueError naming it."""
    return _ints(_get(value, field), field, range(length, length + 1), least, most)


def read_int_rows(
    value: Json, field: str, rows: int, lengths: range, least: int, most: int
) -> tuple[tuple[int, ...], ...]:
    """The `field` of exactly `rows` lists, each with a length in `lengths`. Raises ValueError naming it."""
    lists = _get(value, field)
    if not isinstance(lists, list) or len(lists) != rows:
        raise ValueError(f"{field}: expected {rows} lists")
    return tuple(
        _ints(row, f"{field}[{number}]", lengths, least, most) for number, row in enumerate(lists)
    )


def _get(value: Json, field: str) -> Json:
    if not isinstance(value, dict):
        raise ValueError(f"{field}: expected it in an object")  # noqa: TRY004 (one error for bad input)
    return value.get(field)


def _ints(value: Json, field: str, lengths: range, least: int, most: int) -> tuple[int, ...]:
    if (
        not isinstance(value, list)
        or len(value) not in lengths
        or not all(is_int(number, least, most) for number in value)
    ):
        size = f"{lengths[0]}" if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
        raise ValueError(f"{field}: expected {size} integers in {least}..{most}")
    return tuple(value)
