"""What is sealed and waits for the others can be taken back and decided anew, and nobody hears of it."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person
from tests.page.program import Program, a_program

DRAWN = ".plan, .plan-none"  # what is ordered, and where it leads nowhere


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody who thinks for a long time."""
    with a_program(page_url, "slow rival") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str, rival: Program) -> Person:
    """Somebody who is to set up a match of Crossfire against the rival."""
    room = rival.ask("create_room", game="crossfire", options={"preset": "mini"})["room"]["room"]
    rival.ask("sit", room=room, seat=1)
    rival.ask("ready", room=room, ready=True)
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("second thoughts")
    someone.go(f"/room/{room}")
    someone.press("Sit here")
    someone.press("I am ready")
    someone.say(".ask h2", "recharge time")
    return someone


def press(person: Person, *keys: str) -> None:
    ActionChains(person.driver).send_keys(*keys).perform()


def set_up(rival: Program) -> None:
    """The rival decides, too."""
    turn = rival.hear("your_turn")
    where = {"match_id": turn["match_id"], "decision": turn["decision"]}
    rival.ask("act", **where, index=turn["fallback"])


def test_what_is_sealed_is_taken_back_with_the_mouse_and_decided_anew(
    person: Person, rival: Program
) -> None:
    person.press("Set up")
    person.click(".action-bar button", "Take it back")
    person.say(".action-bar .hint", "counts until")
    person.click(".unit-card:nth-child(3) input[type=radio]")
    person.press("Set up")
    person.say(".action-bar", "Sealed")
    set_up(rival)
    person.say(".log li", "the king is unit 3")
    assert person.faults() == []


def test_what_is_taken_back_by_keyboard_and_left_so_is_what_was_sent(
    person: Person, rival: Program
) -> None:
    press(person, "2", Keys.ENTER)
    person.say(".action-bar", "Sealed")
    press(person, "u")
    person.see(".action-bar.mine")
    press(person, "1")
    person.see(".unit-card.king:nth-child(1)")
    press(person, Keys.ESCAPE)
    person.say(".action-bar", "Sealed")
    set_up(rival)
    person.say(".log li", "the king is unit 2")
    assert person.faults() == []


def test_sent_orders_stay_drawn_until_all_have_decided(person: Person, rival: Program) -> None:
    person.press("Set up")
    set_up(rival)
    person.say(".ask h2", "Round 1")
    press(person, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_UP)
    person.until(lambda: len(person.look(DRAWN)) >= 3, "all orders were drawn")
    drawn = len(person.look(DRAWN))
    press(person, Keys.ENTER)
    person.say(".action-bar", "Sealed")
    assert len(person.look(DRAWN)) == drawn
    assert not person.look(".compass-key")
