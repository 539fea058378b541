"""The page is told what its seat may know, and nothing else: its whole transcript against the seat's own replay."""

import json
from typing import Any

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person

SHORT: dict[str, dict[str, Any]] = {
    "colonizers": {"colony": 1},
    "catan": {"seats": 3},
    "crossfire": {"preset": "mini"},
}
POSITIONS = ("events", "your_turn", "snapshot")
TRANSCRIPT = "page.wire.value.filter((one) => one.direction === 'in').map((one) => one.message)"
REPLAY = "page.replayEntries({ type: 'replay', replay: rest[0], view: rest[1], form: 'frames' })"


def told(messages: list[dict[str, Any]], match: str) -> dict[int, list[Any]]:
    """Every position of a match that was told, by version."""
    found: dict[int, list[Any]] = {}
    for message in messages:
        if message.get("match_id") == match and message["type"] in POSITIONS and "obs" in message:
            found.setdefault(message["ver"], []).append(message["obs"])
    return found


@pytest.mark.parametrize("game", sorted(SHORT))
def test_the_page_is_told_what_its_seat_may_know(game: str, chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter(f"secret {game}")
    person.open_room(game, SHORT[game])
    match = person.place().removeprefix("/match/")
    person.play(clicks=20)
    transcript = person.module("net/app.js", TRANSCRIPT)
    positions = told(transcript, match)
    frames = person.module("net/app.js", REPLAY, match, "seat:0")
    allowed = {frame["ver"]: frame["obs"] for frame in frames if "obs" in frame}
    events = {frame["ver"]: frame["items"] for frame in frames if frame["type"] == "events"}
    assert len(positions) > 3
    for version, shown in positions.items():
        assert all(one == allowed[version] for one in shown), f"version {version}"
    for message in transcript:
        if message.get("match_id") == match and message["type"] == "events":
            assert message["items"] == events[message["ver"]]


def test_what_others_hold_is_in_no_message_to_the_page(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("canary")
    person.open_room("colonizers", {})
    match = person.place().removeprefix("/match/")
    person.play(clicks=60)  # by then others hold something, whatever the deal
    positions = told(person.module("net/app.js", TRANSCRIPT), match)
    hidden = 0
    for shown in positions.values():
        for obs in shown:
            assert obs["seat"] == 0
            for seat, player in enumerate(obs["players"][1:], 1):
                seen = {slot for slot, mask in player["seen"] if mask & 1}
                unseen = [card for slot, card in enumerate(player["hand"]) if slot not in seen]
                assert set(unseen) <= {-1}, f"seat {seat}: {json.dumps(player)}"
                hidden += len(unseen)
    assert hidden > 10
