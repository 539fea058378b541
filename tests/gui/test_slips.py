"""Nothing final comes of one stray press: it is asked back, taken back, or prepared before it is sent."""

import random

import pygame
import pytest
from tests.gui.conftest import Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table

ISLAND = {"seats": 2, "target": 3, "layout": "beginner", "max_offers": 0}


def screen_of(driver: Driver) -> MatchScreen:
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen


def asked(driver: Driver, sit: Sit, confirm: str) -> Table:
    """A match of Catan whose first question is open."""
    driver.app.stage.preferences.confirm = confirm
    table = sit("catan", 2, ISLAND)
    driver.wait(lambda: table.turn is not None)
    return table


def corner(driver: Driver) -> str:
    return next(name for name in driver.names() if name.startswith("vertex "))


def test_a_single_click_is_asked_back_and_can_be_taken_back(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "always")
    turn = table.turn
    lobby.click(corner(lobby))
    assert table.turn is turn
    assert lobby.has("do it")
    held = screen_of(lobby).seating.held
    assert held is not None
    assert held.words.startswith("Place a settlement at ")
    lobby.click("not yet")
    assert screen_of(lobby).seating.held is None
    lobby.click(corner(lobby))
    lobby.key(pygame.K_ESCAPE)
    assert screen_of(lobby).seating.held is None
    assert table.turn is turn
    assert isinstance(lobby.app.stage.screen, MatchScreen)


@pytest.mark.parametrize("again", ["do it", "the same press", "the Enter key"])
def test_what_is_meant_is_sent(lobby: Driver, sit: Sit, again: str) -> None:
    table = asked(lobby, sit, "always")
    turn, place = table.turn, corner(lobby)
    lobby.click(place)
    match again:
        case "do it":
            lobby.click("do it")
        case "the same press":
            lobby.click(place)
        case _:
            lobby.key(pygame.K_RETURN)
    lobby.wait(lambda: table.turn is not turn and table.turn is not None)
    assert table.turn is not None
    assert table.turn.kind == "place_road"


def test_another_place_is_held_instead(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "always")
    turn = table.turn
    first, second = [name for name in lobby.names() if name.startswith("vertex ")][:2]
    lobby.click(first)
    held = screen_of(lobby).seating.held
    lobby.click(second)
    assert screen_of(lobby).seating.held != held
    assert table.turn is turn


def test_single_keys_alone_are_asked_back_where_that_is_wanted(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "keys")
    for _ in range(400):
        lobby.wait(lambda: bool(table.turn or table.result))
        assert table.turn is not None
        if table.turn.kind == "main" and table.turn.n and table.turn.n > 1:
            break
        screen_of(lobby).answer(table.turn.random_answer(random.Random(3)))
    turn = table.turn
    lobby.key(pygame.K_e)
    assert table.turn is turn
    held = screen_of(lobby).seating.held
    assert held is not None
    assert turn is not None
    assert turn.actions[held.answer] == ["end_turn"]
    lobby.key(pygame.K_ESCAPE)
    lobby.click("end turn")
    assert table.turn is not turn


def test_a_held_choice_is_sent_when_the_time_is_up(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "always")
    turn = table.turn
    lobby.click(corner(lobby))
    table.until_s = lobby.app.stage.clock_s()
    lobby.wait(lambda: table.turn is not turn)
    assert any(note.startswith("The time is up: Place a settlement") for note in lobby.notes)


def test_a_corner_where_nothing_can_be_built_says_why(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "never")
    first = corner(lobby)
    lobby.click(first)
    lobby.wait(lambda: table.turn is not None and table.turn.kind == "place_road")
    lobby.click(next(name for name in lobby.names() if name.startswith("edge ")))
    lobby.wait(lambda: table.turn is not None and table.turn.kind == "place_settlement")
    turn = table.turn
    lobby.click(f"why not {first}")
    shown = [toast.text for toast in lobby.app.stage.toasts.shown]
    assert shown == ["Too close to another building"], shown
    assert table.turn is turn


def test_cards_for_a_seven_are_put_aside_all_at_once(lobby: Driver, sit: Sit) -> None:
    table = asked(lobby, sit, "never")
    choose = random.Random(5)
    for _ in range(4_000):
        lobby.wait(lambda: bool(table.turn or table.result))
        if table.turn is None or table.turn.kind == "discard":
            break
        ends = [at for at, action in enumerate(table.turn.actions) if action == ["end_turn"]]
        pick = ends[0] if ends else table.turn.random_answer(choose)
        screen_of(lobby).answer(pick)
    assert table.turn is not None
    turn = table.turn
    lobby.step()
    due = table.looks.obs["players"][0]["due"]
    held = table.looks.obs["players"][0]["cards"]
    for _ in range(due):
        lobby.click(next(name for name in lobby.names() if name.startswith("lose ")))
    assert table.turn is turn
    assert not any(name.startswith("lose ") for name in lobby.names())
    lobby.key(pygame.K_BACKSPACE)
    lobby.click(next(name for name in lobby.names() if name.startswith("lose ")))
    lobby.click("put aside")
    lobby.wait(lambda: table.turn is None or table.turn.kind != "discard")
    lobby.wait(lambda: table.looks.obs["players"][0]["cards"] == held - due or bool(table.result))
    assert not any("refused" in note for note in lobby.notes)
