"""A first look around: shown once, to who plays for the first time, and whenever it is asked for."""

import pytest
from tests.gui.conftest import GAMES, Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen

SEATS = {"colonizers": 4, "catan": 2, "crossfire": 2}
OPTIONS = {"colonizers": {}, "catan": {"seats": 2}, "crossfire": {"preset": "mini"}}


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_is_shown_around_once(lobby: Driver, sit: Sit, game: str) -> None:
    likes = lobby.app.stage.preferences
    likes.taught.clear()
    sit(game, SEATS[game], OPTIONS[game])
    lobby.wait(lambda: lobby.has("lesson next"))
    assert set(lobby.names()) <= {"lesson next", "lesson back", "lesson skip"}
    screen = lobby.app.stage.screen
    assert isinstance(screen, MatchScreen)
    look = screen.answering.look(0.0)
    steps = screen.seating.view.lesson(look)
    anchors = screen.seating.view.anchors
    assert [step.anchor for step in steps if step.anchor not in anchors] == []
    for _ in steps:
        lobby.click("lesson next")
    assert not lobby.has("lesson next")
    assert likes.taught == [game]
    lobby.click("lesson")
    assert lobby.has("lesson skip")
    lobby.click("lesson skip")
    assert not lobby.has("lesson next")
