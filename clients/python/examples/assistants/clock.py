"""The clock and the next event, for every game: what is asked, how long there is, what comes when."""

from infoset.assistant import Assistant, run

WARN_S = 5


class Clock(Assistant):
    def every_second(self, seconds: int) -> None:
        rows = [("asked", self.turn.kind if self.turn else "nobody asks you")]
        left = self.left_s
        if left is not None:
            rows.append(("time left", f"{left:.0f} s"))
            if left <= WARN_S:
                self.draw.text("screen:banner", f"{left:.0f} s left!", color="danger", size=2)
        if self.turn:
            for seat, bank_ms in enumerate(self.turn.clock_ms):
                rows.append((f"bank of seat {seat}", f"{bank_ms / 1000:.0f} s"))
        counted = [name for name in ("round", "turn") if name in self.plain]
        rows += [(name, str(self.plain[name])) for name in counted]
        coming = [
            name for name in self.plain if name.endswith("_in")
        ]  # so games name what is to come
        rows += [(name.removesuffix("_in") + " in", str(self.plain[name])) for name in coming]
        rows.append(("played", f"{seconds // 60}:{seconds % 60:02}"))
        self.draw.table(rows, at="screen:top_right")


if __name__ == "__main__":
    run(Clock)
