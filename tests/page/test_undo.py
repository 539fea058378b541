"""A step is taken back at the page: by whoever took it, and with the consent of whoever is next."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from tests.page.browser import Person
from tests.page.program import Program, a_program

OPTIONS = {"seats": 2, "layout": "beginner"}


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody on the first seat."""
    with a_program(page_url, "rival") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str, rival: Program) -> Person:
    """Somebody on the second seat of a match of Catan, whose rival is to begin."""
    room = rival.ask("create_room", game="catan", options=OPTIONS)["room"]["room"]
    rival.ask("sit", room=room, seat=0)
    rival.ask("ready", room=room, ready=True)
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("patient")
    someone.go(f"/room/{room}")
    someone.press("Sit here")
    someone.press("I am ready")
    return someone


def play(rival: Program) -> dict[str, object]:
    """The rival takes the first of its actions; returns where it did so."""
    turn = rival.hear("your_turn")
    where = {"match_id": turn["match_id"], "decision": turn["decision"]}
    rival.ask("act", **where, index=0)
    return where


def test_the_next_player_agrees(person: Person, rival: Program) -> None:
    play(rival)
    road = play(rival)
    person.see(".action-bar.mine")
    rival.ask("undo", **road)
    person.say(".undo", "would like to take the last step back")
    person.click(".undo button", "Agree")
    person.say(".log li", "takes the last step back")
    assert rival.hear("your_turn")["kind"] == "place_road"
    person.see(".action-bar.idle")
    assert person.faults() == []


def test_who_has_built_takes_it_back_with_a_key(person: Person, rival: Program) -> None:
    play(rival)
    play(rival)
    person.see(".action-bar.mine")
    person.play(1)
    person.say(".undo button", "Take the last step back")
    ActionChains(person.driver).send_keys("u").perform()
    person.say(".log li", "takes the last step back")
    person.see(".action-bar.mine")
    assert not person.look(".undo button")
    assert person.faults() == []
