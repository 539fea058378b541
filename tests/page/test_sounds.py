"""What is heard of a match, and that one press silences it for good. Nothing is played: what begins to sound is counted."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person

# Counts what begins to sound from now on.
LISTEN = """
window.sounded = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = kind.prototype;
  kind.prototype.start = function (...when) { window.sounded += 1; return start.apply(this, when); };
}
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def sounded(person: Person) -> int:
    """How often something has begun to sound."""
    return int(person.driver.execute_script("return window.sounded"))


def test_a_match_is_heard_until_one_press_silences_it_for_good(person: Person) -> None:
    person.enter("ears")
    person.driver.execute_script(LISTEN)
    person.open_room("colonizers", {"colony": 1})
    person.until(lambda: sounded(person) > 0, "one's turn was heard")
    person.click("button[aria-label='Sounds'][aria-pressed='true']")
    person.see("button[aria-label='Sounds'][aria-pressed='false']")
    before = sounded(person)
    assert person.play().count > 0
    person.see(".action-bar.end")
    assert sounded(person) == before
    person.driver.refresh()
    person.see("button[aria-label='Sounds'][aria-pressed='false']")
    person.click("button[aria-label='Sounds']")
    person.see("button[aria-label='Sounds'][aria-pressed='true']")
    assert person.faults() == []


def test_the_last_seconds_of_a_clock_are_heard(person: Person) -> None:
    person.enter("hurry")
    person.driver.execute_script(LISTEN)
    expression = (
        "(async () => { const { room } = await page.ask({ type: 'create_room', game: 'colonizers',"
        " clock: { kind: 'per_move', move_ms: 10500 } });"
        " await page.ask({ type: 'sit', room: room.room, seat: 0 });"
        " for (const { seat } of room.seats.slice(1))"
        " await page.ask({ type: 'add_bot', room: room.room, seat, bot: 'random' });"
        " await page.ask({ type: 'start', room: room.room }); })()"
    )
    person.module("net/app.js", expression)
    person.see(".action-bar.mine")
    before = sounded(person)
    person.until(lambda: sounded(person) == before + 2, "the clock ticked twice")


def test_a_page_where_nothing_sounds_keeps_no_processor_busy_with_it(person: Person) -> None:
    person.enter("patient")
    person.driver.refresh()
    person.see(".frame-nav")
    person.driver.execute_script(
        "window.contexts = []; window.AudioContext = class extends AudioContext {"
        " constructor() { super(); window.contexts.push(this); } };"
    )
    person.driver.execute_script(LISTEN)
    states = "return window.contexts.map(({ state }) => state)"

    def rests() -> bool:
        return bool(person.driver.execute_script(states) == ["suspended"])

    person.see("body").send_keys(Keys.TAB)
    person.until(lambda: person.driver.execute_script("return window.contexts.length"), "touched")
    person.until(rests, "it rests before the first sound")
    person.open_room("colonizers", {"colony": 1})
    person.until(lambda: sounded(person) > 0, "one's turn was heard")
    person.until(rests, "it rests after the sound")
    assert person.faults() == []
