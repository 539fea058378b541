"""Plays any game whose actions can be listed, without knowing its rules: the server tries them out."""

import infoset
from infoset_protocol.messages import Budget

DECISIONS = 200  # of a long match: each may spend this share of the units that are left for it


class MonteCarloBot(infoset.Bot):
    def __init__(self, *, k: int = 16) -> None:
        self.most = self.k = k  # worlds to try every action in

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1 or turn.remote is None:
            return turn.fallback
        tried = turn.remote.rollout(k=self.k, first="all", n=2, max_ms=2000)
        self.pace(tried.budget)
        means = {row.first.index: row.mean[turn.seat] for row in tried.rows if row.first}
        turn.weigh([means.get(index) for index in range(len(turn.actions))])  # for --trace
        return max(means, key=means.__getitem__, default=turn.fallback)

    def pace(self, budget: Budget) -> None:
        """Tries fewer worlds where decisions cost more than the match has units for, and more again."""
        if budget.left_game is None:
            return
        share = budget.left_game / DECISIONS
        if budget.used > share:
            self.k = max(1, self.k // 2)
        elif budget.used < share / 4:
            self.k = min(self.most, self.k * 2)


if __name__ == "__main__":
    infoset.run(MonteCarloBot, seek="colonizers")
