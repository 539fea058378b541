"""A board keeps its place and size while a match runs, and on a phone everything that is decided lies in the window."""

import json
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import DRAWN, Person, resize, touch
from tests.page.test_matches import NEWEST, WORST

WINDOWS = ((1024, 640), (1440, 900), (390, 844), (360, 640))
BOARDS = {"catan": ".catan-board", "colonizers": ".colonies", "crossfire": ".field-box"}
OPTIONS: dict[str, dict[str, Any]] = {
    "catan": {"seats": 4},
    "colonizers": {},
    "crossfire": {"preset": "standard"},
}
CLICKS = 14
# The next window is looked at as this one was, unless something has happened meanwhile.
CALM = "window.calm = match.obs.value"
CALM_AGAIN = (
    "match.draft.value = {}; if (match.obs.value === window.worst) match.obs.value = window.calm"
)
PLACE = """
const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
return JSON.stringify([left, top + scrollY, width, height].map(Math.round));
"""
# What cannot be reached without scrolling the bar.
HIDDEN = """
const bar = document.querySelector('.action-bar').getBoundingClientRect();
return [...document.querySelectorAll('.action-bar :is(button, select, input)')]
  .filter((one) => one.checkVisibility() && !one.closest('.menu'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { left, right, top, bottom }]) => bottom > bar.bottom + 1 || top < bar.top - 1 || left < 0 || right > innerWidth)
  .map(([one]) => one.textContent || one.name);
"""
MAIN = {
    "kind": "list",
    "actions": [
        ["end_turn"],
        ["buy_dev"],
        ["bank", 0, 1],
        ["road", 3],
        ["settlement", 5],
        ["city", 7],
    ],
    "params": [{"kind": "offer", "fields": {}}],
}
ASKED = (
    "((match) => { match.decision.value = {...match.decision.value, kind: 'main', legal: rest[0]};"
    f" match.draft.value = {{}}; return 1; }})({NEWEST})"
)


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def place(person: Person, board: str) -> str:
    person.driver.execute_async_script(DRAWN)
    found = person.driver.execute_script(PLACE, board)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_a_board_keeps_its_place_while_a_match_runs(game: str, person: Person) -> None:
    places: dict[tuple[int, int], set[str]] = {window: set() for window in WINDOWS}
    order = [*WINDOWS]

    def look() -> None:
        for window in order:
            if window != order[0]:
                resize(person.driver, *window)
                person.driver.execute_async_script(DRAWN)  # the board learns how large it may be
            places[window].add(place(person, BOARDS[game]))
            if person.module("net/app.js", f"{NEWEST}.decision.value !== null"):
                # What was clicked last may be answered by now.
                worst = f"if (match.decision.value) {WORST[game]}; window.worst = match.obs.value"
                person.module(
                    "net/app.js", f"((match) => {{ {CALM}; {worst}; return 1; }})({NEWEST})"
                )
                places[window].add(place(person, BOARDS[game]))
                person.module("net/app.js", f"((match) => {{ {CALM_AGAIN}; return 1; }})({NEWEST})")
        order.reverse()  # the next look begins where this one has ended

    resize(person.driver, *order[0])
    try:
        person.enter(f"steady {game}")
        person.open_room(game, OPTIONS[game], "heuristic")
        person.see(".action-bar.mine")
        look()
        for _ in range(CLICKS):
            person.play(1)
            if person.look(".action-bar.end"):
                break
            look()
        assert all(len(found) == 1 for found in places.values()), places
    finally:
        resize(person.driver, 1440, 900)


