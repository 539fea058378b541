"""Builds what it can pay, gives what it has plenty of for what it lacks, and says yes to the same."""

import infoset
from infoset_games.catan.observation import Observation

SAVING = 3  # cards of one resource from which on one of them may go
WANTED = ("city", "settlement", "road", "buy_dev", "end_turn")


class TradingCatanBot(infoset.Bot):
    def decide(self, turn: infoset.Turn) -> object:
        seen: Observation = turn.observation
        hand = seen.hand(turn.seat)

        def lacks(side: list[int]) -> bool:
            return all(hand[kind] == 0 for kind, count in enumerate(side) if count)

        def spares(side: list[int]) -> bool:
            return all(hand[kind] >= SAVING for kind, count in enumerate(side) if count)

        if turn.kind == "answer":
            gets, gives = turn.plain_observation["offer"]
            is_good = lacks(gets) or not lacks(gives)
            return next(iter(turn.actions_with("accept") if is_good else []), ["reject"])
        if turn.kind == "deal":
            return next(iter(turn.actions_with("confirm")), ["withdraw"])
        if turn.kind == "main":
            offers = [one for one in turn.actions_with("offer") if spares(one[1]) and lacks(one[2])]
            wanted = (turn.actions_with(verb) for verb in WANTED)
            return self.rng.choice(offers or next(filter(None, wanted)))
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(TradingCatanBot, seek="catan")
