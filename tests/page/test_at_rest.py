"""A page on which nothing happens does nothing: of a clock it changes the words, as often as they are others."""

from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.test_matches import NEWEST

CHANGES = 3
# Frames that the page asks for while a clock changes so often; the first is awaited, so that whole seconds are seen.
FRAMES_OF_A_CLOCK = """
const [selector, changes, done] = arguments;
const clock = document.querySelector(selector);
const own = window.requestAnimationFrame;
let words = clock.textContent;
let seen = -1;
let frames = 0;
window.requestAnimationFrame = (draw) => {
  frames += 1;
  return own(draw);
};
new MutationObserver((_, watching) => {
  if (clock.textContent === words) return;
  words = clock.textContent;
  seen += 1;
  if (seen === 0) frames = 0;
  if (seen < changes) return;
  watching.disconnect();
  window.requestAnimationFrame = own;
  done(frames);
}).observe(clock, { subtree: true, childList: true, characterData: true });
"""
GAMES: dict[str, dict[str, Any]] = {
    "catan": {"seats": 4},
    "colonizers": {},
    "crossfire": {"preset": "standard"},
}
PER_MOVE = {"kind": "per_move", "move_ms": 600_000}
BANK = {"kind": "bank", "main_ms": 600_000, "inc_ms": 1000}


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("clock", [PER_MOVE, BANK], ids=["per_move", "bank"])
def test_an_open_question_is_not_drawn_again_for_its_clock(
    game: str, clock: dict[str, object], person: Person
) -> None:
    person.enter(f"at rest {game}")
    person.open_room(game, GAMES[game], "heuristic", clock=clock)
    person.see(".action-bar.mine")
    person.see(".seat-clock")
    run = person.driver.execute_async_script
    person.until(
        lambda: run(FRAMES_OF_A_CLOCK, ".table-head .clock", CHANGES) == 0,
        "the clock went on, and no frame was asked for",
    )


# What the page says to the server from now on, by type, and that the time of day has gone on by an hour meanwhile.
LISTEN = """
window.said = [];
const own = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  window.said.push(JSON.parse(data).type);
  return own.call(this, data);
};
"""
AN_HOUR_LATER = "const now = Date.now; Date.now = () => now() + 3_600_000"
SAID = "const done = arguments[0]; requestAnimationFrame(() => done(window.said.splice(0)))"


def test_who_comes_back_to_the_page_has_the_line_looked_after(person: Person) -> None:
    person.enter("back again")
    person.open_room("colonizers", {}, "heuristic", clock=PER_MOVE)
    person.see(".action-bar.mine")
    run = person.driver.execute_script
    run(LISTEN)
    for event in ("dispatchEvent(new Event('online'))", "dispatchEvent(new Event('pageshow'))"):
        run(event)
        assert person.driver.execute_async_script(SAID) == ["ping"]


def test_after_a_sleep_of_the_device_the_server_tells_what_is_left(person: Person) -> None:
    person.enter("sleeper")
    person.open_room("colonizers", {}, "heuristic", clock=PER_MOVE)
    person.see(".action-bar.mine")
    run = person.driver.execute_script
    wrong = f"(({NEWEST}).decision.value = {{...({NEWEST}).decision.value, due: 1e12}}, 1)"
    person.module("net/app.js", wrong)
    run(LISTEN)
    run(AN_HOUR_LATER)
    run("dispatchEvent(new Event('pointermove'))")
    assert sorted(person.driver.execute_async_script(SAID)) == ["ping", "sync"]
    left = f"{NEWEST}.decision.value.due - performance.now() <= {PER_MOVE['move_ms']} + 60_000"
    person.until(lambda: person.module("net/app.js", left), "the clock was right again")
    run("dispatchEvent(new Event('pointermove'))")
    assert person.driver.execute_async_script(SAID) == []
    thinking = f"{NEWEST}.clocks.left({NEWEST}.clocks.thinking[0], performance.now())"
    assert person.module("net/app.js", f"{thinking} === 0")  # more than a move has gone by
    person.driver.refresh()  # with the time of day as it is
    person.see(".action-bar.mine")
