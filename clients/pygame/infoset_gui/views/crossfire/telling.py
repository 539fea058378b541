"""What became of one's commands in Crossfire, in words and with reasons: `unit 1 was blocked: ...`."""

from collections.abc import Mapping
from typing import Any, Final

from infoset.turn import Match
from infoset.wording import say
from infoset_gui.views.crossfire.field import DIRECTIONS, STEPS, ring_of, square_name
from infoset_gui.views.crossfire.words import way_words
from infoset_gui.views.phrases import log_heading, log_line, sentence

SHOT: Final = 4  # the first command that is one
WALLS: Final = {"M": "mountain", "W": "water"}
Units = Mapping[str, Any]  # an event of that name: lists by unit


def setup_done(event: Units) -> str:
    """What somebody has given out before the match, as far as it is seen."""
    if event.get("king", -1) < 0:
        return say("crossfire-log-setup-secret")
    numbers = ", ".join(str(number) for number in event["numbers"])
    return say("crossfire-log-setup", numbers=numbers, king=event["king"] + 1)


class Teller:
    """The words of one match. Tell it every event in order; the newest one may be told again."""

    def __init__(self, match: Match, size: int, period: int) -> None:
        self._match = match
        self.terrain = ""  # as it was seen last
        self._size = size
        self._period = period
        self._round = 0
        self._last: dict[int, Units] = {}  # by seat
        self._before: dict[int, Units] = {}

    def say(self, event: Mapping[str, Any]) -> str | None:
        """An event as a line of the log; None for one that is not worth any, or is hidden."""
        match event.get("e"):
            case "setup":
                return log_line(self._match, event["by"], setup_done(event))
            case "round":
                self._round = int(event["round"])
                key = (
                    "crossfire-log-round-ring" if event.get("reduction") else "crossfire-log-round"
                )
                return log_heading(say(key, round=self._round))
            case "units" if isinstance(event["orders"], list):
                return self._tell_units(event)
            case "sight" if isinstance(event["enemies"], list):
                return self._tell_sight(event)
            case "over":
                is_tie = event.get("ending") == "tie"
                return log_heading(say("crossfire-log-tie" if is_tie else "crossfire-log-king"))
            case _:
                return None

    def _tell_sight(self, event: Mapping[str, Any]) -> str | None:
        """Which enemies came into view, and which were seen to fall."""
        parts = []
        for field, key in (("enemies", "crossfire-log-saw"), ("fallen", "crossfire-log-saw-fall")):
            places = [square_name(at, self._size) for at in event[field] if at >= 0]
            if places:
                parts.append(say(key, squares=", ".join(places)))
        return sentence("; ".join(parts)) if parts else None

    def _tell_units(self, event: Units) -> str | None:
        """What became of every command, each with its reason."""
        seat = event["by"]
        if event is not self._last.get(seat):
            if seat in self._last:
                self._before[seat] = self._last[seat]
            self._last[seat] = event
        told = [self._tell(event, unit) for unit in range(len(event["orders"]))]
        return sentence("; ".join(words for words in told if words)) or None

    def _tell(self, event: Units, unit: int) -> str:
        """One unit; nothing of those that were lost before, or slide on."""
        before = self._before.get(event["by"])
        if before is not None and not before["alive"][unit]:
            return ""
        order, square = event["orders"][unit], event["squares"][unit]
        one, at = unit + 1, square_name(square, self._size)
        if not event["alive"][unit]:
            return say("crossfire-log-destroyed", unit=one, square=at)
        if order < 0:
            return ""
        if order >= SHOT:
            return say("crossfire-log-fired", unit=one, way=way_words(DIRECTIONS[order - SHOT]))
        if event["moved"][unit]:
            return say("crossfire-log-moved", unit=one, square=at)
        return self._why_not(event, unit)

    def _why_not(self, event: Units, unit: int) -> str:
        """Why a unit is where it was."""
        target, name = self._target(event, unit), unit + 1
        if target is None:
            return say("crossfire-log-stayed-edge", unit=name)
        wall = WALLS.get(self._ground(target))
        if wall is not None:
            return say(f"crossfire-log-stayed-{wall}", unit=name)
        place = square_name(target, self._size)
        others = [other for other in range(len(event["orders"])) if other != unit]
        for other in others:
            if event["squares"][other] == target and event["alive"][other]:
                return say("crossfire-log-blocked-by", unit=name, other=other + 1, square=place)
        for other in others:
            if not event["moved"][other] and self._target(event, other) == target:
                one, two = sorted((unit + 1, other + 1))
                both = {"one": one, "other": two, "square": place}
                return say("crossfire-log-blocked-both", unit=name, **both)
        return say("crossfire-log-blocked-else", unit=name, square=place)

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
