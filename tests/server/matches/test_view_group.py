"""An audience between the bus and its watchers: what it shows, what it leaves, when it asks again."""

import asyncio
from typing import Any, cast

import pytest

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import StreamPosition
from infoset_server.common.ids import MatchId
from infoset_server.matches import view_group as audience_module
from infoset_server.matches.view_group import (
    PICTURES,
    SHOWN,
    VIEWS,
    Shown,
    ViewClass,
    ViewGroup,
)

MATCH = MatchId("m_1")
VIEW = ViewClass(2, with_obs=False)
SUBJECT = "m_1.seat:2.plain"


class Watcher:
    """A client, as far as an audience sees one."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.line = self
        self.groups = None

    def send(self, message: Prepared, delivery: object, key: str) -> None:
        plain = message.plain
        self.heard.append(plain["dropped"] if plain["type"] == "lagged" else plain["what"])


class Owner:
    """Whoever has the match: answers with the picture it is given, when it is let."""

    def __init__(self, bus: EmbeddedBus) -> None:
        self.picture = shown(1, 0, "picture")
        self.asked: list[str] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self._bus = bus
        self.service = bus.serve(PICTURES, MATCH, self._answer)

    async def _answer(self, viewer: str) -> Shown:
        self.asked.append(viewer)
        picture = self.picture
        await self.may_answer.wait()
        return picture

    async def tell(self, *changes: Shown) -> None:
        """Publishes, and lets everything happen that follows."""
        for change in changes:
            self._bus.publish(VIEWS, SUBJECT, change)
        for _ in range(5):
            await asyncio.sleep(0)


def shown(epoch: int, version: int, what: str) -> Shown:
    return Shown(epoch, version, Prepared({"type": "events", "what": what}))


class Scene:
    """An audience at version 5 of epoch 2 with one watcher, and the owner of its match."""

    def __init__(self) -> None:
        self.bus = EmbeddedBus()
        self.owner = Owner(self.bus)
        self.audience = ViewGroup(self.bus, MATCH, VIEW, StreamPosition(2, 5), max_pending=4)
        self.watcher = Watcher()
        self.add(self.watcher, 5)

    def add(self, watcher: Watcher, version: int) -> None:
        self.audience.has_seen(cast(Client, watcher), version)


@pytest.fixture
async def scene() -> Scene:
    return Scene()


async def test_what_is_next_is_shown_and_what_is_old_is_not(scene: Scene) -> None:
    await scene.owner.tell(shown(2, 6, "six"), shown(2, 6, "again"), shown(2, 7, "seven"))
    assert scene.watcher.heard == ["six", "seven"]
    assert scene.owner.asked == []


async def test_who_knows_a_change_already_is_not_shown_it(scene: Scene) -> None:
    newcomer = Watcher()
    scene.add(newcomer, 6)
    await scene.owner.tell(shown(2, 6, "six"), shown(2, 7, "seven"))
    assert (scene.watcher.heard, newcomer.heard) == (["six", "seven"], ["seven"])


async def test_behind_a_gap_the_whole_picture_of_these_eyes_is_asked_for(scene: Scene) -> None:
    newcomer = Watcher()
    scene.add(newcomer, 9)
    scene.owner.picture = shown(2, 9, "picture")
    await scene.owner.tell(shown(2, 8, "eight"), shown(2, 9, "nine"))
    await scene.owner.tell(shown(2, 10, "ten"))
    assert scene.owner.asked == ["seat:2"]
    assert scene.watcher.heard == [4, "picture", "ten"]
    assert newcomer.heard == ["ten"]


async def test_what_a_former_owner_says_is_not_shown(scene: Scene) -> None:
    await scene.owner.tell(shown(1, 6, "a branch that died"))
    scene.owner.picture = shown(1, 9, "a branch that died")
    await scene.owner.tell(shown(2, 9, "nine"))
    assert scene.watcher.heard == []


async def test_a_new_owner_shows_everybody_the_whole_picture(scene: Scene) -> None:
    scene.owner.picture = shown(3, 5, "picture")
    await scene.owner.tell(shown(3, 5, "five"))
    assert scene.watcher.heard == [1, "picture"]


async def test_what_happens_while_a_picture_is_asked_for_is_not_missed(scene: Scene) -> None:
    scene.owner.may_answer.clear()
    scene.owner.picture = shown(2, 8, "eight")
    await scene.owner.tell(shown(2, 8, "lost"))
    scene.owner.picture = shown(2, 10, "ten")
    await scene.owner.tell(shown(2, 9, "lost"), shown(2, 10, "lost"))
    scene.owner.may_answer.set()
    await scene.owner.tell()
    assert scene.watcher.heard == [3, "eight", 2, "ten"]
    assert len(scene.owner.asked) == 2


async def test_one_change_that_is_too_new_is_asked_about_once(scene: Scene) -> None:
    scene.owner.picture = shown(2, 6, "six")
    await scene.owner.tell(shown(2, 99, "of a match that nobody has"))
    assert scene.watcher.heard == [1, "six"]
    assert len(scene.owner.asked) == 1


async def test_where_nobody_answers_the_next_change_tries_again(scene: Scene) -> None:
    scene.owner.service.close()
    await scene.owner.tell(shown(2, 8, "eight"))
    other = Owner(scene.bus)
    other.picture = shown(2, 9, "nine")
    await other.tell(shown(2, 9, "nine"))
    assert scene.watcher.heard == [4, "nine"]


async def test_an_owner_that_takes_too_long_is_asked_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(audience_module, "PATIENCE_S", 0.001)
    scene.owner.may_answer.clear()
    scene.owner.picture = shown(2, 8, "eight")
    await scene.owner.tell(shown(2, 8, "eight"))
    async with asyncio.timeout(60):
        while len(scene.owner.asked) < 3:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.001)
    monkeypatch.setattr(audience_module, "PATIENCE_S", 60.0)
    scene.owner.may_answer.set()
    async with asyncio.timeout(60):
        while not scene.watcher.heard:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.001)
    assert scene.watcher.heard == [3, "eight"]
    assert "spectators wait for the whole picture" in caplog.text


async def test_an_audience_that_is_closed_asks_no_more(scene: Scene) -> None:
    scene.owner.may_answer.clear()
    await scene.owner.tell(shown(2, 8, "eight"))
    scene.audience.close()
    scene.owner.may_answer.set()
    await scene.owner.tell(shown(2, 9, "nine"))
    assert scene.watcher.heard == []


def test_what_is_shown_is_read_as_it_was_written() -> None:
    one = Shown(3, 17, Prepared({"type": "events", "items": [{"card": -1}], "obs": None}))
    again = SHOWN.read(SHOWN.write(one))
    assert (again.epoch, again.version, again.message.plain) == (3, 17, one.message.plain)


@pytest.mark.parametrize("body", [b"nothing", b"7", b"[1,2]", b"[1,2,{}]", b"[1,2,[]]"])
def test_what_is_nothing_to_show_is_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"expected|not enough"):
        SHOWN.read(body)
