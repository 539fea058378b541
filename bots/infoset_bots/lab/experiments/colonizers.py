"""The experiments on Colonizers, as data.

1 to 5 are those of D. Crha, "Board game with artificial intelligence" (Charles University, 2020),
chapter 5. Their legacy tables hold the players as the original program has them: the heuristic looks
for five cards in the hand, MaxN serves seat 0 at the root, and in the playouts of ISMCTS everybody
knows every colonist.
"""

from typing import Final

from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.experiments.setup import SHUFFLED, Series, Setup, Table

RANDOM: Final = Entry("random", "random")
HEURISTIC: Final = Entry("heuristic", "heuristic")
MAXN: Final = Entry("maxn", "maxn")
ISMCTS: Final = Entry("ismcts", "ismcts")
OLD_HEURISTIC: Final = Entry("heuristic_legacy", "heuristic_legacy")
OLD_MAXN: Final = Entry("maxn_legacy", "maxn_legacy")
OLD_ISMCTS: Final = Entry("ismcts_legacy", "ismcts:policy=heuristic_legacy_open")

SERIES: Final = Series(
    game="colonizers",
    setups=(
        Setup(
            key="1",
            title="four random",
            table=Table((RANDOM,) * 4, games=1000),
            legacy=Table((RANDOM,) * 4, games=1000, seating=SHUFFLED),
        ),
        Setup(
            key="2",
            title="four heuristic",
            table=Table((HEURISTIC,) * 4, games=1000),
            legacy=Table((OLD_HEURISTIC,) * 4, games=1000, seating=SHUFFLED),
        ),
        Setup(
            key="3",
            title="one of each",
            table=Table((RANDOM, HEURISTIC, MAXN, ISMCTS), games=50),
            legacy=Table((RANDOM, OLD_HEURISTIC, OLD_MAXN, OLD_ISMCTS), games=50, seating=SHUFFLED),
        ),
        Setup(
            key="4",
            title="two heuristic, two MaxN",
            table=Table((HEURISTIC, HEURISTIC, MAXN, MAXN), games=50),
            legacy=Table(
                (OLD_HEURISTIC, OLD_HEURISTIC, OLD_MAXN, OLD_MAXN), games=50, seating=SHUFFLED
            ),
        ),
        Setup(
            key="5",
            title="two heuristic, two ISMCTS",
            table=Table((HEURISTIC, HEURISTIC, ISMCTS, ISMCTS), games=50),
            legacy=Table(
                (OLD_HEURISTIC, OLD_HEURISTIC, OLD_ISMCTS, OLD_ISMCTS), games=50, seating=SHUFFLED
            ),
        ),
        Setup(
            key="strength",
            title="two random, two heuristic",
            table=Table((RANDOM, RANDOM, HEURISTIC, HEURISTIC), games=1200),
        ),
    ),
    legacy_options={"legacy": True},
)
