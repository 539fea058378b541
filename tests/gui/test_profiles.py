"""People in the window: one's profile, those one follows, and the way to another device."""

from pathlib import Path

from tests.gui.conftest import Open, ServerThread, Sit

from infoset_gui.driver import Driver
from infoset_gui.screens.device import DeviceCard
from infoset_gui.screens.lobby import LobbyScreen
from infoset_gui.screens.profile import TextScreen


def lines_of(driver: Driver) -> list[str]:
    """What the screen tells."""
    screen = driver.app.stage.screen
    return [line.text for line in screen._lines] if isinstance(screen, TextScreen) else []


def test_ones_profile_tells_what_was_played(lobby: Driver, sit: Sit) -> None:
    table = sit("crossfire", 2, {"preset": "mini"})
    lobby.wait(lambda: table.turn is not None)
    stage = lobby.app.stage
    session = stage.session
    stage.back_to(LobbyScreen)
    lobby.wait(lambda: lobby.has("mine"))
    lobby.click("mine")
    lobby.wait(lambda: lobby.has("profile"))
    lobby.click("profile")
    lobby.wait(lambda: lines_of(lobby) != [])
    assert lines_of(lobby)[0].startswith(session.login.name)
    assert "Results" in lines_of(lobby)
    lobby.click("back")
    lobby.wait(lambda: lobby.has("people"))
    lobby.click("people")
    lobby.wait(lambda: lines_of(lobby)[:1] == ["People you follow"])


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
