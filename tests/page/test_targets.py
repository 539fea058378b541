"""What is pressed on the field of Crossfire is large enough to be met, on every board and in every window; fog leaves terrain visible."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import DRAWN, Person, resize, touch

LEAST = 24  # WCAG 2.2, 2.5.8
FINGER = 44  # 2.5.5
# The least side of everything of a kind that can be pressed, in pixels.
SMALLEST = """
return Math.min(...[...document.querySelectorAll(arguments[0])].map((one) => {
  const { width, height } = (one.querySelector('.hit') ?? one.querySelector('circle') ?? one).getBoundingClientRect();
  return Math.min(width, height);
}));
"""
# Luminance of the kinds of terrain as they are drawn behind fog, by their fill and the veil on it; lines leave the rest as it is.
TERRAIN = """
const style = getComputedStyle(document.documentElement);
const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
return ['tM', 'tW', 'tF', 'tD', 'tG'].map((name) => {
  for (const colour of [name, 'fog']) {
    canvas.fillStyle = style.getPropertyValue(`--${colour}`);
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
});
"""
APART = 24  # of 255, in some channel, between any two kinds


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def order(person: Person, preset: str) -> None:
    """Sets up a match and is to give orders."""
    person.open_room("crossfire", {"preset": preset})
    person.press("Set up")
    person.say(".turn-word", "Round 1")
    person.driver.execute_async_script(DRAWN)


@pytest.mark.parametrize("preset", ["mini", "standard", "large"])
def test_a_mouse_meets_units_and_keys(preset: str, person: Person) -> None:
    person.enter(f"aim {preset}")
    order(person, preset)
    try:
        for window in ((1024, 640), (1440, 900)):
            resize(person.driver, *window)
            person.until(
                lambda: person.driver.execute_script(SMALLEST, ".compass-key") >= LEAST,
                "keys were large enough",
            )
            inside = "return [...document.querySelectorAll('.compass-key')].every((one) => {" + (
                " const key = one.getBoundingClientRect();"
                " const field = document.querySelector('.arena').getBoundingClientRect();"
                " return key.top >= field.top - 1 && key.bottom <= field.bottom + 1; })"
            )
            assert person.driver.execute_script(inside)
    finally:
        resize(person.driver, 1440, 900)


def test_a_finger_meets_the_keys_below_the_board(person: Person) -> None:
    resize(person.driver, 390, 844)
    try:
        with touch(person):
            person.enter("fingertip")
            order(person, "standard")
            assert person.driver.execute_script(SMALLEST, ".pad button") >= FINGER
            assert person.driver.execute_script(SMALLEST, ".unit-order") >= FINGER
            assert not person.look(".compass-key")
    finally:
        resize(person.driver, 1440, 900)


KEYS = "return [...document.querySelectorAll('.pad button')].map((one) => one.getBoundingClientRect().top)"


@pytest.mark.parametrize("width", [360, 390], ids=str)
def test_the_keys_below_the_board_stay_under_the_finger(width: int, person: Person) -> None:
    resize(person.driver, width, 844)
    try:
        with touch(person):
            person.enter("twice on one spot")
            order(person, "standard")
            before = person.driver.execute_script(KEYS)
            person.click(".pad button")
            person.press("Begin again")
            person.click(".pad button")
            person.say(".choices button", "Begin again")
            assert person.driver.execute_script(KEYS) == before
    finally:
        resize(person.driver, 1440, 900)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fog_leaves_terrain_visible(theme: str, person: Person) -> None:
    person.enter("in the dark", theme)
    person.open_room("crossfire", {"preset": "mini"})
    person.see(".fog, .arena")
    kinds = person.driver.execute_script(TERRAIN)
    pairs = [(one, other) for i, one in enumerate(kinds) for other in kinds[:i]]
    for one, other in pairs:
        apart = max(abs(a - b) for a, b in zip(one, other, strict=True))
        assert apart >= APART, (theme, one, other)
