"""The log of a match: oldest to newest, one block for each turn, the newest in sight unless somebody reads further up."""

from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import DRAWN, Person

NEWEST = "[...page.matches.value.values()].at(-1)"
# What a person sees of the log: the head of each block with what stands under it, and how far below its window the newest ends.
READ = """
const window = document.querySelector('.side-body').getBoundingClientRect();
const entries = [...document.querySelectorAll('.log .turn li')];
return {
  blocks: [...document.querySelectorAll('.log > .turn')].map((one) => ({
    head: one.querySelector('.turn-head')?.textContent.trim() ?? null,
    said: [...one.querySelectorAll('li')].map((li) => li.textContent.trim()),
  })),
  below: entries.at(-1).getBoundingClientRect().bottom - window.bottom,
};
"""
PLAYED = [
    [{"e": "dice", "by": 0, "dice": [2, 3]}],
    [{"e": "road", "by": 0, "edge": 3}],
    [{"e": "end_turn", "by": 0}, {"e": "turn", "by": 1, "round": 2}],
    [{"e": "play", "by": 1, "card": 0}],
    [{"e": "robber", "by": 1, "hex": 3}],
    [{"e": "dice", "by": 1, "dice": [1, 1]}, {"e": "yield", "by": 0, "cards": [1, 0, 0, 0, 0]}],
    [{"e": "city", "by": 1, "vertex": 3}, {"e": "longest_road", "by": 1}],
]
HAPPENS = (
    f"((match) => {{ for (const items of rest[0]) match.receive({{type: 'events', ver: match.ver.value + 1, items}});"
    f" return 1; }})({NEWEST})"
)


@pytest.fixture
def person(chrome: object, page_url: str) -> Person:
    """Somebody who is to place a settlement, with nothing in the log."""
    someone = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    someone.enter("chronicler")
    someone.open_room("catan", {"seats": 2, "layout": "beginner"})
    someone.say(".ask h2", "Place a settlement")
    return someone


def read(person: Person) -> dict[str, Any]:
    person.driver.execute_async_script(DRAWN)
    found = person.driver.execute_script(READ)
    assert isinstance(found, dict)
    return found


def test_a_turn_is_a_block_and_everything_stands_in_its_own(person: Person) -> None:
    person.module("net/app.js", HAPPENS, PLAYED)
    person.say(".log li", "built a city")
    before, turn = read(person)["blocks"]
    assert before == {"head": None, "said": ["You rolled 5 (2 + 3)", "You built a road"]}
    assert turn["head"].endswith("round 2")
    assert [said.partition(" ")[2] for said in turn["said"]] == [
        "played Knight",
        "moved the robber",
        "rolled 2 (1 + 1)",
        "got 1 wood",
        "built a city",
        "has the longest road: 2 points",
    ]


def test_the_newest_stays_in_sight_until_somebody_reads_further_up(person: Person) -> None:
    person.module("net/app.js", HAPPENS, PLAYED * 20)
    person.say(".log li", "built a city")
    assert read(person)["below"] <= 1
    person.module("net/app.js", HAPPENS, PLAYED)
    assert read(person)["below"] <= 1

    person.driver.execute_script("document.querySelector('.side-body').scrollTop = 40")
    person.say(".log button", "Newest")
    person.module("net/app.js", HAPPENS, PLAYED)
    person.driver.execute_async_script(DRAWN)
    assert read(person)["below"] > 1
    person.click(".log button", "Newest")
    person.until(lambda: read(person)["below"] <= 1, "the newest was in sight")
    person.until(lambda: not person.look(".log button"), "nothing newer was offered")


def test_what_happened_long_ago_is_drawn_where_somebody_scrolls_up(person: Person) -> None:
    person.module("net/app.js", HAPPENS, PLAYED * 30)
    person.say(".log li", "built a city")
    drawn = len(person.look(".log .turn li"))
    person.driver.execute_script("document.querySelector('.side-body').scrollTop = 0")
    person.until(lambda: len(person.look(".log .turn li")) > drawn, "more was drawn")


def test_what_was_played_for_somebody_who_was_late_is_told_whole(person: Person) -> None:
    late = {"type": "timeout", "seat": 1, "decision": 1, "applied": "fallback", "misses": 1}
    person.module("net/app.js", f"({NEWEST}.receive(rest[0]), 1)", late)
    note = person.say(".log .note", "ran out of time: the default was played")
    side = person.see(".side-body").rect
    assert note.rect["x"] + note.rect["width"] <= side["x"] + side["width"]
    assert person.unreadable() == []
