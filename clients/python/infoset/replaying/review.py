"""The review of a match in words: what happened to a seat, and what of it was luck. For windows and terminals.

The entries are those of `review_part` on the wire; nothing is worked out here but sums and intervals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

SIGMAS: Final = 2.0  # standard errors that stand for an interval of 95 %
MOST: Final = 8  # decisions, and acts of chance, that are told of one seat

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Remark:
    """One line. `seat` is -1 where it is about no seat; `ver` where the match was then, if it is about a moment."""

    text: str
    seat: int = -1
    is_heading: bool = False
    ver: int | None = None


def remarks(
    entries: Sequence[Entry], names: Sequence[str], write: Callable[[Any], str]
) -> Iterator[Remark]:
    """What the entries say by now; `write` gives an action in words."""
    seats = len(names)
    for row in of_kind(entries, "seat"):
        seat = int(row["seat"])
        yield Remark(names[seat], seat, is_heading=True)
        luck = worth(row["deal"] + row["play"], row["luck_error"], seats, sign=True)
        yield Remark(f"luck {luck}", seat)
        yield Remark(f"lost by decisions {worth(row['lost'], row['lost_error'], seats)}", seat)
    yield from mistakes(entries, names, write)
    yield from odds(entries)


def mistakes(
    entries: Sequence[Entry], names: Sequence[str], write: Callable[[Any], str]
) -> Iterator[Remark]:
    """The decisions that surely cost something, given what the seat knew then; the dearest of each seat first."""
    for seat, name in enumerate(names):
        found = [
            one for one in of_kind(entries, "judged") if one["blunder"] and one["seat"] == seat
        ]
        if found:
            yield Remark(f"{name}: decisions that cost", seat, is_heading=True)
        for one in sorted(found, key=lambda one: -cost_of(one)["mean"])[:MOST]:
            loss = cost_of(one)
            cost = worth(loss["mean"], loss["error"], len(names))
            words = f"{write(one['played'])}; better {write(one['better'])}: cost {cost}"
            yield Remark(f"{one['ver']}: {words}", seat, ver=int(one["ver"]))


def cost_of(judged: Entry) -> Mapping[str, float]:
    """What a decision cost: as it was confirmed in other worlds, where it was."""
    found: Mapping[str, float] = judged.get("again") or judged["loss"]
    return found


def odds(entries: Sequence[Entry]) -> Iterator[Remark]:
    """How often the sums of dice came, beside how often they were to be expected."""
    seen: dict[int, list[float]] = {}
    for table in of_kind(entries, "odds"):
        for event, came, expected in table["rows"]:
            if event[0] == "dice" and len(event) > 2:
                row = seen.setdefault(sum(event[1:]), [0, 0])
                row[0] += came
                row[1] += expected
    if seen:
        yield Remark("Dice: sum, how often, expected", is_heading=True)
    for number, (came, expected) in sorted(seen.items()):
        yield Remark(f"{number}: {came:.0f} ({expected:.1f})")


def chances(entries: Sequence[Entry], ver: int) -> Entry | None:
    """The chances to win at a version, or at the last point before it."""
    curve = of_kind(entries, "chances")
    behind = [one for one in curve if one["ver"] <= ver]
    if behind:
        return behind[-1]
    return curve[0] if curve else None


def worth(mean: float, error: float, seats: int, *, sign: bool = False) -> str:
    """A worth with its interval: among two seats a chance to win, among more places."""
    plus = "+" if sign else ""
    if seats == 2:
        return f"{100 * mean:{plus}.0f} +- {100 * SIGMAS * error:.0f} % chance to win"
    factor = seats - 1
    return f"{factor * mean:{plus}.1f} +- {factor * SIGMAS * error:.1f} places"


def of_kind(entries: Sequence[Entry], kind: str) -> list[Entry]:
    """Those entries alone."""
    return [one for one in entries if one["kind"] == kind]
