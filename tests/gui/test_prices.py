"""What can be bought shows what it costs, card by card."""

import random
from collections import Counter
from typing import Any

import pytest
from tests.gui.conftest import Sit

from infoset_gui.driver import Driver
from infoset_gui.kit.ui import Ui
from infoset_gui.screens.match import MatchScreen

PRICES = {
    "road": {"wood": 1, "brick": 1},
    "settlement": {"wood": 1, "brick": 1, "sheep": 1, "wheat": 1},
    "city": {"wheat": 2, "ore": 3},
    "buy": {"sheep": 1, "wheat": 1, "ore": 1},
}


def test_buttons_show_what_they_cost(
    lobby: Driver, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit("catan", 2, {"seats": 2, "layout": "beginner"})
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    choose = random.Random(3)
    for _ in range(40):
        lobby.wait(lambda: table.turn is not None)
        assert table.turn is not None
        if table.turn.kind == "main":
            break
        screen.answer(table.turn.random_answer(choose))
    drawn: list[tuple[str, Any]] = []
    draw = Ui.icon

    def note(ui: Ui, name: str, at: Any, *rest: Any, **more: Any) -> None:
        drawn.append((name, at))
        draw(ui, name, at, *rest, **more)

    monkeypatch.setattr(Ui, "icon", note)
    lobby.wait(lambda: lobby.has("road"))
    drawn.clear()
    lobby.redraw()
    for name, price in PRICES.items():
        box = lobby.region(name).shape.box
        shown = Counter(
            icon
            for icon, at in drawn
            if icon in {"wood", "brick", "sheep", "wheat", "ore"} and box.collidepoint(at)
        )
        assert shown == price, name
