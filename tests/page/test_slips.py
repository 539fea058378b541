"""Nothing that cannot be undone comes of one stray key, one tap, or an arrow key on a list that is closed."""

from functools import partial
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from tests.page.browser import DRAWN, Person

NEWEST = "[...page.matches.value.values()].at(-1)"
SENT = "page.wire.value.filter((one) => one.direction === 'out' && one.message.type === rest[0]).length"
# A question that the rules did not ask: what is answered to it is refused, but was sent.
ASKED = (
    "((match) => { match.decision.value = {...match.decision.value, kind: rest[0],"
    " legal: {kind: 'list', actions: rest[1]}}; return 1; })(" + NEWEST + ")"
)
LISTS: dict[str, list[list[Any]]] = {
    "Trade with the bank": [["bank", 0, 1], ["bank", 2, 1], ["end_turn"]],
    "Monopoly": [["play_monopoly", 0], ["play_monopoly", 3], ["end_turn"]],
    "Year of plenty": [["play_plenty", 0, 1], ["play_plenty", 2, 2], ["end_turn"]],
}
CORNER = ".target[aria-label^='settlement at corner 18:']"
OTHER_CORNER = ".target[aria-label^='settlement at corner 20:']"
# Half of the hand is due, whatever it is.
HALVED = (
    "((match) => { const obs = structuredClone(match.obs.value);"
    " obs.players[0].hand = [3, 5, 0, 0, 1]; obs.players[0].due = 4; obs.pending = [0, 0, 0, 0, 0];"
    " match.obs.value = obs; match.decision.value = {...match.decision.value, kind: 'discard',"
    " legal: {kind: 'list', actions: [['discard', 0], ['discard', 1], ['discard', 4]]}}; return 1; })("
    + NEWEST
    + ")"
)


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def press(person: Person, *keys: str) -> None:
    ActionChains(person.driver).send_keys(*keys).perform()
    person.driver.execute_async_script(DRAWN)


def sent(person: Person, kind: str = "act") -> int:
    """How many messages of this type have left the page."""
    count = person.module("net/app.js", SENT, kind)
    assert isinstance(count, int)
    return count


def tap(person: Person, selector: str) -> None:
    """Touches the middle of the first of it with a finger."""
    box = person.see(selector).rect
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = partial(person.driver.execute_cdp_cmd, "Input.dispatchTouchEvent")
    touch({"type": "touchStart", "touchPoints": [at]})
    touch({"type": "touchEnd", "touchPoints": []})


def settle(person: Person, name: str) -> None:
    """Sits down on an island and is to place a settlement."""
    person.enter(name)
    person.open_room("catan", {"seats": 2, "layout": "beginner"})
    person.say(".ask h2", "Place a settlement")


