"""Whole matches through the page, from the door to the result: each game, by mouse and by keyboard."""

from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person, resize

SHORT: dict[str, dict[str, Any]] = {
    "colonizers": {"colony": 2},
    "catan": {"seats": 2, "target": 3, "layout": "beginner"},
    "crossfire": {"preset": "mini"},
}
WIDEST: dict[str, dict[str, Any]] = {
    "colonizers": {},
    "catan": {"seats": 4},
    "crossfire": {"preset": "large"},
}
LOGINS = "page.wire.value.filter((one) => one.message.type === 'welcome').length"
NEWEST = "[...page.matches.value.values()].at(-1)"
# What takes the most room: full hands, an offer being made, eight units being set up.
WORST = {
    "colonizers": "match.obs.value = {...match.obs.value, players: match.obs.value.players.map("
    "(player) => ({...player, hand: [3, 3, 3, 3, 3]}))}",
    "catan": "match.draft.value = {decision: match.decision.value.decision, trade: {}}",
    "crossfire": "match.draft.value = {decision: match.decision.value.decision, king: 3}",
}
DESKS = ((1024, 640), (1280, 800), (1440, 900), (1920, 1080), (3840, 2160))


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_match_is_played_to_its_end(game: str, person: Person) -> None:
    person.enter(f"mouse {game}")
    person.open_room(game, SHORT[game], "heuristic" if game == "catan" else "random")  # soon there
    person.see(".action-bar.mine")
    played = person.play()
    assert played.count > 3
    assert len(person.look(".standing li")) == len(person.look(".standing .score")) >= 2
    assert person.unreadable() == []
    assert person.faults() == []


def test_a_match_is_played_to_its_end_at_the_pace_of_the_page(person: Person) -> None:
    person.enter("leisurely", pace="normal")
    person.open_room("crossfire", SHORT["crossfire"])
    person.see(".action-bar.mine")
    assert person.see("select.pace").get_attribute("value") == "normal"
    assert person.play().count > 3
    assert len(person.look(".standing .score")) == 2
    assert person.faults() == []


def test_a_person_at_the_lobby_plays_with_two_clicks(person: Person) -> None:
    person.enter("two clicks")
    person.click(".game-card[aria-label=Colonizers] button.primary")
    person.click(".action-bar.mine .colonist")
    person.say(".log li", "You picked")
    assert person.faults() == []


def test_moves_of_others_are_shown_at_the_pace_one_wants(person: Person) -> None:
    person.enter("unhurried")
    person.module("net/app.js", "page.change('pace', 'brisk')")
    person.open_room("colonizers", {"colony": 1})
    person.click(".action-bar.mine .colonist")
    person.say(".log li", "picked a colonist in secret")
    person.see(".action-bar.mine")
    assert person.module("net/app.js", LOGINS) == 1
    assert person.faults() == []


def test_a_pace_has_one_name_beside_the_board_and_in_the_settings(person: Person) -> None:
    person.enter("of one word")
    person.open_room("colonizers", {})
    beside = [one.text for one in person.look("select[aria-label^=Pace] option")]
    person.click("button[aria-label=Settings]")
    person.see("dialog[open]")
    assert beside == [one.text for one in person.look("dialog label:has([name=pace])")]


def test_a_fault_of_the_page_is_told_and_does_not_cut_the_line(person: Person) -> None:
    person.enter("faulty")
    person.open_room("colonizers", {"colony": 1})
    fault = "() => { throw new Error('planted'); }"
    person.module("net/app.js", f"(({NEWEST}).receive = {fault}, 1)")
    person.click(".action-bar.mine .colonist")
    person.until(lambda: any("planted" in one for one in person.faults()), "it was told")
    assert person.module("net/app.js", LOGINS) == 1


def test_a_match_of_cards_is_played_by_keyboard_alone(person: Person) -> None:
    person.enter("keys")
    person.open_room("colonizers", {"colony": 1, "copies": [0, 0, 0, 0, 4, 0, 0, 0, 4] + [0] * 7})
    keyboard = ActionChains(person.driver)

    def is_over() -> bool:
        if person.look(".action-bar.mine"):
            keyboard.send_keys("1", Keys.ENTER).perform()
        return bool(person.look(".action-bar.end"))

    person.until(is_over, "the match was over")


