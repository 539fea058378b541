"""What a stranger sees who watches: in Crossfire where units began, each side in its colour; that it is shown later; all tables."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person, resize
from tests.page.program import Program, a_program


@pytest.fixture
def player(page_url: str) -> Iterator[Program]:
    """Somebody who plays, for a long time."""
    with a_program(page_url, "watched") as program:
        yield program


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who has not come yet."""
    return Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium


def begin(player: Program, **terms: Any) -> str:
    """A match of Crossfire with a bot, in which the player is to set up; its id."""
    room = player.ask("create_room", game="crossfire", options={"preset": "mini"}, **terms)["room"]
    player.ask("sit", room=room["room"], seat=0)
    player.ask("add_bot", room=room["room"], seat=1, bot="random")
    player.ask("start", room=room["room"])
    match_id = player.hear("your_turn")["match_id"]
    assert isinstance(match_id, str)
    return match_id


def test_both_sides_of_crossfire_are_watched_in_their_colours(
    person: Person, player: Program
) -> None:
    match_id = begin(player)
    person.enter("stranger")
    person.go(f"/match/watch/{match_id}")
    person.say(".table-head .chip", "watching")
    person.until(lambda: len(person.look(".arena.top .unit")) == 6, "all units were drawn")
    assert [len(person.look(f".arena.top .unit.seat-{seat}")) for seat in (0, 1)] == [3, 3]
    assert not person.look(".ghost-unit")

    player.ask("act", match_id=match_id, decision=1, index=0)
    person.say(".turn-word", "Round 1")
    person.until(lambda: len(person.look(".ghost-unit")) == 6, "they were where they began")
    assert "secret until the end" in person.see(".board-area .hint").text
    assert "later" not in person.see(".table-head .chip.hot").text
    assert person.unreadable() == []
    assert person.faults() == []


def test_who_sees_it_later_is_told_so(person: Person, player: Program) -> None:
    match_id = begin(player, watch="delayed", watch_delay={"versions": 1})
    person.enter("late stranger")
    person.go(f"/match/watch/{match_id}")
    person.say(".table-head .chip.hot", "watching, later")
    try:
        for size in ((390, 844), (360, 640), (844, 390)):  # of phones
            resize(person.driver, *size)
            person.say(".table-head .chip.hot", "watching, later")
            person.until(lambda: not person.too_wide() + person.unreadable(), "it was read whole")
    finally:
        resize(person.driver, 1440, 900)


def test_who_comes_late_is_told_what_happened_before(person: Person, page_url: str) -> None:
    with a_program(page_url, "settler") as settler:
        room = settler.ask("create_room", game="catan", options={"seats": 2})["room"]
        settler.ask("sit", room=room["room"], seat=0)
        settler.ask("add_bot", room=room["room"], seat=1, bot="random")
        settler.ask("start", room=room["room"])
        asked = settler.hear("your_turn")
        while asked["kind"] != "main":  # both have settled, and the dice were rolled once
            answer = {"match_id": asked["match_id"], "decision": asked["decision"]}
            settler.ask("act", **answer, index=0)
            asked = settler.hear("your_turn")
        person.enter("late riser")
        person.go(f"/match/watch/{asked['match_id']}")
        person.say(".log li", "rolled")
        person.until(
            lambda: len([one for one in person.look(".log li") if "built a road" in one.text]) >= 2,
            "the first roads were told",
        )
        person.click("[role=tab]", "Known")
        person.until(
            lambda: any(
                not (one.get_attribute("title") or "").endswith(": 0")
                for one in person.look(".dice-plot i")
            ),
            "the rolls of before were counted",
        )
        assert person.faults() == []