def test_a_phone_shows_all_that_can_be_done_on_an_island_and_a_trade_beside_it(
    person: Person,
) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("phone trade")
        person.open_room("catan", {"seats": 4}, "heuristic")
        person.see(".action-bar.mine")
        person.module("net/app.js", ASKED, MAIN)
        person.say(".choices button", "Offer")
        assert person.driver.execute_script(HIDDEN) == []
        person.click(".choices button", "Offer")
        person.see(".trade")
        assert person.driver.execute_script(HIDDEN) == []
        bar = person.see(".action-bar").rect
        for what in (".own-hand", ".catan-board", ".catan-players"):
            seen = person.see(what).rect
            assert seen["y"] + seen["height"] <= bar["y"] + 1, what
        assert person.too_wide() == []
        assert person.unreadable() == []
    finally:
        resize(person.driver, 1440, 900)


# The end of each name at the table, and how much of it is cut off.
NAME_ENDS = """
return [...document.querySelectorAll('.catan-player .seat-name')].map((one) => {
  const tail = one.querySelector('.tail');
  const cell = one.parentElement.querySelector('.figure').getBoundingClientRect();
  return [tail?.textContent.trim() ?? one.textContent, tail ? tail.getBoundingClientRect().right - cell.left : 0];
});
"""
PHONE = (360, 640)  # the smallest in use
SQUADS = 5  # units of the standard board


def test_three_bots_of_one_name_can_be_told_apart_on_the_smallest_phone(person: Person) -> None:
    resize(person.driver, *PHONE)
    try:
        person.enter("phone names")
        person.open_room("catan", {"seats": 4}, "heuristic_trader")
        person.see(".action-bar.mine")
        ends = person.driver.execute_script(NAME_ENDS)
        assert [end for end, _ in ends] == ["You", "2", "3", "4"]
        assert all(over <= 0 for _, over in ends), ends
    finally:
        resize(person.driver, 1440, 900)


def test_the_smallest_phone_shows_the_whole_island_and_the_hand_above_what_can_be_done(
    person: Person,
) -> None:
    resize(person.driver, *PHONE)
    try:
        person.enter("small island")
        person.open_room("catan", {"seats": 4}, "heuristic")
        person.see(".action-bar.mine")
        assert person.covered() == []
        before = place(person, BOARDS["catan"])
        person.module("net/app.js", ASKED, MAIN)
        person.say(".choices button", "Offer")
        assert person.driver.execute_script(HIDDEN) == []
        assert person.covered() == []
        person.click(".choices button", "Offer")
        person.see(".trade")
        assert person.driver.execute_script(HIDDEN) == []
        bar = person.see(".action-bar").rect
        for what in (".own-hand", ".catan-players"):
            seen = person.see(what).rect
            assert seen["y"] + seen["height"] <= bar["y"] + 1, what
        assert place(person, BOARDS["catan"]) == before
    finally:
        resize(person.driver, 1440, 900)


def test_the_smallest_phone_shows_the_whole_field_above_setup_and_orders(person: Person) -> None:
    resize(person.driver, *PHONE)
    try:
        with touch(person):
            person.enter("small field")
            person.open_room("crossfire", {"preset": "standard"})
            person.see(".unit-card")
            assert person.driver.execute_script(HIDDEN) == []
            assert person.covered() == []
            before = place(person, BOARDS["crossfire"])
            person.press("Set up")
            person.see(".pad")
            assert len(person.look(".unit-order")) == SQUADS
            assert person.driver.execute_script(HIDDEN) == []
            assert person.covered() == []
            assert place(person, BOARDS["crossfire"]) == before
    finally:
        resize(person.driver, 1440, 900)


OFFER_WINDOWS = (PHONE, (390, 844), (1024, 640), (1440, 900))
OFFERED = (
    "((match) => { match.obs.value = {...match.obs.value, phase: 'build', out: [0], offered: [1, 2, 3, 4, 5]};"
    f" return 1; }})({NEWEST})"
)


