"""Plays any game at random."""

import infoset


class RandomBot(infoset.Bot):
    def decide(self, turn: infoset.Turn) -> object:
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(RandomBot)