@pytest.mark.parametrize("name", sorted(LISTS))
def test_an_arrow_key_on_a_closed_list_trades_nothing(name: str, person: Person) -> None:
    settle(person, "arrow")
    person.module("net/app.js", ASKED, "main", LISTS[name])
    closed = person.see(f"[aria-label='{name}']")
    person.driver.execute_script("arguments[0].focus()", closed)
    press(person, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_UP)
    assert sent(person) == 0
    press(person, Keys.ESCAPE)
    assert sent(person) == 0
    press(person, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    person.until(lambda: sent(person) == 1, "what was chosen was sent")


def test_an_arrow_key_on_a_closed_list_seats_no_bot(person: Person) -> None:
    person.enter("no bot yet")
    person.press("New room")
    person.press("Open the room")
    closed = person.see("[aria-label^='Add a bot']")
    person.driver.execute_script("arguments[0].focus()", closed)
    press(person, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert sent(person, "add_bot") == 0
    press(person, Keys.ENTER)
    person.until(lambda: sent(person, "add_bot") == 1, "the bot was asked for")


def test_one_key_ends_no_turn(person: Person) -> None:
    settle(person, "slip")
    person.module("net/app.js", ASKED, "main", [["end_turn"], ["buy_dev"]])
    press(person, "h", "e", "y")
    assert sent(person) == 0
    assert not person.look(".confirm")
    press(person, "e")
    person.say(".confirm h2", "End your turn?")
    press(person, Keys.ESCAPE)
    person.say(".ask h2", "Build, trade")
    press(person, "e", "e")
    assert sent(person) == 0
    press(person, Keys.ENTER)
    person.until(lambda: sent(person) == 1, "it was sent when it was confirmed")


def test_who_wants_to_be_quick_is_asked_nothing(person: Person) -> None:
    settle(person, "quick")
    person.module("net/app.js", "page.change('confirm', 'never')")
    person.module("net/app.js", ASKED, "main", [["end_turn"]])
    press(person, "e")
    person.until(lambda: sent(person) == 1, "it was sent at once")


def test_what_is_typed_beside_the_talk_is_said_and_not_played(person: Person) -> None:
    settle(person, "talker")
    person.press("Talk")
    person.module("net/app.js", ASKED, "main", [["end_turn"], ["buy_dev"]])
    person.driver.execute_script("document.activeElement.blur()")
    press(person, "h", "e", "y")
    assert person.see(".chat input").get_attribute("value") == "hey"
    assert not person.look(".confirm")
    press(person, Keys.ENTER)
    person.say(".chat-lines .said", "hey")
    assert sent(person) == 0


def test_a_key_held_down_is_one_key(person: Person) -> None:
    settle(person, "heavy hand")
    person.module("net/app.js", ASKED, "main", [["end_turn"]])
    held = (
        "for (const [key, repeat] of [['e', false], ['Enter', true], ['Enter', true]])"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true }))"
    )
    person.driver.execute_script(held)
    person.see(".confirm")
    assert sent(person) == 0


def test_a_tapped_corner_is_asked_back_and_can_be_exchanged(person: Person) -> None:
    settle(person, "finger")
    tap(person, CORNER)
    person.say(".confirm h2", "Place a settlement at")
    person.see(f".held{CORNER}")
    tap(person, OTHER_CORNER)
    person.see(f".held{OTHER_CORNER}")
    assert sent(person) == 0
    person.press("Not yet")
    person.say(".ask h2", "Place a settlement")
    assert not person.look(".target.held")
    tap(person, CORNER)
    person.press("Do it")
    person.say(".ask h2", "Place a road")
    assert sent(person) == 1
    assert person.faults() == []


def test_a_second_tap_on_the_same_place_is_meant(person: Person) -> None:
    settle(person, "two taps")
    tap(person, CORNER)
    person.see(f".held{CORNER}")
    tap(person, CORNER)
    person.say(".ask h2", "Place a road")


def test_half_of_a_hand_is_put_aside_in_one_choice(person: Person) -> None:
    settle(person, "robbed")
    person.module("net/app.js", HALVED)
    person.say(".ask h2", "Put 4 cards aside")
    for _ in range(3):
        person.click(".own-hand .r-1")
    person.click(".own-hand .r-0")
    assert person.look(".own-hand button:not(:disabled)") == []
    assert sent(person) == 0
    person.press("Begin again")
    person.say(".choices", "Chosen so far: nothing")
    press(person, "1", "2", "2", "5")
    person.say(".action-bar button.primary", "Put 1 wood, 2 brick, 1 ore aside")
    assert sent(person) == 0
    press(person, Keys.ENTER)
    person.until(lambda: sent(person) >= 1, "the first was sent")


# Saves all cards until half of them are lost to a seven: for a part of that time, since it may be a hundred turns, and a
# script may take no longer than the browser waits for one. Settles in the middle, where there is something to be had.
SAVE = f"""(async () => {{
  const match = {NEWEST};
  const until = performance.now() + 10_000;
  while (!match.over.value && performance.now() < until) {{
    const asked = match.decision.value;
    if (asked?.kind === 'discard') return 'seven';
    const actions = asked?.legal.actions ?? [];
    const wanted = actions.findIndex(([verb]) => /roll|end_turn|reject/.test(verb));
    const index = wanted < 0 ? actions.length >> 1 : wanted;
    if (asked) await page.ask({{ type: 'act', match_id: match.id, decision: asked.decision, index }});
    else await new Promise((goOn) => setTimeout(goOn, 5));
  }}
  return match.over.value ? 'over' : 'goes on';
}})()"""


