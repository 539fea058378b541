"""A match at the page moves to a phone by a code: the log and the seat come along, and the first device says so."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, open_browser, resize
from tests.page.program import Program, a_program

OPTIONS = {"seats": 2, "layout": "beginner"}


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody on the second seat."""
    with a_program(page_url, "rival") as program:
        yield program


def test_a_match_goes_on_on_a_phone(chrome: object, page_url: str, rival: Program) -> None:
    desk = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    desk.enter("mover")
    room = rival.ask("create_room", game="catan", options=OPTIONS)["room"]["room"]
    rival.ask("sit", room=room, seat=1)
    rival.ask("ready", room=room, ready=True)
    desk.go(f"/room/{room}")
    desk.press("Sit here")
    desk.press("I am ready")
    desk.see(".action-bar.mine")
    desk.play(1)
    desk.until(lambda: desk.see(".log li").text != "Nothing yet.", "the log said something")
    said = desk.see(".log li").text
    desk.click(".frame-state button[aria-label=Settings]")
    desk.press("Go on on another device")
    code = desk.until(lambda: desk.see(".move-code").text, "there was a code")
    assert desk.unspoken() == []
    assert desk.unreadable() == []
    with open_browser(390, 800) as browser:
        phone = Person(browser, page_url)
        browser.get(f"{page_url}#/move/{code}")
        assert phone.see("input[name=move]").get_attribute("value") == code
        assert phone.too_wide() == []
        phone.press("Go on here")
        phone.see(".action-bar.mine")
        resize(browser, 1440, 900)  # where the log is beside the board
        phone.say(".log li", said.split("\n")[0])
        desk.say(".hint", "You go on on your other device")
        assert not desk.driver.execute_script("return localStorage['infoset.account']")
        browser.refresh()
        phone.see(".action-bar.mine")
        phone.play(1)
        assert phone.faults() == []
        browser.get(f"{page_url}#/move/{code}")  # logged in: the link leads nowhere else
        phone.see(".frame-nav")
    desk.driver.get(f"{page_url}#/move/{code}")
    desk.driver.refresh()
    desk.press("Go on here")
    desk.say(".problem", "not valid")
