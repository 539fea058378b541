"""Taking a step back in the window: at once, and by agreement of the others."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest
from tests.gui.conftest import Open, ServerThread

from infoset_gui.driver import Driver
from infoset_gui.screens.match import MatchScreen
from infoset_gui.table import Table
from infoset_protocol.messages import ClockSpec, CreateRoom, Join, Room

Two = tuple[Driver, Driver]


def is_on_match(driver: Driver) -> bool:
    return isinstance(driver.app.stage.screen, MatchScreen)


def table(driver: Driver) -> Table:
    screen = driver.app.stage.screen
    assert isinstance(screen, MatchScreen)
    return screen.table


@pytest.fixture
def two(window: Open, server: ServerThread) -> Two:
    """Ada and Lin at a table of Catan; Ada is asked for a settlement."""
    people = []
    for name in ("Ada", "Lin"):
        driver = window(url=server.url, name=name, audited=True)
        driver.click("connect")
        driver.wait(partial(driver.has, "play catan"))
        people.append(driver)
    opened: list[Room] = []
    ada, lin = people
    request = CreateRoom(game="catan", options={"seats": 2}, clock=ClockSpec(kind="none"))
    ada.app.stage.session.request(request, Room, opened.append)
    ada.wait(lambda: bool(opened))
    room = opened[0].room.room
    for seat, driver in enumerate(people):
        session = driver.app.stage.session
        session.request(Join(room=room, seat=seat, ready=True), Room, session.take_room)
        driver.wait(partial(lambda one: room in one.rooms, session))
    for driver in people:
        driver.wait(partial(is_on_match, driver), "the match")
    ada.wait(lambda: table(ada).turn is not None, "the first question")
    return ada, lin


def press_first(driver: Driver, kind: str) -> str:
    """Any place of the board; returns its name."""
    driver.wait(lambda: any(name.startswith(kind) for name in driver.names()), kind)
    name = next(name for name in driver.names() if name.startswith(kind))
    before = table(driver).turn
    driver.click(name)
    driver.wait(lambda: table(driver).turn is not before, "the next question")
    return name


def settle(ada: Driver) -> int:
    """A settlement and its road: now Lin is asked. Returns which decision the road was."""
    press_first(ada, "vertex ")
    ada.wait(lambda: any(name.startswith("edge ") for name in ada.names()), "the road")
    turn = table(ada).turn
    assert turn is not None
    press_first(ada, "edge ")
    return turn.decision


def sees(driver: Driver, seen: Callable[[], bool], what: str) -> None:
    """It comes, and everything around it can be read in every size."""
    driver.wait(seen, what)
    stage = driver.app.stage
    for language in ("de", "cs", "en"):
        stage.preferences.language = language
        stage.speak()
        for size in ((1366, 768), (1024, 640)):
            driver.app.resize(size)
            assert driver.redraw() == []


def log(driver: Driver) -> str:
    return "\n".join(line.text for line in table(driver).log)


def words(driver: Driver) -> str:
    """All that can be read, lines of one sentence together."""
    driver.redraw()
    assert driver.app.audit is not None
    return " ".join(one.text for one in driver.app.audit.drawn)


def test_a_step_that_told_nothing_is_taken_back_at_once(two: Two) -> None:
    ada, lin = two
    assert not ada.has("undo"), "nothing to take back yet"
    place = press_first(ada, "vertex ")
    sees(ada, lambda: ada.has("undo"), "the way back")
    ada.click("undo")
    ada.wait(lambda: place in ada.names(), "the same question again")
    assert not ada.has("undo")
    for driver in two:
        driver.wait(partial(lambda one: "takes the last step back" in log(one), driver))
    assert not lin.has("agree"), "nobody else is asked"


def test_by_its_key_too(two: Two) -> None:
    ada, _ = two
    place = press_first(ada, "vertex ")
    ada.wait(lambda: ada.has("undo"))
    ada.key(pygame.K_u)
    ada.wait(lambda: place in ada.names(), "the same question again")


def ask(ada: Driver, lin: Driver) -> None:
    road = settle(ada)
    lin.wait(lambda: table(lin).turn is not None, "it is the turn of the other")
    # Until the road is known to be there, it is the settlement that can be taken back.
    ada.wait(lambda: table(ada).undoing.undoable == road and ada.has("undo"), "the way back")
    ada.click("undo")
    sees(lin, lambda: lin.has("agree"), "the question whether that may be")
    lin.wait(
        lambda: (
            any("take the last step back" in note for note in lin.notes)
            or "take the last step back" in log(lin)
        ),
        "it is said who asks",
    )


def test_with_the_others_asked_it_is_taken_back_when_they_agree(two: Two, tmp_path: Path) -> None:
    ada, lin = two
    ask(ada, lin)
    assert "Ada would like to take the last step back. If you play on, it stands." in words(lin)
    lin.shot(tmp_path / "asked.png")
    ada.redraw()
    ada.shot(tmp_path / "waits.png")
    assert "Lin may still agree." in words(ada), "it is said for whom one waits"
    assert not ada.has("undo"), "it is asked already"
    assert not ada.has("agree")
    lin.click("agree")
    ada.wait(lambda: any(name.startswith("edge ") for name in ada.names()), "the road again")
    lin.wait(lambda: table(lin).turn is None, "no longer asked")
    assert not lin.has("agree")
    for driver in two:
        driver.wait(partial(lambda one: "takes the last step back" in log(one), driver))
    press_first(ada, "edge ")
    lin.wait(lambda: table(lin).turn is not None, "the match goes on")


def test_where_somebody_declines_the_step_stands(two: Two) -> None:
    ada, lin = two
    ask(ada, lin)
    lin.click("decline")
    ada.wait(lambda: "declined" in log(ada) or any("declined" in one for one in ada.notes), "no")
    lin.wait(lambda: not lin.has("agree"))
    assert table(ada).turn is None
    assert table(lin).turn is not None
    press_first(lin, "vertex ")


def test_an_answer_that_goes_on_ends_the_question(two: Two) -> None:
    ada, lin = two
    ask(ada, lin)
    press_first(lin, "vertex ")
    ada.wait(lambda: "went on" in log(ada) or any("went on" in one for one in ada.notes), "so")
    lin.wait(lambda: not lin.has("agree"))
    assert not ada.has("undo")
