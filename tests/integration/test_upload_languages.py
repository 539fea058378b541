"""Bots of every language are built and play in a sandbox, and what their tools ask of the kernel is on the list.

A language whose tools are not installed here is skipped, and the summary says so.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server
from tests.integration.uploads import account, logs_of, open_hosting

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files
from infoset.uploading.packing import pack
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.programs.manifest import BotEntry, read_dropped
from infoset_server.programs.sandbox.syscalls import ALLOWED, LOOKED_AT, PROBED, REFUSED
from infoset_server.uploads.versions import VersionState

BUILD_S = 1_500  # for a compiler on a busy machine
GAME = "crossfire"  # two seats, and soon over
Serve = Callable[..., Any]

# What an author may write, too: to optimise takes longer than all else, and asks nothing else of the kernel.
QUICKLY = {"rust": ("Cargo.toml", "\n[profile.release]\nopt-level = 0\n")}

# What a tracer sees that is no call of the program's: a call begun again after a signal has a name of its own.
NO_CALLS = {"restart_syscall"}
# Nobody answers there: a program loads all it has, tries, and gives up.
NOBODY = "--url infoset://127.0.0.1:1 --seek crossfire"

pytestmark = pytest.mark.timeout(2 * BUILD_S)


def starter(language: str, folder: Path) -> BotEntry:
    """A bot `ferris` as `infoset new-bot` writes it, ready for an upload. Skips the test if the language is not installed."""
    missing = [tool for tool in STARTERS[language].tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} NOT INSTALLED: {language} NOT TESTED in a sandbox")
    bot = folder / "ferris"
    write_project(bot, bot_files(language, "ferris"))
    if language in QUICKLY:
        name, lines = QUICKLY[language]
        with (bot / name).open("a", encoding="utf-8") as file:
            file.write(lines)
    entry = read_dropped(bot)
    # What a server does not build is built at home.
    at_home = STARTERS[language].build if entry.build == () else ()
    for line in (*STARTERS[language].fetch, *at_home):
        done = subprocess.run(
            line, cwd=bot, shell=True, capture_output=True, text=True, timeout=BUILD_S, check=False
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return entry


@pytest.mark.parametrize("language", STARTERS)
async def test_a_bot_of_every_language_is_built_and_plays_in_a_cage(
    language: str, serve: Serve, tmp_path: Path
) -> None:
    server: Server = await serve(
        hosted__build__seconds=float(BUILD_S), hosted__check_s=300.0, hosted__check_move_ms=60_000
    )
    await open_hosting(server)
    starter(language, tmp_path)
    manifest = tmp_path / "ferris" / "bot.toml"
    manifest.write_text(f'{manifest.read_text("utf-8")}games = ["{GAME}"]\n', "utf-8")
    olga = account(server)
    hosted = server.app.feature(UploadFeature).hosted
    title = await hosted.upload(olga, pack(tmp_path / "ferris"))
    version = await hosted.wait(title)
    log = logs_of(server, olga, "ferris")
    assert version.state is VersionState.READY, f"{version.words}\n{log[-4_000:]}"
    assert "forbidden" not in log


@pytest.mark.parametrize("language", STARTERS)
def test_what_a_language_asks_of_the_kernel_is_on_the_list(language: str, tmp_path: Path) -> None:
    """Traced outside of a sandbox, where nothing is refused; a call that is missing here is named."""
    if shutil.which("strace") is None:
        pytest.skip("LOUD: strace is not installed: what languages need was NOT TRACED")
    entry, folder = starter(language, tmp_path), tmp_path / "ferris"
    asked: set[str] = set()
    for command in entry.build_commands:
        asked |= traced(command, folder, tmp_path)
    words = shlex.split(STARTERS[language].program)
    if STARTERS[language].speaks == "socket":
        words += NOBODY.split()
    asked |= traced(words, folder, tmp_path)
    missing = asked - set(ALLOWED) - set(LOOKED_AT) - set(REFUSED) - set(PROBED) - NO_CALLS
    assert not missing, f"{language} needs, or must do without: {', '.join(sorted(missing))}"


def traced(command: Sequence[str], folder: Path, out: Path) -> set[str]:
    """The names of the calls that a command and all it starts have made."""
    summary = out / "summary"
    words = [sys.executable if word == "python" else word for word in command]
    done = subprocess.run(
        ["strace", "-f", "-qq", "-c", "-U", "name", "-o", str(summary), *words],
        cwd=folder,
        env=os.environ | {"CARGO_NET_OFFLINE": "true"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=BUILD_S,
        check=False,
    )
    names = set(re.findall(r"^\s*(\w+)\s*$", summary.read_text(), re.MULTILINE))
    names -= {"syscall", "total"}
    assert {"execve", "mmap"} <= names, json.dumps(done.stderr.decode()[-2_000:])
    return names
