"""People at the page: somebody's profile from a name, results and ratings, and following them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, open_server, resize
from tests.page.documents import enter_account, fresh, token_of
from tests.page.program import Program, a_program

OPTIONS = {"preset": "mini"}
ENOUGH = 11  # results for a course of two points
LADDER = """
title = "Duels"
game = "crossfire"
options = {preset = "mini"}
open_to = ["human", "bot", "guest"]
refit_s = 0.01
clock = {kind = "none"}
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server."""
    return tmp_path_factory.mktemp("people")


@pytest.fixture(scope="module")
def url(data: Path) -> Iterator[str]:
    """A server with a ladder."""
    (data / "ladders").mkdir(exist_ok=True)
    (data / "ladders" / "duels.toml").write_text(LADDER, "utf-8")
    with open_server(data, "rates.msgs_per_s=2000", "rates.queries_per_s=100") as url:
        yield url


@pytest.fixture
def person(chrome: object, url: str) -> Person:
    """Somebody at the page."""
    return Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium


def give_up(player: Program, other: Program, **settings: object) -> str:
    """A match that `player` gives up; returns it."""
    asked = {"game": "crossfire", "options": OPTIONS, "clock": {"kind": "none"}, **settings}
    room = player.ask("create_room", **asked)["room"]
    seat = {"room": room["room"], **({"code": room["code"]} if "code" in room else {})}
    player.ask("sit", room=room["room"], seat=0)
    other.ask("join", **seat, seat=1)
    for one in (player, other):
        one.ask("ready", room=room["room"], ready=True)
    match_id = str(player.hear("match_start")["match_id"])
    player.ask("resign", match_id=match_id)
    other.hear("match_over")
    for one in (player, other):
        one.ask("leave", room=room["room"])
    return match_id


def speak(person: Person, language: str) -> None:
    """The page speaks another language from now on, which it has to fetch first."""
    person.module("net/app.js", f"page.change('language', '{language}')")
    person.until(
        lambda: person.driver.execute_script("return document.documentElement.lang") == language,
        f"the page spoke {language}",
    )


def play_rated(player: Program, other: Program, matches: int) -> None:
    """So many matches of the ladder, all of which `player` gives up; both are rated then."""
    for one, name in ((player, "duellist"), (other, "second")):
        asked = {"ladder": "duels", "name": name, "kind": "human"}
        entry = one.ask("ladder_register", **asked)["data"]["entry"]
        one.ask("ladder_queue", ladder="duels", entry=entry, games=matches)
    for _ in range(matches):
        match_id = player.hear("match_start")["match_id"]
        player.ask("resign", match_id=match_id)
    while player.hear("rating")["games"] < matches:
        pass


def test_a_name_leads_to_what_is_known_of_somebody(person: Person, url: str) -> None:
    with a_program(url, "duellist") as one, a_program(url, "second") as other:
        public = give_up(one, other)
        private = give_up(one, other, unlisted=True)
        play_rated(one, other, ENOUGH)
        person.enter("reader")
        person.go("/replays")
        person.click("td a.person", "duellist")
        person.say("h1", "duellist")
        assert person.place().startswith("/people/u_")
        person.say(".people-game", "Crossfire")
        person.say(".people-game .chip", f"{ENOUGH + 1} matches")
        person.say(".people-game td", "people")
        person.say("section .chip.accent", "±")
        chart = person.see(".rating-plot")
        label = chart.get_attribute("aria-label") or ""
        assert "Rating on Duels from" in label
        person.click("summary", "In numbers")
        person.say(".people-games details td", " to ")
        links = [one.get_attribute("href") or "" for one in person.look(".mine-game a.button")]
        assert any(link.endswith(f"#/review/{public}") for link in links)
        assert not any(private in link for link in links)
        assert person.unspoken() == []
        assert person.unreadable() == []
        resize(person.driver, 390, 800)
        try:
            assert person.too_wide() == []
            assert person.unreadable() == []
        finally:
            resize(person.driver, 1440, 900)
        person.driver.refresh()
        person.say("h1", "duellist")
        person.click(".mine-game a.person", "second")
        person.say("h1", "second")
        person.driver.back()
        person.say("h1", "duellist")
        speak(person, "en-XA")
        names = ("duellist", "second", "reader", "Duels", "Crossfire", "Infoset", "AM", "PM")
        assert person.readable(names) == []
        speak(person, "ar-XB")
        assert person.too_wide() == []
        assert person.faults() == []


def test_ones_own_profile_says_that_others_see_less(person: Person) -> None:
    person.enter("lonely")
    person.click(".frame-state .who", "lonely")
    person.say("h1", "lonely")
    person.say("p", "You are a guest")
    person.say("p", "No finished match is known")
    person.go("/mine")
    person.click("a.button", "My profile")
    person.say("h1", "lonely")
    assert person.unspoken() == []
    assert person.faults() == []


def test_somebody_nobody_knows_is_no_empty_page(person: Person) -> None:
    person.enter("asking")
    person.go("/people/nobody at all")
    person.say("p", "Nobody here is called nobody at all")
    assert person.faults() == []


def test_somebody_followed_is_seen_and_heard_of(person: Person, url: str, data: Path) -> None:
    root = (data / "admin.token").read_text().strip()
    name = fresh("star")
    token = token_of(url, root, name)
    person.enter("somebody")
    enter_account(person, token_of(url, root, fresh("watcher")))
    with a_program(url, auth={"kind": "token", "token": token}) as star:
        person.go(f"/people/{name}")
        person.press("Follow")
        person.press("Unfollow")
        person.press("Follow")
        person.see(f"button[aria-label='No longer follow {name}']")
        person.go("/people")
        person.say(".person-line.online", "here")
        asked = {"game": "crossfire", "options": OPTIONS, "clock": {"kind": "none"}}
        room = star.ask("create_room", **asked, title="Come in")["room"]["room"]
        person.say(".toast", f"{name} has opened a room: Come in")
        person.say(".person-line.room", "in the room “Come in”")
        star.ask("sit", room=room, seat=0)
        star.ask("add_bot", room=room, seat=1, bot="random")
        star.ask("start", room=room)
        person.say(".person-line.playing", "plays: Come in")
        assert person.unspoken() == []
        assert person.unreadable() == []
        resize(person.driver, 390, 800)
        try:
            assert person.too_wide() == []
            assert person.unreadable() == []
        finally:
            resize(person.driver, 1440, 900)
        shown = f"{name} {person.see('.who').text} Infoset Come in"
        person.until(lambda: not person.look(".toast"), "what was said in English was gone")
        speak(person, "en-XA")
        names = re.findall("[A-Za-z]+", shown)
        assert person.readable(names) == []
        speak(person, "en")
        person.click(".person-line a.button", "Watch")
        person.until(lambda: person.place().startswith("/match/watch/"), "the match opened")
        person.driver.back()
        person.say(".person-line.playing", "plays: Come in")
        told = star.ask("follow", shown=False)
        assert [one["name"] for one in told["followers"]] == []  # none that may see
        person.say(".person-line.away", "away")
        person.driver.refresh()
        person.say(".person-line.away", name)
        person.click(".person-line button", "Unfollow")
        person.say("p", "You follow nobody yet")
        person.go(f"/people/{name}")
        person.say("h1", name)
        assert not person.look(f"button[aria-label='Follow {name}']")
        assert person.faults() == []


def test_one_can_forbid_being_followed(person: Person, url: str, data: Path) -> None:
    root = (data / "admin.token").read_text().strip()
    name = fresh("shy")
    mine, other = token_of(url, root, name), token_of(url, root, fresh("fan"))
    person.enter("somebody")
    enter_account(person, mine)
    person.go("/people")
    person.click("input[name=shown]")
    person.until(
        lambda: not person.see("input[name=shown]").is_selected(), "the server had heard of it"
    )
    person.driver.refresh()
    person.until(lambda: not person.see("input[name=shown]").is_selected(), "it was kept")
    with a_program(url, auth={"kind": "token", "token": other}) as fan:
        assert "followable" not in fan.ask("show_profile", user=name)
    assert person.faults() == []
