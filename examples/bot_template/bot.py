"""A bot for any game; see README.md."""

import infoset


class MyBot(infoset.Bot):
    """Plays one match; a new one is made for each."""

    def decide(self, turn: infoset.Turn) -> object:
        """Answers with one of `turn.actions`, or with its index. Make this better."""
        builds = turn.actions_with("build")
        if builds:
            return builds[0]
        return turn.random_answer(self.rng)


if __name__ == "__main__":
    infoset.run(MyBot)
