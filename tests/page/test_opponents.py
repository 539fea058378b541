"""What somebody sees of those they play with: the table before anybody has moved, clocks, and who has gone."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from selenium.webdriver.common.keys import Keys
from tests.page.browser import Person, resize
from tests.page.program import Program, a_program

BOARDS = {"catan": ".catan-board .hex", "colonizers": ".colony.mine", "crossfire": ".arena .square"}
OPTIONS: dict[str, dict[str, Any]] = {
    "catan": {"seats": 2},
    "colonizers": {},
    "crossfire": {"preset": "mini"},
}
SAME = "return document.querySelector(arguments[0]).textContent.trim() === document.querySelector(arguments[1]).textContent.trim()"
BANK = {"kind": "bank", "main_ms": 600_000, "inc_ms": 0}


@pytest.fixture
def rival(page_url: str) -> Iterator[Program]:
    """Somebody who thinks for a long time."""
    with a_program(page_url, "slow rival") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def sit_second(person: Person, rival: Program, game: str, **terms: Any) -> None:
    """The rival has the first seat of a table that begins, the person the second; bots have the others."""
    room = rival.ask("create_room", game=game, options=OPTIONS[game], **terms)["room"]
    rival.ask("sit", room=room["room"], seat=0)
    for seat in room["seats"][2:]:
        rival.ask("add_bot", room=room["room"], seat=seat["seat"], bot="random")
    rival.ask("ready", room=room["room"], ready=True)
    person.enter("second")
    person.go(f"/room/{room['room']}")
    person.press("Sit here")
    person.press("I am ready")


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_the_second_seat_sees_the_table_before_the_first_has_moved(
    game: str, person: Person, rival: Program
) -> None:
    sit_second(person, rival, game, clock=BANK)
    person.see(BOARDS[game])
    person.see(".log")
    person.see("[role=timer]")
    person.click("[role=tab]", "Talk")
    person.see(".chat input").send_keys("hello", Keys.ENTER)
    person.say(".chat-lines .said", "hello")
    assert person.faults() == []


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_the_clocks_of_others_are_shown_and_run(game: str, person: Person, rival: Program) -> None:
    sit_second(person, rival, game, clock=BANK)
    clock = "[role=timer][aria-label^='time of slow rival']"
    person.say(clock, ":")
    person.until(lambda: "9:" in person.see(clock).text, "it ran")
    assert person.look("[role=timer][aria-label='time of You']")


def test_ones_own_clock_is_right_again_after_a_reload(person: Person, page_url: str) -> None:
    person.enter("reloader")
    open_table = (
        "(async () => { const { room } = await page.ask({ type: 'create_room', game: 'colonizers', clock: rest[0] });"
        " await page.ask({ type: 'sit', room: room.room, seat: 0 }); for (const seat of [1, 2, 3])"
        " await page.ask({ type: 'add_bot', room: room.room, seat, bot: 'random' });"
        " await page.ask({ type: 'start', room: room.room }); return 1; })()"
    )
    person.module("net/app.js", open_table, BANK)
    person.see(".action-bar.mine")
    own, asked = ".colony.mine .seat-clock", ".table-head .clock"
    person.until(lambda: person.see(asked).text.startswith("9:5"), "some seconds have gone")
    person.until(lambda: person.see(asked).text <= "9:55", "some more have gone")
    person.driver.refresh()
    person.see(".action-bar.mine")
    person.until(
        lambda: person.driver.execute_script(SAME, own, asked), "both clocks said the same"
    )


CUT_NAMES = """
return [...document.querySelectorAll('.catan-player .seat-name .words > :first-child')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent);
"""


def test_a_short_name_is_seen_whole_beside_a_clock_on_a_phone(
    person: Person, page_url: str
) -> None:
    resize(person.driver, 390, 844)
    try:
        with a_program(page_url, "Hanna") as rival:
            sit_second(person, rival, "catan", clock=BANK)
            person.see(".catan-player .seat-clock.runs")
            assert person.driver.execute_script(CUT_NAMES) == []
    finally:
        resize(person.driver, 1440, 900)


INSIDE = """
const chip = document.querySelector('.catan-player .seat-state .chip');
return chip.scrollWidth <= chip.clientWidth &&
  chip.getBoundingClientRect().left >= chip.closest('.catan-player').getBoundingClientRect().left;
