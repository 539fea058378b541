"""Somebody loses in the window, presses one button, and goes through the decisions that cost."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.gui.conftest import ServerThread, Sit
from tests.page.catalogues import LANGUAGES

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.screens.replay import ReplayScreen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    """A server whose reviews look at little."""
    folder = tmp_path / "server"
    started = ServerThread(folder, store__enabled=True, reviews__budget_s=1, reviews__share=1)
    yield started
    started.close()


def play_to_the_end(driver: Driver) -> None:
    """With any answers: some of them cost something."""
    rng = random.Random(5)
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    while screen.table.result is None:
        driver.wait(lambda: screen.table.turn is not None or screen.table.result is not None)
        if screen.table.turn is not None:
            screen.answer(screen.table.turn.random_answer(rng))
    driver.wait(lambda: driver.has("why"), "the end")


def drawn(driver: Driver) -> str:
    driver.app._is_audited = True
    driver.redraw()
    assert driver.app.audit is not None
    return "\n".join(one.text for one in driver.app.audit.drawn)


def errors(driver: Driver) -> list[str]:
    names = [name for name in driver.names() if name.startswith("error ")]
    return [name for name in names if name not in ("error next", "error before")]


def version(driver: Driver) -> int:
    return replay(driver)._version


def replay(driver: Driver) -> ReplayScreen:
    screen = driver.app.stage.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def in_every_language(driver: Driver) -> None:
    """Everything has room and can be read."""
    driver.app._is_audited = True
    stage = driver.app.stage
    for language in (*LANGUAGES, "en"):
        stage.preferences.language = language
        stage.speak()
        for size in ((1920, 1080), (1024, 640)):
            driver.app.resize(size)
            assert driver.redraw() == [], (language, size)


def test_one_press_after_a_match_tells_why_and_leads_to_each_error(lobby: Driver, sit: Sit) -> None:
    sit("crossfire", 2, {"preset": "mini"})
    play_to_the_end(lobby)
    assert lobby.has("again"), "all four buttons are there"
    in_every_language(lobby)
    lobby.click("why")
    lobby.wait(lambda: isinstance(lobby.app.stage.screen, ReplayScreen), "the replay")
    lobby.wait(lambda: "Chances to win" in drawn(lobby), "the curve")
    lobby.wait(lambda: not lobby.app.ui.is_moving, "the whole review")
    assert lobby.redraw() == []
    told = drawn(lobby)
    assert "Decisions that cost" in told
    assert "% to win" in told
    assert "Played: Unit " in told, "in the words of the game"
    assert errors(lobby), "who answers anything makes errors"

    vers: list[int] = []
    while lobby.region("error next").can_press:
        lobby.click("error next")
        vers.append(version(lobby))
    assert vers == sorted(set(vers))
    assert lobby.region("error next").tooltip == "There is none."
    while lobby.region("error before").can_press:
        lobby.click("error before")
        vers.append(version(lobby))
    assert vers[::-1][: len(vers) // 2 + 1] == vers[: len(vers) // 2 + 1]
    lobby.click("first")
    dearest = errors(lobby)[0]
    at = int(lobby.region(dearest).label.split()[0])
    lobby.click(dearest)
    assert version(lobby) == replay(lobby)._lands(at) in vers
    lobby.click("curve 39")
    assert version(lobby) >= max(vers)
    in_every_language(lobby)
    lobby.click("review")
    assert not lobby.has("error next"), "the log again"
    lobby.click("back")
    assert isinstance(lobby.app.stage.screen, MatchScreen)
    assert lobby.has("why"), "from the bar of the match it is opened again"
