"""Sits beside a player of any game: shows the clock and counts what happens, by kind of event."""

from collections import Counter

import infoset
from infoset.assistant import Assistant, run


class Counting(Assistant):
    def start(self) -> None:
        self.happened: Counter[str] = Counter()

    def every_change(self) -> None:
        self.happened.update(str(event["e"]) for event in self.events)

    def every_turn(self, turn: infoset.Turn) -> None:
        self.log("you have", "many" if turn.n is None else turn.n, "actions")
        if turn.n is not None:
            self.suggest(turn.fallback, text="what a missed deadline would play")

    def every_second(self, seconds: int) -> None:
        left = "-" if self.left_s is None else f"{self.left_s:.0f} s"
        rows = {"played": f"{seconds} s", "time left": left}
        counts = {kind: f"{count} times" for kind, count in self.happened.items()}
        self.draw.table(rows | counts, at="screen:top_right")


if __name__ == "__main__":
    run(Counting)
