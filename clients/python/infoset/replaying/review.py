"""The entries of a review, as `review_part` has them on the wire: nothing is worked out here."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

SIGMAS: Final = 2.0  # standard errors that stand for an interval of 95 %

Entry = Mapping[str, Any]


def cost_of(judged: Entry) -> Mapping[str, float]:
    """What a decision cost: as it was confirmed in other worlds, where it was."""
    found: Mapping[str, float] = judged.get("again") or judged["loss"]
    return found


def chances(entries: Sequence[Entry], ver: int) -> Entry | None:
    """The chances to win at a version, or at the last point before it."""
    curve = of_kind(entries, "chances")
    behind = [one for one in curve if one["ver"] <= ver]
    if behind:
        return behind[-1]
    return curve[0] if curve else None


def of_kind(entries: Sequence[Entry], kind: str) -> list[Entry]:
    """Those entries alone."""
    return [one for one in entries if one["kind"] == kind]
