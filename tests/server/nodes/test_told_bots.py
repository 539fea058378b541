"""Which house bots a hall was told of, and how long their versions stay on a play node."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.passing_time import pass_time

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.nodes.told_bots import LOOK_S, STAYS_S, ToldBots
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.snapshots import Snapshots


class There:
    """A node's bots, and how often the hall was to hear of others."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "bots"
        self.hosting = Hosting(
            ClientRegistry(),
            [],
            Snapshots(self.folder, data / "snapshots"),
            data / "logs",
            data / "scratch",
            lambda process: None,
        )
        self.hosting.open("infoset://127.0.0.1:1")
        self.playing: list[str] = []
        self.changes = 0
        self.told = ToldBots(self.hosting, lambda: self.playing, self._changed)

    def _changed(self) -> None:
        self.changes += 1

    def drop(self, text: str) -> str:
        """Another version is on offer; its title."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / "ferris.py").write_text(text)
        (entry,) = self.hosting.entries().values()
        return entry.title

    @property
    def kept(self) -> set[str]:
        self.told.look()
        return self.hosting.kept_titles()


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[There]:
    made = There(tmp_path)
    yield made
    made.told.close()


async def test_all_versions_stay_until_it_is_known_which_matches_go_on(there: There) -> None:
    first = there.drop("1")
    second = there.drop("2")
    assert there.kept == {first, second}
    there.told.is_settled = True
    assert there.kept == {second}


async def test_what_was_told_stays_for_a_while(there: There) -> None:
    there.told.is_settled = True
    first = there.drop("1")
    assert there.told.look()
    assert there.told.offer.snapshots == {first}
    second = there.drop("2")
    assert there.told.look()
    assert there.told.offer.snapshots == {second}
    assert there.kept == {first, second}
    pass_time(STAYS_S)
    assert there.kept == {second}


async def test_what_plays_stays(there: There) -> None:
    there.told.is_settled = True
    first = there.drop("1")
    there.playing = [first]
    there.told.look()
    second = there.drop("2")
    pass_time(STAYS_S)
    assert there.kept == {first, second}
    there.playing = []
    pass_time(STAYS_S)
    assert there.kept == {second}


async def test_it_looks_by_itself_and_tells_what_is_new_once(there: There) -> None:
    there.drop("1")
    for _ in range(3):
        pass_time(LOOK_S)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert there.changes == 1


async def test_a_bot_of_a_manifest_has_a_version_and_no_title(tmp_path: Path) -> None:
    there = There(tmp_path)
    there.hosting._listed = [BotEntry(name="mute", command=("{python}", "-c", "pass"))]
    there.told.look()
    there.told.close()
    assert list(there.told.offer.by_name) == ["mute"]
    assert there.told.offer.snapshots == frozenset()
