"""Playing at once: as often as one likes, against opponents that trade, and with the true reason where it cannot be."""

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, open_server

AT_MOST = 2  # rooms of one host
OPENED = "(async () => { for (let i = 0; i < rest[0]; i += 1) await page.ask({ type: 'create_room', game: 'crossfire' }); return 1; })()"


def play_now(person: Person, game: str) -> None:
    person.click(f".game-card[aria-label={game}] button", "Play now")


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def test_quick_games_that_are_over_are_in_nobodys_way(chrome: object, tmp_path: Path) -> None:
    limits = (f"rooms.max_rooms_per_user={AT_MOST}", "rates.rooms_per_min=6000")
    with open_server(tmp_path, *limits) as url:
        person = Person(chrome, url)  # type: ignore[arg-type]  # the fixture knows no selenium
        person.enter("insatiable")
        for _ in range(AT_MOST + 2):
            play_now(person, "Crossfire")
            person.say(".ask h2", "recharge time")
            person.click("button[aria-label='Give up']")
            person.click("dialog[open] button", "Give up")
            person.see(".action-bar.end")
            person.go("/lobby")
            person.see(".game-card")
        person.module("net/app.js", OPENED, AT_MOST)
        play_now(person, "Crossfire")
        said = person.see(".game-card .problem").text
        assert f"You and your bots host {AT_MOST} rooms" in said
        assert "leave one first" in said
        assert person.look(".frame-state a[href^='#/room/'], .frame-state .menu-button")


def test_opponents_in_catan_trade(person: Person) -> None:
    person.enter("merchant")
    play_now(person, "Catan")
    person.see(".catan-player.seat-3")
    names = [one.text for one in person.look(".catan-player .seat-name")]
    assert len([name for name in names if name.startswith("heuristic trader")]) == 3, names
