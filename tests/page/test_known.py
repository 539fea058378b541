"""A person opens what they know beside a match: it stays open, follows the match, fits a phone, and obeys the room."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.axe import violations
from tests.page.browser import Person, resize

GAMES = [
    ("colonizers", {"colony": 3}),
    ("catan", {"seats": 3, "layout": "beginner"}),
    ("crossfire", {"preset": "mini"}),
]
COUNTS = ".counts:first-of-type .more:enabled"
OFFER = ".choices button:has(.short):has(kbd):not(:has(.price))"  # of all with a short name
SIZES = ((1440, 900), (390, 844))


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def open_side(person: Person) -> None:
    """On a phone, what is beside the board comes when its button is pressed."""
    toggle = person.see(".side-toggle")
    if toggle.is_displayed():
        toggle.click()


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_what_is_known_is_shown_where_it_is_wanted_and_stays_wanted(
    person: Person, game: str, options: dict[str, object]
) -> None:
    person.enter(f"knows {game}")
    person.open_room(game, options)
    person.play(clicks=4)
    person.click(".side [role=tab]", "You know")
    assert not person.look(".known-seat"), "nothing is shown until somebody wants it"
    person.click(".known [aria-expanded]", "Show")
    person.until(lambda: person.look(".known-seat .known-facts"), "chances")
    person.driver.refresh()
    person.until(lambda: person.look(".known-seat .known-facts"), "it was remembered")
    for size in SIZES:
        resize(person.driver, *size)
        if size[0] < 900:
            open_side(person)
        assert person.too_wide() == []
        assert violations(person) == []
    resize(person.driver, *SIZES[0])
    person.click(".known [aria-expanded]", "Hide")
    assert not person.look(".known-seat")
    assert person.faults() == []


def test_actions_are_weighed_when_that_is_asked_for(person: Person) -> None:
    person.enter("weighs")
    person.open_room("colonizers", {"colony": 3})
    person.until(lambda: person.look(".action-bar.mine"), "a decision")
    person.click(".side [role=tab]", "You know")
    person.click(".known [aria-expanded]", "Show")
    person.click(".known-weighing button", "Estimate")
    person.until(lambda: person.look(".known-weighing .known-facts td"), "estimates")
    assert "(" in person.see(".known-weighing .known-chance").text, "between what it lies"
    assert person.faults() == []


def test_an_offer_that_is_being_made_is_weighed_with_the_other_actions(person: Person) -> None:
    person.enter("trades")
    person.open_room("catan", {"seats": 3, "layout": "beginner"})
    person.click(".side [role=tab]", "You know")
    person.click(".known [aria-expanded]", "Show")

    def begin_offer() -> object:
        """What was there a moment ago is perhaps of a decision that is over."""
        if person.look(COUNTS):
            return True
        offers = [choice for choice in person.look(OFFER) if "T" in choice.text]
        if offers:
            offers[0].click()
        else:
            person.play(clicks=1)
        return person.look(COUNTS)

    person.until(begin_offer, "a trade can be offered")
    person.click(COUNTS)
    given = person.see(".counts:first-of-type .counter.some").get_attribute("class") or ""
    wanted = f".counts + .counts .r-{0 if 'r-4' in given else 4} .more"
    person.click(wanted)
    weigh = ".known-weighing button"
    before = person.see(weigh).text
    person.click(wanted)  # nobody lists two for one
    person.until(lambda: person.see(weigh).text != before, "it counts among the actions")
    person.click(weigh, "Estimate")
    person.say(".known-weighing th", "Offer 1")
    person.click(wanted)
    person.see(weigh)  # of the new offer nothing is estimated yet
    assert person.faults() == []


def test_a_room_without_aids_says_so(person: Person) -> None:
    person.enter("knows nothing")
    expression = (
        "(async () => { const { room } = await page.ask({ type: 'create_room', game: 'colonizers',"
        " compute: false, clock: { kind: 'none' } });"
        " await page.ask({ type: 'sit', room: room.room, seat: 0 });"
        " await page.ask({ type: 'start', room: room.room }); })()"
    )
    person.module("net/app.js", expression)
    person.click(".side [role=tab]", "You know")
    person.say(".known", "This room allows no aids.")
    assert not person.look(".known [aria-expanded]")
    assert person.faults() == []
