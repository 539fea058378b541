"""What changed since your last turn, for every game: what happened, and which numbers are others now."""

from collections import Counter
from typing import Any

from infoset.assistant import Assistant, run
from infoset.turn import Turn

MOST = 24


class WhatChanged(Assistant):
    def start(self) -> None:
        self.before: dict[str, Any] = {}
        self.happened: Counter[str] = Counter()

    def every_change(self) -> None:
        for event in self.events:
            who = f" by seat {event['by']}" if "by" in event else ""
            self.happened[f"{event['e']}{who}"] += 1

    def every_turn(self, turn: Turn) -> None:
        now = dict(numbers_in(self.plain))
        rows = [(name, f"{count} times") for name, count in self.happened.most_common(MOST // 2)]
        for name, value in now.items():
            if name in self.before and self.before[name] != value:
                rows.append((name, f"{self.before[name]} -> {value}"))
        if rows:
            self.draw.table(rows[:MOST], at="screen:side", title="since your last turn")
        self.before, self.happened = now, Counter()


def numbers_in(value: Any, name: str = "") -> list[tuple[str, Any]]:
    """The numbers and words of an observation, by where they stand; long lists by their length."""
    if isinstance(value, dict):
        return [pair for key in value for pair in numbers_in(value[key], f"{name} {key}".strip())]
    if isinstance(value, list):
        if all(isinstance(inner, dict) for inner in value) and value:
            return [p for i, inner in enumerate(value) for p in numbers_in(inner, f"{name} {i}")]
        return [(f"{name}, how many", len(value))]
    is_short = not isinstance(value, str) or len(value) < 20
    return [(name, value)] if is_short else []


if __name__ == "__main__":
    run(WhatChanged)
