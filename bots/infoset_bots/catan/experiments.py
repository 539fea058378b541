"""The experiments on Catan, as data: one MiniMax against three random players.

5 to 17 are the tables of H. Phillingham, "Conquerors of Catan" (2023), with their figures; table 7 is one of
dice. Ours have the score map of the text, their legacy form that of the program. The thesis' MiniMax had
the second seat; here the seats take turns.
"""

from typing import Final

from infoset_bots.catan.strategies import STRATEGIES
from infoset_bots.lab.arena.plan import Entry
from infoset_bots.lab.experiments.setup import TURNS, Published, Series, Setup, Table

RANDOM: Final = Entry("random_by_kind", "random_by_kind")


def against_random(label: str, spec: str, games: int) -> Table:
    """One player against three random ones."""
    return Table((Entry(label, spec), *[RANDOM] * 3), games, TURNS)


def repeated(key: str, title: str, strategy: str, published: Published) -> Setup:
    """A table of the thesis, with a strategy of the text's map."""
    spec, games = STRATEGIES[strategy], published.games
    return Setup(
        key=key,
        title=f"MiniMax{title} against three random",
        table=against_random(strategy, spec, games),
        legacy=against_random(
            strategy.replace("text", "legacy"),
            spec.replace("weights=text", "weights=legacy"),
            games,
        ),
        published=published,
    )


SERIES: Final = Series(
    game="catan",
    setups=(
        repeated("5", " without wishful thinking", "text_sober", Published(50, 0.66, 8.7, 109.018)),
        repeated("6", "", "text", Published(50, 0.72, 9.26, 88.076)),
        repeated("8", ", wood and brick", "text_wood_brick", Published(10, 0.7, 9.3, 98.936)),
        repeated("9", ", ore and wheat", "text_ore_wheat", Published(10, 0.9, 9.6, 69.508)),
        repeated("10", ", development cards", "text_cards", Published(10, 1.0, 10.2, 55.3)),
        repeated("11", ", early expansion", "text_expansion", Published(10, 1.0, 10.2, 59.6)),
        repeated("12", ", no ports", "text_no_ports", Published(10, 0.7, 9.1, 95.451)),
        repeated(
            "13",
            ", early expansion, wood and brick",
            "text_expansion_wood_brick",
            Published(10, 0.8, 9.6, 91.8),
        ),
        repeated(
            "14",
            ", early expansion, ore and wheat",
            "text_expansion_ore_wheat",
            Published(10, 0.9, 10.1, 59.078),
        ),
        repeated("15", ", early expansion", "text_expansion", Published(50, 1.0, 10.02, 44.544)),
        repeated(
            "16",
            ", early expansion, ore and wheat",
            "text_expansion_ore_wheat",
            Published(50, 1.0, 10.18, 37.52),
        ),
        repeated("17", ", development cards", "text_cards", Published(50, 1.0, 10.08, 34.64)),
    ),
)
