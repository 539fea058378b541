"""Plays any game whose actions can be listed, without knowing its rules: the server tries them out."""

import infoset


class MonteCarloBot(infoset.Bot):
    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1 or turn.remote is None:
            return turn.fallback
        tried = turn.remote.rollout(k=16, first="all", n=2, max_ms=2000)
        best = max(tried.rows, key=lambda row: row.mean[turn.seat], default=None)
        return turn.fallback if best is None or best.first is None else best.first.index


if __name__ == "__main__":
    infoset.run(MonteCarloBot, seek="colonizers")
