"""A drawn map of Crossfire, pasted into the form of a new room."""

import pygame
import pytest
from tests.gui.conftest import Sit

from infoset_gui.driver import Driver
from infoset_gui.kit import typist
from infoset_gui.screens.room import RoomScreen

DRAWN = """half_turn
DDDDDDD
DF0G1MD
DGGGGGD
DWGDGWD
DGGGGGD
DMbGaFD
DDDDDDD"""


def test_a_map_is_pasted_with_all_its_lines(lobby: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typist, "paste", lambda: f"{DRAWN}\r\n".replace("\n", "\r\n"))
    lobby.click("new crossfire")
    lobby.click("option map")
    lobby.key(pygame.K_v, pygame.KMOD_CTRL)
    lobby.click("create")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, RoomScreen))
    screen = lobby.app.stage.screen
    assert isinstance(screen, RoomScreen)
    lobby.wait(lambda: screen.room is not None)
    assert screen.room is not None
    assert screen.room.options["map"] == DRAWN


def test_a_map_of_any_size_is_played_on(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"map": DRAWN})
    lobby.wait(lambda: table.turn is not None)
    lobby.app._is_audited = True
    assert lobby.redraw() == []
    assert int(table.match.consts["size"]) == 7
