"""Whole matches of every game, by the mouse alone and by the keyboard alone, against a real server."""

import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest
from tests.gui.conftest import Open, ServerThread, Sit

from infoset_gui.driver import Driver
from infoset_gui.net.session import Session
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Line, Table
from infoset_gui.views.catan.view import CatanView

MOST_STEPS = 900
Reach = Callable[[str], None]

COLONIZERS = ("pick ", "steal from", "swap hands", "keep ", "build ", "extract", "draw mod", "skip")
CATAN = ("vertex ", "edge ", "hex ", "rob ", "lose ", "claim ", "take ", "deal with ")


def colonizers(names: list[str], rng: random.Random) -> str:
    """Builds what can be built, else anything."""
    builds = [name for name in names if name.startswith("build ")]
    wanted = builds or [name for name in names if name.startswith(COLONIZERS)]
    return rng.choice(wanted)


def catan(names: list[str], rng: random.Random) -> str:
    """Builds wherever it can, trades never; with a card in hand plays it."""
    for name in ("city", "settlement", "reject", "withdraw", "roll", "put aside"):
        if name in names and not any(one.startswith("vertex ") for one in names):
            return name
    places = [name for name in names if name.startswith(CATAN)]
    if places:
        return rng.choice(places)
    if "road" in names and rng.random() < 0.6:
        return "road"
    return "end turn"


def crossfire(names: list[str], rng: random.Random) -> str:
    """Moves anywhere; sends when every unit has a command."""
    if "send orders" in names:
        return "send orders"
    ways = [
        name
        for name in names
        if name.startswith(("move ", "fire ")) and not name.endswith("on the board")
    ]
    return rng.choice(ways)


GAMES = {
    "colonizers": (colonizers, 4, {"colony": 2}),
    "catan": (catan, 2, {"seats": 2, "target": 3, "layout": "beginner", "max_offers": 0}),
    "crossfire": (crossfire, 2, {"preset": "mini"}),
}


def play(driver: Driver, table: Table, game: str, reach: Reach) -> None:
    """Presses what the strategy of a game chooses until the match is over."""
    choose, _, _ = GAMES[game]
    rng = random.Random(7)
    for _ in range(MOST_STEPS):
        driver.wait(lambda: bool(table.turn or table.result))
        if table.result is not None:
            return
        reach(choose(driver.names(), rng))
    raise AssertionError("the match does not end")


def check_end(driver: Driver, table: Table) -> None:
    """The result is shown with a place for everybody, and nothing was refused on the way."""
    driver.wait(lambda: driver.has("look"))
    assert table.result is not None
    assert len(table.result.places) == table.match.seats
    assert table.result.reason == "finished"
    assert [note for note in driver.notes if "needs" not in note] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_the_mouse_alone(lobby: Driver, sit: Sit, game: str) -> None:
    _, seats, options = GAMES[game]
    table = sit(game, seats, options)
    play(lobby, table, game, lobby.click)
    check_end(lobby, table)
    lobby.key(pygame.K_F12)
    assert (lobby.app.stage.downloads / f"{table.match.match_id}.png").exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_the_keyboard_alone(lobby: Driver, sit: Sit, game: str) -> None:
    _, seats, options = GAMES[game]
    table = sit(game, seats, options)
    play(lobby, table, game, lobby.choose)
    check_end(lobby, table)


def test_who_comes_back_with_a_new_window_finds_the_log_as_it_was(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 2})
    rng = random.Random(7)
    for _ in range(6):
        lobby.wait(lambda: table.turn is not None)
        lobby.click(colonizers(lobby.names(), rng))
    lobby.wait(lambda: table.turn is not None)
    table.flush()
    before = list(table.log)
    assert before

    stage = lobby.app.stage
    login = stage.session.login
    stage.session.close()
    found: list[Table] = []
    again = Session(stage.network, login, lambda text, kind: None, lambda: 0.0)
    again.on_table = lambda _, table: found.append(table)
    again.open()
    lobby.wait(lambda: bool(found))
    found[0].words = table.words

    def is_told() -> bool:
        found[0].advance(0.0)
        return len(found[0].log) >= len(before)

    lobby.wait(is_told)
    assert list(found[0].log)[: len(before)] == before
    again.close()


def known_of(driver: Driver) -> tuple[list[Line], dict[int, int], list[Any]]:
    """What the window knows of a match of Catan: its log, how often each number was rolled, the figures of the end."""
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    view = screen.seating.view
    assert isinstance(view, CatanView)
    look = screen.answering.look(0.0)
    return list(screen.table.log), dict(view._board.rolls), list(view.statistics(look))


def test_who_comes_back_to_catan_finds_places_in_the_log_and_all_rolls(
    lobby: Driver, sit: Sit, window: Open, server: ServerThread
) -> None:
    table = sit("catan", 2, GAMES["catan"][2])
    rng = random.Random(7)
    while sum(event["e"] == "dice" for event in table._happened) < 4:
        lobby.wait(lambda: table.turn is not None)
        lobby.click(catan(lobby.names(), rng))
    lobby.wait(lambda: table.turn is not None)
    table.flush()
    lobby.step()
    log, rolls, figures = before = known_of(lobby)
    assert any("(" in line.text for line in log if "road" in line.text)
    assert sum(rolls.values()) >= 4

    lobby.click("back")
    lobby.click("confirm")
    lobby.click("back")
    lobby.click(next(name for name in lobby.names() if name.startswith("play on ")))
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, MatchScreen))
    assert known_of(lobby) == before

    likes = lobby.app.stage.preferences
    lobby.app.stage.session.close()
    again = window(url=server.url, secret=likes.secret)
    again.click("connect")
    again.wait(lambda: isinstance(again.app.stage.screen, MatchScreen))
    again.wait(lambda: len(known_of(again)[0]) >= len(log) and bool(known_of(again)[1]))
    found, again_rolls, again_figures = known_of(again)
    assert [line for line in found if line.seat >= 0] == [line for line in log if line.seat >= 0]
    assert (again_rolls, again_figures) == (rolls, figures)


def test_a_whole_match_is_played_where_every_press_is_asked_back(lobby: Driver, sit: Sit) -> None:
    lobby.app.stage.preferences.confirm = "always"
    _, seats, options = GAMES["colonizers"]
    table = sit("colonizers", seats, options)
    rng = random.Random(7)
    asked_back = 0
    for _ in range(MOST_STEPS):
        lobby.wait(lambda: bool(table.turn or table.result))
        if table.result is not None:
            break
        names = lobby.names()
        asked_back += "do it" in names
        lobby.choose("do it" if "do it" in names else colonizers(names, rng))
    check_end(lobby, table)
    assert asked_back
