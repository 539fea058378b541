"""What the bank wants in Catan is told with the rate of one's harbours."""

from typing import Any

import pytest

from infoset_games.registry import make_game
from infoset_gui.views.catan.island import read_charts
from infoset_gui.views.catan.names import bank_rate, bank_words

WOOD, ORE = 0, 4


@pytest.mark.parametrize(("kind", "rates"), [("wood", (2, 4)), ("3:1", (3, 3)), (None, (4, 4))])
def test_a_harbour_changes_what_the_bank_wants(kind: str | None, rates: tuple[int, int]) -> None:
    charts = read_charts(make_game("catan", {}).consts())
    harbours = [charts.harbours.index("brick")] * len(charts.harbour_edges)
    settlements = []
    if kind is not None:
        harbours[0] = charts.harbours.index(kind)
        settlements = [charts.edges[charts.harbour_edges[0]][0]]
    player = {"settlements": settlements, "cities": []}
    obs: dict[str, Any] = {"players": [player], "board": {"harbours": harbours}}
    assert (bank_rate(charts, obs, 0, WOOD), bank_rate(charts, obs, 0, ORE)) == rates
    told = bank_words(charts, obs, 0, ["bank", WOOD, ORE])
    assert told == f"Trade {rates[0]} wood for 1 ore"