def test_what_was_offered_has_its_place_above_the_colonies(person: Person) -> None:
    before = {}
    try:
        person.enter("offered")
        person.open_room("colonizers", {}, "heuristic")
        person.see(".action-bar.mine")
        for window in OFFER_WINDOWS:
            resize(person.driver, *window)
            person.driver.execute_async_script(DRAWN)
            before[window] = place(person, BOARDS["colonizers"])
        person.module("net/app.js", OFFERED)
        person.say(".strip", "YOUR CHOICE")
        ends = "return Math.max(...[...document.querySelectorAll('.strip > *')].map((one) => one.getBoundingClientRect().bottom))"
        top = "return document.querySelector('.colonies').getBoundingClientRect().top"
        run = person.driver.execute_script
        for window in OFFER_WINDOWS:
            resize(person.driver, *window)
            person.driver.execute_async_script(DRAWN)
            assert place(person, BOARDS["colonizers"]) == before[window], window
            assert run(ends) <= run(top), window
            assert person.too_wide() == [], window
    finally:
        resize(person.driver, 1440, 900)


def test_a_phone_tells_what_others_are_known_to_hold(person: Person) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("phone hands")
        person.open_room("catan", {"seats": 2}, "heuristic")
        person.see(".action-bar.mine")
        known = "{...match.obs.value, players: match.obs.value.players.map((one) => ({...one, cards: 3, hand: [1, 0, 2, 0, 0]}))}"
        person.module(
            "net/app.js", f"((match) => {{ match.obs.value = {known}; return 1; }})({NEWEST})"
        )
        assert person.see(".catan-player.seat-1 .mini").is_displayed()
    finally:
        resize(person.driver, 1440, 900)


def test_prices_are_told_in_words_too(person: Person) -> None:
    person.enter("careful")
    person.open_room("catan", {"seats": 2})
    person.see(".action-bar.mine")
    person.module("net/app.js", ASKED, MAIN)
    city = person.say(".choices button", "City")
    assert "costs 2 wheat, 3 ore" in str(city.get_property("textContent"))
    assert len(city.find_elements("css selector", ".cost svg")) == 2
    prices = json.dumps([one.get_attribute("title") for one in person.look(".choices .price")])
    assert "1 wood, 1 brick" in prices


# How much of each colonist is in the window.
SHARES = """
return [...document.querySelectorAll('.action-bar .colonist')].map((one) => {
  const { left, width } = one.getBoundingClientRect();
  return Math.max(0, Math.min(1, (innerWidth - left) / width));
});
"""


def test_a_phone_shows_that_there_are_more_colonists_than_it_shows(person: Person) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("picker")
        person.open_room("colonizers", {}, "heuristic")
        person.see(".action-bar.mine .colonist")
        for width in (360, 390, 412, 430):
            resize(person.driver, width, 844)
            person.driver.execute_async_script(DRAWN)
            shares = person.driver.execute_script(SHARES)
            assert any(0.25 < share < 0.8 for share in shares), (width, shares)
    finally:
        resize(person.driver, 1440, 900)


# Names of cards in hand that stick out of their card, or lie on its numbers.
BURST = """
const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
return [...document.querySelectorAll('.colony.mine .hand .module')].filter((card) => {
  const name = card.querySelector('.module-name');
  if (!name.checkVisibility()) return false;
  const text = document.createRange();
  text.selectNodeContents(name);
  const [place, box] = [text.getBoundingClientRect(), card.getBoundingClientRect()];
  const inside = place.left >= box.left && place.right <= box.right && place.top >= box.top && place.bottom <= box.bottom;
  return !inside || ![...card.querySelectorAll('.cost, .value')].every((one) => apart(one.getBoundingClientRect(), place));
}).map((card) => card.textContent);
"""
# Words of names of cards, or parts between hyphens, that go on in the next line: behind their first letter, to whose place
# a hyphen at the end of the line before belongs.
TORN = """
return [...document.querySelectorAll('.module-name')].filter((one) => one.checkVisibility()).flatMap((one) =>
  [...one.firstChild.data.matchAll(/[^\\s\\u00AD-]+/g)].filter((word) => {
    const text = document.createRange();
    text.setStart(one.firstChild, word.index + 1);
    text.setEnd(one.firstChild, word.index + word[0].length);
    return text.getClientRects().length > 1;
  }).map(([word]) => word));
"""
# All modules there are, a few at a time: in the own hand, or built by everybody.
HELD = (
    "((match) => { const obs = structuredClone(match.obs.value); obs.players[0].hand = rest[0];"
    f" match.obs.value = obs; return match.consts.modules.length; }})({NEWEST})"
)


