"""A room at correspondence pace at the page: whoever is ready closes the browser, and finds the match begun."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.support.ui import Select
from tests.page.browser import Person
from tests.page.program import a_program


def test_the_match_begins_while_somebody_is_away(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("slowly")
    person.press("New room")
    Select(person.see("dialog select[name=game]")).select_by_value("crossfire")
    Select(person.see("dialog select[name=clock]")).select_by_visible_text("3 days a move")
    person.see("dialog input[name=title]").send_keys("Slowly on")
    person.press("Open the room")
    person.say(".slow", "your seat stays yours")
    person.press("I am ready")
    person.say(".seat-card .chip.live", "ready")
    room = person.place().split("/")[2]
    person.go("/lobby")
    person.say(".room-line", "3 days a move")
    person.driver.get("about:blank")
    with a_program(page_url, "rival") as rival:
        rival.ask("join", room=room, any_seat=True, ready=True)
        rival.hear("match_start")
    person.driver.get(person.url)
    person.see(".action-bar")
    person.go("/mine")
    person.say(".mine-game.turn", "3 days a move")
    person.say(".mine-game.turn", " h left")
    assert person.faults() == []
