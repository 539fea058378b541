"""Counters for Crossfire, the first assistant anybody wrote: seconds left, the round, rounds to the reduction."""

from infoset.assistant import Assistant, run


class Counters(Assistant):
    def every_second(self, seconds: int) -> None:
        left = self.left_s
        self.draw.table(
            {
                "round": self.plain.get("round", "-"),
                "reduction in": self.plain.get("reduction_in", "-"),
                "seconds left": "-" if left is None else round(left),
                "seconds played": seconds,
            }
        )


if __name__ == "__main__":
    run(Counters)