# What a person at the keyboard sees of Catan; null while there is nothing to do.
GLANCE = """
const bar = document.querySelector('.action-bar.mine');
const over = document.querySelector('.action-bar.end') !== null;
if (!bar && !over) return null;
const can = [...(bar?.querySelectorAll('button:not(:disabled)') ?? [])];
const said = (one) => one.querySelector('kbd')?.textContent.toLowerCase();
return {
  over,
  keys: can.map(said).filter(Boolean),
  places: bar ? document.querySelectorAll('.target').length : 0,
  at_place: document.activeElement.matches('.target'),
  is_held: document.querySelector('.confirm') !== null,
  card: document.querySelector('.own-hand button:not(:disabled) kbd')?.textContent,
  is_halved: document.querySelector('.own-hand button') !== null,
};
"""
MOST_KEYS = 4000
MOST_ISLANDS = 4


def test_an_island_is_settled_by_keyboard_alone(person: Person) -> None:
    person.enter("typist")
    pressed: dict[str, int] = {}
    for _ in range(MOST_ISLANDS):  # a short match may be over before all keys had their turn
        settle_by_keys(person, pressed)
        if {"d", "e", Keys.ENTER} <= set(pressed):
            break
    assert {"d", "e", Keys.ENTER} <= set(pressed)
    assert person.faults() == []


def settle_by_keys(person: Person, pressed: dict[str, int]) -> None:
    """A match to its end; counts which keys were pressed."""
    person.open_room("catan", SHORT["catan"], "heuristic")
    keyboard = ActionChains(person.driver, duration=0)
    wanted = ("c", "s", "d", "n", "b", "r", "e")  # what is best first; digits choose among the rest
    for _ in range(MOST_KEYS):
        seen = person.until(lambda: person.driver.execute_script(GLANCE), "it went on")
        if seen["over"]:
            break
        if seen["is_held"]:
            key = Keys.ENTER
        elif seen["places"]:
            key = Keys.ENTER if seen["at_place"] else Keys.ARROW_RIGHT
        elif seen["is_halved"]:
            key = seen["card"] or Keys.ENTER
        else:
            key = next((one for one in wanted if one in seen["keys"]), "1")
        pressed[key] = pressed.get(key, 0) + 1
        keyboard.send_keys(key).perform()
    assert person.look(".action-bar.end"), pressed


def test_orders_are_given_by_keyboard_alone(person: Person) -> None:
    person.enter("arrows")
    person.open_room("crossfire", {"preset": "mini"})
    person.say(".ask h2", "recharge time")
    ActionChains(person.driver).send_keys("2").perform()
    person.see(".unit-card.king:nth-child(2)")
    ActionChains(person.driver).send_keys(Keys.ENTER).perform()
    person.say(".ask h2", "Round 1")
    for arrow in (Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_DOWN):
        ActionChains(person.driver).send_keys(arrow).perform()
    orders = ["move left", "move up", "move down"]
    person.until(
        lambda: [one.text for one in person.look(".unit-order .roomy")] == orders,
        "all were ordered",
    )
    ActionChains(person.driver).send_keys(Keys.ENTER).perform()
    person.say(".log li", "Round 1")


def test_a_settlement_is_placed_where_one_clicks(person: Person) -> None:
    person.enter("placing")
    person.open_room("catan", {"seats": 2, "layout": "beginner"})
    person.say(".ask h2", "Place a settlement")
    person.click(".target[aria-label^='settlement at corner 18:']")
    person.say(".ask h2", "Place a road")
    obs = person.module("net/app.js", "[...page.matches.value.values()].at(-1).obs.value")
    assert obs["players"][0]["settlements"] == [18]
    assert person.faults() == []


def test_a_refusal_is_shown_beside_the_decision(person: Person) -> None:
    person.enter("refused")
    person.open_room("colonizers", {})
    person.see(".action-bar.mine .colonist")
    newest = "[...page.matches.value.values()].at(-1).decision"
    person.module("net/app.js", f"{newest}.value = {{...{newest}.value, decision: 99}}")
    person.click(".action-bar.mine .colonist")
    assert "closed" in person.see(".action-bar .problem").text


def test_a_click_answers_what_was_seen_where_it_fell(person: Person) -> None:
    person.enter("no haste")
    person.open_room("colonizers", {})
    person.see(".action-bar.mine .colonist")
    before_it_is_drawn = (
        f"((match) => {{ match.decision.value = {{ ...match.decision.value, decision: 99 }};"
        f" document.querySelector('.action-bar.mine .colonist').click(); return 1; }})({NEWEST})"
    )
    person.module("net/app.js", before_it_is_drawn)
    person.say(".log li", "You picked")


