"""Around a match: a queue that can be left, what a rating became, and that somebody else wants to play again."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import DRAWN, Person
from tests.page.documents import LADDER, pretend
from tests.page.program import Program, a_program

NEWEST = "[...page.matches.value.values()].at(-1)"
OVER = {
    "type": "match_over",
    "reason": "finished",
    "places": [1, 2, 2, 2],
    "scores": [9, 5, 5, 5],
    "returns": [1, 0, 0, 0],
    "rating": [
        {"seat": 0, "ladder": "sprint", "entry": "e_1", "before": 1500},
        {"seat": 1, "ladder": "sprint", "entry": "e_2", "before": 1480},
    ],
}


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody to play with."""
    with a_program(page_url, "rival") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_a_rating_that_changed_is_told_when_it_is_known(person: Person) -> None:
    person.enter("rated")
    person.open_room("colonizers", {})
    person.module("net/app.js", f"({NEWEST}.receive(rest[0]), 1)", OVER)
    person.say(".standing .seat-0 .chip", "rating 1500, not counted yet")
    assert person.see(".standing .seat-1 .chip").text == "rating 1480"  # its own owner hears more
    told = {
        "type": "rating",
        "ladder": "sprint",
        "entry": "e_1",
        "before": 1500,
        "after": 1512,
        "rd": 60,
        "games": 9,
    }
    person.module("net/app.js", "(page.take(rest[0]), 1)", told)
    person.say(".standing .seat-0 .chip", "rating 1500 → 1512 (+12)")
    assert person.unreadable() == []


def test_who_looks_for_a_rated_match_can_leave_the_queue(person: Person) -> None:
    person.enter("queued")
    pretend(person)
    person.go("/ladder/sprint")
    person.say("button", "Play a rated match")
    person.module("net/app.js", "(page.queued.value = {ladder: 'sprint', entry: 'e_1'}, 1)")
    person.press("Leave the queue")
    sent = "page.wire.value.filter((one) => one.message.type === 'ladder_queue').map((one) => one.message)"
    asked = person.until(lambda: person.module("net/app.js", sent), "it was asked to leave")
    assert (asked[-1]["entry"], asked[-1]["on"]) == ("e_1", False)
    person.go("/lobby")
    person.say(".frame-state a", "In the queue")


def test_a_ladder_that_is_paused_says_so(person: Person) -> None:
    person.enter("paused")
    pretend(person, {"ladder/sprint": {**LADDER, "state": "paused"}})
    person.go("/ladder/sprint")
    person.say("main p", "paused: no rated match begins now")


def test_somebody_who_wants_a_rematch_is_seen_wanting_it(person: Person, rival: Program) -> None:
    room = rival.ask("create_room", game="crossfire", options={"preset": "mini"})["room"]["room"]
    rival.ask("sit", room=room, seat=1)
    rival.ask("ready", room=room, ready=True)
    person.enter("again")
    person.go(f"/room/{room}")
    person.press("Sit here")
    person.press("I am ready")
    person.say(".ask h2", "recharge time")
    rival.ask("resign", match_id=rival.hear("your_turn")["match_id"])
    person.say(".action-bar.end button", "Rematch")
    rival.ask("ready", room=room, ready=True)
    person.say(".action-bar.end .chip", "rival")
    person.press("Play again, too")
    person.say(".ask h2", "recharge time")
    assert person.faults() == []


def test_what_was_said_at_a_match_is_found_again_in_its_room(
    person: Person, rival: Program
) -> None:
    room = rival.ask("create_room", game="crossfire", options={"preset": "mini"})["room"]["room"]
    rival.ask("sit", room=room, seat=1)
    rival.ask("ready", room=room, ready=True)
    person.enter("back")
    person.go(f"/room/{room}")
    person.press("Sit here")
    person.press("I am ready")
    match_id = rival.hear("your_turn")["match_id"]
    rival.ask("chat", match_id=match_id, text="good luck")
    person.until(
        lambda: person.module(
            "net/app.js",
            "[...page.chat.value.values()].flat().some((one) => one.text === rest[0])",
            "good luck",
        ),
        "it was heard",
    )
    rival.ask("resign", match_id=match_id)
    person.see(".action-bar.end")
    person.click(".action-bar.end button", "Lobby")
    person.see(".game-card")
    rival.ask("chat", room=room, text="once more?")
    person.go(f"/room/{room}")
    person.say(".chat-lines", "once more?")
    assert "good luck" in person.see(".chat-lines").text
    assert person.faults() == []
    person.module("net/app.js", "page.logOut()")
    assert person.module("net/app.js", "page.chat.value.size") == 0  # somebody else may come next


def test_who_looks_for_opponents_is_told_how_long(person: Person) -> None:
    person.enter("waiting")
    person.click(".game-card[aria-label=Crossfire] button", "Find opponents")
    person.say(".game-card button", "bots in 4")
    person.click(".game-card[aria-label=Crossfire] button", "Looking")
    person.say(".game-card[aria-label=Crossfire] button", "Find opponents")


# Has every replay come that the page has asked for?
ALL_CAME = """((all) => all.findLastIndex((one) => one.type === 'replay') <= all.findLastIndex((one) => one.type === 'replay_part'))
(page.wire.value.map((one) => one.message))"""


def test_who_goes_to_the_lobby_after_a_match_stays_there(person: Person) -> None:
    person.enter("restless")
    person.open_room("colonizers", {"colony": 1})
    person.play()
    person.press("Lobby")
    person.see(".game-card")
    person.until(lambda: person.module("net/app.js", ALL_CAME), "no replay was on its way")
    person.driver.execute_async_script(DRAWN)
    assert person.place() == "/lobby"
    assert person.look(".game-card")


def test_the_address_of_a_match_that_is_over_leads_to_its_replay(
    person: Person, chrome: object, page_url: str
) -> None:
    person.enter("historian")
    person.open_room("colonizers", {"colony": 1})
    place = person.place()
    person.play()
    ended = person.see(".action-bar.end").text
    person.driver.refresh()
    person.until(lambda: person.place().startswith("/result/"), "its end was found")
    result = person.say(".side-body", "The match is over.").text
    told = [line.split()[-1] for line in ended.splitlines() if line.isdigit()]
    assert told, ended
    assert all(number in result for number in told), (ended, result)
    person.driver.refresh()
    person.say(".side-body", "The match is over.")
    person.click(".side-body button", "Why?")
    person.see(".review")

    other = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    other.enter("stranger")
    other.go(place)
    begins = lambda: other.place().startswith("/replay/") and other.place().endswith("/0")
    other.until(begins, "others saw it from its beginning")
    other.go(place.replace("/match/", "/match/watch/"))
    other.until(lambda: other.place().startswith("/replay/"), "watchers found it, too")
    other.see(".action-bar.tape")


def test_all_matches_that_go_on_are_linked(person: Person) -> None:
    person.enter("busy")
    person.open_room("colonizers", {})
    first = person.place()
    person.open_room("crossfire", {"preset": "mini"})
    person.open_room("catan", {"seats": 2})
    person.press("3 matches")
    person.click(".menu button", "Colonizers against")
    person.until(lambda: person.place() == first, "it led to the first")
