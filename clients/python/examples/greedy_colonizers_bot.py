"""Keeps and builds the most valuable module it can get; collects Omnium for it."""

import infoset
from infoset_games.colonizers.cards import VALUE
from infoset_games.colonizers.observation import Observation


class GreedyBot(infoset.Bot):
    def decide(self, turn: infoset.Turn) -> object:
        seen: Observation = turn.observation
        if turn.kind == "draw":
            return ["draw"] if len(seen.hand) < 2 else ["omnium"]
        cards = turn.actions_with("keep") + turn.actions_with("build")
        return max(cards, key=lambda action: VALUE[action[1]], default=turn.actions[0])


if __name__ == "__main__":
    infoset.run(GreedyBot, seek="colonizers")
