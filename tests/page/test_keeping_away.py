"""Somebody says what nobody wants to hear: they are kept away where they said it, and let near again in the settings."""

import asyncio
from urllib.parse import urlsplit

import pytest

pytest.importorskip("selenium", reason="LOUD: selenium is not installed, the page is not tried")

from tests.integration.harness import Client, open_wire
from tests.page.browser import Person

from infoset_protocol.codec import Encoding


def say(url: str, name: str, room: str, text: str) -> None:
    """A guest comes to a room, says something, and goes."""

    async def visit() -> None:
        wire = await open_wire(urlsplit(url).port or 0, "tcp-json")
        guest = await Client(wire, Encoding.JSON, name).log_in()
        await guest.ask("join", room=room)
        await guest.ask("chat", room=room, text=text)
        await guest.cut()

    asyncio.run(visit())


def test_who_is_kept_away_is_told_of_in_the_settings_and_let_near_again(
    chrome: object, page_url: str
) -> None:
    person = Person(chrome, page_url)  # type: ignore[arg-type]  # the fixture knows no selenium
    person.enter("quiet please")
    ask = "page.ask({ type: 'create_room', game: 'crossfire' }).then(({ room }) => room.room)"
    room = person.module("net/app.js", ask)
    person.go(f"/room/{room}")
    say(page_url, "noisy", room, "ha ha ha")
    person.say(".chat-lines", "ha ha ha")
    person.click("button[aria-label='Keep noisy away']")
    person.until(lambda: not person.look(".keep-away"), "the button is gone")
    person.click("button[aria-label=Settings]")
    person.say(".kept-away", "noisy")
    person.press("Let near again")
    person.until(lambda: not person.look(".kept-away"), "nobody is kept away")
    assert person.faults() == []
