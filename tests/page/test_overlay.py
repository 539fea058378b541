"""A match for a stream: the board on nothing, through a stranger's eyes, without anything to press."""

import json

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, open_browser


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_a_room_is_followed_by_somebody_who_sees_no_hand(person: Person, page_url: str) -> None:
    person.enter("streamer")
    room = person.open_room("colonizers", {"colony": 1})
    with open_browser() as driver:
        stream = Person(driver, page_url)
        driver.get(f"{page_url}#/overlay/{room}")
        stream.see(".overlay-table .colony")
        ground = "return getComputedStyle(document.body).backgroundColor"
        assert driver.execute_script(ground) == "rgba(0, 0, 0, 0)"
        assert stream.look("button, a, input, .frame-head, .toast") == []
        # The server has told this window of no hand, so it cannot show one.
        known = "[...page.matches.value.values()].map(({ seat, obs }) => [seat, JSON.stringify(obs.value.players)])"
        ((seat, players),) = stream.module("net/app.js", known)
        assert seat == -1
        assert all(card < 0 for player in json.loads(players) for card in player["hand"])
        assert driver.execute_script("return localStorage.length") == 0
        person.play()
        stream.say(".overlay-word", "over")
        assert stream.faults() == []


def test_what_cannot_be_watched_says_so_and_goes_on_waiting(person: Person) -> None:
    person.driver.get(f"{person.url}#/overlay/m_none")
    person.driver.refresh()
    person.say(".overlay-word", "no such")
    person.driver.get(f"{person.url}#/overlay/none")
    person.say(".overlay-word", "Waiting for the match")
    person.go("/lobby")
    person.until(lambda: not person.look(".overlay-word"), "the page came back")


def test_a_room_that_nobody_may_watch_shows_nothing(person: Person) -> None:
    person.enter("secretive")
    expression = (
        "(async () => { const { room } = await page.ask({ type: 'create_room', game: 'colonizers', watch: 'off',"
        " clock: { kind: 'none' } }); await page.ask({ type: 'sit', room: room.room, seat: 0 });"
        " for (const { seat } of room.seats.slice(1))"
        " await page.ask({ type: 'add_bot', room: room.room, seat, bot: 'random' });"
        " await page.ask({ type: 'start', room: room.room }); })()"
    )
    person.module("net/app.js", expression)
    person.see(".action-bar")
    match_id = person.place().rpartition("/")[2]
    person.driver.get(f"{person.url}#/overlay/{match_id}")
    person.until(lambda: person.look(".overlay-word"), "the overlay came")
    person.until(lambda: "Waiting" not in person.see(".overlay-word").text, "the server refused")
    assert person.look(".board-area") == []
