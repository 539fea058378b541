"""What one knows beside a match: shown where that is wanted, kept in mind, never ahead of the picture, as the room allows."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from tests.gui.conftest import Sit
from tests.gui.test_matches import GAMES

from infoset.wording import speak
from infoset_gui.driver import Driver
from infoset_gui.preferences import load
from infoset_gui.screens.known import KnownPane
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table

LANGUAGES = ("en", "de", "cs", "sk")
SIZES = ((1024, 640), (1920, 1080))


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak("en")


def screen_of(driver: Driver) -> MatchScreen:
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen


def pane_of(driver: Driver) -> KnownPane:
    return screen_of(driver).seating.known


def answer_some(driver: Driver, table: Table, game: str, count: int) -> None:
    choose, _, _ = GAMES[game]
    rng = random.Random(7)
    for _ in range(count):
        driver.wait(lambda: bool(table.turn or table.result))
        driver.click(choose(driver.names(), rng))
    driver.wait(lambda: bool(table.turn or table.result))


def show(driver: Driver) -> None:
    """Opens the panel, and waits for what the server tells of the very position that is shown."""
    driver.click("tab/know")
    driver.click("known/toggle")
    told(driver)


def told(driver: Driver) -> None:
    driver.wait(lambda: bool(pane_of(driver).facts), "what is known")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_is_shown_where_it_is_wanted_and_follows_the_match(
    lobby: Driver, sit: Sit, game: str
) -> None:
    _, seats, options = GAMES[game]
    table = sit(game, seats, options)
    answer_some(lobby, table, game, 3)
    assert not pane_of(lobby).facts, "nothing is asked until somebody wants it"
    show(lobby)
    assert {known.seat for known in pane_of(lobby).facts} == set(range(1, seats))
    before = table.looks.ver
    answer_some(lobby, table, game, 3)
    assert table.looks.ver > before
    told(lobby)
    lobby.click("known/toggle")
    lobby.step()
    assert not pane_of(lobby).facts
    assert lobby.notes == []


def test_it_is_remembered_for_the_next_window(lobby: Driver, sit: Sit, tmp_path: object) -> None:
    table = sit("colonizers", 4, {"colony": 2})
    answer_some(lobby, table, "colonizers", 1)
    show(lobby)
    assert load(tmp_path).known  # type: ignore[arg-type]  # a Path
    screen = screen_of(lobby)
    lobby.app.stage.leave(screen)
    lobby.app.stage.push(MatchScreen(lobby.app.stage, lobby.app.stage.session, table))
    told(lobby)
    assert lobby.has("known/toggle"), "the panel is in front at once"
    lobby.click("known/toggle")
    assert not load(tmp_path).known  # type: ignore[arg-type]  # a Path


def test_actions_are_weighed_when_that_is_asked_for(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 2})
    lobby.wait(lambda: table.turn is not None)
    show(lobby)
    lobby.click("known/weigh")
    lobby.wait(lambda: bool((estimate := pane_of(lobby)._estimate) and estimate.rows))
    assert table.turn is not None
    rows = pane_of(lobby)._estimate
    assert rows is not None
    assert rows.rows is not None
    assert {row.index for row in rows.rows} == set(range(len(table.turn.actions)))
    assert all(row.low <= row.chance <= row.high for row in rows.rows)
    answer_some(lobby, table, "colonizers", 1)
    lobby.wait(lambda: lobby.has("known/weigh") or len(screen_of(lobby).table.turn.actions) < 2)  # type: ignore[union-attr]  # it was waited for


def test_a_room_without_aids_says_so(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 2}, compute=False)
    lobby.wait(lambda: table.turn is not None)
    lobby.click("tab/know")
    assert not lobby.has("known/toggle")
    assert not lobby.has("known/weigh")
    assert table.start.compute is None


def test_what_is_told_ahead_of_the_picture_waits(lobby: Driver, sit: Sit) -> None:
    table = sit("colonizers", 4, {"colony": 2})
    lobby.wait(lambda: table.turn is not None)
    show(lobby)
    pane = pane_of(lobby)
    now = pane._told
    assert now is not None
    pane._take(now.model_copy(update={"ver": now.ver + 5, "seats": []}))
    assert pane._told is now
    assert pane.facts
    table.looks.ver += 5
    pane.tick(0.0)
    assert pane._told is not now


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_or_covered_in_any_language(lobby: Driver, sit: Sit, game: str) -> None:
    _, seats, options = GAMES[game]
    table = sit(game, seats, options)
    answer_some(lobby, table, game, 6)
    show(lobby)
    folds = [name for name in lobby.names() if name.startswith(("known/effect", "known/hands"))]
    for name in folds:
        lobby.click(name)
    if lobby.has("known/weigh"):
        lobby.click("known/weigh")
        lobby.wait(lambda: bool((estimate := pane_of(lobby)._estimate) and estimate.rows))
    lobby.app._is_audited = True
    for language, size in product(LANGUAGES, SIZES):
        speak(language)
        lobby.app.resize(size)
        for down in (0, 10_000):  # both ends of the list
            lobby.app.stage.memory.scrolled["known"] = down
            assert lobby.redraw() == [], (language, size)
