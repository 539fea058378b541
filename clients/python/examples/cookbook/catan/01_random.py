"""Step 1 of 12, Catan: any legal action."""

import infoset


class Bot(infoset.Bot):
    quick = True

    def decide(self, turn: infoset.Turn) -> object:
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(Bot, seek="catan")
