"""A person who has lost presses one button and sees why: chances, decisions that cost, luck; and shares it by its address."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.axe import violations
from tests.page.browser import Person, open_server, resize

# What the browser keeps for the page, as text, and to have it kept again.
KEPT = "return JSON.stringify(localStorage)"
KEEP = "localStorage.clear(); Object.assign(localStorage, JSON.parse(arguments[0]))"
SETTINGS = ("reviews.budget_s=1", "reviews.share=1")


@pytest.fixture(scope="module")
def quick_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a server whose reviews look at little."""
    with open_server(tmp_path_factory.mktemp("reviews"), *SETTINGS) as url:
        yield url


def play(driver: object, url: str) -> Person:
    """Somebody who has played to the end."""
    someone = Person(driver, url)  # type: ignore[arg-type]  # the fixtures know no selenium
    someone.enter("beginner")
    someone.open_room("colonizers", {"colony": 2}, "heuristic")
    someone.play()
    return someone


@pytest.fixture
def person(chrome: object, quick_url: str) -> Iterator[Person]:
    """Somebody who has played to the end."""
    someone = play(chrome, quick_url)
    yield someone
    resize(someone.driver, 1440, 900)


@pytest.fixture(scope="module")
def played(one_chrome: object, quick_url: str) -> tuple[str, str]:
    """Where somebody has played to the end, and by what the browser knows them."""
    someone = play(one_chrome, quick_url)
    someone.see(".action-bar.end")
    return someone.place(), str(someone.driver.execute_script(KEPT))


@pytest.fixture
def again(chrome: object, quick_url: str, played: tuple[str, str]) -> Iterator[Person]:
    """The same person, back at the match that is over."""
    someone = Person(chrome, quick_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    place, kept = played
    someone.driver.get(urljoin(quick_url, "/health"))  # of the same origin, and no page
    someone.driver.execute_script(KEEP, kept)
    someone.driver.get(f"{quick_url}#{place}")
    yield someone
    resize(someone.driver, 1440, 900)


def test_one_press_after_a_match_tells_why_it_ended_so(person: Person) -> None:
    person.click(".action-bar.end a", "Why?")
    verdict = person.say(".review .verdict", "Your luck was")
    assert verdict.text.endswith(".")
    person.until(lambda: not person.look(".review progress"), "the review was complete")
    assert len(person.look(".chances .stroke")) == 4
    assert len(person.look(".chances-now li")) == 4
    assert person.see(".review select").text.count("(you)") == 1
    for heading in ("Chances to win", "Decisions that cost", "Luck and decisions"):
        person.say(".review h2", heading)
    assert "/review/" in f"/{person.place()}"
    for size in ((1440, 900), (390, 844)):
        resize(person.driver, *size)
        assert person.too_wide() == []
        assert violations(person) == []
    assert person.faults() == []


def test_a_review_that_takes_its_time_is_no_server_that_does_not_answer(person: Person) -> None:
    person.click(".action-bar.end a", "Why?")
    person.see(".review")
    person.go(f"/replay/{person.place().split('/')[2]}")
    person.driver.refresh()
    person.see(".action-bar.tape")
    person.driver.execute_script("WebSocket.prototype.send = () => {}")
    person.click(".side [role=tab]", "Review")
    person.see(".review")
    # Asked later than the review, and late before the timer that is waited for.
    late = "(page.ask({ type: 'describe' }), new Promise((done) => setTimeout(done, 4100)))"
    person.module("net/app.js", late)
    person.say(".away-bar", "has not answered")
    assert person.module("net/app.js", "page.unanswered.value") == 1


def test_a_link_shows_somebody_else_the_same_and_leads_to_its_moments(
    person: Person, chrome: object, quick_url: str
) -> None:
    person.click(".action-bar.end a", "Why?")
    person.until(
        lambda: person.look(".review .verdict") and not person.look(".review progress"),
        "the review was complete",
    )
    place, shares = person.place(), person.see(".review table").text
    other = Person(chrome, quick_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    other.enter("friend")
    other.go(place)
    other.see(".review .verdict")
    assert other.see(".review table").text == shares
    before = other.place()
    other.driver.execute_script(
        "const box = document.querySelector('.chances').getBoundingClientRect();"
        "document.querySelector('.chances').dispatchEvent(new MouseEvent('click',"
        " {bubbles: true, clientX: box.left + box.width / 3, clientY: box.top + 9}));"
    )
    other.until(lambda: other.place() != before, "the board went there")
    assert other.place().startswith("/review/")


# Whether the top of something lies between the head of the page and the bar below.
IN_VIEW = """
const { top } = document.querySelector(arguments[0]).getBoundingClientRect();
const head = document.querySelector('.frame-top').getBoundingClientRect();
const bar = document.querySelector('.action-bar').getBoundingClientRect();
return top > head.bottom - 8 && top < bar.top;
"""


def test_on_a_phone_the_verdict_is_seen_at_once_and_a_moment_when_it_is_pressed(
    person: Person,
) -> None:
    resize(person.driver, 390, 844)
    person.click(".action-bar.end a", "Why?")
    person.see(".review .verdict")
    run = person.driver.execute_script
    person.until(lambda: run(IN_VIEW, ".review .verdict"), "the verdict was in view")
    person.until(lambda: not person.look(".review progress"), "the review was complete")
    line = person.see(".review .mistake-line")
    run("arguments[0].scrollIntoView({block: 'center'})", line)  # above the bar
    line.click()
    person.until(lambda: run(IN_VIEW, ".board-area"), "the board was in view")


@pytest.mark.parametrize("language", ["en", "cs", "de", "sk"])
def test_the_smallest_phone_has_room_for_all_that_stands_above_a_tape(
    language: str, again: Person
) -> None:
    resize(again.driver, 360, 640)
    again.see(".side-body table")
    again.module("net/app.js", "(page.change('language', rest[0]), 1)", language)
    said = "return document.documentElement.lang"
    again.until(lambda: again.driver.execute_script(said) == language, "it was spoken")
    again.driver.refresh()
    again.see(".side-body table")
    assert again.unreadable() == []
    assert again.too_wide() == []
