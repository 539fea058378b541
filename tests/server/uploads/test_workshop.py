"""Building in a sandbox: what comes out, and what its owner hears where nothing does."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from infoset_server.config.programs import BuildLimits, HostedSettings, UploadLimits
from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.probe import open_sandboxes
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.programs.upload_source import BuildError, NoIsolationError
from infoset_server.uploads import pipeline
from infoset_server.uploads.pipeline import Workshop

SETTINGS = HostedSettings(
    first_uid=1_000_000 + os.getpid() * 100,  # servers beside this one have others
    build=BuildLimits(seconds=20, scratch_mb=8, processes=32),
    upload=UploadLimits(max_unpacked_bytes=100_000, max_files=50),
)


@pytest.fixture(params=["bubblewrap", "unshare"])
async def sandboxes(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Sandboxes]:
    try:
        settings = SETTINGS.model_copy(update={"isolation": request.param})
        made = (await open_sandboxes(settings, tmp_path / "cages")).sandboxes
    except NoIsolationError as problem:
        pytest.skip(f"NOT TESTED IN A SANDBOX: {problem}")
    yield made
    await made.close()


async def make(
    sandboxes: Sandboxes, folder: Path, *commands: str, **settings: Any
) -> tuple[Path, str]:
    """Builds with shell commands; where it is now, and the log."""
    source, built = folder / "source", folder / "place" / "bot"
    source.mkdir()
    built.parent.mkdir()
    (source / "bot.txt").write_text("source\n")
    told = tuple(("sh", "-c", command) for command in commands)
    entry = BotEntry(name="x", command=("./run",), build=told)
    log = BotLog(folder / "build.log")
    workshop = Workshop(sandboxes, SETTINGS.model_copy(update=settings))
    try:
        await workshop.make(entry, source, built, log)
    finally:
        log.close()
    return built, log.read()


async def test_what_is_built_comes_out_with_the_source(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    built, log = await make(sandboxes, tmp_path, "cat bot.txt > made; chmod +x made", "echo done")
    assert sorted(path.name for path in built.iterdir()) == ["bot.txt", "made"]
    assert (built / "made").stat().st_mode & 0o777 == 0o755
    assert log.splitlines()[:3] == [
        "$ sh -c cat bot.txt > made; chmod +x made",
        "$ sh -c echo done",
        "done",
    ]
    assert (tmp_path / "source" / "bot.txt").read_text() == "source\n"


async def test_without_commands_nothing_is_run(sandboxes: Sandboxes, tmp_path: Path) -> None:
    built, log = await make(sandboxes, tmp_path)
    assert [path.name for path in built.iterdir()] == ["bot.txt"]
    assert log == ""


class KilledError(BaseException):
    """The server ends here."""


@pytest.mark.parametrize("commands", [(), ("true",)])
async def test_a_server_that_is_killed_leaves_nothing_that_looks_ready(
    sandboxes: Sandboxes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    commands: tuple[str, ...],
) -> None:
    """Another machine may find the version fit meanwhile; what lies here would be run then."""

    def write_half(first: Any, second: Path, *rest: Any) -> None:
        second.mkdir()
        (second / "bot.txt").write_text("sou")
        raise KilledError

    monkeypatch.setattr("shutil.copytree", write_half)
    monkeypatch.setattr(pipeline, "unpack", write_half)
    with pytest.raises(KilledError):
        await make(sandboxes, tmp_path, *commands)
    assert not (tmp_path / "place" / "bot").exists()
    monkeypatch.undo()
    workshop = Workshop(sandboxes, SETTINGS)
    entry, log = BotEntry(name="x", command=("./run",)), BotLog(tmp_path / "build.log")
    await workshop.make(entry, tmp_path / "source", tmp_path / "place" / "bot", log)
    log.close()
    assert (tmp_path / "place" / "bot" / "bot.txt").read_text() == "source\n"
    assert [path.name for path in (tmp_path / "place").iterdir()] == ["bot"]


async def test_a_command_that_fails_is_told_with_its_last_words(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    with pytest.raises(BuildError, match=r"exit code 1; its last words: ended with exit code 3"):
        await make(sandboxes, tmp_path, "echo no such luck; exit 3", "echo never")


async def test_a_build_that_does_not_end_is_ended(sandboxes: Sandboxes, tmp_path: Path) -> None:
    limits = BuildLimits(seconds=1)
    with pytest.raises(BuildError, match="not built within 1 s"):
        await make(sandboxes, tmp_path, "(setsid sleep 3600 &); sleep 3600", build=limits)


async def test_a_build_cannot_write_without_end(sandboxes: Sandboxes, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="last words: ended with exit code"):
        await make(
            sandboxes,
            tmp_path,
            "for i in 1 2 3 4 5; do head -c 4000000 /dev/zero > $i || exit 9; done",
        )


async def test_a_result_that_is_too_large_is_not_taken(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    with pytest.raises(BuildError, match=r"it builds more than 100000 bytes|cannot be taken"):
        await make(sandboxes, tmp_path, "head -c 4000000 /dev/zero > big")


async def test_links_stay_inside(sandboxes: Sandboxes, tmp_path: Path) -> None:
    built, _ = await make(
        sandboxes, tmp_path, "ln -s /etc/shadow a; ln -s /bot b; mkfifo c; rm bot.txt"
    )
    assert list(built.iterdir()) == []


async def test_several_cages_at_a_time_do_not_see_each_other(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()

    def look_around(name: str) -> str:
        """Counts processes, and shows the files in `/tmp`: folders may be mounted there."""
        files = f"touch /tmp/{name}; sleep 0.3; find /tmp -maxdepth 1 -type f"
        return f"ls -d /proc/[0-9]* | wc -l; {files}"

    names = ("one", "two")
    made = await asyncio.gather(
        *(make(sandboxes, tmp_path / name, look_around(name)) for name in names)
    )
    for name, (_, log) in zip(names, made, strict=True):
        number, *files = log.splitlines()[1:-1]
        assert int(number) < 10
        assert files == [f"/tmp/{name}"]
