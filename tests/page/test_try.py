"""A person tries a moment of a finished match again: one press, and the match goes on from there against bots."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.axe import violations
from tests.page.browser import Person, open_server, resize

SETTINGS = ("reviews.budget_s=1", "reviews.share=1")


@pytest.fixture(scope="module")
def quick_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a server whose reviews look at little."""
    with open_server(tmp_path_factory.mktemp("trying"), *SETTINGS) as url:
        yield url


@pytest.fixture
def person(chrome: object, quick_url: str) -> Iterator[Person]:
    """Somebody who has played to the end, and looks into why."""
    someone = Person(chrome, quick_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("beginner")
    someone.open_room("colonizers", {"colony": 2}, "heuristic")
    someone.play()
    someone.click(".action-bar.end a", "Why?")
    someone.see(".action-bar.tape")
    yield someone
    resize(someone.driver, 1440, 900)


def back(person: Person, steps: int) -> None:
    """Goes back on the tape."""
    before = person.place()
    person.driver.execute_script(
        "const tape = document.querySelector('.tape input'); tape.value = tape.max - arguments[0];"
        "tape.dispatchEvent(new Event('input', { bubbles: true }))",
        steps,
    )
    person.until(lambda: person.place() != before, "the tape went back")


def test_one_press_goes_on_from_the_moment_on_the_board(person: Person) -> None:
    assert not person.look(".try"), "the end is no place to play on from"
    back(person, 20)
    person.see(".try")
    for size in ((1440, 900), (390, 844)):
        resize(person.driver, *size)
        assert person.too_wide() == []
        assert violations(person) == []
    resize(person.driver, 1440, 900)
    person.click(".table-head button", "Try it from here")
    person.say(".log", "From here the match is played anew")
    person.play()
    person.say(".action-bar.end a", "Why?")
    assert person.faults() == []


def test_seat_and_opponents_can_be_chosen(person: Person) -> None:
    back(person, 20)
    person.choose(".try .field:nth-child(1) select", 2)
    person.choose(".try .field:nth-child(2) select", 1)
    person.click(".try button", "Play from here")
    person.say(".log", "From here the match is played anew")
    person.play()
    person.say(".action-bar.end a", "Why?")
    assert person.faults() == []


def test_others_can_join_and_a_match_ends_like_any_other(person: Person) -> None:
    back(person, 20)
    last = len(person.look(".try .field:nth-child(2) option")) - 1
    person.choose(".try .field:nth-child(2) select", last)
    person.click(".try button", "Open the room")
    person.until(lambda: "room/" in person.place(), "the room was shown")
    person.until(lambda: len(person.look(".seat-card.open")) == 3, "three seats were free")
    assert person.faults() == []
