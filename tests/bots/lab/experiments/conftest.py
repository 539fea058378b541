"""Small experiments."""

from dataclasses import replace

import pytest

from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.experiments.colonizers import SERIES
from infoset_bots.lab.experiments.play import make_plan
from infoset_bots.lab.experiments.setup import SHUFFLED, Series, Setup, Table

# The searches, as shallow as they come: who wins does not matter here.
SHALLOW = {
    "ismcts": "ismcts:iterations=2,horizon=8",
    "ismcts:policy=heuristic_legacy_open": "ismcts:iterations=2,horizon=8,policy=heuristic_legacy_open",
    "maxn": "maxn:worlds=1,depth=1",
    "maxn_legacy": "maxn_legacy:worlds=1,depth=1",
}
SMALL = {"colony": 2}


def shallow(table: Table | None) -> Table | None:
    """The same table with quick players."""
    if table is None:
        return None
    bots = (Entry(bot.label, SHALLOW.get(bot.spec, bot.spec)) for bot in table.bots)
    return replace(table, bots=tuple(bots))


def shallow_setup(setup: Setup) -> Setup:
    """The same setup with quick players."""
    table = shallow(setup.table)
    assert table is not None
    return replace(setup, table=table, legacy=shallow(setup.legacy))


@pytest.fixture
def small_series() -> Series:
    """All experiments on Colonizers, on a game that takes two modules, with quick players."""
    return replace(
        SERIES,
        setups=tuple(map(shallow_setup, SERIES.setups)),
        options=SMALL,
        legacy_options={**SERIES.legacy_options, **SMALL},
    )


@pytest.fixture
def pair_setup() -> Setup:
    """Two random and two heuristic."""
    pair = (Entry("a", "random"),) * 2 + (Entry("b", "heuristic"),) * 2
    return Setup("7", "two a, two b", Table(pair, 60), legacy=Table(pair, 5, SHUFFLED))


@pytest.fixture
def pair_plan(pair_setup: Setup) -> Plan:
    """The plan of ten deals of it."""
    series = Series("colonizers", (pair_setup,), options=SMALL)
    return make_plan(series, pair_setup, legacy=False, games=60, seed="s")
