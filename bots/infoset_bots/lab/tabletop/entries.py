"""What is entered at the table, one thing at a time, and its form in a file.

An entry tells what was seen: where a card went by hidden, `card` is None.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from infoset_games.core import Json
from infoset_games.fields import is_int

Kind = Literal["act", "win", "show"]
KINDS: Final[tuple[Kind, ...]] = ("act", "win", "show")
MAX_WORDS: Final = 60  # of one action: a discard names its cards one by one


class EntryError(ValueError):
    """Stored values that are no entry; the message says what was expected."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened, by `seat`.

    act   it did `action`, in written form; `discard` names all its cards in ascending order. `dice` belong to
          `roll`, `card` to a theft (a resource) or a purchase (a development card), `counts` to a monopoly:
          by seat the cards handed over.
    win   it has the points, with `number` victory cards shown.
    show  after the end: it held `number` victory cards.

    `is_quiet` marks what a program did without being confirmed: it is undone along with what it followed.
    """

    kind: Kind
    seat: int
    action: tuple[Json, ...] = ()
    dice: tuple[int, int] | None = None
    card: int | None = None
    counts: tuple[int, ...] | None = None
    number: int = 0
    is_quiet: bool = False


def write_entry(entry: Entry) -> dict[str, Json]:
    """The entry as plain values, without what is not said."""
    plain: dict[str, Json] = {"kind": entry.kind, "seat": entry.seat}
    if entry.action:
        plain["a"] = list(entry.action)
    if entry.dice is not None:
        plain["dice"] = list(entry.dice)
    if entry.card is not None:
        plain["card"] = entry.card
    if entry.counts is not None:
        plain["counts"] = list(entry.counts)
    if entry.kind != "act":
        plain["number"] = entry.number
    if entry.is_quiet:
        plain["quiet"] = True
    return plain


def read_entry(plain: Any) -> Entry:
    """The inverse. Raises EntryError."""
    if not isinstance(plain, dict) or plain.get("kind") not in KINDS:
        raise EntryError(f"expected an entry with `kind` one of {', '.join(KINDS)}")
    action = plain.get("a", [])
    if not isinstance(action, list) or len(action) > MAX_WORDS:
        raise EntryError(f"a: expected a list of at most {MAX_WORDS} words")
    dice = _numbers(plain, "dice", 6)
    if dice is not None and (len(dice) != 2 or 0 in dice):
        raise EntryError("dice: expected two numbers in 1..6")
    return Entry(
        plain["kind"],
        _number(plain, "seat", 3),
        tuple(action),
        None if dice is None else (dice[0], dice[1]),
        _number(plain, "card", 4) if "card" in plain else None,
        _numbers(plain, "counts", 19),
        _number(plain, "number", 5) if "number" in plain else 0,
        plain.get("quiet") is True,
    )


def _number(plain: Mapping[str, Any], name: str, most: int) -> int:
    if not is_int(plain.get(name), 0, most):
        raise EntryError(f"{name}: expected a number in 0..{most}")
    return int(plain[name])


def _numbers(plain: Mapping[str, Any], name: str, most: int) -> tuple[int, ...] | None:
    if name not in plain:
        return None
    values = plain[name]
    if not isinstance(values, list) or not all(is_int(value, 0, most) for value in values):
        raise EntryError(f"{name}: expected a list of numbers in 0..{most}")
    return tuple(int(value) for value in values)
