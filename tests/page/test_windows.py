"""One person in two windows of a browser: a match is in one of them, and goes over to the other when that is wanted."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, resize

GONE = "goes on in another window"


@pytest.fixture
def person(chrome: object, page_url: str) -> Iterator[Person]:
    """Somebody whose other windows are closed in the end."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    yield someone
    driver = someone.driver
    first, *others = driver.window_handles
    for handle in others:
        driver.switch_to.window(handle)
        driver.close()
    driver.switch_to.window(first)


def open_window(person: Person) -> str:
    """Another window of the same browser, at the lobby; returns the one before."""
    before = person.driver.current_window_handle
    person.driver.switch_to.new_window("tab")
    resize(person.driver, 1440, 900)
    person.driver.get(person.url)
    person.see(".game-card")
    return before


def go_on_here(person: Person, board: str = ".colony.mine") -> None:
    """From the lobby of another window to the match."""
    person.click(".frame-state a", "Match in another window")
    person.press("Go on here")
    person.see(board)


def test_a_match_is_continued_in_another_window_and_taken_back(person: Person) -> None:
    person.enter("two windows")
    person.open_room("colonizers", {})
    first = open_window(person)
    go_on_here(person)
    second = person.driver.current_window_handle
    person.click(".action-bar.mine .colonist")
    person.say(".log li", "You picked")

    person.driver.switch_to.window(first)
    person.say("h1", GONE)
    person.press("Take it back here")
    person.see(".colony.mine")
    assert person.faults() == []

    person.driver.switch_to.window(second)
    person.say("h1", GONE)


def test_a_window_that_is_read_in_stays_open_when_the_match_is_taken_from_it(
    person: Person,
) -> None:
    person.enter("reader")
    person.open_room("colonizers", {})
    person.go("/ladder")
    person.say("h1", "Ladder")
    first = open_window(person)
    go_on_here(person)

    person.driver.switch_to.window(first)
    person.say(".frame-state a", "Match in another window")
    person.say("h1", "Ladder")


def test_a_match_stays_in_its_window_when_that_is_reloaded(person: Person) -> None:
    person.enter("reloading")
    person.open_room("colonizers", {})
    first = open_window(person)
    person.say(".frame-state a", "Match in another window")
    person.driver.switch_to.window(first)
    person.driver.refresh()
    person.see(".colony.mine")


def test_the_log_is_there_again_after_a_reload(person: Person) -> None:
    person.enter("historian")
    person.open_room("colonizers", {})
    person.click(".action-bar.mine .colonist")
    person.say(".log li", "You picked")
    before = read_log(person)
    person.driver.refresh()
    person.see(".colony.mine")
    person.until(
        lambda: read_log(person)[: len(before)] == before, f"the log began with {before} again"
    )
    assert person.faults() == []


def test_rolls_are_counted_again_after_a_reload_and_in_another_window(person: Person) -> None:
    person.enter("statistician")
    person.open_room("catan", {"seats": 2, "layout": "beginner"})
    while sum(counted := rolls(person)) < 2:
        person.play(4)
    person.driver.refresh()
    person.until(lambda: at_least(rolls(person), counted), "the rolls of before were counted")
    open_window(person)
    go_on_here(person, ".catan-board")
    person.until(lambda: at_least(rolls(person), counted), "they were counted there, too")


def rolls(person: Person) -> list[int]:
    """How often each sum of the dice came, as it is drawn."""
    person.click("[role=tab]", "You know")
    person.see(".dice-plot i")
    drawn = [one.get_attribute("title") or "" for one in person.look(".dice-plot i")]
    return [int(words.rpartition(" ")[2]) for words in drawn]


def at_least(counted: list[int], before: list[int]) -> bool:
    return all(now >= then for now, then in zip(counted, before, strict=True))


def read_log(person: Person) -> list[str]:
    """What stands in the log, oldest first."""
    return [one.text for one in person.look(".log .turn li")]


def test_a_match_whose_window_was_closed_goes_on_in_the_one_that_is_left(person: Person) -> None:
    person.enter("closed")
    person.open_room("colonizers", {})
    first = open_window(person)
    person.say(".frame-state a", "Match in another window")
    second = person.driver.current_window_handle
    person.driver.switch_to.window(first)
    person.driver.close()
    person.driver.switch_to.window(second)
    go_on_here(person)
    person.see(".action-bar.mine .colonist")


def test_whoever_looks_for_a_match_that_is_not_his_is_told_so(person: Person) -> None:
    person.enter("astray")
    person.go("/match/m_nobodys")
    person.say(".panel p", "somebody else's")
