"""People in the window: profiles, and the way to another device."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.gui.conftest import Open, ServerThread, Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.device import DeviceCard
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.profile import ProfileScreen
from infoset_gui.screens.replay import ReplayScreen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    """A server that keeps results."""
    started = ServerThread(tmp_path / "server", store__enabled=True)
    yield started
    started.close()


def words(driver: Driver) -> list[str]:
    """All that is drawn, a fact with what stands before it taken apart."""
    driver.redraw()
    assert driver.app.audit is not None
    return [one.text.removeprefix("  ·  ") for one in driver.app.audit.drawn]


def test_ones_profile_tells_what_was_played(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    lobby.click("resign")
    lobby.click("confirm")
    lobby.wait(lambda: lobby.has("leave"))
    stage = lobby.app.stage
    stage.back_to(LobbyScreen)
    lobby.click("mine")
    lobby.wait(lambda: lobby.has("profile"))
    lobby.click("profile")
    replay = f"see {table.match.match_id}"
    lobby.wait(lambda: lobby.has(replay), "the newest matches")
    lobby.app._is_audited = True
    assert lobby.redraw() == []
    shown = words(lobby)
    assert {"Ada", "you", "Results", "1 match", "Newest matches"} <= set(shown)
    assert any("Against" in text for text in shown)
    robot = next(one.name for one in lobby.regions if one.name.startswith("player "))
    lobby.click(robot)
    lobby.click("profile")
    lobby.wait(lambda: isinstance(stage.screen, ProfileScreen) and "robot1" in words(lobby))
    lobby.click("back")
    lobby.click(replay)
    lobby.wait(lambda: isinstance(stage.screen, ReplayScreen))
    assert lobby.has("save"), "all of it is known, so it can be kept as a file"


def test_the_settings_make_a_code_for_another_device(lobby: Driver) -> None:
    stage = lobby.app.stage
    lobby.click("settings")
    lobby.wait(lambda: lobby.has("device"))
    lobby.click("device")
    lobby.wait(lambda: isinstance(stage.dialog, DeviceCard) and stage.dialog._code is not None)
    lobby.click("close")
    lobby.wait(lambda: stage.dialog is None)


def test_a_code_of_another_device_lets_in(
    window: Open, server: ServerThread, tmp_path: Path
) -> None:
    first = window(url=server.url, name="Wanda", secret="the first device")
    first.click("connect")
    first.wait(lambda: first.has("play colonizers"))
    user = first.app.stage.session.user
    first.click("settings")
    first.click("device")
    card = first.app.stage.dialog
    assert isinstance(card, DeviceCard)
    first.wait(lambda: card._code is not None)
    code = card._code
    assert code is not None
    second = window(url=server.url, secret="the second device")
    second.click("with code")
    second.focus("code")
    second.write(code.code)
    second.shot(tmp_path / "code.png")
    second.click("connect")
    second.wait(lambda: second.has("play colonizers"))
    session = second.app.stage.session
    assert (session.user, session.login.name) == (user, "Wanda")
    first.wait(lambda: first.app.stage.session.state == "over")


def test_a_wrong_code_is_refused_in_words(window: Open, server: ServerThread) -> None:
    driver = window(url=server.url)
    driver.click("with code")
    driver.focus("code")
    driver.write("lusab-babad-gutih-7")
    driver.click("connect")
    toasts = driver.app.stage.toasts
    driver.wait(lambda: bool(toasts.shown))
    assert "look again" in toasts.shown[0].text
    assert not driver.app.stage.sessions
