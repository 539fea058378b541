"""What a build leaves to the next: to that of the same bot alone, whole or not at all, and however it may look."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.server.uploads.test_workshop import SETTINGS

from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.probe import open_sandboxes
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.programs.upload_source import BuildError, NoIsolationError
from infoset_server.uploads.caches import BuildCache
from infoset_server.uploads.pipeline import Workshop

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAVE = "mkdir -p ~/.cache; cat ~/.cache/*; echo was here >> ~/.cache/note"
BUILD = SETTINGS.build.model_copy(update={"cache_mb": 1})


async def open_some(folder: Path, isolation: str) -> Sandboxes:
    """Skips the test where there are none."""
    try:
        settings = SETTINGS.model_copy(update={"isolation": isolation})
        return (await open_sandboxes(settings, folder)).sandboxes
    except NoIsolationError as problem:
        pytest.skip(f"NOT TESTED IN A SANDBOX: {problem}")


@pytest_asyncio.fixture(loop_scope="module", params=["bubblewrap", "unshare"])
async def each(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Sandboxes]:
    made = await open_some(tmp_path / "cages", request.param)
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandboxes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sandboxes]:
    """The first that work."""
    made = await open_some(tmp_path_factory.mktemp("cages"), "auto")
    yield made
    await made.close()


class Bot:
    """A bot whose versions are built one after the other."""

    def __init__(self, sandboxes: Sandboxes, folder: Path) -> None:
        self.sandboxes = sandboxes
        self.folder = folder
        self.cache = folder / "cache" / "u_olga"
        self.number = 0

    async def build(self, *commands: str, trusted: bool = True, **limits: Any) -> str:
        """The next version; its log, what was wrong included."""
        self.number += 1
        place = self.folder / str(self.number)
        (place / "source").mkdir(parents=True)
        (place / "source" / "bot.txt").write_text("source\n")
        told = tuple(("sh", "-c", command) for command in commands)
        entry = BotEntry(name="x", command=("./run",), build=told)
        log = BotLog(place / "build.log")
        settings = SETTINGS.model_copy(update={"build": BUILD.model_copy(update=limits)})
        cache = BuildCache(self.cache, is_trusted=trusted)
        try:
            workshop = Workshop(self.sandboxes, settings)
            await workshop.make(entry, place / "source", place / "bot", log, cache)
        except BuildError as problem:
            log.note(str(problem))
        finally:
            log.close()
        assert {path.name for path in place.iterdir()} <= {"source", "bot", "build.log"}
        return log.read()


async def test_only_the_next_build_of_the_same_bot_finds_it(
    each: Sandboxes, tmp_path: Path
) -> None:
    ferris, other = Bot(each, tmp_path / "ferris"), Bot(each, tmp_path / "other")
    first = await ferris.build(LEAVE)
    assert "cache of an earlier build: none" in first
    assert "[infoset] 0 MB are kept for the next build" in first
    second = await ferris.build(LEAVE)
    assert "cache of an earlier build: used" in second
    assert second.count("was here") == 2  # in the command, too
    assert [path.name for path in (tmp_path / "ferris" / "2" / "bot").iterdir()] == ["bot.txt"]
    assert (await other.build(LEAVE)).count("was here") == 1
    fresh = await ferris.build(LEAVE, trusted=False)
    assert "[infoset] it is built from nothing, as was asked for" in fresh
    assert fresh.count("was here") == 1
    assert (await ferris.build(LEAVE)).count("was here") == 2  # it has left one
    assert "cache of" not in await ferris.build(LEAVE, cache_mb=0)


@pytest_asyncio.fixture(loop_scope="module")
async def bot(sandboxes: Sandboxes, tmp_path: Path) -> Bot:
    """With a cache."""
    bot = Bot(sandboxes, tmp_path / "ferris")
    await bot.build(LEAVE)
    return bot


async def test_a_build_that_fails_leaves_what_was_there_or_something_whole(bot: Bot) -> None:
    first = bot.cache.read_bytes()
    assert "not built within" in await bot.build(f"{LEAVE}; sleep 3600", seconds=1)
    assert bot.cache.read_bytes() == first
    await bot.build(f"{LEAVE}; kill -9 $PPID")
    assert bot.cache.read_bytes() == first
    assert "kept for the next build" in await bot.build(f"{LEAVE}; exit 3")
    assert (await bot.build(LEAVE)).count("was here") == 3


async def test_too_large_a_cache_is_dropped_with_the_one_before(bot: Bot) -> None:
    log = await bot.build("head -c 3000000 /dev/urandom > ~/.cache/much")
    assert "[infoset] what it leaves to the next build has more than 1 MB, and is dropped" in log
    assert (bot.folder / "2" / "bot").is_dir()
    assert not bot.cache.exists()
    assert (await bot.build(LEAVE)).count("was here") == 1


async def test_holes_and_strange_files_are_nothing_to_the_server(bot: Bot) -> None:
    log = await bot.build(
        f"{LEAVE}; cd ~/.cache; truncate -s 3000000 hole; ln -s /etc/shadow a; mkfifo b; ln note c; mkdir -m 0 d"
    )
    assert "kept for the next build" in log
    assert bot.cache.stat().st_size < 100_000
    assert sorted(path.name for path in bot.cache.parent.iterdir()) == [bot.cache.name]
    log = await bot.build("ls -s ~/.cache | tail -n +2 | wc -l; cat ~/.cache/note")
    assert log.count("was here") == 2
    many = 'rm ~/.cache/hole; i=0; while [ $i -lt 500 ]; do echo > ~/.cache/"$i"; i=$((i+1)); done'
    assert "kept for the next build" in await bot.build(many)
    assert "503" in await bot.build(
        "ls ~/.cache | wc -l; head -c 5000000 /dev/zero > ~/.cache/zeros"
    )
    assert "not used, it leaves too little room" in await bot.build("ls ~/.cache && exit 9; true")


@pytest.mark.parametrize("left", [b"", b"\x1f\x8b" + bytes(100)])
async def test_a_cache_that_is_no_such_thing_is_begun_anew(bot: Bot, left: bytes) -> None:
    bot.cache.write_bytes(left)
    log = await bot.build(LEAVE)
    assert "not used, it is damaged" in log
    assert (await bot.build(LEAVE)).count("was here") == 2


async def test_who_has_taken_over_a_bot_keeps_nothing_of_those_before(bot: Bot) -> None:
    before, bot.cache = bot.cache, bot.cache.with_name("u_ann")
    assert (await bot.build(LEAVE)).count("was here") == 1
    assert not before.exists()
