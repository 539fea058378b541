"""Names and values of a match as text. Pure."""

import json
from typing import Any, Final

from infoset.printing import clean
from infoset.turn import Match
from infoset.wording import say

MAX_VALUE: Final = 200  # characters of one value of an unknown game


def player_name(match: Match, seat: object) -> str:
    """What a player is called, nobody for -1. Players who share a name have the number of their place behind it, from 1.

    So do the page and the window, which number places; without a name it is the seat, from 0, that is told.
    """
    if not isinstance(seat, int) or seat < 0:
        return say("terminal-nobody")
    names = [player.name for player in match.players]
    if seat >= len(names) or not names[seat]:
        return say("match-seat", seat=seat)
    name = clean(names[seat])
    return name if names.count(names[seat]) == 1 else f"{name} [{seat + 1}]"


def name_within(match: Match, seat: int, width: int) -> str:
    """The same in so many columns: where it is too long, what tells it from others of its name stays."""
    name = player_name(match, seat)
    if len(name) <= width:
        return name.ljust(width)
    tail = f" [{seat + 1}]" if name.endswith(f" [{seat + 1}]") else ""
    return name[: width - len(tail)] + tail


def whole_value(value: Any) -> str:
    """A value of the wire, compact; a text line by line."""
    if isinstance(value, str):
        return "\n".join(map(clean, value.split("\n")))
    return json.dumps(value, separators=(",", ":"))


def value_text(value: Any) -> str:
    """A value of the wire, compact and cut, on one line."""
    text = clean(value) if isinstance(value, str) else whole_value(value)
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 3] + "..."


def clock_text(clock: Any) -> str:
    """A time control in words."""
    kind = clock.get("kind", "none")
    if kind == "per_move":
        return say("terminal-per-move", time=seconds_text(clock.get("move_ms", 0)))
    if kind == "bank":
        return f"{seconds_text(clock.get('main_ms', 0))} + {seconds_text(clock.get('inc_ms', 0))}"
    return say("terminal-no-clock")


def seconds_text(ms: int) -> str:
    """`90 s`, `1.5 s`, `10:00`."""
    if ms >= 120_000:
        return f"{ms // 60_000}:{ms // 1000 % 60:02d}"
    return f"{ms / 1000:g} s"