def test_a_hand_is_halved_where_a_seven_falls(person: Person) -> None:
    person.enter("thrifty")
    person.open_room("catan", {"seats": 2, "layout": "beginner"})
    while (came := person.module("net/app.js", SAVE)) == "goes on":
        pass
    assert came == "seven"
    person.say(".ask h2", "cards aside")
    mine = f"{NEWEST}.obs.value.players[0]"
    due, held = person.module("net/app.js", f"[{mine}.due, {mine}.cards]")
    for _ in range(due):
        person.click(".own-hand button:not(:disabled)")
    assert person.module("net/app.js", f"[{mine}.due, {mine}.cards]") == [due, held]
    press(person, Keys.ENTER)
    person.until(lambda: person.module("net/app.js", f"{mine}.due") == 0, "all was put aside")
    person.until(
        lambda: any(one.text.startswith("You lost") for one in person.look(".log li li")),
        "it was told",
    )
    assert person.faults() == []


ONE = (
    "((match) => { const asked = match.decision.value; match.thinking.times = [1];"
    " match.decision.value = {...asked, legal: {kind: 'list', actions: [asked.legal.actions[0]]}}; return asked.decision; })"
    "([...page.matches.value.values()].at(-1))"
)
DECIDED = "[...page.matches.value.values()].at(-1).decision.value?.decision"


def test_what_has_one_answer_is_answered_by_itself_for_who_wants_that(person: Person) -> None:
    person.enter("impatient")
    person.open_room("colonizers", {"colony": 2})
    person.see(".action-bar.mine .colonist")
    person.module("net/app.js", ONE)
    person.see(".action-bar.mine .colonist")  # who has said nothing is asked
    person.module("net/app.js", "page.change('only', 'send')")
    person.say(".log .note", "Answered by itself")
    person.say(".log li", "You picked")
    assert person.faults() == []


def test_who_wants_to_answer_by_hand_after_all_is_asked(person: Person) -> None:
    person.enter("second thoughts")
    person.open_room("colonizers", {"colony": 2})
    person.see(".action-bar.mine .colonist")
    slow = ONE.replace(
        "match.thinking.times = [1]", "Object.defineProperty(match, 'pretence', {value: 3.6e6})"
    )
    asked = person.module("net/app.js", slow)
    person.module("net/app.js", "page.change('only', 'send')")
    person.say(".ask .small", "sent by itself")
    assert person.unreadable() == []
    person.press("Let me do it")
    person.see(".action-bar.mine .colonist")
    assert person.module("net/app.js", DECIDED) == asked
    assert not person.look(".log .note")


HURRIED = (
    "((match) => { const asked = match.decision.value; const unit = Number(asked.legal.slots[0].slot.split(' ')[1]);"
    " match.draft.value = {decision: asked.decision, ...(rest[0] && {picks: {[unit]: 1}})};"
    " match.decision.value = {...asked, due: performance.now() + 800}; return asked.decision; })"
    f"({NEWEST})"
)


def test_orders_that_were_not_sent_are_sent_when_the_time_is_up(person: Person) -> None:
    person.enter("slow commander")
    person.open_room("crossfire", {"preset": "mini"})
    person.say(".action-bar.mine h2", "recharge time")
    person.press("Set up")
    person.see(".action-bar.mine .unit-order")
    before = person.module("net/app.js", HURRIED, True)
    person.say(".toast", "The time is up: the orders of unit")
    person.until(
        lambda: (
            person.module("net/app.js", f"{NEWEST}.decision.value?.decision ?? 0") > before
            or person.look(".action-bar.end")
        ),
        "the next round came",
    )
    assert person.faults() == []