def test_a_key_that_comes_twice_answers_once(person: Person) -> None:
    person.enter("nervous")
    person.open_room("colonizers", {})
    person.see(".action-bar.mine .colonist")
    twice = "for (const key of ['1', 'Enter', 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"
    person.driver.execute_script(twice)
    person.say(".log li", "You picked")
    sent = "page.wire.value.filter(({ message }) => message.type === 'act').length"
    assert person.module("net/app.js", sent) == 1


@pytest.mark.parametrize("game", sorted(SHORT))
def test_no_board_is_covered_by_what_is_to_be_decided(game: str, person: Person) -> None:
    person.enter(f"covered {game}")
    person.open_room(game, WIDEST[game])
    person.see(".action-bar.mine")
    try:
        for worst in ("1", WORST[game]):
            person.module("net/app.js", f"((match) => {worst})({NEWEST})")
            for size in DESKS:
                resize(person.driver, *size)
                assert person.covered() == [], size
                assert person.unreadable() == [], size
    finally:
        resize(person.driver, 1440, 900)


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_match_fits_a_phone(game: str, person: Person) -> None:
    resize(person.driver, 360, 740)
    try:
        person.enter(f"phone {game}")
        assert person.too_wide() == []
        person.open_room(game, SHORT[game])
        person.play(clicks=6)
        assert person.too_wide() == []
        assert person.unreadable() == []
    finally:
        resize(person.driver, 1440, 900)


# How far the board reaches into what is to be decided, and below the window once the head has been scrolled away.
OVERLAPS = """
const at = (selector) => document.querySelector(selector).getBoundingClientRect();
return [at('.board-area').right - at('.action-bar').left, at('.arena').bottom - at('.table-head').top - innerHeight];
"""


def test_a_phone_that_is_turned_shows_the_whole_board_beside_the_orders(person: Person) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("turned")
        person.open_room("crossfire", SHORT["crossfire"])
        person.see(".action-bar.mine")
        resize(person.driver, 844, 390)
        assert person.too_wide() == []
        assert person.unreadable() == []
        beside, below = person.driver.execute_script(OVERLAPS)
        assert beside <= 0
        assert below <= 0
        assert person.play(clicks=3).count == 3
    finally:
        resize(person.driver, 1440, 900)


# How far the board reaches below the window, or behind what is to be decided; what sticks out of the cards of units.
AT_200 = """
const at = (selector) => document.querySelector(selector).getBoundingClientRect();
const board = at(arguments[0]);
const isCut = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
return [board.bottom - innerHeight, board.right - at('.action-bar').left,
  [...document.querySelectorAll('.unit-card')].filter(isCut).length];
"""


@pytest.mark.parametrize(("game", "board"), [("catan", ".catan-board"), ("crossfire", ".unit")])
@pytest.mark.parametrize("size", [(640, 400), (640, 340), (600, 400)])
def test_a_page_at_200_percent_shows_the_board_beside_the_choices(
    game: str, board: str, size: tuple[int, int], person: Person
) -> None:
    person.enter("near-sighted")
    person.open_room(game, SHORT[game])
    person.see(".action-bar.mine")
    resize(person.driver, *size)
    try:
        assert person.too_wide() == []
        assert person.unreadable() == []
        below, beside, cut = person.driver.execute_script(AT_200, board)
        assert below <= 0
        assert beside <= 0
        assert cut == 0
    finally:
        resize(person.driver, 1440, 900)


# Where the guide ends and the board begins, and where what lies below the board is seen once it was asked for.
STACKED = """
const at = (selector) => document.querySelector(selector).getBoundingClientRect();
return [at('.side').bottom - at('.board-area').top, innerHeight - at('.side').top];
"""


def test_a_phone_shows_the_guide_above_the_board_and_the_log_when_it_is_asked_for(
    person: Person,
) -> None:
    resize(person.driver, 390, 844)
    try:
        person.enter("small lessons")
        person.go("/learn/game/colonizers")
        person.press("Begin")
        person.see(".guide-now")
        guide_over_board, _ = person.driver.execute_script(STACKED)
        assert guide_over_board <= 1
        person.press("Log")
        person.see(".log")
        person.click(".side-toggle")
        person.until(lambda: not person.look(".side.open"), "it was closed")
        person.click(".side-toggle")
        person.until(
            lambda: person.driver.execute_script(STACKED)[1] > 300, "the log was in the window"
        )
    finally:
        resize(person.driver, 1440, 900)
