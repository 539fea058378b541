"""axe finds nothing wrong in any view of the page, in either theme: no text too faint, nothing without a name, nothing out of order."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.axe import violations
from tests.page.browser import Person, resize
from tests.page.documents import fresh
from tests.page.screenshots import SIZES, come, door, organised, views

# One that axe knows and our own looks at the page do not.
PLANTED = """
document.querySelector("main").insertAdjacentHTML("afterbegin",
  '<div role="checkbox" tabindex="0">?</div><p id="planted">faint</p>');
Object.assign(document.querySelector("#planted").style, { color: "#888888", background: "#999999" });
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Iterator[Person]:
    """Somebody who has not come yet."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.driver.get(page_url)
    someone.driver.execute_script("localStorage.clear()")
    someone.driver.get(page_url)
    yield someone
    resize(someone.driver, 1440, 900)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_wrong_in_any_view(size: str, person: Person, page_data: Path) -> None:
    resize(person.driver, *SIZES[size])
    root = (page_data / "admin.token").read_text().strip()
    names = chain(door(person), come(person, "light"), views(person))
    found = {}
    for name in chain(names, organised(person, root, fresh("Ms Hill"))):
        if wrong := violations(person):
            found[name] = wrong
    assert found == {}


def test_axe_finds_what_is_planted(person: Person) -> None:
    person.enter("planted")
    person.driver.execute_script(PLANTED)
    rules = {one.split(":")[0] for one in violations(person)}
    assert {
        "light, aria-required-attr",
        "dark, aria-required-attr",
        "light, color-contrast",
    } <= rules
