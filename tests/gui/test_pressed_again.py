"""Who presses again because nothing has happened yet wants one room, not two; and none where there is no connection."""

from typing import Any

import pygame
import pytest
from pygame.event import Event

from infoset.wording import say
from infoset_gui.driver import Driver
from infoset_gui.screens.create import CreateScreen
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.room import RoomScreen
from infoset_protocol.messages import Describe, Games


def press_twice(driver: Driver, name: str) -> None:
    """Presses two times before any answer can come."""
    place = driver.spot(driver.region(name))
    assert place is not None
    press = [
        Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)),
        Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1),
        Event(pygame.MOUSEBUTTONUP, pos=place, button=1),
    ]
    driver.step(*press, *press)


def shown(driver: Driver, kind: type[Any]) -> int:
    return sum(isinstance(screen, kind) for screen in driver.app.stage.screens)


def settle(driver: Driver) -> None:
    """Waits until everything that was asked before has been answered."""
    answers: list[Games] = []
    driver.app.stage.session.request(Describe(), Games, answers.append)
    driver.wait(lambda: bool(answers))


def test_two_presses_begin_one_match(lobby: Driver) -> None:
    press_twice(lobby, "play colonizers")
    lobby.wait(lambda: shown(lobby, MatchScreen) == 1)
    settle(lobby)
    assert len(lobby.app.stage.session.rooms) == 1
    assert (shown(lobby, RoomScreen), shown(lobby, MatchScreen)) == (1, 1)


def test_two_presses_open_one_room(lobby: Driver) -> None:
    lobby.click("new catan")
    press_twice(lobby, "create")
    lobby.wait(lambda: shown(lobby, RoomScreen) == 1)
    settle(lobby)
    assert len(lobby.app.stage.session.rooms) == 1
    assert shown(lobby, CreateScreen) == 0


def test_without_a_connection_no_room_is_opened_and_that_is_said(
    lobby: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = lobby.app.stage.session
    with monkeypatch.context() as cut:
        cut.setattr(type(session), "is_open", property(lambda self: False))
        press_twice(lobby, "play colonizers")
        assert [toast.text for toast in lobby.app.stage.toasts.shown] == [
            say("window-no-connection")
        ]
    settle(lobby)
    assert session.rooms == {}
    assert isinstance(lobby.app.stage.screen, LobbyScreen)
    lobby.click("play colonizers")
    lobby.wait(lambda: shown(lobby, MatchScreen) == 1)
