"""A bot plays on for somebody who sits at the page and is late too often: they hear so, and take the seat back."""

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.page.browser import Person
from tests.page.program import a_program

QUICK = {"kind": "per_move", "move_ms": 3000}
# Who played for the first seat each time that this window was given the match.
STAND_INS = (
    "page.wire.value.map(({ message }) => message).filter(({ type }) => type === 'match_start')"
    ".map(({ players }) => players[0].taken_by ?? null)"
)


def test_who_was_late_too_often_takes_the_seat_back(chrome: object, page_url: str) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    with a_program(page_url, "host") as host:
        asked = {"game": "catan", "options": {"seats": 2}, "clock": QUICK, "max_timeouts": 1}
        room = host.ask("create_room", **asked)["room"]["room"]
        host.ask("add_bot", room=room, seat=1, bot="heuristic_trader")
        person.enter("dreamer")
        person.go(f"/room/{room}")
        person.press("Sit here")
        person.press("I am ready")
        person.say(".action-bar", "plays for you")  # whichever bot of the server has time
        assert not person.look(".turn-word.mine")
        assert not person.look(".target")
        person.press("Play on myself")
        person.until(
            lambda: person.module("net/app.js", STAND_INS) == [None, None],
            "the seat was theirs again",
        )
        assert person.faults() == []
