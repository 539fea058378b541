"""What a test says of the page it finds as somebody reads it: as it is drawn, however it is written, and not what is hidden."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person

# Written in small letters and over several lines, with what nobody sees, in front of one that is not drawn at all.
WRITTEN = """
document.querySelector("main").insertAdjacentHTML("afterbegin", `
  <p class="written" hidden>Said and done</p>
  <p class="written">Said, not done</p>
  <p class="written" id="drawn"><b>said</b>\\n  and&nbsp;<i>done</i></p>
  <p class="written">Said and done, and more</p>`);
document.querySelector("#drawn").style.textTransform = "uppercase";
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has come, to a page with something on it."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("reader")
    someone.driver.execute_script(WRITTEN)
    return someone


def test_what_is_said_is_found_as_it_is_drawn(person: Person) -> None:
    assert person.say(".written", "SAID AND DONE").get_attribute("id") == "drawn"


def test_what_is_hidden_or_drawn_otherwise_is_not_what_was_meant(person: Person) -> None:
    assert person.say(".written", "Said and done").text == "Said and done, and more"


def test_a_name_is_entered_in_place_of_what_stood_there(person: Person) -> None:
    assert person.module("net/app.js", "page.me.value.name").startswith("reader")
