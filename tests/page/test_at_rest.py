"""A page on which nothing happens does nothing: of a clock it changes the words, as often as they are others."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person

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
GAMES = {"catan": {"seats": 4}, "colonizers": {}, "crossfire": {"preset": "standard"}}
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
