"""Plays any game whose actions can be listed, without knowing its rules: the server tries them out."""

import infoset


class MonteCarloBot(infoset.Bot):
    def __init__(self, *, k: int = 16) -> None:
        self.k = k  # worlds to try every action in

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1 or turn.remote is None:
            return turn.fallback
        tried = turn.remote.rollout(k=self.k, first="all", n=2, max_ms=2000)
        best = max(tried.rows, key=lambda row: row.mean[turn.seat], default=None)
        return turn.fallback if best is None or best.first is None else best.first.index


if __name__ == "__main__":
    infoset.run(MonteCarloBot, seek="colonizers")
