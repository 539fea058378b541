"""The island by keyboard: one stop of the Tab key, arrows from place to place, corners with their harbours."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person

# Where the place of the keyboard lies, in the window.
HERE = """
const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
return { x: (left + right) / 2, y: (top + bottom) / 2, label: document.activeElement.getAttribute('aria-label') };
"""
WAYS = {
    Keys.ARROW_RIGHT: ("x", 1),
    Keys.ARROW_LEFT: ("x", -1),
    Keys.ARROW_DOWN: ("y", 1),
    Keys.ARROW_UP: ("y", -1),
}


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who is to place a settlement."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("navigator")
    someone.open_room("catan", {"seats": 2, "layout": "beginner"})
    someone.say(".ask h2", "Place a settlement")
    return someone


def press(person: Person, *keys: str) -> None:
    ActionChains(person.driver).send_keys(*keys).perform()


def test_the_island_is_one_stop_of_the_tab_key(person: Person) -> None:
    assert len(person.look(".target")) == 54
    assert len(person.look(".target[tabindex='0']")) == 1


def test_arrows_lead_to_the_place_that_lies_that_way(person: Person) -> None:
    press(person, Keys.ARROW_UP)
    person.until(lambda: person.look(".target:focus"), "an arrow led to the island")
    for key, (axis, sign) in WAYS.items():
        before = person.driver.execute_script(HERE)
        press(person, key)
        after = person.driver.execute_script(HERE)
        assert (after[axis] - before[axis]) * sign > 0, (key, before, after)
    label = person.driver.execute_script(HERE)["label"]
    press(person, Keys.ENTER)
    person.say(".ask h2", "Place a road")
    corner = int(label.split(":")[0].rpartition(" ")[2])
    settled = "[...page.matches.value.values()].at(-1).obs.value.players[0].settlements"
    assert person.module("net/app.js", settled) == [corner]


def test_every_corner_is_reached_by_arrows_alone(person: Person) -> None:
    walk = (
        "(() => { const all = [...document.querySelectorAll('.target')].map((one) => {"
        " const { left, right, top, bottom } = one.querySelector('.target-dot').getBoundingClientRect();"
        " return { one, x: (left + right) / 2, y: (top + bottom) / 2 }; });"
        " const seen = new Set([all[0]]); for (const place of seen)"
        " for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {"
        " const next = page.placeBeside(all, place, key); if (next) seen.add(next); }"
        " return [seen.size, all.length]; })()"
    )
    reached, there = person.module("games/catan/geometry.js", walk)
    assert reached == there == 54


def test_corners_name_their_harbour(person: Person) -> None:
    labels = [one.get_attribute("aria-label") or "" for one in person.look(".target")]
    assert sum("harbour 3 for 1" in label for label in labels) == 8
    assert sum("harbour 2 " in label for label in labels) == 10
