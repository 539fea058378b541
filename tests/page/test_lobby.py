"""The way to a match: the door, a lobby with a thousand rooms, rooms of one's own, friends, and coming back."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.support.ui import Select
from tests.page.browser import Person, open_server
from tests.page.program import a_program

MANY = 1000
NEWEST = "[...page.matches.value.values()].at(-1)"
DRAWN = 60  # rows at most, of however many
SAID_AT_ONCE = """
const [field, text] = arguments;
field.value = text;
field.dispatchEvent(new Event("input", { bubbles: true }));
field.form.requestSubmit();
"""


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_a_thousand_rooms_are_listed_and_few_of_them_drawn(person: Person, page_url: str) -> None:
    with a_program(page_url, "landlord") as landlord:
        for number in range(MANY):
            landlord.ask("create_room", game="colonizers", title=f"room number {number}")
        person.enter("many rooms")
        person.until(
            lambda: person.module("net/app.js", "page.lobby.value.size") >= MANY,
            "all rooms were known",
        )
        person.see(".room-line")
        assert len(person.look(".room-line")) < DRAWN
        person.see("input[type=search]").send_keys("number 777")
        line = person.until(
            lambda: next((one for one in person.look(".room-line") if "777" in one.text), None),
            "the room was found",
        )
        assert "room number 777" in line.text
        assert "1 of " in person.see(".lobby-bar [role=status]").text
        person.driver.execute_script("document.querySelector('.rooms').scrollTop = 1e6")
        assert len(person.look(".room-line")) < DRAWN
    assert person.faults() == []


def test_a_room_is_set_up_with_every_option_of_its_game(person: Person) -> None:
    person.enter("host")
    person.press("New room")
    Select(person.see("dialog select[name=game]")).select_by_value("crossfire")
    Select(person.see("dialog select[name=preset]")).select_by_value("mini")
    person.see("dialog input[name=title]").send_keys("fog at noon")
    Select(person.see("dialog select[name=talk]")).select_by_value("all")
    person.press("Open the room")
    person.say("h1", "fog at noon")
    room = person.module("net/app.js", "[...page.rooms.value.values()].at(-1)")
    assert (room["options"]["preset"], room["talk"]) == ("mini", "all")
    person.press("Add a bot")
    person.press("random")
    person.say(".seat-card", "random")
    person.press("I am ready")
    person.say(".ask h2", "recharge time")


def test_rules_are_chosen_in_words_and_by_sets(person: Person) -> None:
    person.enter("chooser")
    person.click(".game-card[aria-label=Catan] button", "Set up a room")
    person.see("dialog[open]")
    assert not person.see("dialog select[name=trade_menu]").is_displayed()
    person.click("dialog summary", "More rules")
    assert person.see("dialog select[name=trade_menu]").is_displayed()
    person.click("dialog [aria-label='Sets of rules'] button", "quick")
    assert person.see("dialog input[name=target]").get_attribute("value") == "7"
    assert person.unreadable() + person.unspoken() == []
    person.press("Open the room")
    person.say("td", "printed, for beginners")
    person.say("td", "Points to win")
    room = person.module("net/app.js", "[...page.rooms.value.values()].at(-1)")
    assert (room["options"]["target"], room["options"]["layout"]) == (7, "beginner")


def test_a_wrong_option_is_refused_beside_its_field(person: Person) -> None:
    person.enter("wrong")
    person.press("New room")
    Select(person.see("dialog select[name=game]")).select_by_value("colonizers")
    field = person.see("dialog input[name=colony]")
    person.driver.execute_script("arguments[0].removeAttribute('max')", field)
    field.clear()
    field.send_keys("99")
    person.press("Open the room")
    refusal = person.say("dialog .field .problem", "expected")
    assert "8" in refusal.text


def test_friends_meet_by_a_code_and_talk(person: Person, page_url: str) -> None:
    with a_program(page_url, "friend") as friend:
        room = friend.ask("create_room", game="crossfire", title="ours", unlisted=True)["room"]
        person.enter("guest of a friend")
        person.press("Join with a code")
        person.see("dialog input[name=room]").send_keys(" Ours")
        person.press("Join")
        person.say("dialog .problem", "code")
        person.see("dialog input[name=code]").send_keys(room["code"])
        person.press("Join")
        person.say("h1", "ours")
        friend.ask("chat", room=room["room"], text="<b>hello</b>")
        assert "<b>hello</b>" in person.say(".chat-lines div", "hello").text
        person.press("Sit here")
        person.say(".seat-card", "guest of a friend")
        # Written and sent before anything can be drawn.
        person.driver.execute_script(SAID_AT_ONCE, person.see(".chat input"), "and hello to you")
        person.say(".chat-lines div", "and hello to you")


def test_an_invitation_says_at_the_door_where_it_leads(person: Person) -> None:
    person.enter("host of a friend")
    room = person.open_room("catan", {"seats": 2})
    person.module("net/app.js", "page.logOut()")
    person.see(".door-form")
    assert not person.look(".door-form p.hint")
    person.go(f"/room/{room}")
    person.say(".door-form p.hint", f"This link leads to room {room}")
    assert person.unreadable() == []
    person.go("/lobby")


def test_a_stranger_watches_a_table_and_sees_what_the_table_allows(
    person: Person, page_url: str
) -> None:
    with a_program(page_url, "watched") as player:
        room = player.ask("create_room", game="colonizers", title="look at us")["room"]
        player.ask("sit", room=room["room"], seat=0)
        player.ask("start", room=room["room"])
        person.enter("stranger")
        person.see("input[type=search]").send_keys("look at us")
        person.until(
            lambda: (
                [one for one in person.look(".room-line") if "look at us" not in one.text] == []
            ),
            "it alone was found",
        )
        person.click(".room-line button", "Watch")
        person.say(".table-head .chip", "watching")
        person.see(".colony")
        obs = person.module("net/app.js", f"{NEWEST}.obs.value")
        assert {card for one in obs["players"] for card in one["hand"]} <= {-1}
        person.press("Talk")
        person.choose(".side-body select", 1)
        person.say(".toast", "not agreed")
        player.ask("consent", match_id=person.place().rpartition("/")[2], on=True)
        person.choose(".side-body select", 1)
        person.say(".table-head .chip", "watching watched")
        person.see(".colony.mine")
        session = person.module("net/app.js", "page.me.value.session")
        person.module("net/app.js", "page.connect()")  # a new session, which watches nothing
        person.until(
            lambda: (
                person.module("net/app.js", "page.me.value.session") != session
                and person.look(".colony:not(.mine)")
            ),
            "it was watched again",
        )


def test_whoever_comes_back_finds_the_match_as_it_was(person: Person) -> None:
    person.enter("returning")
    person.open_room("colonizers", {})
    person.click(".action-bar.mine .colonist")
    person.say(".log li", "You picked")
    person.driver.refresh()
    person.see(".colony.mine")
    person.see(".figures")


def test_an_answer_that_does_not_come_is_said_to_be_late(person: Person) -> None:
    person.enter("far away")
    person.open_room("colonizers", {})
    person.driver.execute_script("WebSocket.prototype.send = () => {}")
    person.click(".action-bar.mine .colonist")
    person.say(".away-bar", "has not answered")
    person.driver.refresh()
    person.see(".action-bar.mine .colonist")
    assert not person.look(".away-bar")


def test_the_page_outlives_the_server(chrome: object, tmp_path: Path) -> None:
    with open_server(tmp_path) as url:
        person = Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium
        person.enter("patient")
        person.open_room("colonizers", {})
        person.click(".action-bar.mine .colonist")
        person.say(".log li", "You picked")
    person.say(".away-bar", "Coming back")
    with open_server(tmp_path, port=urlsplit(url).port or 0):
        person.until(lambda: not person.look(".away-bar"), "the page was back")
        person.see(".colony.mine")


def test_a_token_that_is_not_valid_is_refused_in_words(person: Person) -> None:
    person.driver.get(person.url)
    person.driver.execute_script("localStorage.clear()")
    person.driver.get(person.url)
    person.press("With a token")
    person.see("input[name=token]").send_keys("inf_device_" + "x" * 43)
    person.press("Enter")
    assert person.see(".problem").text


def test_a_page_that_came_in_part_is_asked_for_again(person: Person) -> None:
    person.driver.get(person.url)
    person.driver.execute_script("localStorage.clear()")
    blocked = {"urls": ["*/built/page.js"]}
    person.driver.execute_cdp_cmd("Network.enable", {})
    person.driver.execute_cdp_cmd("Network.setBlockedURLs", blocked)
    tries = "return sessionStorage.getItem('infoset.tries')"
    try:
        person.driver.get(person.url)
        person.until(lambda: person.driver.execute_script(tries), "it was noticed")
        assert not person.look(".door")
    finally:
        person.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    person.see(".door-form")
    assert person.driver.execute_script(tries) is None


def test_two_who_look_for_opponents_meet(person: Person, page_url: str) -> None:
    person.enter("lonely")
    card = person.see(".game-card[aria-label=Crossfire]")
    assert "30 s a move, bots after 45 s" in card.text
    person.click(".game-card[aria-label=Crossfire] button", "Find opponents")
    person.say(".game-card button", "Looking")
    with a_program(page_url, "also lonely") as other:
        other.ask("seek", game="crossfire")
        person.say(".ask h2", "recharge time")
        person.see(".table-head")
    assert person.module("net/app.js", "page.seeks.value.size") == 0


def test_a_server_that_is_away_is_said_at_the_door(chrome: object, tmp_path: Path) -> None:
    with open_server(tmp_path) as url:
        person = Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium
        person.enter("too late")
        person.module("net/app.js", "page.logOut()")
        person.see("input[name=name]")
    person.press("Go on here as too late")
    person.say(".hint", "Trying again")
    person.press("Stop")
    person.until(
        lambda: not any("Trying again" in one.text for one in person.look(".hint")), "it gave up"
    )


def test_bots_are_offered_by_their_strength(person: Person) -> None:
    person.enter("choosy")
    person.press("New room")
    person.press("Open the room")
    person.click("[aria-label^='Add a bot on seat 2']")
    offered = [one.text for one in person.look(".menu:popover-open button")]
    assert "level 5 of 5" in offered[0]
    assert "±" in offered[0]
    assert "not measured" in offered[-1]
    person.click(".menu:popover-open button", "level 5 of 5")
    person.say(".seat-card .chip", "level 5 of 5")
    person.press("Leave")