"""


@pytest.mark.parametrize("language", ["en", "de", "cs", "sk"])
def test_who_plays_for_somebody_is_read_whole_on_a_phone(
    language: str, person: Person, rival: Program
) -> None:
    resize(person.driver, 390, 844)
    try:
        sit_second(person, rival, "catan")
        person.see(BOARDS["catan"])
        person.module("net/app.js", "(page.change('language', rest[0]), 1)", language)
        newest = "[...page.matches.value.values()].at(-1)"
        away = {"type": "seat_status", "seat": 0, "online": False, "grace_ms": 59_000}
        for told in (away, {**away, "taken_by": "heuristic_trader"}):
            person.module("net/app.js", f"({newest}.receive(rest[0]), 1)", told)
            person.see(".catan-player .seat-state .chip")
            person.until(lambda: person.driver.execute_script(INSIDE), "it was read whole")
    finally:
        resize(person.driver, 1440, 900)


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_who_has_gone_is_shown_as_away(game: str, person: Person, page_url: str) -> None:
    with a_program(page_url, "vanishing") as rival:
        sit_second(person, rival, game)
        person.see(BOARDS[game])
        assert not person.look(".board-area .chip.hot")
    person.say(".board-area .chip.hot", "away, we wait 0:")


@pytest.mark.parametrize("game", sorted(BOARDS))
def test_who_plays_for_somebody_is_named(game: str, person: Person, rival: Program) -> None:
    sit_second(person, rival, game)
    person.see(BOARDS[game])
    told = {"type": "seat_status", "seat": 0, "online": False, "taken_by": "heuristic"}
    newest = "[...page.matches.value.values()].at(-1)"
    person.module("net/app.js", f"({newest}.receive(rest[0]), 1)", told)
    person.say(".board-area .chip.hot", "away, heuristic plays")
    person.say(".log .note", f"{rival.name} is away: heuristic plays on")
    person.module(
        "net/app.js", f"({newest}.receive(rest[0]), 1)", {**told, "online": True, "taken_by": None}
    )
    person.until(lambda: not person.look(".board-area .chip.hot"), "they were back")
    person.say(".log .note", f"{rival.name} is back")


@pytest.mark.parametrize("game", ["catan", "crossfire"])
def test_what_is_given_up_is_not_said_to_be_won_by_a_rule(
    game: str, person: Person, rival: Program
) -> None:
    sit_second(person, rival, game)
    person.see(BOARDS[game])
    rival.ask("resign", match_id=person.place().rpartition("/")[2])
    ended = person.say(".action-bar.end .end-title", "Given up.")
    assert ended.text.endswith("Given up.")


def test_what_was_said_is_there_again_after_a_reload(person: Person, rival: Program) -> None:
    sit_second(person, rival, "catan")
    person.see(".catan-player")
    match_id = person.place().rpartition("/")[2]
    rival.ask("chat", match_id=match_id, text="good luck")
    person.press("Talk (1)")
    person.say(".chat-lines .said", "good luck")
    person.driver.refresh()
    person.see(".catan-player")
    person.click("[role=tab]", "Talk")
    person.say(".chat-lines .said", "good luck")
    assert len(person.look(".chat-lines .said")) == 1
    assert person.faults() == []


def test_talk_goes_on_when_a_match_is_over_and_a_rematch_is_told_elsewhere(
    person: Person, rival: Program
) -> None:
    sit_second(person, rival, "catan")
    person.see(".catan-player")
    match_id = person.place().rpartition("/")[2]
    rival.ask("chat", match_id=match_id, text="good luck")
    rival.ask("resign", match_id=match_id)
    person.see(".action-bar.end")
    person.click("[role=tab]", "Talk")
    person.say(".chat-lines .said", "good luck")
    person.see(".chat input").send_keys("well played", Keys.ENTER)
    person.say(".chat-lines .said:last-of-type", "good luck")
    person.until(lambda: len(person.look(".chat-lines .said")) == 2, "it was said")
    person.click("a.button", "Back to the room")
    person.until(lambda: len(person.look(".chat-lines .said")) == 2, "it stood in the room, too")
    room = person.place().rpartition("/")[2]
    person.click("nav a", "Lobby")
    rival.ask("ready", room=room, ready=True)
    person.say(".call-bar", f"{rival.name} wants a rematch")
    person.click(".call-bar a", "Back to the room")
    person.press("Ready for a rematch")
    person.see(".catan-player")
    person.click("[role=tab]", "Talk")
    person.until(lambda: "well played" in person.see(".chat-lines").text, "it was not forgotten")
    assert person.faults() == []


def test_who_is_sent_out_of_a_room_hears_so(person: Person, rival: Program) -> None:
    room = rival.ask("create_room", game="catan", options=OPTIONS["catan"])["room"]["room"]
    person.enter("unwanted")
    person.go(f"/room/{room}")
    person.press("Sit here")
    person.press("Stand up")
    person.press("Sit here")
    person.say(".seat-card .chip.accent", "you")
    person.faults()
    seats = rival.ask("configure", room=room, changes={"title": "By myself"})["room"]["seats"]
    rival.ask("kick", room=room, user=seats[0]["user"])
    person.say(".toast", f"You were sent out of room {room}")
    person.see(".game-card")
    assert not person.look(f"a[href='#/room/{room}']")
    assert len(person.look(".toast")) == 1
