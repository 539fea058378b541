"""Step 12 of 12, Colonizers: the search of the library: compiled, with a clock, merging equal cards."""

import infoset
from infoset_bots.search.ismcts_bot import IsmctsBot


class Bot(IsmctsBot):
    def __init__(self) -> None:
        super().__init__(iterations=400, policy="heuristic")


if __name__ == "__main__":
    infoset.run(Bot, seek="colonizers")
