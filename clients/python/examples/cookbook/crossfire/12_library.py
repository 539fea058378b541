"""Step 12 of 12, Crossfire: the search of the library: compiled, with a clock, merging equal cards."""

import infoset
from infoset_bots.search.simultaneous_bot import SimultaneousBot


class Bot(SimultaneousBot):
    def __init__(self) -> None:
        super().__init__(iterations=300, policy="heuristic", horizon=30)


if __name__ == "__main__":
    infoset.run(Bot, seek="crossfire")