def misfits(person: Person, place: str, fault: str) -> list[Any]:
    """Puts all modules there are into a place, a few at a time, in each window; returns where a script found what of them."""
    found = []
    try:
        count = person.module("net/app.js", HELD, [])
        for window in (*WINDOWS, (1280, 720), (1920, 1080)):
            resize(person.driver, *window)
            for first in range(0, count, 3):
                person.module("net/app.js", place, [*range(first, min(count, first + 3))])
                person.driver.execute_async_script(DRAWN)
                found += [(window, one) for one in person.driver.execute_script(fault)]
    finally:
        resize(person.driver, 1440, 900)
    return found


def test_a_card_in_hand_holds_its_name_or_shows_none(person: Person) -> None:
    person.enter("full hand")
    person.open_room("colonizers", {"colony": 1})
    person.play()
    person.see(".action-bar.end")
    assert misfits(person, HELD, BURST) == []


BUILT = HELD.replace(
    "obs.players[0].hand = rest[0]", "obs.players.forEach((one) => { one.colony = rest[0]; })"
)


@pytest.mark.parametrize("language", ["en", "cs", "de", "sk"])
def test_no_word_on_a_card_is_torn(language: str, person: Person) -> None:
    person.enter("reader", language=language)
    person.open_room("colonizers", {})
    person.see(".action-bar.mine")
    assert misfits(person, HELD, TORN) == []
    assert misfits(person, BUILT, TORN) == []


ANSWERED = (
    "((match) => { match.obs.value = {...match.obs.value, offer: [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]],"
    f" answers: [[], ['accept'], ['reject'], ['waiting']]}}; return 1; }})({NEWEST})"
)
LOOK = "const { color, backgroundColor } = getComputedStyle(arguments[0]); return color + backgroundColor"


def test_who_agrees_looks_unlike_who_declines(person: Person) -> None:
    person.enter("dealer")
    person.open_room("catan", {"seats": 4}, "heuristic")
    person.see(".action-bar.mine")
    person.module("net/app.js", ANSWERED)
    chips = [person.say(".chip.answer", words) for words in ("agrees", "declines", "is asked")]
    looks = {person.driver.execute_script(LOOK, chip) for chip in chips}
    assert len(looks) == 3
    assert person.unreadable() == []


NAMES_CUT = """
return [...document.querySelectorAll('.catan-player .seat-name .words *')]
  .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0).map((one) => one.textContent);
"""
STARS = "return [...document.querySelectorAll('.catan-player header .figure .number')].map((one) => +one.textContent);"
SCORED = (
    "((match) => { match.over.value = {...match.over.value, scores: rest[0]}; return 1; })"
    f"({NEWEST})"
)


def test_names_of_the_usual_opponents_are_whole(person: Person) -> None:
    try:
        person.enter("reader of names")
        person.open_room("catan", {"seats": 4}, "heuristic_trader")
        person.say(".catan-player", "heuristic trader")
        for window in ((1440, 900), (1920, 1080)):
            resize(person.driver, *window)
            person.driver.execute_async_script(DRAWN)
            assert person.driver.execute_script(NAMES_CUT) == [], window
    finally:
        resize(person.driver, 1440, 900)


def test_at_the_end_of_catan_the_players_have_the_points_of_the_result(person: Person) -> None:
    person.enter("counter")
    person.open_room("catan", {"seats": 2, "target": 3}, "heuristic")  # is there soon
    person.play()
    person.see(".action-bar.end")
    person.module("net/app.js", SCORED, [4, 3])  # with a card that was hidden
    person.until(lambda: person.driver.execute_script(STARS) == [4, 3], "the points were told")
