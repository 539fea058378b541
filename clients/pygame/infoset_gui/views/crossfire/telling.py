"""What became of one's commands in Crossfire, in words and with reasons: `blocked: units 1 and 2 both wanted C7`."""

from collections.abc import Mapping
from typing import Any, Final

from infoset_gui.views.crossfire.field import DIRECTIONS, STEPS, ring_of, square_name

SHOT: Final = 4  # the first command that is one
WALLS: Final = {"M": "a mountain", "W": "water"}
Units = Mapping[str, Any]  # an event of that name: lists by unit


class Teller:
    """The words of one match. Tell it every event in order; the newest one may be told again."""

    def __init__(self, size: int, period: int) -> None:
        self.terrain = ""  # as it was seen last
        self._size = size
        self._period = period
        self._round = 0
        self._last: dict[int, Units] = {}  # by seat
        self._before: dict[int, Units] = {}

    def say(self, event: Mapping[str, Any], usual: str | None) -> str | None:
        """An event in words; `usual` where there are no better ones."""
        match event.get("e"):
            case "round":
                self._round = int(event["round"])
            case "units" if usual is not None:
                return self._tell_units(event)
            case "sight" if usual is not None:
                return self._tell_sight(event)
            case _:
                pass
        return usual

    def _tell_sight(self, event: Mapping[str, Any]) -> str | None:
        """Which enemies came into view, and which were seen to fall."""
        parts = []
        for field, words in (("enemies", "an enemy on"), ("fallen", "an enemy fall on")):
            places = [square_name(at, self._size) for at in event[field] if at >= 0]
            if places:
                parts.append(f"{words} {', '.join(places)}")
        return f"Saw {' and '.join(parts)}" if parts else None

    def _tell_units(self, event: Units) -> str | None:
        """What became of every command, each with its reason."""
        seat = event["by"]
        if event is not self._last.get(seat):
            if seat in self._last:
                self._before[seat] = self._last[seat]
            self._last[seat] = event
        told = [self._tell(event, unit) for unit in range(len(event["orders"]))]
        return "; ".join(words for words in told if words) or None

    def _tell(self, event: Units, unit: int) -> str:
        """One unit; nothing of those that were lost before, or slide on."""
        before = self._before.get(event["by"])
        if before is not None and not before["alive"][unit]:
            return ""
        order, square = event["orders"][unit], event["squares"][unit]
        name = f"Unit {unit + 1}"
        at = square_name(square, self._size)
        if not event["alive"][unit]:
            return f"{name} was destroyed at {at}"
        if order < 0:
            return ""
        if order >= SHOT:
            return f"{name} fired {DIRECTIONS[order - SHOT]}"
        if event["moved"][unit]:
            return f"{name} went {DIRECTIONS[order]} to {at}"
        return f"{name} {self._why_not(event, unit)}"

    def _why_not(self, event: Units, unit: int) -> str:
        """Why a unit is where it was."""
        target = self._target(event, unit)
        if target is None:
            return "stayed: the edge is in the way"
        wall = WALLS.get(self._ground(target))
        if wall is not None:
            return f"stayed: {wall} is in the way"
        place = square_name(target, self._size)
        others = [other for other in range(len(event["orders"])) if other != unit]
        for other in others:
            if event["squares"][other] == target and event["alive"][other]:
                return f"was blocked: unit {other + 1} is on {place}"
        for other in others:
            if not event["moved"][other] and self._target(event, other) == target:
                one, two = sorted((unit + 1, other + 1))
                return f"was blocked: units {one} and {two} both wanted {place}"
        return f"was blocked: somebody else wanted {place}, or is there"

    def _target(self, event: Units, unit: int) -> int | None:
        """Where a unit that has not moved wanted to go; None beyond the edge, and where it did not want to."""
        order: int = event["orders"][unit]
        if not 0 <= order < SHOT:
            return None
        right, down = STEPS[DIRECTIONS[order]]
        square: int = event["squares"][unit]
        row, column = divmod(square, self._size)
        row, column = row + down, column + right
        if not (0 <= row < self._size and 0 <= column < self._size):
            return None
        return row * self._size + column

    def _ground(self, square: int) -> str:
        """The terrain when the units moved; what the board had lost by then is mountain."""
        if ring_of(square, self._size) < (self._round - 1) // self._period:
            return "M"
        return self.terrain[square : square + 1]
