"""What would the house bot do? For every game whose rules are installed here: its policy, asked in several worlds."""

from collections import Counter

from infoset.assistant import Assistant, run
from infoset.turn import Turn
from infoset_games.policy_registry import default_policy, make_policy
from infoset_games.rng import Rng

WORLDS = 9  # a policy may look at what a world invents; so ask it in several
SHOWN = 3


class HouseAdvice(Assistant):
    def every_turn(self, turn: Turn) -> None:
        if turn.match.engine is None:
            self.log(f"the rules {turn.match.rules} are not installed here: no advice")
            return
        name = default_policy(turn.game)
        policy = make_policy(turn.game, name)
        votes: Counter[int] = Counter()
        for number in range(WORLDS):
            rng = Rng(f"{turn.decision}", str(number))
            world = turn.determinize(rng)
            action = policy.choose(world, turn.seat, rng)
            votes[world.legal(turn.seat).index(action)] += 1
        best = votes.most_common(SHOWN)
        shares = [count / WORLDS for _, count in best]
        self.suggest(*(index for index, _ in best), values=shares, text=f"the policy `{name}`")


if __name__ == "__main__":
    run(HouseAdvice)
