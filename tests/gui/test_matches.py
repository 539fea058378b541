"""Whole matches of every game, by the mouse alone and by the keyboard alone, against a real server."""

import random
from collections.abc import Callable

import pygame
import pytest
from tests.gui.conftest import Sit

from infoset_gui.driver import Driver
from infoset_gui.net.session import Session
from infoset_gui.table import Table

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
    lobby.wait(lambda: len(found[0].log) >= len(before))
    assert list(found[0].log)[: len(before)] == before
    again.close()


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
