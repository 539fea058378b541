"""Versions that the hall lends: what cannot be made ready here, or dies too often, is tried again after a while."""

import asyncio
import errno
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.passing_time import pass_time
from tests.server.nodes.lending import version_of

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.config import HostedSettings
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.snapshots import Snapshots
from infoset_server.programs.upload_source import BuildError, NoIsolationError
from infoset_server.storage.errors import CorruptError
from infoset_server.uploads import programs
from infoset_server.uploads.lent import (
    FIRST_PAUSE_S,
    FIRST_REST_S,
    LONGEST_PAUSE_S,
    LentBots,
)
from infoset_server.uploads.pipeline import Workshop
from infoset_server.uploads.versions import HostedEntry, UploadedBot, Version

TITLE = "ferris@1"
NO_SPACE = OSError(errno.ENOSPC, "No space left on device")


class Node:
    """A play node's lent versions. What is made ready is an empty folder, unless there is a `problem`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        people = ClientRegistry()
        snapshots = Snapshots(folder / "bots", folder / "snapshots")
        hosting = Hosting(
            people, [], snapshots, folder / "logs", folder / "scratch", lambda process: None
        )
        self.lent = LentBots(HostedSettings(), folder / "hosted", people, hosting, no_documents, [])
        self.lent.on_changed = self._changed
        self.problem: Exception | None = None
        self.obstacle: Exception | None = None  # to any program on this machine
        self.makings = self.openings = 0
        self._news = asyncio.Event()
        monkeypatch.setattr(self.lent._bringing, "_make", self._make)
        monkeypatch.setattr(programs, "open_sandboxes", self._open)

    def _changed(self) -> None:
        self._news.set()

    async def _make(self, bot: UploadedBot, version: Version, workshop: Workshop) -> None:
        self.makings += 1
        if self.problem is not None:
            raise self.problem
        self.lent._files.built(bot, version).mkdir(parents=True)

    async def _open(self, *args: object) -> Any:
        self.openings += 1
        if self.obstacle is not None:
            raise self.obstacle
        sandboxes = SimpleNamespace(name="none", max_running=5, close=nothing)
        return SimpleNamespace(sandboxes=sandboxes, bounds=SimpleNamespace(words={}))

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Returns when something has changed, and it is so."""
        while not is_so():
            self._news.clear()
            await self._news.wait()

    async def is_tried(self, times: int) -> None:
        """Returns when it has been tried so often, and what came of that is known."""
        await self.until(lambda: self.makings == times and not self.lent._is_making)

    def dies_too_often(self) -> None:
        """As `Hosting` finds out."""
        self.lent.give_up(HostedEntry(name=TITLE, owner="u_olga", command=("true",)))


async def no_documents(kind: str) -> Mapping[str, bytes]:
    return {}


async def nothing() -> None:
    """Nothing was opened."""


@pytest.fixture
async def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Node]:
    made = Node(tmp_path, monkeypatch)
    yield made
    await made.lent.close()


async def test_what_cannot_be_made_ready_for_a_moment_is_tried_again(node: Node) -> None:
    node.problem = NO_SPACE
    node.lent.lend(version_of(TITLE))
    await node.is_tried(1)
    assert node.lent.titles == []
    node.problem = None
    pass_time(FIRST_PAUSE_S)
    await node.until(lambda: node.lent.titles == [TITLE])
    assert node.makings == 2


async def test_the_store_may_be_what_fails(node: Node) -> None:
    node.problem = CorruptError("", 0, "a page was torn")
    node.lent.lend(version_of(TITLE))
    node.lent.lend(version_of("gopher@1"))
    await node.is_tried(2)
    node.problem = None
    pass_time(FIRST_PAUSE_S)
    await node.until(lambda: node.lent.titles == [TITLE, "gopher@1"])


async def test_the_pauses_grow_up_to_a_bound(node: Node) -> None:
    node.problem = BuildError("it does not build anywhere")
    node.lent.lend(version_of(TITLE))
    pause_s = FIRST_PAUSE_S
    for tries in range(1, 12):
        await node.is_tried(tries)
        assert pause_of(node) == pytest.approx(pause_s, abs=1.0)
        pass_time(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
    assert pause_s == LONGEST_PAUSE_S


async def test_what_is_taken_back_is_not_tried_again(node: Node) -> None:
    node.problem = NO_SPACE
    node.lent.lend(version_of(TITLE))
    await node.is_tried(1)
    node.lent.take_back(TITLE)
    assert node.lent._timers == {}


async def test_what_is_lent_anew_is_tried_at_once(node: Node) -> None:
    node.problem = NO_SPACE
    node.lent.lend(version_of(TITLE))
    await node.is_tried(1)
    node.lent.lend(version_of(TITLE))
    await node.is_tried(2)
    assert pause_of(node) == pytest.approx(FIRST_PAUSE_S, abs=1.0)


async def test_a_version_that_died_too_often_may_play_again_after_a_rest(node: Node) -> None:
    """Each time after a longer one: its matches lose a seat."""
    node.lent.lend(version_of(TITLE))
    await node.is_tried(1)
    for rest_s in (FIRST_REST_S, 2 * FIRST_REST_S):
        node.dies_too_often()
        assert node.lent.titles == []
        assert pause_of(node) == pytest.approx(rest_s, abs=1.0)
        pass_time(rest_s)
        await node.until(lambda: node.lent.titles == [TITLE])
    node.lent.lend(version_of(TITLE))
    node.dies_too_often()
    assert pause_of(node) == pytest.approx(FIRST_REST_S, abs=1.0)


async def test_a_machine_whose_folder_cannot_be_used_for_a_moment_is_tried_again(
    node: Node,
) -> None:
    node.obstacle = NO_SPACE
    node.lent.lend(version_of(TITLE))
    await node.until(lambda: bool(node.lent._timers))
    assert node.lent.places == 0
    node.obstacle = None
    pass_time(FIRST_PAUSE_S)
    await node.until(lambda: node.lent.titles == [TITLE])
    assert node.lent.places > 0


async def test_one_that_cannot_shut_programs_in_is_not(node: Node) -> None:
    node.obstacle = NoIsolationError("there is no bubblewrap")
    node.lent.lend(version_of(TITLE))
    await node.until(lambda: node.lent.places == 0 and not node.lent._is_making)
    assert node.lent._timers == {}
    node.lent.lend(version_of("gopher@1"))
    await node.until(lambda: not node.lent._is_making)
    assert node.openings == 1


def pause_of(node: Node) -> float:
    """How long it takes until something is tried again."""
    (timer,) = node.lent._timers.values()
    return timer.when() - asyncio.get_running_loop().time()
